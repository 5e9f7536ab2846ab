/** What one has done, so that it can be undone and done again: by the inverse of each step, and only where it is still one's own (rules U1 to U6). */
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { KEY, type RecordKind, recordMap, rootsOf } from '../layout';
import { parentOfPlace, type StoredParent } from '../reader/stored';
import type { TaskParent } from '../records';
import { isSame, type Step } from './pen';
import { livingRecord } from './place';
import { type Recorder, type Space, write } from './space';

/** So many things can be undone, unless told otherwise. */
const LIMIT = 100;

/** Why a step was left as it is. */
export type KeptReason =
  /** Someone has changed it since, or it is gone. */
  | 'changed-since'
  /** What it would go back to is no longer there, or is in the trash. */
  | 'no-way-back'
  /** The space is not open here. */
  | 'no-space';

/** What undoing did. */
export interface Outcome {
  /** The records that were touched, each once. `space` stands for the fields of the space itself. */
  readonly touched: readonly { readonly space: SpaceId; readonly kind: RecordKind | 'space'; readonly id: string }[];
  /** Steps that were left as they are. */
  readonly kept: readonly { readonly space: SpaceId; readonly step: Step; readonly reason: KeptReason }[];
}

interface Entry {
  readonly space: SpaceId;
  readonly steps: readonly Step[];
}

/** The undo and redo stacks of one person in one window, over all spaces. Give it to operations as `history`. */
export class History implements Recorder {
  readonly #spaceOf: (id: SpaceId) => Space | undefined;
  readonly #now: () => IsoDate;
  readonly #limit: number;
  #undoable: (readonly Entry[])[] = [];
  #redoable: (readonly Entry[])[] = [];
  #group: Entry[] | undefined;

  /**
   * @param spaceOf finds an open space by its id
   * @param now the time, for marks of the trash
   * @param limit how many things can be undone; older ones are forgotten
   */
  constructor(spaceOf: (id: SpaceId) => Space | undefined, now: () => IsoDate, limit = LIMIT) {
    this.#spaceOf = spaceOf;
    this.#now = now;
    this.#limit = limit;
  }

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  get canRedo(): boolean {
    return this.#redoable.length > 0;
  }

  record({ id }: Space, steps: readonly Step[]): void {
    const entry = { space: id, steps };
    if (this.#group) {
      this.#group.push(entry);
      return;
    }
    this.#push([entry]);
  }

