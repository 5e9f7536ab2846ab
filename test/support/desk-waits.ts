/** What tests wait for in windows without VS Code, while the windows' own time goes on. */
import type { DeskWindow } from './desk-place';
import { waitFor } from './wait';

/** How often is looked, in ms, */
const EVERY_MS = 50;
/**
 * and how much of a window's time passes at each look. More would end an answer that a busy machine takes its time for: those have some
 * seconds of that time.
 */
const LOOK_MS = 500;

/**
 * Waits until there is something to see; at each look half a second of the windows' time has passed, and while they connect as much as really does.
 * @throws after the usual patience of `waitFor`, saying what did not come
 */
export function eventually(
  what: string,
  windows: readonly DeskWindow[],
  look: () => boolean | Promise<boolean>,
): Promise<boolean> {
  return waitFor(
    what,
    async () => {
      // A handshake takes as long as it takes: its own patience has to be as long as it says.
      for (const { environment } of windows) environment.time.pass(environment.isConnecting() ? EVERY_MS : LOOK_MS);
      return look();
    },
    { every: EVERY_MS },
  );
}

/** Whether the tree of tasks shows a row of that name. */
export function shows(window: DeskWindow, name: string): boolean {
  return window.lines().some((line) => line.trim() === name);
}

/** Waits until a window stands so with its server, with so many edits that are not on it. */
export function stands(window: DeskWindow, kind: string, unsent: number): Promise<boolean> {
  return eventually(`the status ${kind} with ${unsent}`, [window], () => {
    const { status } = window.desk;
    return status.kind === kind && status.kind !== 'local' && status.unsent === unsent;
  });
}
