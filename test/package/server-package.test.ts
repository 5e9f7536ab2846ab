// What operators install: the tarball of `npm pack` beside its dependencies, started in an empty folder.
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { npmCommand } from '../../scripts/npm.mjs';
import { inRoot } from '../../scripts/root';
import { startGroup } from '../support/child-group';
import { tempFolder } from '../support/temp-folder';

const run = promisify(execFile);
const manifest = z.object({
  bin: z.object({ 'tackboard-server': z.string() }),
  dependencies: z.record(z.string(), z.string()),
});

const home = tempFolder('server-package');
const installed = join(home.path, 'node_modules', 'tackboard');
beforeAll(async () => {
  const { command, first } = npmCommand();
  const packed = ['pack', '--ignore-scripts', '--silent', '--pack-destination', home.path];
  await run(command, [...first, ...packed], { cwd: inRoot() });
  const tarball = (await readdir(home.path)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm pack made no tarball');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(home.path, tarball), '--strip-components=1', '-C', installed]);
  // What npm would install beside it, and nothing that only we have: a dependency that is not listed is missed.
  for (const name of Object.keys((await readManifest()).dependencies)) {
    const link = join(home.path, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(inRoot('node_modules', name), link, 'junction');
  }
}, 30_000);
afterAll(() => home.remove());

const readManifest = async () => manifest.parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')));

test('it holds the server and the papers, and nothing else', async () => {
  const names = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(files.map((file) => file.slice(installed.length + 1).replaceAll('\\', '/')).toSorted()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/sync-server/main.js', 'package.json'],
  ]);
});

test('tackboard-server starts from an empty folder, and keeps its data there', async () => {
  const empty = join(home.path, 'empty');
  await mkdir(empty);
  const main = join(installed, (await readManifest()).bin['tackboard-server']);
  const server = await startGroup({ command: process.execPath, args: [main, 'serve', '--port', '0'], cwd: empty });
  try {
    const [, url = ''] = await server.line(/^Tackboard sync server listening on (http:\/\/\S+)$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await stat(join(empty, 'tackboard-data'))).isDirectory()).toBe(true);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});
