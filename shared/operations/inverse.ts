/** The inverse of what one has done: each step is taken back, and only where it is still one's own (rules U2 to U5, U7). */
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { compareLegs, type Leg, legKey, trashTime } from '../journey';
import { KEY, type RecordKind, recordMap, rootsOf, type StoredPlace } from '../layout';
import { parentOfPlace, type StoredParent } from '../reader/stored';
import { type Along, isSame, type Step } from './pen';
import { isAmongOrUnder, livingRecord } from './place';
import { type Recorder, type Space, write } from './space';
import { goingAlong, isMovedTooOften, planTransfer, tasksMade, transfer } from './transfer';

type SetStep = Extract<Step, { kind: 'set' }>;
type MovedStep = Extract<Step, { kind: 'moved' }>;

/** What was done in one space. */
export interface Entry {
  readonly space: SpaceId;
  readonly steps: readonly Step[];
}

/** Why a step was left as it is. */
export type KeptReason =
  /** Someone has changed it since. */
  | 'changed-since'
  /** It is gone for good. */
  | 'gone'
  /** What it would go back to is no longer there, or is in the trash. */
  | 'no-way-back'
  /** The space is not open here. */
  | 'no-space';

/** What taking something back did. */
export interface Outcome {
  /** The records that were touched, each once. `space` stands for the fields of the space itself. */
  readonly touched: readonly { readonly space: SpaceId; readonly kind: RecordKind | 'space'; readonly id: string }[];
  /** Steps that were left as they are. */
  readonly kept: readonly { readonly space: SpaceId; readonly step: Step; readonly reason: KeptReason }[];
  /** Set where what was done last is in no document, and cannot be undone here. */
  readonly isBarred?: true;
}

interface Stroke {
  readonly kind: RecordKind | 'space';
  readonly of: string;
  readonly key: string;
  readonly value: unknown;
}

/** Takes back what one person did in one window, and knows by which moves they brought back what they had moved. */
export class Inverter {
  readonly #spaceOf: (id: SpaceId) => Space | undefined;
  readonly #now: () => IsoDate;
  /** Of a move that one undid what followed on: that which made it so again. */
  readonly #stands = new Map<string, Leg>();

  /**
   * @param spaceOf finds an open space by its id
   * @param now the time, for marks of the trash and moves
   */
  constructor(spaceOf: (id: SpaceId) => Space | undefined, now: () => IsoDate) {
    this.#spaceOf = spaceOf;
    this.#now = now;
  }

  /**
   * Takes back what can be, newest first.
   * @param origin under which that is written
   * @returns what was written, which inverted once more makes it as it was before; what waits for a space that is not open; and what is told
   */
  invert(
    entries: readonly Entry[],
    origin: 'undo' | 'redo',
  ): { readonly inverse: readonly Entry[]; readonly waiting: readonly Entry[]; readonly outcome: Outcome } {
    const inverse: Entry[] = [];
    const waiting: Entry[] = [];
    const kept: Outcome['kept'][number][] = [];
    for (const entry of entries.toReversed()) {
      const { space: id, steps } = entry;
      const leave = (step: Step, reason: KeptReason) => kept.push({ space: id, step, reason });
      const space = this.#spaceOf(id);
      if (!space || !this.isOpen(entry)) {
        for (const step of steps) leave(step, 'no-space');
        waiting.unshift(entry);
        continue;
      }
      const written = this.#takeBack(space, steps, origin, leave);
      if (written.length > 0) inverse.push({ space: id, steps: written });
    }
    return { inverse, waiting, outcome: { touched: touchedBy(inverse), kept } };
  }

