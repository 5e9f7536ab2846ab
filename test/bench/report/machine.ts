/** Where and on what a run was made: figures without it say nothing. */
import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { ROOT } from '../../../scripts/root';

/** The surroundings of a run. */
export interface Machine {
  /** ISO 8601, UTC */
  readonly date: string;
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  /** GiB */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
  /** how many processes wanted a core in the minute before */
  readonly load: number;
}

/** Load up to which the machine counts as quiet. */
const QUIET = 0.7;

/** Looks at the machine; at the start of a run, whose own load would count after it. */
export function lookAtMachine(): Machine {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    load: loadavg()[0] ?? 0,
  };
}

/** Whether nothing much else ran on it. */
export function wasQuiet({ load }: Machine): boolean {
  return load <= QUIET;
}

/** What the working folder holds: a commit, and whether it was changed since; `unknown` outside a repository. */
function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ', with changes'}`;
  } catch {
    return 'unknown';
  }
}
