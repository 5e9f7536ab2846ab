/** The suites that vitest runs; host tests run inside VS Code instead (test/support/host-tests.ts). */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const files = (...rooms: string[]): string[] => rooms.map((room) => `test/${room}/**/*.test.ts`);

/** Files of few lines that take long, the longest first: on a clone vitest would begin with the largest, and run these at the end, alone. */
const LONG = [
  ...['convergence/several-spaces', 'extension/node/killed-replica', 'convergence/one-space'],
  ...['sync-server/large-space', 'desk/refused-edits', 'sync-server/kill'],
].map((name) => `/test/${name}.test.ts`);

/** The order of files: those that take long, then the others in vitest's own order. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: files('shared', 'extension', 'media', 'contracts', 'convergence', 'scripts', 'bench'),
          exclude: files('media/views'),
          setupFiles: ['test/support/reap.ts', 'test/support/property-seed.ts', 'test/support/tell-waits.ts'],
          // Loading Yjs, zod and the model anew for every file took longer than the tests. No test here changes what modules
          // share: no mocks, no globals, no environment of the process.
          isolate: false,
          // Vitest leaves one core of two to the rest of the machine.
          maxWorkers: 2,
          // What moves megabytes, runs many seeds or starts processes takes seconds, and several times that on a busy machine.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          include: files('sync-server', 'desk', 'package'),
          globalSetup: 'test/support/shared-postgres.ts',
          setupFiles: ['test/support/reap.ts', 'test/support/property-seed.ts', 'test/support/tell-waits.ts'],
          // Each file has a server of its own, a process: nothing is shared by sharing the modules of the tests.
          isolate: false,
          // A third of the time a test waits for a process; three at a time won 15 s of 200, and brought those that wait near their bounds.
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        // What lives in the browser, in a page of the real Chromium: its databases, whose files `unit` runs on a twin in memory, and the views of pages.
        // What a page loads later, its editor for one, is made ready before: otherwise Vite loads a test anew in its middle.
        optimizeDeps: { entries: ['media/**/*.ts'] },
        test: {
          name: 'chromium',
          include: ['test/contracts/browser-*.test.ts', ...files('extension/web', 'media/views')],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.TACKBOARD_CHROMIUM ?? '/usr/bin/chromium',
                // Root in a container has no sandbox to use.
                args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: files('e2e'),
          globalSetup: 'test/support/installed-extension.ts',
          setupFiles: ['test/support/reap.ts', 'test/support/failure-picture.ts', 'test/support/tell-waits.ts'],
          // A window of VS Code takes a core while it starts: two files side by side get in each other's way and win little.
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
