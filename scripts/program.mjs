// @ts-check
// A program that a script runs to its end before our eyes, with all that it starts: if we are asked to end, it ends first.
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** How long a program that is told to end may take, in ms. */
const GRACE = 10_000;
/** How often we look whether it has ended, in ms. */
const LOOK = 20;
const GROUPS = process.platform !== 'win32';

/**
 * Runs a program, its output shown as ours. Asked to end, we tell it and all that it has started, wait for it, and exit.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, onAsked: import('./asked-to-end.mjs').OnAsked }} choice `env` is its whole
 * environment; ours unless told
 * @returns {Promise<number | null>} its exit code; null if a signal ended it
 * @throws if it cannot be started
 */
export async function runProgram(command, args, { cwd, env = process.env, onAsked }) {
  // A group of its own: of a Ctrl-C in the terminal we hear alone, and are the one who ends it.
  const child = spawn(command, args, { cwd, env, detached: GROUPS, stdio: ['ignore', 'inherit', 'inherit'] });
  const tell = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.pid === undefined) return;
    try {
      process.kill(GROUPS ? -child.pid : child.pid, signal);
    } catch {
      // ESRCH: nobody is left.
    }
  };
  const end = () => tell('SIGKILL');
  const isThere = () => {
    try {
      return child.pid !== undefined && process.kill(GROUPS ? -child.pid : child.pid, 0);
    } catch {
      return false;
    }
  };
  process.once('exit', end);
  /** @type {number | undefined} */
  let asked;
  onAsked((code) => {
    asked ??= code;
    tell('SIGTERM');
    void setTimeout(GRACE, undefined, { ref: false }).then(end);
  });
  try {
    const code = await new Promise((done, fail) => child.once('error', fail).once('exit', done));
    // The first process is gone; what it started may not be, and, told to end, may itself be ending what it started in other groups.
    for (let left = GRACE; asked !== undefined && left > 0 && isThere(); left -= LOOK) await setTimeout(LOOK);
    end();
    if (asked !== undefined) process.exit(asked);
    return code;
  } finally {
    process.off('exit', end);
    onAsked();
  }
}
