/** How a session stands with its server: the states of all its lines in one that a person can be told. */
import type { RefusalReason, SocketState } from './socket-state';

/** `local`: nobody is signed in. */
export type SyncStatus =
  | { readonly kind: 'local' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'synced' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason };

/** Takes the states of all lines together; the worst one counts, since a person must not take "synced" for all of it. */
export function summarize(states: readonly SocketState[]): SyncStatus {
  const refused = states.find((state) => state.kind === 'refused');
  if (refused?.kind === 'refused') return { kind: 'refused', reason: refused.reason };
  if (states.some(({ kind }) => kind === 'waiting')) return { kind: 'offline' };
  // A try that follows failed ones is still no line.
  if (states.some((state) => state.kind === 'connecting' && state.attempt > 0)) return { kind: 'offline' };
  return states.length > 0 && states.every(({ kind }) => kind === 'online')
    ? { kind: 'synced' }
    : { kind: 'connecting' };
}
