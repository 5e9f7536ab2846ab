// The layout of documents and the messages of the wire change only by decision: a hash, a version and a line of history.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import * as z from 'zod';
import { toIsoDate } from '../../shared/dates';
import { asId, ID_MAX, type TaskId } from '../../shared/ids';
import * as layout from '../../shared/layout';
import { moveToSpace } from '../../shared/operations/move-space';
import { seedUpdate } from '../../shared/operations/seed';
import { createTask, updateTask } from '../../shared/operations/tasks';
import { DOCUMENT_TYPES } from '../../shared/records';
import { news, registerSpaceBody } from '../../shared/rest/sync-spaces';
import { URL_MAX } from '../../shared/url';
import * as wire from '../../shared/wire';
import { firstSection, got, replica, SPACE, surroundings } from './replica';

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

/** What an item holds; of a type of Yjs which one. */
const contentOf = ({ content }: Y.Item) =>
  content instanceof Y.ContentType ? content.type.constructor.name : content.getContent();
/** What was written under client ids that are no session's. */
function derivedIn(doc: Y.Doc): readonly unknown[] {
  return Y.decodeUpdate(Y.encodeStateAsUpdate(doc)).structs.flatMap((item) =>
    item instanceof Y.Item && item.id.client >= 2 ** 32
      ? [[item.id, item.length, item.parent, item.parentSub, item.origin, item.rightOrigin, contentOf(item)]]
      : [],
  );
}
const inFirst = (space: typeof SPACE) => ({ kind: 'section', id: firstSection('task', space) }) as const;

// Where one of these fails: other replicas and servers read what you change. Decide: say it in the history, raise the version where an old one would do harm with it, then the hash.

test('[L13] layout 1 is what it was', () => {
  const seeds = (['user', 'workspace', 'project'] as const).map((kind) =>
    Buffer.from(seedUpdate(SPACE, kind)).toString('base64'),
  );
  expect([layout.LAYOUT, hashOf([constantsOf(layout), DOCUMENT_TYPES, ID_MAX, URL_MAX, seeds])]).toEqual([
    1,
    '10cb53d887e259b1',
  ]);
  expect(historyOf('layout.ts')).toEqual([1]);
});

test('[L13] what comes with a move has the ids and values that every other window gives it', () => {
  const [mine, team] = [replica(), replica('project', asId('6ba7b810-9dad-11d1-80b4-00c04fd430c8'))];
  const task = asId<TaskId>('t');
  const by = { ...surroundings(), newId: () => task };
  mine.doc.clientID = 7;
  team.doc.clientID = 9;
  got(createTask(mine, inFirst(mine.id), { name: 'n', description: 'd', dueDate: toIsoDate(0) }, by));
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inFirst(team.id), by));
  team.doc.clientID = 8;
  got(updateTask(team, task, { name: 'm', dueDate: null }, by));
  const written = derivedIn(team.doc);
  expect(written.length).toBeGreaterThan(6);
  expect(hashOf(written)).toBe('a0e11ee36827e14a');
});

test('[L13, X9] what comes back, and goes once more, has the ids that every other window gives it, and what nobody wrote is not written again', () => {
  const [mine, team] = [replica(), replica('project', asId('6ba7b810-9dad-11d1-80b4-00c04fd430c8'))];
  const task = asId<TaskId>('t');
  const by = { ...surroundings(), newId: () => task };
  mine.doc.clientID = 7;
  team.doc.clientID = 8;
  got(createTask(mine, inFirst(mine.id), { name: 'n' }, by));
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inFirst(team.id), by));
  const before = derivedIn(team.doc).length;
  got(updateTask(team, task, { name: 'm', dueDate: null }, by));
  got(moveToSpace(team, { kind: 'task', id: task }, mine, inFirst(mine.id), by));
  got(moveToSpace(mine, { kind: 'task', id: task }, team, inFirst(team.id), by));
  const [here, there] = [derivedIn(mine.doc), derivedIn(team.doc)];
  // The name, which came back; in the team it was written over what had come.
  expect([here.length, there.length - before]).toEqual([1, 1]);
  expect(hashOf([here, there])).toBe('ffb402093bd610b1');
});

test('[L13] wire 1 is what it was', () => {
  expect(hashOf([constantsOf(wire), z.toJSONSchema(news), z.toJSONSchema(registerSpaceBody, { io: 'input' })])).toBe(
    '84a9cdf5c67446ac',
  );
  expect(historyOf('wire.ts')).toEqual([1]);
});
