// The layout of documents and the messages of the wire change only by decision: a hash, a version and a line of history.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ID_MAX } from '../../shared/ids';
import * as layout from '../../shared/layout';
import { seedUpdate } from '../../shared/operations/seed';
import { DOCUMENT_TYPES } from '../../shared/records';
import { spaceReference } from '../../shared/rest/sync-spaces';
import { URL_MAX } from '../../shared/url';
import * as wire from '../../shared/wire';
import { SPACE } from './replica';

const shared = resolve(import.meta.dirname, '../../shared');

/** The constants of a module, as they are written into documents and frames. */
function constantsOf(module: object): unknown {
  return Object.entries(module)
    .filter(([, value]) => typeof value !== 'function')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}

/** The versions that a file's history, at its end, has a line for. */
function historyOf(file: string): number[] {
  const [, history = ''] = readFileSync(join(shared, file), 'utf8').split(/^\/\/ History.*$/m);
  return [...history.matchAll(/^\/\/ (\d+) {2}\S/gm)].map(([, version]) => Number(version));
}

// Where one of these fails: other replicas and servers read what you change. Decide, raise the version, add a line of history, then the hash.

test('[L13] layout 1 is what it was', () => {
  const seeds = (['user', 'workspace', 'project'] as const).map((kind) =>
    Buffer.from(seedUpdate(SPACE, kind)).toString('base64'),
  );
  expect([layout.LAYOUT, hashOf([constantsOf(layout), DOCUMENT_TYPES, ID_MAX, URL_MAX, seeds])]).toEqual([
    1,
    'c33189855656939a',
  ]);
  expect(historyOf('layout.ts')).toEqual([1]);
});

test('[L13] wire 1 is what it was', () => {
  expect(hashOf([constantsOf(wire), z.toJSONSchema(spaceReference)])).toBe('3712c51aa117a28f');
  expect(historyOf('wire.ts')).toEqual([1]);
});
