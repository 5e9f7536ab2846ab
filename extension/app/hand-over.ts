/** The connection that whoever starts VS Code, such as `npm start`, hands to each profile that opens it: once a start. */
import type { AccountCommands } from './commands/account-commands';
import type { SyncStatus } from './connection/sync-status';
import type { Desk } from './desk';
import type { KeptValue } from './kept-value';
import { settled } from './settled';

/** Where a window asks for a connection. */
export interface HandOver {
  /** another one at each start of VS Code */
  readonly id: string;
  /** Asks for an address and a token; undefined where nobody answers. */
  ask(): Promise<{ readonly url: string; readonly token: string } | undefined>;
}

/** What takes part in a hand-over. */
export interface HandOverParts {
  readonly desk: Desk;
  readonly accounts: AccountCommands;
  /** where the profile keeps which start it has had its connection from */
  readonly kept: KeptValue;
  /** called once a start, to bring into sight what VS Code was started for */
  readonly show: () => Promise<unknown>;
}

/**
 * Connects a window that has no line to a server. One that has keeps it, and so the token of an earlier start is used on. A profile
 * that has since disconnected, or connected elsewhere, stays as it was left when its window is reloaded.
 * @param parts of a desk that has started
 */
export async function takeOver({ id, ask }: HandOver, { desk, accounts, kept, show }: HandOverParts): Promise<void> {
  if (kept.load() === id) return;
  await show();
  await settled(desk);
  if (lacksLine(desk.status)) {
    const handed = await ask();
    if (!handed) return;
    await accounts.connectHanded(handed.url, handed.token);
  }
  kept.save(id);
}

function lacksLine(status: SyncStatus): boolean {
  return ['local', 'offline'].includes(status.kind) || (status.kind === 'refused' && status.reason === 'forbidden');
}
