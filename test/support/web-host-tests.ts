/** Runs test/host/ inside the extension host that VS Code has in the browser itself: a web worker, without Node. */
import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inRoot, ROOT } from '../../scripts/root';
import { openBrowser } from './chromium';
import { type HostTest, hostTest, withDeadline } from './host-tests';
import { tempFolder } from './temp-folder';
import { installVsCode } from './vscode-install';
import { QUIET, startVsCode } from './vscode-server';

/** The longest run in ms. */
const DEADLINE = 120_000;

/** User settings with which VS Code runs the extension in the browser, though there is a Node host beside it. */
export const IN_BROWSER: Readonly<Record<string, unknown>> = {
  ...QUIET,
  'remote.extensionKind': { 'tackboard.tackboard': ['web'] },
};

/** Runs the host tests there. Chromium must be there, and the extension built. */
export async function runInWebHost(): Promise<HostTest[]> {
  const tests = await bundleTests();
  await using home = tempFolder('web-host');
  const vscode = await startVsCode({
    install: await installVsCode(),
    home: home.path,
    driver: true,
    settings: IN_BROWSER,
    builtIn: ['theme-defaults', 'theme-seti'],
  });
  try {
    const browser = await openBrowser(join(home.path, 'profile'));
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      const results = new Map<string, HostTest>();
      page.on('console', (message) => {
        // The worker writes into the console, and the workbench writes there what its workers write.
        for (const [whole, result = ''] of message.text().matchAll(/<tackboard-result (\S+)>/g))
          results.set(whole, hostTest.parse(JSON.parse(decodeURIComponent(result))));
      });
      const ended = new Promise<void>((done) => void page.exposeFunction('codeAutomationExit', () => done()));
      await page.goto(
        vscode.address([
          ['extensionDevelopmentPath', vscode.uri(ROOT)],
          ['extensionTestsPath', vscode.uri(tests)],
        ]),
      );
      await withDeadline(ended, DEADLINE, () => vscode.process.output());
      return [...results.values()].map((test) => ({ ...test, title: `${test.title} (in the browser)` }));
    } finally {
      await browser.close();
    }
  } finally {
    await vscode.stop();
  }
}

/** Bundles all tests into one file in the extension's folder: a worker can load no other. */
async function bundleTests(): Promise<string> {
  const folder = inRoot('test', 'host');
  const out = inRoot('dist', 'test-web-host');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
  const files = ['browser-mocha.ts', ...tests].map((file) => JSON.stringify(`./${file}`));
  await build({
    stdin: {
      contents: [...files.map((file) => `import ${file};`), `export { run } from ${files[0]};`].join('\n'),
      resolveDir: folder,
    },
    outfile: join(out, 'tests.js'),
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    target: 'es2023',
    external: ['vscode'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return join(out, 'tests.js');
}
