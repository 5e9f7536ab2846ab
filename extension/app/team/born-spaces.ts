/** Workspaces and projects that were made on this machine and that the server does not name yet; all windows of the account share them. */
import type * as Y from 'yjs';
import { Emitter } from '../event';
import { type KnownSpace, readKept, toKept } from '../known-spaces';

/** A space that was born here. */
export interface BornSpace {
  readonly known: KnownSpace;
  /** Whether the server has taken it; it is named in the next news then. */
  readonly registered: boolean;
}

/** One value a space in a Yjs map. What is there is shown, with the server or without. */
export class BornSpaces {
  readonly #map: Y.Map<unknown>;
  readonly #changed = new Emitter<void>();
  readonly #hear = () => this.#changed.fire();

  /** @param map where they are kept */
  constructor(map: Y.Map<unknown>) {
    this.#map = map;
    map.observe(this.#hear);
  }

  /** Tells that one has come, gone or been registered, also by another window. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** Those that there are, workspaces before projects; what cannot be read is left out. */
  get all(): readonly BornSpace[] {
    const all = [...this.#map.values()].flatMap((kept) => read(kept));
    return all.sort((a, b) => Number(a.known.kind === 'project') - Number(b.known.kind === 'project'));
  }

  /** The one of that id. */
  get(id: string): BornSpace | undefined {
    return read(this.#map.get(id))[0];
  }

  /** Takes in one that has just been made. */
  add(known: KnownSpace): void {
    this.#set({ known, registered: false });
  }

  /** The server has taken it. */
  registered(id: string): void {
    const born = this.get(id);
    if (born && !born.registered) this.#set({ ...born, registered: true });
  }

  /** The server names it, or nobody wants it any more. */
  remove(id: string): void {
    if (this.#map.has(id)) this.#map.delete(id);
  }

  dispose(): void {
    this.#map.unobserve(this.#hear);
    this.#changed.dispose();
  }

  #set({ known, registered }: BornSpace): void {
    this.#map.set(known.id, { space: toKept([known]), registered });
  }
}

function read(kept: unknown): readonly BornSpace[] {
  if (typeof kept !== 'object' || kept === null || !('space' in kept)) return [];
  const registered = 'registered' in kept && kept.registered === true;
  return readKept(kept.space).map((known) => ({ known, registered }));
}
