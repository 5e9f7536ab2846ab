/** Desktop VS Code as `npm start` sees it: its launcher, which may fail, and its main process, known by the id that it leaves in the profile. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DesktopVsCode, openDesktop } from '../../scripts/desktop-vscode';
import { isAlive } from '../../scripts/running-process.mjs';
import { type TempFolder, tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';

let home: TempFolder;
let lock: string;
const said: string[] = [];
beforeEach(() => {
  home = tempFolder('desktop');
  lock = join(home.path, 'user', 'code.lock');
  mkdirSync(join(home.path, 'user'));
  said.length = 0;
});
afterEach(() => home.remove());

/** Opens what stands where the `code` command would. */
function open(...script: string[]): Promise<DesktopVsCode> {
  const command = join(home.path, 'code');
  writeFileSync(command, ['#!/bin/sh', ...script].join('\n'), { mode: 0o755 });
  return openDesktop(command, home.path, join(home.path, 'workspace'), {}, (line) => said.push(line));
}

/** A launcher that leaves a main process, in a group of its own, and ends well. */
function launching(): Promise<DesktopVsCode> {
  const main = `
    const { spawn } = require('node:child_process');
    const main = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    main.unref();
    require('node:fs').writeFileSync(${JSON.stringify(lock)}, String(main.pid));`;
  writeFileSync(join(home.path, 'main.cjs'), main);
  return open(`exec '${process.execPath}' '${join(home.path, 'main.cjs')}'`);
}

test('a VS Code that fails at once is not waited for: what it says is shown, and why it is given up', async () => {
  const vscode = await open('echo "cannot open display" >&2', 'exit 7');
  try {
    expect(await vscode.opened).toEqual({ kind: 'failed', why: 'it ended with exit code 7 instead of opening' });
    expect(said).toEqual(['cannot open display']);
  } finally {
    await vscode.stop();
  }
});

test('a VS Code that was killed while it opened is given up, also where an earlier one has left its id', async () => {
  writeFileSync(lock, '999999999');
  const vscode = await open('kill -KILL $$');
  try {
    expect(await vscode.opened).toEqual({
      kind: 'failed',
      why: 'it ended by the signal SIGKILL instead of opening',
    });
  } finally {
    await vscode.stop();
  }
});

test('one whose launcher has ended well is open, and is ended by the id that it has left', async () => {
  const vscode = await launching();
  expect(await vscode.opened).toEqual({ kind: 'open' });
  const main = Number(readFileSync(lock, 'utf8'));
  expect(isAlive(main)).toBe(true);
  await vscode.stop();
  expect(isAlive(main)).toBe(false);
  expect(said).toEqual([]);
});

test('one that a person closes is told', async () => {
  const vscode = await launching();
  try {
    expect(await vscode.opened).toEqual({ kind: 'open' });
    process.kill(await waitFor('its id', () => Number(readFileSync(lock, 'utf8'))), 'SIGTERM');
    expect(await vscode.closed).toEqual({ story: 'VS Code was closed.', wanted: true });
  } finally {
    await vscode.stop();
  }
});
