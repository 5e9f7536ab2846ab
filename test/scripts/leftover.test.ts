/** What a killed run has left is ended by the next; nobody else is. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endLeftover } from '../../scripts/leftover';
import { inRoot } from '../../scripts/root';
import { isAlive } from '../../scripts/running-process.mjs';
import { type ChildGroup, startGroup } from '../support/child-group';
import { startSyncServer } from '../support/sync-server';
import { type TempFolder, tempFolder } from '../support/temp-folder';

let folder: TempFolder;
let pidFile: string;
const said: string[] = [];
beforeEach(() => {
  folder = tempFolder('leftover');
  pidFile = join(folder.path, 'server.pid');
  said.length = 0;
});
afterEach(() => folder.remove());

/** What the next run does about a sync server on a data folder. */
function end(data: string): Promise<void> {
  const signs = [inRoot('dist', 'sync-server', 'main.js'), data];
  return endLeftover({ name: 'the sync server', pidFile, signs }, (line) => said.push(line));
}

test('the sync server of a run that was killed is ended, and that is said; then another can have its data', async () => {
  const data = join(folder.path, 'data');
  const left = await startSyncServer({ data, pidFile });
  try {
    expect(Number(readFileSync(pidFile, 'utf8'))).toBe(left.process.pid);
    await end(data);
    expect(said).toEqual([`Ending the sync server of a run that was killed (process ${left.process.pid}) …`]);
    expect(isAlive(left.process.pid)).toBe(false);
    await (await startSyncServer({ data, pidFile })).stop();
  } finally {
    await left.stop();
  }
});

test('who came by its id later, and a server on another folder, are left alone; so is no id, and one that nobody has', async () => {
  const others: ChildGroup[] = [];
  try {
    for (const args of [[], [inRoot('dist', 'sync-server', 'main.js'), join(folder.path, 'other')]]) {
      const other = await startGroup({
        command: process.execPath,
        args: ['-e', 'setInterval(() => {}, 1000)', ...args],
        pidFile,
      });
      others.push(other);
      await end(join(folder.path, 'data'));
      expect(other.running).toBe(true);
    }
    for (const text of ['', 'x', '-1', '0', String(await ended())]) {
      writeFileSync(pidFile, text);
      await end(join(folder.path, 'data'));
    }
    expect(said).toEqual([]);
    expect(others.every(({ running }) => running)).toBe(true);
  } finally {
    for (const other of others) await other.stop();
  }
});

/** The id of a process that has ended. */
async function ended(): Promise<number | undefined> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((done) => child.once('exit', done));
  return child.pid;
}
