/** What one has done, so that it can be undone and done again, one thing after another (rules U1, U6). */
import type * as Y from 'yjs';
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { type Entry, Inverter, type Outcome } from './inverse';
import type { Step } from './pen';
import type { Recorder, Space } from './space';

/** So many things can be undone, unless told otherwise. */
const LIMIT = 100;

/** Stands for one thing that was done. */
export type Done = object;

/** One thing that was done, or undone. */
interface Deed {
  entries: readonly Entry[];
  /** Whether it was told that it waits for a space that is not open. */
  isWaiting: boolean;
  /** The rest of it, on the other stack, where a part of it waits. */
  rest: Deed | undefined;
  /** Whether it is none of the documents, so that it cannot be taken back here. */
  readonly isBar?: true;
}

/** The undo and redo stacks of one person in one window, over all spaces. Give it to operations as `history`. */
export class History implements Recorder {
  readonly #inverter: Inverter;
  readonly #limit: number;
  #undoable: Deed[] = [];
  #redoable: Deed[] = [];
  #group: Entry[] | undefined;
  readonly #watched = new WeakSet<Y.Doc>();

  /**
   * @param spaceOf finds an open space by its id
   * @param now the time, for marks of the trash and moves
   * @param limit how many things can be undone; older ones are forgotten
   */
  constructor(spaceOf: (id: SpaceId) => Space | undefined, now: () => IsoDate, limit = LIMIT) {
    this.#inverter = new Inverter(spaceOf, now);
    this.#limit = limit;
  }

  /** What was done last and not undone; undefined where there is nothing. Kept by who may want it undone after more was done. */
  get last(): Done | undefined {
    return this.#undoable.at(-1);
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

  /**
   * Notes that something was done that is in no document, such as making a workspace: whoever undoes next means that, and is told that it
   * cannot be undone, rather than losing what they did before it unseen.
   * @returns it, for who can take it back after all and then has it undone
   */
  bar(): Done {
    const deed: Deed = { entries: [], isWaiting: false, rest: undefined, isBar: true };
    this.#pushDeed(deed);
    return deed;
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

  /**
   * Undoes the last thing that was done.
   * @param deed undoes that, whatever was done after it
   * @returns what that did; undefined where there is nothing to undo, or that was undone already
   */
  undo(deed?: Done): Outcome | undefined {
    return this.#take(this.#undoable, 'undo', this.#redoable, deed);
  }

  /** Does again what was undone last. @returns what that did; undefined where there is nothing to redo */
  redo(): Outcome | undefined {
    return this.#take(this.#redoable, 'redo', this.#undoable);
  }

  /**
   * Inverts the last thing on a stack. What of it a space that is not open keeps from being undone is told, stays for when that is open, and
   * is passed over until then. Once that is done too, it is one thing again with what was done before.
   */
  #take(stack: Deed[], origin: 'undo' | 'redo', onto: Deed[], chosen?: Done): Outcome | undefined {
    const next = stack.findLastIndex((deed) =>
      chosen ? deed === chosen : !deed.isWaiting || deed.entries.some(this.#inverter.isOpen),
    );
    const at = next < 0 && !chosen ? stack.length - 1 : next;
    const deed = stack[at];
    if (!deed) return undefined;
    if (deed.isBar) {
      stack.splice(at, 1);
      return { touched: [], kept: [], isBarred: true };
    }
    const { inverse, waiting, outcome } = this.#inverter.invert(deed.entries, origin);
    if (waiting.length === 0) stack.splice(at, 1);
    const rest = deed.rest && onto.includes(deed.rest) ? deed.rest : { entries: [], isWaiting: false, rest: undefined };
    if (inverse.length > 0) {
      if (rest !== deed.rest) onto.push(rest);
      rest.entries = [...rest.entries, ...inverse];
      rest.isWaiting = false;
      rest.rest = deed;
    }
    deed.entries = waiting;
    deed.isWaiting = true;
    deed.rest = rest;
    return outcome;
  }

  /** Forgets everything, and lets go of what was kept for it. */
  clear(): void {
    for (const { entries } of [...this.#undoable, ...this.#redoable]) forget(entries);
    this.#undoable = [];
    this.#redoable = [];
    this.#inverter.clear();
  }

  /** Lets go of what was typed in a document when that is closed: who opens the space again has another one. */
  #letGoWith(doc: Y.Doc): void {
    if (this.#watched.has(doc)) return;
    this.#watched.add(doc);
    doc.once('destroy', () => {
      for (const deed of [...this.#undoable, ...this.#redoable]) {
        deed.entries = deed.entries.map(({ space, steps }) => ({
          space,
          steps: steps.map((step) => endedIn(doc, step)),
        }));
      }
    });
  }

  #push(entries: readonly Entry[]): void {
    this.#pushDeed({ entries, isWaiting: false, rest: undefined });
  }

  #pushDeed(deed: Deed): void {
    for (const undone of this.#redoable) forget(undone.entries);
    this.#redoable = [];
    this.#undoable.push(deed);
    if (this.#undoable.length > this.#limit) forget(this.#undoable.shift()?.entries ?? []);
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
