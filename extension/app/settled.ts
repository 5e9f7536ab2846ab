/** Waiting until it is known how a desk stands with its server. */
import type { Desk } from './desk';
import type { Environment } from './environment';

/**
 * Resolves when all that the server names is open, or it is known that it cannot be reached; at once where nobody is signed in.
 * A desk that closes is signed in nowhere.
 */
export function settled(desk: Desk): Promise<void> {
  return statusIs(desk, () => desk.status.kind !== 'connecting');
}

/**
 * Resolves when what the server refuses is set aside: that is once the server's own state has come, a moment after the refusal.
 * Also where nothing is refused any more, and no later than after so many milliseconds: the line may have gone.
 */
export function refusedIsAside(desk: Desk, { after }: Pick<Environment, 'after'>, ms: number): Promise<void> {
  let cancel = () => {};
  const tooLong = new Promise<void>((done) => {
    cancel = after(ms, done);
  });
  const isAside = statusIs(desk, () => desk.asides.length > 0 || desk.status.kind !== 'refused');
  return Promise.race([isAside, tooLong]).finally(cancel);
}

/** Resolves when the desk's status is as wanted; at once where it is. */
function statusIs(desk: Desk, isWanted: () => boolean): Promise<void> {
  if (isWanted()) return Promise.resolve();
  return new Promise((done) => {
    const listening = desk.onStatus(() => {
      if (!isWanted()) return;
      listening.dispose();
      done();
    });
  });
}
