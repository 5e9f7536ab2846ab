/** What one has done, so that it can be undone and done again: by the inverse of each step, and only where it is still one's own (rules U1 to U6). */
import type * as Y from 'yjs';
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { compareLegs, type Leg, legKey, trashTime } from '../journey';
import { KEY, type RecordKind, recordMap, rootsOf, type StoredPlace } from '../layout';
import { parentOfPlace, type StoredParent } from '../reader/stored';
import type { TaskParent } from '../records';
import { isSame, type Step } from './pen';
import { livingRecord } from './place';
import { type Recorder, type Space, write } from './space';
import { isMovedTooOften, planTransfer, transfer } from './transfer';

/** So many things can be undone, unless told otherwise. */
const LIMIT = 100;

type MovedStep = Extract<Step, { kind: 'moved' }>;

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
  readonly #watched = new WeakSet<Y.Doc>();
  /** Of a move that one undid what followed on: that which made it so again. */
  readonly #stands = new Map<string, Leg>();
  /** What was told to wait for a space that is not open. */
  readonly #waiting = new WeakSet<readonly Entry[]>();

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
    const outcome = this.#invert(entries, origin, onto);
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
    this.#stands.clear();
  }

  /** Lets go of what was typed in a document when that is closed: who opens the space again has another one. */
  #letGoWith(doc: Y.Doc): void {
    if (this.#watched.has(doc)) return;
    this.#watched.add(doc);
    doc.once('destroy', () => {
      const without = (entries: readonly Entry[]) =>
        entries.map(({ space, steps }): Entry => ({ space, steps: steps.map((step) => endedIn(doc, step)) }));
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
      for (const step of steps) {
        const reason = step.kind === 'moved' ? this.#moveBack(step, origin, history) : undefined;
        if (reason) kept.push({ space: id, step, reason });
      }
      const goingBack = new Map<string, StoredParent>();
      const strokes = steps.toReversed().flatMap((step) => {
        if (step.kind === 'typed' || step.kind === 'moved') return [];
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
        // What was typed in a document that was closed since cannot be taken back letter by letter.
        const typing = recordMap(space.doc, step.record, step.id) && step.typing;
        const changed = typing && (step.undone ? typing.redo() : typing.undo());
        if (changed) written.push({ ...step, undone: !step.undone });
        else kept.push({ space: id, step, reason: 'changed-since' });
      }
      if (written.length > 0) inverse.push({ space: id, steps: written });
    }
    if (inverse.length > 0) onto.push(inverse);
    const touched = new Map(
      inverse.flatMap(({ space, steps }) =>
        steps.map((step) => {
          const { record: kind, id } = step;
          const at = step.kind === 'moved' ? step.leg.to : space;
          return [`${at} ${kind} ${id}`, { space: at, kind, id }] as const;
        }),
      ),
    );
    return { touched: [...touched.values()], kept };
  }

  /**
   * Moves a record back to the space that it came from, to where it stood, as long as nobody has moved it since (rule U7).
   * @returns why it is left; undefined where it went
   */
  #moveBack(step: MovedStep, origin: 'undo' | 'redo', history: Recorder): KeptReason | undefined {
    const { record: kind, id, prior, before, after } = step;
    const leg = this.#standing(step);
    // What one undid before may have brought it here from elsewhere; it goes to where this step took it from.
    const [from, to] = [this.#spaceOf(leg.to), this.#spaceOf(step.leg.from)];
    if (!from || !to) return 'no-space';
    const record = livingRecord(from, kind, id);
    const isOwn = record?.journey && compareLegs(record.journey, leg) === 0;
    const place = recordMap(from.doc, kind, id)?.get(KEY.place);
    const known = to.view.record(kind, id)?.journey;
    if (!record || !isOwn || !isSame(place, after) || (known && compareLegs(known, leg) > 0)) return 'changed-since';
    if (!isWayBack(to, kind, id, before, new Map())) return 'no-way-back';
    const plan = planTransfer(from, [record], to, this.#now());
    const [own] = plan;
    if (!own || isMovedTooOften(plan)) return 'changed-since';
    transfer(from, plan, to, new Map([[record, before as StoredPlace]]), origin);
    history.record(to, [{ kind: 'moved', record: kind, id, leg: own.leg, prior: leg, before: place, after: before }]);
    if (prior) this.#stands.set(keyOf(kind, id, prior), own.leg);
    return undefined;
  }

  /** The leg by which a record is where a step put it: its own, or that by which one brought it back there. */
  #standing({ record, id, leg }: MovedStep): Leg {
    let standing = leg;
    for (let next: Leg | undefined = leg; next; next = this.#stands.get(keyOf(record, id, next))) standing = next;
    return standing;
  }

  /** Whether a field of what is in another space now reads there as neither before nor after a step: so nothing written here follows it. */
  #isChangedElsewhere(space: Space, { record, id, key, before, after }: Extract<Step, { kind: 'set' }>): boolean {
    const at = record === 'space' ? undefined : space.view.record(record, id)?.movedTo;
    const there = at && record !== 'space' ? this.#spaceOf(at) : undefined;
    const map = there && record !== 'space' ? recordMap(there.doc, record, id) : undefined;
    if (!map) return false;
    const value = map.get(key) ?? null;
    return !isSame(value, before ?? null) && !isSame(value, after ?? null);
  }

  /** The value that takes a step back, or why it is left. @param goingBack where tasks go by the steps before it, which are not written yet */
  #strokeFor(
    space: Space,
    step: Extract<Step, { kind: 'made' | 'set' }>,
    goingBack: ReadonlyMap<string, StoredParent>,
  ): { set: { kind: RecordKind | 'space'; of: string; key: string; value: unknown } } | { kept: KeptReason } {
    const { record: kind, id: of } = step;
    const map = kind === 'space' ? rootsOf(space.doc).space : recordMap(space.doc, kind, of);
    if (!map) return { kept: 'changed-since' };
    // Of what is in another space a field can be set back, which follows it there; where it is, is no more this space's to say.
    const isElsewhere = kind !== 'space' && space.view.record(kind, of)?.movedTo !== undefined;
    if (isElsewhere && (step.kind === 'made' || step.key === KEY.place || step.key === KEY.deleted)) {
      return { kept: 'changed-since' };
    }
    if (step.kind === 'made') {
      // Never removed: what others have put into it goes to the trash with it, and comes back with it.
      if (map.has(KEY.deleted)) return { kept: 'changed-since' };
      return { set: { kind, of, key: KEY.deleted, value: trashTime(map, this.#now()) } };
    }
    const { key, before, after } = step;
    if (!isSame(map.get(key), after)) return { kept: 'changed-since' };
    if (key === KEY.place && kind !== 'space' && !isWayBack(space, kind, of, before, goingBack)) {
      return { kept: 'no-way-back' };
    }
    if (isElsewhere && this.#isChangedElsewhere(space, step)) return { kept: 'changed-since' };
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
    step.typing?.clear();
    step.typing?.destroy();
  }
}

function keyOf(kind: RecordKind, id: string, leg: Leg): string {
  return `${kind} ${id} ${legKey(leg)}`;
}

function endedIn(doc: Y.Doc, step: Step): Step {
  if (step.kind !== 'typed' || step.typing?.doc !== doc) return step;
  step.typing.destroy();
  return { ...step, typing: undefined };
}
