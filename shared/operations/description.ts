/** Typing into a task's description, letter by letter, as an editor does it that shows the text while others type (rule T6). */
import type * as Y from 'yjs';
import { Text } from 'yjs';
import { done, invalid, notFound, type Result } from '../failures';
import type { TaskId } from '../ids';
import { isYText, KEY, recordMap } from '../layout';
import { type Space, type Surroundings, write } from './space';

/** One part of a change of a text, from its start on: what stays, what comes, what goes, in code units. */
export type TextPart = { readonly retain: number } | { readonly insert: string } | { readonly delete: number };

/** The text of a task's description; undefined where there is no task, or a peer wrote something else there. */
export function descriptionText(doc: Y.Doc, id: TaskId): Y.Text | undefined {
  const text = recordMap(doc, 'task', id)?.get(KEY.description);
  return isYText(text) ? text : undefined;
}

/**
 * Types into the description of a task, which may be in the trash: someone has deleted it while another one types, and what is typed stays.
 * Undoing it is the editor's, which knows what was typed together; the history is not told.
 * @param parts what changes, from the start of the text as it reads now
 * @returns `not-found` where there is no such task, `invalid` where the parts reach past the end of the text
 */
export function typeDescription(
  space: Space,
  id: TaskId,
  parts: readonly TextPart[],
  { origin }: Pick<Surroundings, 'origin'>,
): Result<undefined> {
  const map = recordMap(space.doc, 'task', id);
  const task = space.view.record('task', id);
  if (!map || !task) return notFound('task', id);
  const text = map.get(KEY.description);
  const { length } = task.description ?? '';
  if (reachOf(parts) > length) {
    return invalid('out-of-range', 'description', `has ${length} letters; the change reaches past its end.`);
  }
  if (parts.every((part) => 'retain' in part || ('insert' in part && part.insert === '')))
    return done(undefined, false);
  write(space, { origin }, () => {
    if (isYText(text) && isPlain(text)) {
      text.applyDelta([...parts]);
      return;
    }
    // Here places in the text are not places in what it reads as: it is changed as a whole.
    const wanted = new Text(task.description ?? '');
    map.set(KEY.description, wanted);
    wanted.applyDelta([...parts]);
  });
  return done(undefined);
}

/** Whether a text holds letters only, so that its places are those of the string that it reads as. */
export function isPlain(text: Y.Text): boolean {
  return text.length === text.toString().length;
}

/** How many letters of the old text a change goes over; infinite where a part has no such length. */
function reachOf(parts: readonly TextPart[]): number {
  let reach = 0;
  for (const part of parts) {
    if ('insert' in part) continue;
    const length = 'retain' in part ? part.retain : part.delete;
    reach += Number.isSafeInteger(length) && length >= 0 ? length : Number.POSITIVE_INFINITY;
  }
  return reach;
}
