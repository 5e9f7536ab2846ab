/** How a session stands with its server: the states of all its lines in one that a person can be told. */
import type { SpaceId } from '../../../shared/ids';
import type { RefusalReason, SocketState } from './socket-state';

/**
 * Why edits do not reach the server though it answers; `read-only`: one may read the spaces that they were made in, and not write;
 * `lost`: those spaces were deleted, or one was taken out of them.
 */
export type Refusal = RefusalReason | 'read-only' | 'lost';

/** `local`: nobody is signed in, in this window; `isTaken`: what it had is in the account that another window has signed in to. `unsent`: so many edits are not known to be on the server's disk. */
export type SyncStatus =
  | { readonly kind: 'local'; readonly isTaken?: boolean }
  /** `sending`: all lines are there, and the server has not yet confirmed everything. */
  | { readonly kind: 'connecting' | 'offline' | 'sending' | 'synced'; readonly unsent: number }
  | {
      readonly kind: 'refused';
      readonly reason: Refusal;
      /** The spaces that it is about. */
      readonly spaces: readonly SpaceId[];
      readonly unsent: number;
    };

/** One line, for the summary of all. */
export interface LineState {
  readonly space: SpaceId;
  readonly state: SocketState;
  /** Whether it is that of the personal space, which says how the account stands. */
  readonly personal: boolean;
  /** Whether the server has refused what was written there. */
  readonly refuses: boolean;
}

/**
 * Takes the states of all lines together; the worst one counts, since a person must not take "synced" for all of it.
 * @param lost spaces that are gone while edits of them were not sent, and nobody has decided about those
 */
export function summarize(lines: readonly LineState[], unsent: number, lost: readonly SpaceId[] = []): SyncStatus {
  const refused = lines.find(({ state, personal }) => state.kind === 'refused' && (personal || !isLost(state)));
  if (refused?.state.kind === 'refused')
    return { kind: 'refused', reason: refused.state.reason, spaces: [refused.space], unsent };
  const readOnly = lines.filter(({ refuses }) => refuses).map(({ space }) => space);
  if (readOnly.length > 0) return { kind: 'refused', reason: 'read-only', spaces: readOnly, unsent };
  const states = lines.map(({ state }) => state);
  if (states.some(({ kind }) => kind === 'waiting')) return { kind: 'offline', unsent };
  // A try that follows failed ones is still no line.
  if (states.some((state) => state.kind === 'connecting' && state.attempt > 0)) return { kind: 'offline', unsent };
  if (states.length === 0 || states.some(({ kind }) => kind !== 'online')) return { kind: 'connecting', unsent };
  if (lost.length > 0) return { kind: 'refused', reason: 'lost', spaces: lost, unsent };
  return { kind: unsent > 0 ? 'sending' : 'synced', unsent };
}

/** A space that is gone, or that one was taken out of: the personal line's news say so, and the space is closed then. */
export function isLost(state: SocketState): boolean {
  return state.kind === 'refused' && (state.reason === 'forbidden' || state.reason === 'not-found');
}
