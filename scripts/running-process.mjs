// @ts-check
// The processes of this machine, by their ids: who lives, whose child it is, and what it was started as.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * @param {number} pid
 * @returns {boolean} whether such a process runs, whoever owns it; one that has ended and that its parent has not looked at does not
 */
export function isAlive(pid) {
  if (process.platform === 'linux') return processAt(pid) !== undefined;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Looks at a process of this machine.
 * @param {number} pid
 * @returns {{ parent: number, line: string } | undefined} its parent's id, and its command line with spaces between the arguments;
 * undefined where there is none, or the system does not tell (Windows)
 */
export function processAt(pid) {
  if (process.platform === 'win32' || !Number.isInteger(pid) || pid < 1) return undefined;
  try {
    return process.platform === 'linux' ? inProc(pid) : byPs(pid);
  } catch {
    // It has ended.
    return undefined;
  }
}

/** @param {number} pid */
function inProc(pid) {
  // The name in parentheses may hold anything; state and parent come after the last one.
  const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { parent: Number(parent), line };
}

/** @param {number} pid */
function byPs(pid) {
  const told = execFileSync('ps', ['-ww', '-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [, parent, line = ''] = /^(\d+)\s+(.*)$/s.exec(told) ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), line };
}
