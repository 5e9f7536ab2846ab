/** Typing into a task's description, letter by letter, as an editor does it that shows the text while others type (rule T6). */
import type * as Y from 'yjs';
import { Text } from 'yjs';
import * as z from 'zod';
import { done, invalid, notFound, type Result } from '../failures';
import { parse, text, WITH_OTHERS } from '../fields';
import type { TaskId } from '../ids';
import { isYText, KEY, recordMap } from '../layout';
import { type Space, type Surroundings, write } from './space';
import { changeText } from './text';

const length = z.int('must be a whole number of at least 0').min(0, 'must be a whole number of at least 0');
const textPart = z
  .object({ retain: length.optional(), insert: text(0, undefined).optional(), delete: length.optional() })
  .refine((part) => Object.values(part).filter((value) => value !== undefined).length === 1, {
    error: 'must have one of retain, insert and delete',
    params: { type: 'one-of' },
    ...WITH_OTHERS,
  });
const typedInput = z.object({ description: z.array(textPart) });

/** One part of a change of a text, from its start on: what stays, what comes, what goes, in code units. */
export type TextPart = { readonly retain: number } | { readonly insert: string } | { readonly delete: number };

/** The text of a task's description; undefined where there is no task, or a peer wrote something else there. */
export function descriptionText(doc: Y.Doc, id: TaskId): Y.Text | undefined {
  const found = recordMap(doc, 'task', id)?.get(KEY.description);
  return isYText(found) ? found : undefined;
}

/**
 * Types into the description of a task, which may be in the trash: someone has deleted it while another one types, and what is typed stays.
 * Undoing it is the editor's, which knows what was typed together; the history is not told.
 * @param parts what changes, from the start of the text as it reads now
 * @returns `not-found` where there is no such task, `invalid` where the parts are none, reach past the end of the text or into a character
 */
export function typeDescription(
  space: Space,
  id: TaskId,
  parts: readonly TextPart[],
  { origin }: Pick<Surroundings, 'origin'>,
): Result<undefined> {
  const parsed = parse(typedInput, { description: parts });
  if (parsed.kind !== 'done') return parsed;
  const map = recordMap(space.doc, 'task', id);
  const task = space.view.record('task', id);
  if (!map || !task) return notFound('task', id);
  const now = map.get(KEY.description);
  const before = task.description ?? '';
  const typed = typedInto(before, parsed.value.description);
  if (typed.kind !== 'done') return typed;
  if (typed.value.delta.length === 0) return done(undefined, false);
  write(space, { origin }, () => {
    if (!isYText(now)) map.set(KEY.description, new Text(typed.value.reads));
    else if (isPlain(now)) now.applyDelta([...typed.value.delta]);
    // Here places in the text are not places in what it reads as.
    else changeText(now, typed.value.reads);
  });
  return done(undefined);
}

/** Whether a text holds letters only, so that its places are those of the string that it reads as. */
export function isPlain(text: Y.Text): boolean {
  return text.length === text.toString().length;
}

/**
 * What comes of a text when parts are applied to it, and those parts without what does nothing.
 * @returns `invalid` where they reach past its end, or part a character
 */
function typedInto(
  before: string,
  parts: readonly z.output<typeof textPart>[],
): Result<{ readonly reads: string; readonly delta: readonly TextPart[] }> {
  const delta: TextPart[] = [];
  let [at, reads, changes] = [0, '', false];
  for (const { retain = 0, insert = '', delete: gone = 0 } of parts) {
    if (gone + insert.length > 0) {
      if (isInsidePair(before, at) || isInsidePair(before, at + gone)) {
        return invalid('malformed', 'description', 'would be left with half of a character (a lone surrogate).');
      }
      changes = true;
    }
    reads += insert + before.slice(at, at + retain);
    at += retain + gone;
    if (at > before.length) {
      const said = `has ${before.length} letters; the change reaches past its end.`;
      return invalid('out-of-range', 'description', said);
    }
    if (retain > 0) delta.push({ retain });
    if (insert !== '') delta.push({ insert });
    if (gone > 0) delta.push({ delete: gone });
  }
  return done({ reads: reads + before.slice(at), delta: changes ? delta : [] });
}

/** Whether a place in a text is between the two halves of one character. */
function isInsidePair(text: string, at: number): boolean {
  return (
    at > 0 && at < text.length && !text.slice(at - 1, at).isWellFormed() && text.slice(at - 1, at + 1).isWellFormed()
  );
}
