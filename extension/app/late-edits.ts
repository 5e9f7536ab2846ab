/** Sees to it that what is written late to records that were moved to another space follows them there (rules X5, X6). */
import { RECORD_KINDS } from '../../shared/layout';
import { carryLateEdits } from '../../shared/operations/late-edits';
import type { Environment } from './environment';
import type { Disposable } from './event';
import type { OpenSpace } from './open-space';
import { canWrite } from './space-access';

/** Late edits wait between these two (ms), by chance, so that seldom two windows bring the same record over at once. */
const WAIT_MS = [500, 4_000] as const;

export interface LateEditsOptions {
  readonly environment: Pick<Environment, 'after' | 'random' | 'now' | 'newId'>;
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
    const open = new Map(spaces().map((space) => [space.replica.id, space]));
    const surroundings = { ...environment, origin: 'move' as const };
    for (const from of open.values()) {
      for (const id of goals(from)) {
        const to = open.get(id);
        if (to && to !== from && canWrite(to) && canWrite(from)) carryLateEdits(from.replica, to.replica, surroundings);
      }
    }
  }
}

/** The spaces to which records of a space went. */
function goals({ replica: { view } }: OpenSpace): ReadonlySet<OpenSpace['replica']['id']> {
  const found = new Set<OpenSpace['replica']['id']>();
  for (const kind of RECORD_KINDS) {
    for (const { movedTo } of view.records(kind)) if (movedTo !== undefined) found.add(movedTo);
  }
  return found;
}
