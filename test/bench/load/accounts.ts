/** What a process has used, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Linux counts a process's time in hundredths of a second, whatever the machine. */
const TICKS_A_SECOND = 100;

/** CPU time of a process so far, of all its threads, in seconds; exact to 10 ms. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** CPU time of a process and of all that it has started, what has ended too, in seconds. */
export function familyCpuSeconds(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []));
  const withChildren = (of: number): number =>
    all.filter(({ parent }) => parent === of).reduce((sum, child) => sum + child.seconds + withChildren(child.pid), 0);
  return (processOf(pid)?.seconds ?? 0) + withChildren(pid);
}

/** A process with its own CPU time and that of its children that have ended; undefined where it is gone. */
function processOf(pid: number) {
  try {
    const [, parent, ...fields] = statOf(pid);
    const ticks = fields.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(parent), seconds: ticks / TICKS_A_SECOND };
  } catch {
    return undefined;
  }
}

/** What Linux says of a process, from its state on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold anything but this.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Memory of a process in MiB: resident now, or the most that it ever was. */
export function memory(pid: number, which: 'now' | 'peak'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes] = new RegExp(`^${which === 'now' ? 'VmRSS' : 'VmHWM'}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Number(kibibytes) / 1024;
}

/** What is looked at while something runs: processes of a server, and the engines beside it, each with what it has started. */
export interface Metered {
  readonly pids: readonly number[];
  readonly engines?: readonly { readonly name: string; readonly pid: number }[];
}

/** Runs something, and gives what the processes, each engine and this process used meanwhile: CPU seconds, and seconds of the clock. */
export async function metered<T>({ pids, engines = [] }: Metered, act: () => Promise<T>) {
  const before = pids.map(cpuSeconds);
  const enginesBefore = engines.map(({ pid }) => familyCpuSeconds(pid));
  const own = process.cpuUsage();
  const start = performance.now();
  const value = await act();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(own);
  const cpu = pids.reduce((sum, pid, at) => sum + cpuSeconds(pid) - (before[at] ?? 0), 0);
  const beside = engines.map(({ name, pid }, at) => ({ name, cpu: familyCpuSeconds(pid) - (enginesBefore[at] ?? 0) }));
  return { value, cpu, beside, seconds, loadCpu: (user + system) / 1e6 };
}

/** Waits until a process does next to nothing: three looks in a row without a tick more than one; at most so many ms. */
export async function settled(pid: number, limit = 20_000): Promise<void> {
  const end = performance.now() + limit;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    const before = cpuSeconds(pid);
    await pause(100);
    quiet = cpuSeconds(pid) - before <= 1 / TICKS_A_SECOND ? quiet + 1 : 0;
  }
}
