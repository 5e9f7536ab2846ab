/** What an operation works on, and what it is handed from outside. */
import type * as Y from 'yjs';
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { writeLayout } from '../layout';
import type { SpaceView } from '../reader/view';
import { Pen, type Step } from './pen';

/** Who writes: the origin of every transaction that an operation makes. A closed set, so that observers can tell them apart. */
export type Origin = 'command' | 'rest' | 'seed' | 'undo' | 'redo' | 'move' | 'purge';

/** A space to write to: its document, and the view that follows it. */
export interface Space {
  readonly id: SpaceId;
  readonly doc: Y.Doc;
  readonly view: SpaceView;
}

/** What the model does not make itself: who asks, ids and time. */
export interface Surroundings {
  readonly origin: Origin;
  /** A new random UUID. */
  readonly newId: () => string;
  /** The time now, by this machine's clock. */
  readonly now: () => IsoDate;
  /** Who is told what was written, so that it can be undone (`History`); nobody where it is left out. */
  readonly history?: Recorder | undefined;
}

/** Takes down what an operation wrote. */
export interface Recorder {
  /** @param steps in the order in which they were written, never empty */
  record(space: Space, steps: readonly Step[]): void;
}

/**
 * Writes in one transaction, under the origin of the surroundings. Everything that an operation writes, it writes in one of these,
 * with the pen that it is handed. Operations read the view, so they are not to be called from inside one another's transactions.
 */
export function write(
  space: Space,
  { origin, history }: Pick<Surroundings, 'origin' | 'history'>,
  change: (pen: Pen) => void,
): void {
  const pen = new Pen(space.doc, origin, history !== undefined);
  space.doc.transact(() => {
    writeLayout(space.doc);
    change(pen);
  }, origin);
  const steps = pen.finish();
  if (steps.length > 0) history?.record(space, steps);
}
