/** The report of a run counts every failure, of whatever kind, and says why. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/root';
import { startGroup } from '../support/child-group';
import { firstLine, runOutcome } from '../support/run-report';
import { tempFolder } from '../support/temp-folder';
import { cleanEnvironment } from '../support/vscode-server';

const FILES: Readonly<Record<string, string>> = {
  'one.test.js': `
    import { waitFor } from ${JSON.stringify(inRoot('test', 'support', 'wait.ts'))};
    test('right', () => {});
    test('late', () => new Promise(() => {}), 50);
    test('waits', () => waitFor('the moon', () => false), 50);
    describe('group', () => {
      test('wrong', () => expect(1).toBe(2));
      test.skip('left out', () => {});
    });`,
  'vitest.config.mjs': `export default { test: { setupFiles: ${JSON.stringify(inRoot('test', 'support', 'tell-waits.ts'))} } };`,
  'two.test.js': `
    describe('no ground', () => {
      beforeAll(() => { throw new TypeError('nothing\\nto stand on'); });
      test('never', () => {});
    });`,
  'three.test.js': `throw new Error('unreadable');`,
  'four.test.js': `
    test('passes, and something else breaks', async () => {
      void Promise.reject(new Error('nobody looked'));
      await new Promise((later) => setTimeout(later, 50));
    });`,
};

test('what ran out of time, broke before its tests or beside them, or was left out, is told with its reason', async () => {
  await using folder = tempFolder('report');
  mkdirSync(join(folder.path, 'tests'));
  for (const [name, code] of Object.entries(FILES)) writeFileSync(join(folder.path, 'tests', name), code);
  const file = join(folder.path, 'report.json');
  const vitest = await startGroup({
    command: process.execPath,
    args: [
      inRoot('node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--globals', '--root', join(folder.path, 'tests'), '--maxWorkers=1', '--no-file-parallelism'],
      `--reporter=${inRoot('test', 'support', 'run-report.ts')}`,
    ],
    env: { ...cleanEnvironment(), TACKBOARD_RUN_REPORT: file },
  });
  try {
    expect(await vitest.ended, vitest.output()).toBe(1);
    const { passed, failed, faults } = runOutcome.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect([...faults].sort()).toEqual([
      'group > left out: skipped',
      'group > wrong: AssertionError: expected 1 to be 2 // Object.is equality',
      'late: Test timed out in 50ms.',
      'no ground > never: skipped',
      'no ground: TypeError: nothing',
      'outside the tests: nobody looked',
      'three.test.js: unreadable',
      'waits: Test timed out in 50ms, waiting for the moon.',
    ]);
    expect([passed, failed]).toEqual([2, faults.length]);
  } finally {
    await vitest.stop();
  }
});

test('the first line that says something is the reason', () => {
  expect(firstLine('\n\n  Not within 30 ms: the answer\n    at here')).toBe('Not within 30 ms: the answer');
  expect(firstLine('')).toBe('');
});
