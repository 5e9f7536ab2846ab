/** A space of 100,000 tasks, some 25 MB: it comes to the server in one go, and from it to who has nothing. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, syncFrame } from './raw-socket';
import { connectVanilla } from './vanilla-client';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
}, 60_000);
afterAll(() => ground[Symbol.asyncDispose]());

const TASKS = 100_000;

/** A document with so many tasks in a section. */
function largeDocument(section: string): Y.Doc {
  const doc = new Y.Doc();
  const tasks = doc.getMap<unknown>('tasks');
  doc.transact(() => {
    for (let n = 0; n < TASKS; n++) {
      const fields: [string, unknown][] = [
        ['name', `Task ${n} ${randomBytes(24).toString('hex')}`],
        ['description', new Y.Text()],
        ['status', 'open'],
        ['priority', 'none'],
        ['place', { section, order: `a${n.toString(36).padStart(4, '0')}V` }],
      ];
      tasks.set(randomUUID(), new Y.Map(fields));
    }
  });
  return doc;
}

test('[W2][W9] 100,000 tasks sync both ways, and another room goes on meanwhile', { timeout: 150_000 }, async () => {
  const { id, section } = await ground.workspace();
  const { url } = ground.server;
  const update = Y.encodeStateAsUpdate(largeDocument(section));
  expect(update.length).toBeGreaterThan(20_000_000);
  await using writer = await openRaw(url, id, ground.ada.token);
  writer.send(syncFrame(2, update));
  // Megabytes are read, written and taken in meanwhile, on whatever machine this is.
  const echoed = writer.barrier(90_000);
  await using other = await openRaw(url, ground.bob.id, ground.bob.token);
  await other.barrier(90_000);
  await echoed;
  expect(writer.closed()).toBeUndefined();
  await using reader = await connectVanilla(url, id, ground.ada.token);
  await waitFor('all tasks', () => reader.doc.getMap('tasks').size === TASKS, { timeout: 90_000 });
  const [key] = reader.doc.getMap('tasks').keys();
  (reader.doc.getMap('tasks').get(key ?? '') as Y.Map<unknown>).set('name', 'Renamed');
  await waitFor('the small edit at the writer', () => writer.received.some(({ step }) => step === 2));
  expect((await ground.ada.call('GET', `/v1/tasks/${key}`)).body.name).toBe('Renamed');
});