  /** Makes all that is recorded while something runs one thing to undo, also over several spaces. Groups in it belong to it. */
  group<T>(act: () => T): T {
    if (this.#group) return act();
    const group: Entry[] = [];
    this.#group = group;
    try {
      return act();
    } finally {
      this.#group = undefined;
      if (group.length > 0) this.#push(group);
    }
  }

  /** Undoes the last thing that was done. @returns what that did; undefined where there is nothing to undo */
  undo(): Outcome | undefined {
    const entries = this.#undoable.pop();
    return entries && this.#invert(entries, 'undo', this.#redoable);
  }

  /** Does again what was undone last. @returns what that did; undefined where there is nothing to redo */
  redo(): Outcome | undefined {
    const entries = this.#redoable.pop();
    return entries && this.#invert(entries, 'redo', this.#undoable);
  }

  /** Forgets everything, and lets go of what was kept for it. */
  clear(): void {
    for (const entries of [...this.#undoable, ...this.#redoable]) forget(entries);
    this.#undoable = [];
    this.#redoable = [];
  }

  #push(entries: readonly Entry[]): void {
    for (const undone of this.#redoable) forget(undone);
    this.#redoable = [];
    this.#undoable.push(entries);
    if (this.#undoable.length > this.#limit) forget(this.#undoable.shift() ?? []);
  }

  /** Takes back what can be, newest first; what that wrote goes on the other stack. */
  #invert(entries: readonly Entry[], origin: 'undo' | 'redo', onto: (readonly Entry[])[]): Outcome {
    const inverse: Entry[] = [];
    const kept: Outcome['kept'][number][] = [];
    for (const { space: id, steps } of entries.toReversed()) {
      const space = this.#spaceOf(id);
      if (!space) {
        for (const step of steps) kept.push({ space: id, step, reason: 'no-space' });
        continue;
      }
      const written: Step[] = [];
      const history: Recorder = { record: (_, more) => written.push(...more) };
      const typed = steps.filter((step) => step.kind === 'typed');
      const goingBack = new Map<string, StoredParent>();
      const strokes = steps.toReversed().flatMap((step) => {
        if (step.kind === 'typed') return [];
        const stroke = this.#strokeFor(space, step, goingBack);
        if ('set' in stroke) {
          const { kind, of, key, value } = stroke.set;
          const parent = kind === 'task' && key === KEY.place ? parentOfPlace(kind, value) : undefined;
          if (parent) goingBack.set(of, parent);
          return [stroke.set];
        }
        kept.push({ space: id, step, reason: stroke.kept });
        return [];
      });
      if (strokes.length > 0) {
        write(space, { origin, history }, (pen) => {
          for (const { kind, of, key, value } of strokes) pen.set(kind, of, key, value);
        });
      }
      for (const step of typed.toReversed()) {
        const changed =
          recordMap(space.doc, step.record, step.id) && (step.undone ? step.typing.redo() : step.typing.undo());
        if (changed) written.push({ ...step, undone: !step.undone });
        else kept.push({ space: id, step, reason: 'changed-since' });
      }
      if (written.length > 0) inverse.push({ space: id, steps: written });
    }
    if (inverse.length > 0) onto.push(inverse);
    const touched = new Map(
      inverse.flatMap(({ space, steps }) =>
        steps.map(({ record: kind, id }) => [`${space} ${kind} ${id}`, { space, kind, id }] as const),
      ),
    );
    return { touched: [...touched.values()], kept };
  }

  /** The value that takes a step back, or why it is left. @param goingBack where tasks go by the steps before it, which are not written yet */
  #strokeFor(
    space: Space,
    step: Exclude<Step, { kind: 'typed' }>,
    goingBack: ReadonlyMap<string, StoredParent>,
  ): { set: { kind: RecordKind | 'space'; of: string; key: string; value: unknown } } | { kept: KeptReason } {
    const { record: kind, id: of } = step;
    const map = kind === 'space' ? rootsOf(space.doc).space : recordMap(space.doc, kind, of);
    if (!map) return { kept: 'changed-since' };
    if (step.kind === 'made') {
      // Never removed: what others have put into it goes to the trash with it, and comes back with it.
      if (map.has(KEY.deleted)) return { kept: 'changed-since' };
      return { set: { kind, of, key: KEY.deleted, value: this.#now() } };
    }
    const { key, before, after } = step;
    if (!isSame(map.get(key), after)) return { kept: 'changed-since' };
    if (key === KEY.place && kind !== 'space' && !isWayBack(space, kind, of, before, goingBack)) {
      return { kept: 'no-way-back' };
    }
    return { set: { kind, of, key, value: before } };
  }
}

/**
 * Whether a record can go back to a place: its parent is there, not in the trash, and not under the record itself.
 * @param goingBack where tasks will be that go back at once with it
 */
function isWayBack(
  space: Space,
  kind: RecordKind,
  id: string,
  place: unknown,
  goingBack: ReadonlyMap<string, StoredParent>,
): boolean {
  if (kind === 'list') return true;
  const parent = parentOfPlace(kind, place);
  if (!parent) return false;
  if (!livingRecord(space, parent.kind, parent.id)) return false;
  // None of those that go back closed a ring, so this ends.
  for (let above: StoredParent | TaskParent | undefined = parent; above?.kind === 'task'; ) {
    if (above.id === id) return false;
    above = goingBack.get(above.id) ?? space.view.record('task', above.id)?.parent;
  }
  return true;
}

function forget(entries: readonly Entry[]): void {
  for (const step of entries.flatMap(({ steps }) => steps)) {
    if (step.kind !== 'typed') continue;
    // Clearing lets go of deleted letters, which destroying alone would keep in the document.
    step.typing.clear();
    step.typing.destroy();
  }
}
