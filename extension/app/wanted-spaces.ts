/** Which spaces a session is to have open: one's own, those that the server last named, and those that were made here. */
import type { SpaceId } from '../../shared/ids';
import type { KnownSpace } from './known-spaces';
import type { BornSpaces } from './team/born-spaces';

/** Says which, as of now: whoever asks again after news, or after one was made here, is told of others. */
export class WantedSpaces {
  readonly #personal: SpaceId;
  readonly #born: BornSpaces;
  #named: readonly KnownSpace[];

  /**
   * @param personal the space that is there whatever the server says
   * @param named those that the server last named
   * @param born those that were made here
   */
  constructor(personal: SpaceId, named: readonly KnownSpace[], born: BornSpaces) {
    this.#personal = personal;
    this.#named = named;
    this.#born = born;
  }

  /** Each once, the personal one first; what was made here comes last, until the server names it. */
  get all(): readonly KnownSpace[] {
    const own: KnownSpace = { id: this.#personal, kind: 'user', role: 'owner', workspace: undefined };
    const wanted = new Map<SpaceId, KnownSpace>([[own.id, own]]);
    for (const known of [...this.#named, ...this.#born.all.map((born) => born.known)])
      if (!wanted.has(known.id)) wanted.set(known.id, known);
    return [...wanted.values()];
  }

  /** Takes the spaces that the server names now. Those of them that were made here are the server's from now on. */
  take(named: readonly KnownSpace[]): void {
    this.#named = named;
    for (const { id } of named) this.#born.remove(id);
  }

  /** Whether the server knows a space, so that a line to it makes sense. */
  isOnServer(id: SpaceId): boolean {
    return this.#born.get(id)?.registered !== false || this.#named.some((named) => named.id === id);
  }

  /** Whether one's token only reads: then the server refuses everything, which says nothing of what its owner may do. */
  get isByReadingToken(): boolean {
    return this.#named.some(({ id, role }) => id === this.#personal && role === 'viewer');
  }
}
