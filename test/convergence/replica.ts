// A replica that can be offline, lose messages and be started again from what it stored.
import * as Y from 'yjs';
import type { Result } from '../../shared/failures';
import { History } from '../../shared/operations/history';
import type { Space, Surroundings } from '../../shared/operations/space';
import { SpaceReader } from '../../shared/reader/space-reader';
import { SPACE } from '../shared/replica';
import type { Random } from './random';

/** What a window is handed from outside. */
export interface WindowSurroundings extends Omit<Surroundings, 'history'> {
  /** A client id that no session had before: drawn by the seed, so that a run repeats itself exactly. */
  readonly newClient: () => number;
}

/** One person at one window. */
export class Window implements Space {
  readonly id = SPACE;
  readonly index: number;
  readonly surroundings: WindowSurroundings;
  doc: Y.Doc;
  view: SpaceReader;
  history: History;
  /** Turns until it is online again. */
  offline = 0;
  readonly inbox: Uint8Array[] = [];
  readonly #send: (update: Uint8Array) => void;

  /** @param send called with every update that is made here */
  constructor(index: number, surroundings: WindowSurroundings, send: (update: Uint8Array) => void) {
    this.index = index;
    this.surroundings = surroundings;
    this.#send = send;
    [this.doc, this.view, this.history] = this.#open(undefined);
  }

  get by(): Surroundings {
    return { ...this.surroundings, history: this.history };
  }

  /** Ends, and starts again from the stored state; what was in flight is lost. */
  restart(): void {
    const state = Y.encodeStateAsUpdate(this.doc);
    this.view.dispose();
    this.doc.destroy();
    this.inbox.length = 0;
    [this.doc, this.view, this.history] = this.#open(state);
  }

  /** Takes one message of those that have come, not always the oldest; sometimes again later, sometimes never. */
  receive(random: Random): void {
    const at = random.oneIn(3) ? random.below(this.inbox.length) : 0;
    const [update] = random.oneIn(8) ? this.inbox.slice(at, at + 1) : this.inbox.splice(at, 1);
    if (update && !random.oneIn(12)) Y.applyUpdate(this.doc, update, 'remote');
  }

  #open(state: Uint8Array | undefined): [Y.Doc, SpaceReader, History] {
    const doc = new Y.Doc();
    doc.clientID = this.surroundings.newClient();
    const view = new SpaceReader(doc);
    if (state) Y.applyUpdate(doc, state, 'stored');
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'remote') this.#send(update);
    });
    return [doc, view, new History(() => this, this.surroundings.now)];
  }
}

/** Whether an operation was done; refusals are as they should be in a run of random ones. */
export function isDone<T>(result: Result<T>): result is Extract<Result<T>, { kind: 'done' }> {
  return result.kind === 'done';
}
