// The documentation is true: its examples run as they stand, and its links lead somewhere.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inRoot } from '../../scripts/root';
import { caller } from '../support/rest';
import { addUser, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';

const run = promisify(execFile);

/** The shell blocks of a page, in order. */
function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '');
}

test('the examples of docs/rest.md run, one after the other', async () => {
  const blocks = shellBlocks(await readFile(inRoot('docs', 'rest.md'), 'utf8'));
  expect(blocks.length).toBeGreaterThan(10);
  await using home = tempFolder('rest-examples');
  const server = await startSyncServer({ data: join(home.path, 'data') });
  try {
    const { token } = await addUser(server.data, 'Ada', 'ada@example.com');
    // A failed command anywhere, also on the left of a pipe, ends the run.
    const script = ['set -euo pipefail', ...blocks].join('\n');
    const { stdout } = await run('bash', ['-c', script], {
      env: { ...process.env, URL: server.url, TOKEN: token },
    });
    expect(stdout).not.toMatch(/^undefined$/m);
    for (const name of ['Ada', 'Order ladders', 'completed', 'Measure the trees', 'The handbook'])
      expect(stdout).toContain(`"${name}"`);
    expect(stdout).toContain('must be one of open, progress');
    const { body } = await caller(server.url, token)('GET', '/v1/search?q=ladders');
    expect(body.items).toMatchObject([{ kind: 'Task', name: 'Order ladders' }]);
  } finally {
    await server.stop();
  }
}, 60_000);

test('links between pages lead to files and headings that there are', async () => {
  const docs = (await readdir(inRoot('docs'))).filter((name) => name.endsWith('.md'));
  const dead: string[] = [];
  for (const page of ['README.md', ...docs.map((name) => join('docs', name))]) {
    const text = await readFile(inRoot(page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', heading] = target.split('#');
      const file = path === '' ? inRoot(page) : join(dirname(inRoot(page)), path);
      if (!existsSync(file)) dead.push(`${page}: ${target}`);
      else if (heading !== undefined && !headings(await readFile(file, 'utf8')).includes(heading))
        dead.push(`${page}: ${target}`);
    }
  }
  expect(dead).toEqual([]);
});

/** The anchors of a page's headings, as forges make them. */
function headings(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the files and folders that the documentation names are there', async () => {
  const pages = ['README.md', ...(await readdir(inRoot('docs'))).map((name) => join('docs', name))];
  const missing: string[] = [];
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    for (const [, path = ''] of (await readFile(inRoot(page), 'utf8')).matchAll(
      /`((?:docs|extension|media|scripts|shared|sync-server|test)\/[\w./-]*)`/g,
    ))
      if (!existsSync(inRoot(path))) missing.push(`${page}: ${path}`);
  }
  expect(missing).toEqual([]);
});

test('the npm scripts that the documentation names are there', async () => {
  const { scripts } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const docs = (await readdir(inRoot('docs'))).filter((name) => name.endsWith('.md'));
  const named = await Promise.all(
    ['README.md', ...docs.map((name) => join('docs', name))].map(async (page) =>
      [...(await readFile(inRoot(page), 'utf8')).matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => script ?? ''),
    ),
  );
  expect(named.flat().filter((script) => !(script in scripts))).toEqual([]);
});
