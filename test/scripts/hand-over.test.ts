// Both ends of the hand-over of a connection: `npm start`, and the windows of the VS Code that it opens.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handedConnection } from '../../extension/node/connect-file';
import { answerWindows, type HandOver } from '../../scripts/hand-over';
import { type TempFolder, tempFolder } from '../support/temp-folder';
import { waitFor } from '../support/wait';

const url = 'http://127.0.0.1:4455';
let home: TempFolder;
let file: string;
let handOver: HandOver | undefined;
beforeEach(() => {
  home = tempFolder('hand-over');
  file = join(home.path, 'connect', 'run.json');
});
afterEach(async () => {
  handOver?.stop();
  await home.remove();
});

/** Answers with the tokens 1, 2, 3 … */
function answering(): HandOver {
  let made = 0;
  handOver = answerWindows(file, async () => ({ url, token: String(++made) }));
  return handOver;
}

test('each window that asks, one after the other or at once, is handed a connection, and no file stays', async () => {
  answering();
  expect(await handedConnection(file)).toEqual({ url, token: '1' });
  expect(existsSync(file)).toBe(false);
  const three = await Promise.all([1, 2, 3].map(() => handedConnection(file)));
  expect(three.map((handed) => handed?.url)).toEqual([url, url, url]);
  await waitFor('the last answer to be taken', () => !existsSync(file) && !existsSync(`${file}.wanted`));
});

test('a window that waits asks again and again, and is answered once', async () => {
  const wanted = `${file}.wanted`;
  let made = 0;
  handOver = answerWindows(file, async () => {
    const { mtimeMs } = statSync(wanted);
    await waitFor('the window to ask again', () => statSync(wanted).mtimeMs > mtimeMs);
    return { url, token: String(++made) };
  });
  expect(await handedConnection(file)).toEqual({ url, token: '1' });
  expect([existsSync(file), existsSync(wanted)]).toEqual([false, false]);
  expect(await handedConnection(file)).toEqual({ url, token: '2' });
});

test('nothing is made before a window asks; what is made is for its owner alone, also its folder', async () => {
  mkdirSync(dirname(file), { mode: 0o777 });
  writeFileSync(`${file}.left`, 'of a run that was killed');
  answering();
  expect(existsSync(`${file}.left`)).toBe(false);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  expect(existsSync(file)).toBe(false);
  writeFileSync(`${file}.wanted`, '');
  await waitFor('the answer', () => existsSync(file));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('the folder is gone at the end, and whoever asks then is told nothing', async () => {
  answering().stop();
  expect(existsSync(dirname(file))).toBe(false);
  expect(await handedConnection(file)).toBeUndefined();
});

test('a connection that cannot be made is told, and is the end', async () => {
  handOver = answerWindows(file, () => Promise.reject(new Error('No such user.')));
  writeFileSync(`${file}.wanted`, '');
  expect(await handOver.failed).toEqual({ story: 'A window could not be connected: No such user.', wanted: false });
});