  /** Whether the spaces are open in which something was done, and those between which it was moved. */
  readonly isOpen = ({ space, steps }: Entry): boolean => {
    const moves = steps.filter((step) => step.kind === 'moved');
    const between = moves.flatMap((step) => [this.#standing(step).to, step.leg.from]);
    return [space, ...between].every((id) => this.#spaceOf(id));
  };

  /** Forgets the moves by which something was brought back: what was done before is not to be undone any more. */
  clear(): void {
    this.#stands.clear();
  }

  /** Takes back the steps in one space: moves first, letters last. @returns the steps of that */
  #takeBack(
    space: Space,
    steps: readonly Step[],
    origin: 'undo' | 'redo',
    leave: (step: Step, reason: KeptReason) => void,
  ): readonly Step[] {
    const written: Step[] = [];
    const history: Recorder = { record: (_, more) => written.push(...more) };
    for (const step of steps) {
      const reason = step.kind === 'moved' ? this.#moveBack(step, origin, history) : undefined;
      if (reason) leave(step, reason);
    }
    const goingBack = new Map<string, StoredParent>();
    const strokes = steps.toReversed().flatMap((step) => {
      if (step.kind === 'typed' || step.kind === 'moved') return [];
      const tied = tiedTo(step, steps);
      const other = tied && this.#strokeFor(space, tied, goingBack);
      const stroke = typeof other === 'string' ? other : this.#strokeFor(space, step, goingBack);
      if (typeof stroke === 'string') {
        leave(step, stroke);
        return [];
      }
      const { kind, of, key, value } = stroke;
      const parent = kind === 'task' && key === KEY.place ? parentOfPlace(kind, value) : undefined;
      if (parent) goingBack.set(of, parent);
      return [stroke];
    });
    if (strokes.length > 0) {
      write(space, { origin, history }, (pen) => {
        for (const { kind, of, key, value } of strokes) pen.set(kind, of, key, value);
      });
    }
    for (const step of steps.toReversed()) {
      if (step.kind !== 'typed') continue;
      // What was typed in a document that was closed since cannot be taken back letter by letter.
      const isThere = recordMap(space.doc, step.record, step.id) !== undefined;
      const typing = isThere && step.typing;
      const changed = typing && (step.undone ? typing.redo() : typing.undo());
      if (changed) written.push({ ...step, undone: !step.undone });
      else leave(step, isThere ? 'changed-since' : 'gone');
    }
    return written;
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
    const plan = planTransfer(from, [record], to, this.#now());
    if (!isWayBack(to, kind, before, tasksMade(plan), new Map())) return 'no-way-back';
    const [own] = plan;
    if (!own || isMovedTooOften(plan)) return 'changed-since';
    transfer(from, plan, to, new Map([[record, before as StoredPlace]]), origin);
    const along = goingAlong(plan, record);
    history.record(to, [
      { kind: 'moved', record: kind, id, leg: own.leg, prior: leg, along, before: place, after: before },
    ]);
    if (prior) this.#stands.set(keyOf(kind, id, prior), own.leg);
    this.#cameAlong(step.along, along);
    return undefined;
  }

  /**
   * What went along with a record stands again by the move before that, once it has come back along with it: not what someone has moved since.
   * @param went by the move that is undone
   * @param came by that which undoes it
   */
  #cameAlong(went: readonly Along[], came: readonly Along[]): void {
    const back = new Map(came.map((one) => [keyOf(one.record, one.id, one.prior), one.leg]));
    for (const one of went) {
      const leg = back.get(keyOf(one.record, one.id, this.#standing(one)));
      if (leg) this.#stands.set(keyOf(one.record, one.id, one.prior), leg);
    }
  }

  /** The leg by which a record is where a move put it: its own, or that by which one brought it back there. */
  #standing({ record, id, leg }: MovedStep | Along): Leg {
    let standing = leg;
    for (let next: Leg | undefined = leg; next; next = this.#stands.get(keyOf(record, id, next))) standing = next;
    return standing;
  }

  /** The value that takes a step back, or why it is left. @param goingBack where tasks go by the steps before it, which are not written yet */
  #strokeFor(
    space: Space,
    step: Extract<Step, { kind: 'made' }> | SetStep,
    goingBack: ReadonlyMap<string, StoredParent>,
  ): Stroke | KeptReason {
    const { record: kind, id: of } = step;
    const map = kind === 'space' ? rootsOf(space.doc).space : recordMap(space.doc, kind, of);
    if (!map) return 'gone';
    // Of what is in another space a field can be set back, which follows it there; where it is, is no more this space's to say.
    const movedTo = kind === 'space' ? undefined : space.view.record(kind, of)?.movedTo;
    if (movedTo !== undefined && (step.kind === 'made' || step.key === KEY.place || step.key === KEY.deleted)) {
      return 'changed-since';
    }
    if (step.kind === 'made') {
      // Never removed: what others have put into it goes to the trash with it, and comes back with it.
      if (map.has(KEY.deleted)) return 'changed-since';
      return { kind, of, key: KEY.deleted, value: trashTime(map, this.#now()) };
    }
    const { key, before, after } = step;
    if (!isSame(map.get(key), after)) return 'changed-since';
    if (key === KEY.place && kind !== 'space' && !isWayBack(space, kind, before, new Set([of]), goingBack))
      return 'no-way-back';
    if (movedTo !== undefined && this.#isChangedIn(movedTo, step)) return 'changed-since';
    return { kind, of, key, value: before };
  }

  /** Whether a field of what is in another space now reads there as neither before nor after a step: so nothing written here follows it. */
  #isChangedIn(movedTo: SpaceId, { record, id, key, before, after }: SetStep): boolean {
    const there = this.#spaceOf(movedTo);
    const map = there && record !== 'space' ? recordMap(there.doc, record, id) : undefined;
    if (!map) return false;
    const value = map.get(key) ?? null;
    return !isSame(value, before ?? null) && !isSame(value, after ?? null);
  }
}

/**
 * The step of the same task without which one is not taken back: that of the time, of a step that completed it, since someone else may have
 * completed it too, or again; that of the status, of one that removed the time, since that stands beside no other (rule T4).
 */
function tiedTo(step: Step, steps: readonly Step[]): SetStep | undefined {
  if (step.kind !== 'set' || step.record !== 'task') return undefined;
  const key =
    step.key === KEY.status && step.after === 'completed'
      ? KEY.completed
      : step.key === KEY.completed && step.before !== undefined
        ? KEY.status
        : undefined;
  return steps.filter((one) => one.kind === 'set').find((one) => one.id === step.id && one.key === key);
}

/**
 * Whether a record can go back to a place: its parent is there, not in the trash, and not under what goes there.
 * @param going the ids of the tasks that go there: its own, and those of what goes with it
 * @param goingBack where tasks will be that go back at once with it
 */
function isWayBack(
  space: Space,
  kind: RecordKind,
  place: unknown,
  going: ReadonlySet<string>,
  goingBack: ReadonlyMap<string, StoredParent>,
): boolean {
  if (kind === 'list') return true;
  const parent = parentOfPlace(kind, place);
  if (!parent) return false;
  if (!livingRecord(space, parent.kind, parent.id)) return false;
  // None of those that go back closed a ring.
  return parent.kind !== 'task' || !isAmongOrUnder(space, parent.id, going, goingBack);
}

/** The records that were written to, each once; one that was moved is where it went. */
function touchedBy(entries: readonly Entry[]): Outcome['touched'] {
  const touched = new Map<string, Outcome['touched'][number]>();
  for (const { space, steps } of entries) {
    for (const step of steps) {
      const { record: kind, id } = step;
      const at = step.kind === 'moved' ? step.leg.to : space;
      touched.set(`${at} ${kind} ${id}`, { space: at, kind, id });
    }
  }
  return [...touched.values()];
}

function keyOf(kind: RecordKind, id: string, leg: Leg): string {
  return `${kind} ${id} ${legKey(leg)}`;
}
