/** What a killed `npm start` has left running: known by the id that it noted, and by the command line that the process has. */
import { readFileSync } from 'node:fs';
import { waitFor } from '../test/support/wait';
import { isAlive, processAt } from './running-process.mjs';

/** A part of an earlier run. */
export interface Leftover {
  /** what it is, as in "the sync server" */
  readonly name: string;
  /** where its id was noted, absolute */
  readonly pidFile: string;
  /** what its command line must hold, so that nobody is taken for it who came by its id later: its program and its folder */
  readonly signs: readonly string[];
}

/** How long it may take to end by itself, in ms. */
const GRACE = 5_000;

/**
 * Ends it with all that it has started, where it is still there; anything else is left alone. No other run may be under way.
 * @param say told before it is ended
 */
export async function endLeftover({ name, pidFile, signs }: Leftover, say: (line: string) => void): Promise<void> {
  const pid = noted(pidFile);
  if (pid === undefined) return;
  const line = processAt(pid)?.line;
  if (!line || !signs.every((sign) => line.includes(sign))) return;
  say(`Ending ${name} of a run that was killed (process ${pid}) …`);
  const ended = (): boolean => !isAlive(pid);
  signalGroup(pid, 'SIGTERM');
  await waitFor('it to end by itself', ended, { timeout: GRACE }).catch(() => undefined);
  // What it has started may not end with it.
  signalGroup(pid, 'SIGKILL');
  await waitFor(`${name} of a run that was killed (process ${pid}) to end`, ended, { timeout: GRACE });
}

function noted(pidFile: string): number | undefined {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** It was started at the head of a group of its own. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left.
  }
}
