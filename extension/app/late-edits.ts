/** Sees to it that records that were moved between spaces are in one of them, and that what is written late follows them (rules X5 to X7). */
import { sweepMoves } from '../../shared/operations/late-edits';
import type { Environment } from './environment';
import type { Disposable } from './event';
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
  #planned = false;
  #disposed = false;

  constructor(options: LateEditsOptions) {
    this.#options = options;
    this.#listening = options.changes.map((changes) => changes(() => this.#plan()));
  }

  dispose(): void {
    this.#disposed = true;
    for (const listening of this.#listening) listening.dispose();
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
    sweepMoves(
      spaces()
        .filter(canWrite)
        .map(({ replica }) => replica),
      environment,
    );
  }
}
