/** A process group ends as one, and says why it ended. */
import { expect, test } from 'vitest';
import { inRoot, ROOT } from '../../scripts/root';
import { startGroup } from '../support/child-group';
import { waitFor } from '../support/wait';

/** A process with a child of its own that does not listen to SIGTERM; says the child's id. */
const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)']);
  child.stdout.once('data', () => console.log('child ' + child.pid));`;

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('stopping ends what the process has started, also what does not want to', async () => {
  const group = await startGroup({ command: process.execPath, args: ['-e', PARENT] });
  const [, child] = await group.line(/^child (\d+)$/);
  expect(alive(Number(child))).toBe(true);
  expect(await group.stop()).toBe('SIGTERM');
  expect(group.running).toBe(false);
  await waitFor('the child to end', () => !alive(Number(child)));
});

/** A worker of Vitest's, where `process.exit` throws, with a process that it has started. */
const WORKER = `
  process.exit = () => { throw new Error('process.exit is not to be called'); };
  const { startGroup } = require(${JSON.stringify(inRoot('test', 'support', 'child-group.ts'))});
  require(${JSON.stringify(inRoot('test', 'support', 'reap.ts'))});
  startGroup({ command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] }).then(({ pid }) => console.log('group ' + pid));
  setInterval(() => {}, 1000);`;

test('a worker of tests that is told to end takes with it what it has started', async () => {
  const worker = await startGroup({
    command: process.execPath,
    args: ['--require', 'tsx/cjs', '-e', WORKER],
    cwd: ROOT,
  });
  const [, group] = await worker.line(/^group (\d+)$/);
  try {
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe('SIGTERM');
    await waitFor('the group to end', () => !alive(Number(group)));
  } finally {
    await worker.stop();
    if (alive(Number(group))) process.kill(Number(group), 'SIGKILL');
  }
});

test('a process that ends before its line is told with its last words', async () => {
  const group = await startGroup({
    command: process.execPath,
    args: ['-e', 'console.error("no room"); process.exit(3)'],
  });
  await expect(group.line(/ready/)).rejects.toThrow(/ended \(3\)[\s\S]*no room/);
  expect(await group.stop()).toBe(3);
});

test('a program that is not there is an error, not a process', async () => {
  await expect(startGroup({ command: '/no/such/program', args: [] })).rejects.toThrow(/ENOENT/);
});
