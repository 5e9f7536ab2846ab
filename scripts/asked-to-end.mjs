// @ts-check
// Being asked to end: Ctrl-C, SIGTERM, a terminal that is closed, or that whoever started us is gone.
import { constants } from 'node:os';
import { isAlive, processAt } from './running-process.mjs';

/**
 * Says what to do from now on when we are asked to end, instead of exiting at once; without anything: exit again. It may be asked
 * more than once, and is given the exit code that tells of it, like 130 for Ctrl-C.
 * @typedef {(end?: (code: number) => void) => void} OnAsked
 */

/** How often whoever started us is looked for, in ms. */
const EVERY = 500;

/**
 * Listens until the process ends. Asked to end, we exit, so that what is to be undone at an exit is undone.
 * @returns {OnAsked} how to do something else instead
 */
export function listenForEnd() {
  const { SIGHUP, SIGINT, SIGTERM } = constants.signals;
  /** @type {(code: number) => void} */
  const exit = (code) => process.exit(code);
  let asked = exit;
  for (const [name, number] of Object.entries({ SIGHUP, SIGINT, SIGTERM })) process.on(name, () => asked(128 + number));
  // Whoever calls us without npm may mean us to outlive it (nohup).
  if (process.env.npm_lifecycle_event) {
    const callerIsGone = watchCaller();
    const watch = setInterval(() => {
      if (!callerIsGone()) return;
      clearInterval(watch);
      asked(128 + SIGTERM);
    }, EVERY);
    watch.unref();
  }
  return (end = exit) => {
    asked = end;
  };
}

/**
 * npm hands SIGTERM to the shell between us, which may die of it and tell nobody; and a shell that lives on tells nobody of npm's end.
 * @returns {() => boolean} whether either is gone
 */
function watchCaller() {
  const parent = process.ppid;
  const script = process.env.npm_lifecycle_script;
  const shell = processAt(parent);
  // Some shells become what they run: our parent is npm itself then.
  const npm = script && shell?.line.includes(script) ? shell.parent : parent;
  return () => process.ppid !== parent || !isAlive(parent) || !isAlive(npm);
}
