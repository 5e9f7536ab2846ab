/** What an operation works on, and what it is handed from outside. */
import type * as Y from 'yjs';
import type { IsoDate } from '../dates';
import type { SpaceId } from '../ids';
import { writeLayout } from '../layout';
import type { SpaceView } from '../reader/view';

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
}

/** Writes in one transaction, under the origin of the surroundings. Everything that an operation writes, it writes in one of these. */
export function write(space: Space, { origin }: Pick<Surroundings, 'origin'>, change: () => void): void {
  space.doc.transact(() => {
    writeLayout(space.doc);
    change();
  }, origin);
}
