/** A space that is open in this window: what the server says of it, and its replica. */
import type { KnownSpace } from './known-spaces';
import type { LiveReplica } from './live-replica';

export interface OpenSpace {
  readonly known: KnownSpace;
  readonly replica: LiveReplica;
}
