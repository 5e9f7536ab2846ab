/** What a process has used, as Linux counts it. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Linux counts a process's time in hundredths of a second, whatever the machine. */
const TICKS_A_SECOND = 100;

/** CPU time of a process so far, of all its threads, in seconds; exact to 10 ms. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before it may hold anything but this.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** Memory of a process in MiB: resident now, or the most that it ever was. */
export function memory(pid: number, which: 'now' | 'peak'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes] = new RegExp(`^${which === 'now' ? 'VmRSS' : 'VmHWM'}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Number(kibibytes) / 1024;
}

/** Runs something, and gives what the process and this one used meanwhile: CPU seconds, and seconds of the clock. */
export async function metered<T>(pid: number, act: () => Promise<T>) {
  const before = cpuSeconds(pid);
  const own = process.cpuUsage();
  const start = performance.now();
  const value = await act();
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(own);
  return { value, cpu: cpuSeconds(pid) - before, seconds, loadCpu: (user + system) / 1e6 };
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
