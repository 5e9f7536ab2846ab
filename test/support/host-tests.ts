/** Runs test/host/ inside the extension host of a real VS Code: the one in the browser, or the desktop's through @vscode/test-electron. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import * as z from 'zod';
import { inRoot, ROOT } from '../../scripts/root';
import { openBrowser } from './chromium';
import { tempFolder } from './temp-folder';
import { FLOOR, installVsCode } from './vscode-install';
import { startVsCode } from './vscode-server';

export const hostTest = z.object({ title: z.string(), ok: z.boolean(), error: z.string().optional() });

/** One test as the extension host reports it. */
export type HostTest = z.infer<typeof hostTest>;

/** What runs and where. */
export interface HostChoice {
  /** a folder of `*.test.ts` with a `mocha-entry.ts`; test/host/ unless told */
  readonly tests?: string;
  /** the folder of the extension under test, with its bundle built; the project unless told */
  readonly extension?: string;
  /** the longest run in ms; 300,000 unless told */
  readonly timeout?: number;
}

/** Runs the host tests in VS Code for the browser. Chromium must be there. */
export async function runInBrowser(choice: HostChoice = {}): Promise<HostTest[]> {
  const { extension = ROOT, timeout = 300_000 } = choice;
  const tests = await bundleTests(choice);
  await using home = tempFolder('host');
  const results = join(home.path, 'results.json');
  const vscode = await startVsCode({
    install: await installVsCode(),
    home: home.path,
    driver: true,
    env: environment(results),
  });
  try {
    const browser = await openBrowser(join(home.path, 'profile'));
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      // VS Code calls this when run() has settled.
      const ended = new Promise<void>((done) => void page.exposeFunction('codeAutomationExit', () => done()));
      await page.goto(
        vscode.address([
          ['extensionDevelopmentPath', vscode.uri(extension)],
          ['extensionTestsPath', vscode.uri(tests)],
        ]),
      );
      await withDeadline(ended, timeout, () => vscode.process.output());
    } finally {
      await browser.close();
    }
    return await read(results, () => vscode.process.output());
  } finally {
    await vscode.stop();
  }
}

/**
 * Runs the host tests in desktop VS Code: the one at `TACKBOARD_VSCODE_PATH`, else one that @vscode/test-electron downloads.
 * @throws if there is none and none can be downloaded, saying what to do
 */
export async function runOnDesktop(choice: HostChoice = {}): Promise<HostTest[]> {
  const { extension = ROOT } = choice;
  const tests = await bundleTests(choice);
  await using home = tempFolder('host');
  const results = join(home.path, 'results.json');
  const vscodeExecutablePath = process.env.TACKBOARD_VSCODE_PATH;
  if (vscodeExecutablePath && !existsSync(vscodeExecutablePath)) {
    throw new Error(`TACKBOARD_VSCODE_PATH names no file: ${vscodeExecutablePath}`);
  }
  const started = runTests({
    ...(vscodeExecutablePath ? { vscodeExecutablePath } : { cachePath: inRoot('.vscode-test', 'desktop') }),
    extensionDevelopmentPath: extension,
    extensionTestsPath: tests,
    extensionTestsEnv: environment(results),
    launchArgs: [home.path, '--disable-extensions', '--user-data-dir', join(home.path, 'user')],
  });
  try {
    await started;
  } catch (error) {
    // A failing test ends VS Code with an error too; then the results say more.
    if (existsSync(results)) return read(results, () => '');
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      vscodeExecutablePath
        ? `${vscodeExecutablePath} did not run the tests: ${why}`
        : `No desktop VS Code could be downloaded (${why}). Name one (${FLOOR} or newer) in TACKBOARD_VSCODE_PATH, for example /usr/share/code/code.`,
    );
  }
  return read(results, () => '');
}

/** What the tests inside the host find in their environment: where the results go, and a Node that the sync server runs on. */
function environment(results: string): Record<string, string> {
  return { TACKBOARD_HOST_RESULTS: results, TACKBOARD_TEST_NODE: process.execPath };
}

/** Bundles the tests into the extension's folder: VS Code runs them in the host of the extension that they lie in. */
async function bundleTests({ tests = inRoot('test', 'host'), extension = ROOT }: HostChoice): Promise<string> {
  const out = join(extension, 'dist', 'test-host');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  await build({
    entryPoints: [...files.map((file) => join(tests, file)), inRoot('test', 'host', 'mocha-entry.ts')],
    outdir: out,
    entryNames: '[name]',
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['vscode', 'mocha', 'esbuild', 'playwright-core'],
    // The project's own place, which a file in dist/ cannot tell from where it lies.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(inRoot('scripts', 'root.ts')).href) },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(out, 'mocha-entry.js');
}

async function read(results: string, output: () => string): Promise<HostTest[]> {
  if (!existsSync(results)) throw new Error(`The extension host ran no test.\n${output()}`);
  return z.array(hostTest).parse(JSON.parse(await readFile(results, 'utf8')));
}

/** Waits for something that must not take longer than so many milliseconds. */
export async function withDeadline(work: Promise<void>, timeout: number, output: () => string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`The host tests did not end within ${timeout} ms.\n${output()}`)), timeout);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
