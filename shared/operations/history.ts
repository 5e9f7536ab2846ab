/** What one has done, so that it can be undone and done again, one thing after another (rules U1, U6). */
import type * as Y from 'yjs';
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { type Entry, Inverter, type Outcome } from './inverse';
import type { Step } from './pen';
import type { Recorder, Space } from './space';

/** So many things can be undone, unless told otherwise. */
const LIMIT = 100;

/** The undo and redo stacks of one person in one window, over all spaces. Give it to operations as `history`. */
export class History implements Recorder {
  readonly #spaceOf: (id: SpaceId) => Space | undefined;
  readonly #inverter: Inverter;
  readonly #limit: number;
  #undoable: (readonly Entry[])[] = [];
  #redoable: (readonly Entry[])[] = [];
  #group: Entry[] | undefined;
  readonly #watched = new WeakSet<Y.Doc>();
  /** What was told to wait for a space that is not open. */
  readonly #waiting = new WeakSet<readonly Entry[]>();

  /**
   * @param spaceOf finds an open space by its id
   * @param now the time, for marks of the trash and moves
   * @param limit how many things can be undone; older ones are forgotten
   */
  constructor(spaceOf: (id: SpaceId) => Space | undefined, now: () => IsoDate, limit = LIMIT) {
    this.#spaceOf = spaceOf;
    this.#inverter = new Inverter(spaceOf, now);
    this.#limit = limit;
  }

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  get canRedo(): boolean {
    return this.#redoable.length > 0;
  }

  record({ id, doc }: Space, steps: readonly Step[]): void {
    const entry = { space: id, steps };
    if (steps.some(({ kind }) => kind === 'typed')) this.#letGoWith(doc);
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
    return this.#take(this.#undoable, 'undo', this.#redoable);
  }

  /** Does again what was undone last. @returns what that did; undefined where there is nothing to redo */
  redo(): Outcome | undefined {
    return this.#take(this.#redoable, 'redo', this.#undoable);
  }

  /**
   * Takes the last thing off a stack and inverts it. What a space that is not open keeps from being undone is told, stays for when that is
   * open, and is passed over until then.
   */
  #take(stack: (readonly Entry[])[], origin: 'undo' | 'redo', onto: (readonly Entry[])[]): Outcome | undefined {
    const next = stack.findLastIndex((entries) => !this.#waiting.has(entries) || this.#isOpen(entries));
    const at = next < 0 ? stack.length - 1 : next;
    const [entries] = stack.splice(Math.max(0, at), 1);
    if (!entries) return undefined;
    const { inverse, outcome } = this.#inverter.invert(entries, origin);
    if (inverse.length > 0) onto.push(inverse);
    if (outcome.touched.length === 0 && outcome.kept.some(({ reason }) => reason === 'no-space')) {
      stack.splice(at, 0, entries);
      this.#waiting.add(entries);
    }
    return outcome;
  }

  #isOpen(entries: readonly Entry[]): boolean {
    const spaces = entries.flatMap(({ space, steps }) => [
      space,
      ...steps.flatMap((step) => (step.kind === 'moved' ? [step.leg.from, step.leg.to] : [])),
    ]);
    return spaces.every((space) => this.#spaceOf(space));
  }

  /** Forgets everything, and lets go of what was kept for it. */
  clear(): void {
    for (const entries of [...this.#undoable, ...this.#redoable]) forget(entries);
    this.#undoable = [];
    this.#redoable = [];
    this.#inverter.clear();
  }

  /** Lets go of what was typed in a document when that is closed: who opens the space again has another one. */
  #letGoWith(doc: Y.Doc): void {
    if (this.#watched.has(doc)) return;
    this.#watched.add(doc);
    doc.once('destroy', () => {
      const without = (entries: readonly Entry[]): readonly Entry[] => {
        const left = entries.map(({ space, steps }) => ({ space, steps: steps.map((step) => endedIn(doc, step)) }));
        if (this.#waiting.has(entries)) this.#waiting.add(left);
        return left;
      };
      this.#undoable = this.#undoable.map(without);
      this.#redoable = this.#redoable.map(without);
    });
  }

  #push(entries: readonly Entry[]): void {
    for (const undone of this.#redoable) forget(undone);
    this.#redoable = [];
    this.#undoable.push(entries);
    if (this.#undoable.length > this.#limit) forget(this.#undoable.shift() ?? []);
  }
}

function forget(entries: readonly Entry[]): void {
  for (const step of entries.flatMap(({ steps }) => steps)) {
    if (step.kind !== 'typed') continue;
    // Clearing lets go of deleted letters, which destroying alone would keep in the document.
    step.typing?.clear();
    step.typing?.destroy();
  }
}

function endedIn(doc: Y.Doc, step: Step): Step {
  if (step.kind !== 'typed' || step.typing?.doc !== doc) return step;
  step.typing.destroy();
  return { ...step, typing: undefined };
}
