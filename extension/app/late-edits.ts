/** Sees to it that records that were moved between spaces are in one of them, and that what is written late follows them (rules X5 to X7). */
import { touchKey } from '../../shared/operations/journeys';
import { sweepMoves } from '../../shared/operations/late-edits';
import type { Environment } from './environment';
import type { Disposable } from './event';
import type { LiveReplica } from './live-replica';
import type { OpenSpace } from './open-space';
import { canWrite } from './space-access';

/** Late edits wait between these two (ms), by chance, so that seldom two windows bring the same record over at once. */
const WAIT_MS = [500, 4_000] as const;

export interface LateEditsOptions {
  readonly environment: Pick<Environment, 'after' | 'random' | 'now'>;
  /** The spaces that are open now. */
  readonly spaces: () => readonly OpenSpace[];
  /** Tells that other spaces are open, or that records of them changed. */
  readonly changes: readonly ((listener: () => void) => Disposable)[];
}

/** Watches the open spaces of a window until it is disposed. */
export class LateEdits implements Disposable {
  readonly #options: LateEditsOptions;
  readonly #listening: readonly Disposable[];
  /** The replicas that were gone through last, each with what ends following it. */
  readonly #followed = new Map<LiveReplica, () => void>();
  /** The records that were written in them since. */
  readonly #touched = new Set<string>();
  #planned = false;
  #disposed = false;

  constructor(options: LateEditsOptions) {
    this.#options = options;
    this.#listening = options.changes.map((changes) => changes(() => this.#plan()));
  }

  dispose(): void {
    this.#disposed = true;
    for (const listening of this.#listening) listening.dispose();
    for (const stop of this.#followed.values()) stop();
  }

  #plan(): void {
    if (this.#planned || this.#disposed) return;
    this.#planned = true;
    const { after, random } = this.#options.environment;
    const [least, most] = WAIT_MS;
    after(least + random() * (most - least), () => {
      this.#planned = false;
      if (!this.#disposed) this.#carry();
    });
  }

  #carry(): void {
    const { environment, spaces } = this.#options;
    const replicas = spaces()
      .filter(canWrite)
      .map(({ replica }) => replica);
    const isSame = replicas.length === this.#followed.size && replicas.every((one) => this.#followed.has(one));
    const touched = isSame ? new Set(this.#touched) : undefined;
    this.#touched.clear();
    if (!isSame) this.#follow(replicas);
    // What this writes itself is touched again: it may go on from there.
    if (touched?.size !== 0) sweepMoves(replicas, environment, touched);
  }

  #follow(replicas: readonly LiveReplica[]): void {
    for (const stop of this.#followed.values()) stop();
    this.#followed.clear();
    for (const replica of replicas) {
      const stop = replica.view.onChange(({ written }) => {
        for (const ref of written) this.#touched.add(touchKey(ref));
      });
      this.#followed.set(replica, stop);
    }
  }
}
