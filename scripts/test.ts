/** `npm test [suite …]`: installs what the suites need, builds, runs them one after the other, counts. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { installChromium } from '../test/support/chromium';
import { type HostTest, runInBrowser, runOnDesktop } from '../test/support/host-tests';
import { installNginx } from '../test/support/nginx';
import { installPostgres } from '../test/support/postgres-programs';
import { installRedis } from '../test/support/redis-server';
import { firstLine, runOutcome } from '../test/support/run-report';
import { installVsCode } from '../test/support/vscode-install';
import { runInWebHost } from '../test/support/web-host-tests';
import type { OnAsked } from './asked-to-end.mjs';
import { build } from './build';
import { runProgram } from './program.mjs';
import { inRoot, ROOT } from './root';

/** What came of a suite. */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** a line for each test that failed: its title and what it said first */
  readonly faults?: readonly string[];
}

/** Fetches what tests need and is not there; says itself what it does. */
type Need = () => Promise<unknown>;
const chromium: Need = () => installChromium();
const postgres: Need = () => installPostgres();
const redis: Need = () => installRedis();
const nginx: Need = () => installNginx();
const vscode: Need = () => installVsCode();

/** A suite: what it needs, and how it runs. */
interface Suite {
  /** part of a run that names no suite */
  readonly usual: boolean;
  readonly needs: readonly Need[];
  readonly run: (onAsked: OnAsked) => Promise<Outcome>;
}

const suites: Readonly<Record<string, Suite>> = {
  unit: { usual: true, needs: [], run: (onAsked) => vitest('unit', onAsked) },
  server: { usual: true, needs: [postgres, redis, nginx], run: (onAsked) => vitest('server', onAsked) },
  // In the Node host, in the browser's host, and what lives in the browser's databases in a page.
  host: {
    usual: true,
    needs: [chromium, vscode],
    run: (onAsked) =>
      allOf([() => inHost(runInBrowser), () => inHost(runInWebHost), () => vitest('chromium', onAsked)]),
  },
  e2e: { usual: true, needs: [chromium, vscode], run: (onAsked) => vitest('e2e', onAsked) },
  electron: { usual: false, needs: [], run: () => inHost(runOnDesktop) },
};

/**
 * Runs the named suites, or all usual ones; the last line is the sum.
 * @returns 1 if a test failed, a suite had none, or a name is unknown
 */
export async function main(args: readonly string[], onAsked: OnAsked): Promise<number> {
  const unknown = args.filter((name) => !suites[name]);
  if (unknown.length > 0) {
    console.error(`No suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
    return 1;
  }
  const chosen = Object.entries(suites).filter(([name, { usual }]) => (args.length > 0 ? args.includes(name) : usual));
  // What later suites need is fetched while earlier ones run, once; a need that is not met fails the suites that have it.
  const met = new Map([...new Set(chosen.flatMap(([, { needs }]) => needs))].map((need) => [need, need()]));
  for (const one of met.values()) one.catch(() => undefined);
  await build();
  const table: (Outcome & { name: string; seconds: number })[] = [];
  for (const [name, { needs, run }] of chosen) {
    console.log(`\n── ${name}`);
    const start = performance.now();
    const outcome = await Promise.all(needs.map((need) => met.get(need)))
      .then(() => run(onAsked))
      .catch((error: unknown): Outcome => {
        console.error(error);
        return { passed: 0, failed: 1 };
      });
    table.push({ name, seconds: (performance.now() - start) / 1_000, ...counted(outcome) });
  }
  console.log();
  for (const { name, passed, failed, seconds } of table) {
    console.log(
      `${name.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
    );
  }
  // Once more at the end, where someone who sees only that can read them.
  for (const { name, faults = [] } of table) for (const fault of faults) console.log(`failed in ${name}: ${fault}`);
  const sum = (of: 'passed' | 'failed'): number => table.reduce((all, row) => all + row[of], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/** A suite without a test has failed. */
function counted(outcome: Outcome): Outcome {
  if (outcome.passed + outcome.failed > 0) return outcome;
  console.error('No test ran.');
  return { passed: 0, failed: 1 };
}

/** Runs a project of vitest.config.mts in a process of its own. */
async function vitest(project: string, onAsked: OnAsked): Promise<Outcome> {
  const file = inRoot('test-results', `${project}.json`);
  await mkdir(inRoot('test-results'), { recursive: true });
  await rm(file, { force: true });
  const reporters = ['--reporter=default', `--reporter=${inRoot('test', 'support', 'run-report.ts')}`];
  const args = [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', project, ...reporters];
  const env = { ...process.env, TACKBOARD_RUN_REPORT: file };
  const code = await runProgram(process.execPath, args, { cwd: ROOT, env, onAsked });
  const outcome = runOutcome.parse(JSON.parse(await readFile(file, 'utf8')));
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, faults: [`all passed, and vitest ended with the exit code ${code}`] };
}

/** Runs one after the other. @returns the sum; a part without a test has failed */
async function allOf(parts: readonly (() => Promise<Outcome>)[]): Promise<Outcome> {
  let sum: Outcome = { passed: 0, failed: 0 };
  for (const run of parts) {
    const { passed, failed, faults = [] } = counted(await run());
    sum = { passed: sum.passed + passed, failed: sum.failed + failed, faults: [...(sum.faults ?? []), ...faults] };
  }
  return sum;
}

/** Runs the host tests and prints each. */
async function inHost(run: () => Promise<HostTest[]>): Promise<Outcome> {
  const tests = await run();
  for (const { title, ok, error } of tests) {
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${title}`);
    if (error) console.log(error.replaceAll(/^/gm, '     '));
  }
  const passed = tests.filter(({ ok }) => ok).length;
  const faults = tests.filter(({ ok }) => !ok).map(({ title, error = '' }) => `${title}: ${firstLine(error)}`);
  return { passed, failed: tests.length - passed, faults };
}
