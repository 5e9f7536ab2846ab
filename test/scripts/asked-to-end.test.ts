/** A script that is asked to end, or whose npm is gone, takes with it what it runs, also while the packages are being installed. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/root';
import { isAlive } from '../../scripts/running-process.mjs';
import { type ChildGroup, startGroup } from '../support/child-group';
import { tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';

/** What lives until it is ended, with a child that does. It tells its parent's id, its own and the child's. */
const RUNS = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  console.log(['runs', process.ppid, process.pid, child.pid].join(' '));
  setInterval(() => {}, 1000);`;

/** Dies at once when it is told to end; what it runs takes a moment then, to end what it has started in a group of its own. */
const OUTLIVED = `
  const { spawn } = require('node:child_process');
  const parts = "const far = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });" +
    "process.once('SIGTERM', () => setTimeout(() => process.exit(far.kill('SIGKILL') ? 0 : 1), 200));" +
    "console.log(['runs', process.ppid, process.pid, far.pid].join(' '));";
  spawn(process.execPath, ['-e', parts], { stdio: 'inherit' });`;

/** Stands where npm would: starts the script in a shell that lives as long as it, and tells the shell's id. */
const NPM = `
  const { npm_lifecycle_script: script } = process.env;
  const shell = require('node:child_process').spawn('sh', ['-c', script], { stdio: 'inherit' });
  console.log('shell ' + shell.pid);
  shell.once('exit', () => process.exit());`;

/** A clone in which nothing is installed, with an npm whose `npm ci` does not come to an end. */
function clone(folder: string): void {
  mkdirSync(join(folder, 'scripts'));
  for (const name of readdirSync(inRoot('scripts')).filter((name) => name.endsWith('.mjs')))
    copyFileSync(inRoot('scripts', name), join(folder, 'scripts', name));
  writeFileSync(join(folder, 'scripts', 'start.ts'), '');
  writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }');
  writeFileSync(join(folder, 'npm-cli.js'), RUNS);
}

/** Waits for the ids of a script and of what it runs, and then, once it was asked, for their end. */
async function expectEnd(group: ChildGroup, ask: (script: number) => void): Promise<void> {
  const [, ...told] = await group.line(/^runs (\d+) (\d+) (\d+)$/);
  const ids = told.map(Number);
  try {
    ask(Number(told[0]));
    await waitFor('all to end', () => !ids.some(isAlive), { timeout: 15_000 });
  } finally {
    for (const id of ids.filter(isAlive)) process.kill(id, 'SIGKILL');
  }
}

const asks: readonly [string, (ids: { npm: number; shell: number; script: number }) => void][] = [
  ['the shell that npm has put between dies', ({ shell }) => process.kill(shell, 'SIGTERM')],
  ['npm dies, and the shell lives on', ({ npm }) => process.kill(npm, 'SIGKILL')],
  ['Ctrl-C is pressed', ({ script }) => process.kill(script, 'SIGINT')],
];

// Most of each is waiting: for starts, and for the next look after npm.
test.skipIf(process.platform === 'win32').concurrent.each(asks)(
  'installing ends when %s',
  async (_, ask) => {
    await using folder = tempFolder('bootstrap');
    clone(folder.path);
    const npm = await startGroup({
      command: process.execPath,
      args: ['-e', NPM],
      cwd: folder.path,
      env: {
        ...process.env,
        npm_execpath: join(folder.path, 'npm-cli.js'),
        npm_lifecycle_event: 'start',
        // The shell is not to become the script.
        npm_lifecycle_script: `'${process.execPath}' scripts/bootstrap.mjs start; true`,
      },
    });
    try {
      const [, shell] = await npm.line(/^shell (\d+)$/);
      await expectEnd(npm, (script) => ask({ npm: npm.pid, shell: Number(shell), script }));
    } finally {
      await npm.stop();
    }
  },
  20_000,
);

/** A script that runs a program by its code. */
function running(code: string): Promise<ChildGroup> {
  const module = (name: string): string => JSON.stringify(inRoot('scripts', name));
  const script = `
    import { listenForEnd } from ${module('asked-to-end.mjs')};
    import { runProgram } from ${module('program.mjs')};
    await runProgram(process.execPath, ['-e', ${JSON.stringify(code)}], { cwd: '.', onAsked: listenForEnd() });
    console.log('went on');`;
  return startGroup({ command: process.execPath, args: ['--input-type=module', '-e', script] });
}

test.concurrent('a script that runs a program ends it with all that it has started, and says with its exit code why it ended', async () => {
  const told = "process.once('SIGTERM', () => { console.log('told'); process.exit(0); });";
  const group = await running(told + RUNS);
  try {
    await expectEnd(group, () => group.signal('SIGTERM'));
    expect(await group.ended).toBe(143);
    expect(group.output()).toContain('told');
    expect(group.output()).not.toContain('went on');
  } finally {
    await group.stop();
  }
});

test.concurrent('what a program has started has time to end what it started itself, though the program is gone', async () => {
  const group = await running(OUTLIVED);
  try {
    await expectEnd(group, () => group.signal('SIGTERM'));
    expect(await group.ended).toBe(143);
  } finally {
    await group.stop();
  }
});
