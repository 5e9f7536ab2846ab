/** A child process with all that it starts itself: one process group that ends as one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** What to start. */
export interface ChildChoice {
  readonly command: string;
  readonly args: readonly string[];
  /** the child's whole environment; ours unless told */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** a file that both outputs are appended to */
  readonly log?: string;
  /** a file that its id is written to, for whoever comes after a run that was killed; it stays */
  readonly pidFile?: string;
  /** who it runs as; whoever we are unless told */
  readonly as?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A running process group. */
export interface ChildGroup {
  readonly pid: number;
  /** settles when the first process has ended, with its exit code or the signal's name */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** false once the first process has ended */
  readonly running: boolean;
  /** the last lines of both outputs, for messages */
  output(): string;
  /**
   * Waits for a line of the output.
   * @returns what the pattern matched
   * @throws if the process ends, or the time (ms, 60,000 unless told) is over, before the line has come; says the last lines
   */
  line(pattern: RegExp, timeout?: number): Promise<RegExpExecArray>;
  /** Sends a signal to the first process only, for example SIGKILL, SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Ends the group: SIGTERM, then SIGKILL for what is left after `grace` ms (5,000 unless told). Gives the exit code or signal. */
  stop(grace?: number): Promise<number | NodeJS.Signals>;
}

const KEPT_LINES = 200;
const groups = new Set<number>();
process.once('exit', () => {
  for (const pid of groups) endGroup(pid, 'SIGKILL');
});

/**
 * Starts a process in a group of its own; a Ctrl-C in the terminal does not reach it, whoever started it ends it.
 * @throws if the program cannot be started
 */
export async function startGroup({ command, args, env, cwd, log, pidFile, as }: ChildChoice): Promise<ChildGroup> {
  const child = spawn(command, args, {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env ? { env } : {}),
    ...(cwd ? { cwd } : {}),
    ...(as ?? {}),
  });
  await new Promise<void>((done, fail) => child.once('spawn', done).once('error', fail));
  const pid = child.pid ?? 0;
  groups.add(pid);
  if (pidFile) writeFileSync(pidFile, `${pid}\n`);
  if (log) {
    const file = createWriteStream(log, { flags: 'a' });
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.once('close', () => file.end());
  }
  return watchGroup(child, pid, command);
}

function watchGroup(
  child: ChildProcess & { stdout: Readable; stderr: Readable },
  pid: number,
  command: string,
): ChildGroup {
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  let over: number | NodeJS.Signals | undefined;
  const ended = new Promise<number | NodeJS.Signals>((done) => {
    child.once('exit', (code, signal) => {
      over = code ?? signal ?? 0;
      done(over);
    });
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      for (const listener of listeners) listener(line);
    });
  }
  // `close` comes after the last line of the output; after `exit` the words of a process that failed may still be under way.
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const output = (): string => lines.join('\n');

  const line = (pattern: RegExp, timeout = 60_000): Promise<RegExpExecArray> =>
    new Promise((found, fail) => {
      const look = (text: string): void => {
        const match = pattern.exec(text);
        if (match) finish(() => found(match));
      };
      const timer = setTimeout(
        () => finish(() => fail(new Error(`No line ${pattern} in ${timeout} ms from ${command}:\n${output()}`))),
        timeout,
      );
      const finish = (then: () => void): void => {
        clearTimeout(timer);
        listeners.delete(look);
        then();
      };
      listeners.add(look);
      lines.forEach(look);
      void closed.then(() =>
        finish(() => fail(new Error(`${command} ended (${over}) before the line ${pattern}:\n${output()}`))),
      );
    });

  const stop = async (grace = 5_000): Promise<number | NodeJS.Signals> => {
    endGroup(pid, 'SIGTERM');
    const killer = setTimeout(() => endGroup(pid, 'SIGKILL'), grace);
    const end = await ended;
    clearTimeout(killer);
    // The first process is gone; what it started may not be.
    endGroup(pid, 'SIGKILL');
    groups.delete(pid);
    return end;
  };

  return {
    pid,
    ended,
    get running() {
      return over === undefined;
    },
    output,
    line,
    signal: (signal) => void child.kill(signal),
    stop,
  };
}

/** Signals every process of a group; a group that is gone is no error. */
function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // ESRCH: nobody is left.
  }
}
