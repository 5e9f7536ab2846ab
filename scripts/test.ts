/** `npm test [suite …]`: installs what the suites need, builds, runs them one after the other, counts. */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import * as z from 'zod';
import { installChromium } from '../test/support/chromium';
import { type HostTest, runInBrowser, runOnDesktop } from '../test/support/host-tests';
import { installPostgres } from '../test/support/postgres-programs';
import { installRedis } from '../test/support/redis-server';
import { installVsCode } from '../test/support/vscode-install';
import { runInWebHost } from '../test/support/web-host-tests';
import { build } from './build';
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
const vscode: Need = () => installVsCode();

/** A suite: what it needs, and how it runs. */
interface Suite {
  /** part of a run that names no suite */
  readonly usual: boolean;
  readonly needs: readonly Need[];
  readonly run: () => Promise<Outcome>;
}

const suites: Readonly<Record<string, Suite>> = {
  unit: { usual: true, needs: [], run: () => vitest('unit') },
  server: { usual: true, needs: [postgres, redis], run: () => vitest('server') },
  // In the Node host, in the browser's host, and what lives in the browser's databases in a page.
  host: {
    usual: true,
    needs: [chromium, vscode],
    run: () => allOf([() => inHost(runInBrowser), () => inHost(runInWebHost), () => vitest('chromium')]),
  },
  e2e: { usual: true, needs: [chromium, vscode], run: () => vitest('e2e') },
  electron: { usual: false, needs: [], run: () => inHost(runOnDesktop) },
};

/**
 * Runs the named suites, or all usual ones; the last line is the sum.
 * @returns 1 if a test failed, a suite had none, or a name is unknown
 */
export async function main(args: readonly string[]): Promise<number> {
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
      .then(run)
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

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

/** Runs a project of vitest.config.mts in a process of its own. */
async function vitest(project: string): Promise<Outcome> {
  const file = inRoot('test-results', `${project}.json`);
  await mkdir(inRoot('test-results'), { recursive: true });
  await rm(file, { force: true });
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const child = spawn(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  const files = report.parse(JSON.parse(await readFile(file, 'utf8'))).testResults;
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  // What was skipped or marked for later has not passed; a file that could not be loaded holds no test that could fail.
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  );
  const failed = tests.length - passed + broken.length;
  const faults = [
    ...tests
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName, status, failureMessages: [said = status] }) => fault(fullName, said)),
    ...broken.map(({ name, message }) => fault(name, message)),
  ];
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, faults };
}

/** A line on a test that failed. */
function fault(title: string, said: string): string {
  return `${title}: ${said.split('\n', 1)[0]}`;
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
  const faults = tests.filter(({ ok }) => !ok).map(({ title, error = '' }) => fault(title, error));
  return { passed, failed: tests.length - passed, faults };
}
