/** Waiting until it is known how a desk stands with its server. */
import type { Desk } from './desk';

/**
 * Resolves when all that the server names is open, or it is known that it cannot be reached; at once where nobody is signed in.
 * A desk that closes is signed in nowhere.
 */
export function settled(desk: Desk): Promise<void> {
  const isSettled = (): boolean => desk.status.kind !== 'connecting';
  if (isSettled()) return Promise.resolve();
  return new Promise((settle) => {
    const listening = desk.onStatus(() => {
      if (!isSettled()) return;
      listening.dispose();
      settle();
    });
  });
}
