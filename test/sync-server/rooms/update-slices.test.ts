/** Slices of a large update: together they are the update, and a document takes each in at once. */
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { slicesOf } from '../../../sync-server/rooms/update-slices';

/** A document that several have written, each on what the others wrote, with what was deleted and collected. */
function manyWriters(clients: number): Y.Doc {
  const docs = Array.from({ length: clients }, () => new Y.Doc());
  let state: Uint8Array | undefined;
  for (let round = 0; round < 2; round++) {
    for (const [at, doc] of docs.entries()) {
      if (state) Y.applyUpdate(doc, state);
      const tasks = doc.getMap<Y.Map<unknown>>('tasks');
      doc.transact(() => {
        for (let n = 0; n < 60; n++)
          tasks.set(`${round} ${at} ${n}`, new Y.Map([['name', `Täsk ${n} ${'x'.repeat(4_000)}`]]));
        // Beside, and in, what others wrote.
        for (const key of [...tasks.keys()].slice(0, 30)) tasks.get(key)?.set('status', `${round} ${at}`);
        doc.getText('text').insert(Math.floor(doc.getText('text').length / 2), `${at} words`);
      });
      doc.getText('text').delete(0, 1);
      tasks.delete(`${round} ${at} 0`);
      state = Y.encodeStateAsUpdate(doc);
    }
  }
  const all = new Y.Doc();
  if (state) Y.applyUpdate(all, state);
  return all;
}

test('[W4] slices of a large update give the same document, and nothing waits in it in between', () => {
  const whole = manyWriters(3);
  const update = Y.encodeStateAsUpdate(whole);
  expect(update.length).toBeGreaterThan(1024 * 1024);
  const doc = new Y.Doc();
  let count = 0;
  for (const slice of slicesOf(update)) {
    expect(slice.length).toBeLessThan(300 * 1024);
    Y.applyUpdate(doc, slice);
    expect([doc.store.pendingStructs, doc.store.pendingDs]).toEqual([null, null]);
    count++;
  }
  expect(count).toBeGreaterThan(4);
  expect(doc.getMap('tasks').toJSON()).toEqual(whole.getMap('tasks').toJSON());
  expect(doc.getText('text').toString()).toBe(whole.getText('text').toString());
  expect(Y.encodeStateVector(doc)).toEqual(Y.encodeStateVector(whole));
  expect(Y.equalSnapshots(Y.snapshot(doc), Y.snapshot(whole))).toBe(true);
});

test('[W4] slices of what is new of a document come after what they stand on, too', () => {
  const base = manyWriters(3);
  const later = [0, 1, 2].map(() => new Y.Doc());
  let state = Y.encodeStateAsUpdate(base);
  // Each on what the one before wrote, in every order that their ids may have.
  for (const [at, doc] of [...later, ...later].entries()) {
    Y.applyUpdate(doc, state);
    const tasks = doc.getMap<Y.Map<unknown>>('tasks');
    for (const task of tasks.values()) task.set('name', `${at} ${'y'.repeat(2_000)}`);
    doc.getText('text').insert(3, `${at}`);
    state = Y.encodeStateAsUpdate(doc);
  }
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(base));
  const whole = new Y.Doc();
  Y.applyUpdate(whole, state);
  const update = Y.encodeStateAsUpdate(whole, Y.encodeStateVector(base));
  for (const slice of slicesOf(update)) {
    Y.applyUpdate(doc, slice);
    expect([doc.store.pendingStructs, doc.store.pendingDs]).toEqual([null, null]);
  }
  expect(Y.equalSnapshots(Y.snapshot(doc), Y.snapshot(whole))).toBe(true);
});

test('[W5] what waits for something that is not there waits in the document too, and comes with it', () => {
  const first = new Y.Doc();
  first.getText('text').insert(0, 'first');
  const later = new Y.Doc();
  Y.applyUpdate(later, Y.encodeStateAsUpdate(first));
  later.getText('text').insert(5, ' and later');
  later.getMap('large').set('bytes', 'x'.repeat(1024 * 1024));
  const update = Y.encodeStateAsUpdate(later, Y.encodeStateVector(first));
  const doc = new Y.Doc();
  for (const slice of slicesOf(update)) Y.applyUpdate(doc, slice);
  expect(doc.getText('text').toString()).toBe('');
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(first));
  expect(doc.getText('text').toString()).toBe('first and later');
  expect(doc.getMap('large').size).toBe(1);
});

test('[W4] deletions come after the last client, also where that has written nothing', () => {
  // What is deleted is in it, so that only the deletions say that it is.
  const doc = new Y.Doc({ gc: false });
  doc.getText('text').insert(0, 'x'.repeat(2 * 1024 * 1024));
  doc.getText('text').delete(0, 3);
  const update = Y.encodeStateAsUpdate(doc);
  const deletions = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc)).subarray(1);
  const structs = update.subarray(1, update.length - deletions.length);
  // Of a second client, 5, there are no structs, from its clock 0 on.
  const parts = [Uint8Array.of(2), structs, Uint8Array.of(0, 5, 0), deletions];
  const read = new Y.Doc();
  for (const slice of slicesOf(Uint8Array.from(Buffer.concat(parts)))) Y.applyUpdate(read, slice);
  expect(read.getText('text').length).toBe(2 * 1024 * 1024 - 3);
});

test('[W4] a small update, and one that cannot be read, is given as it is', () => {
  const doc = new Y.Doc();
  doc.getText('text').insert(0, 'small');
  const small = Y.encodeStateAsUpdate(doc);
  const damaged = new Uint8Array(2 * 1024 * 1024).fill(255);
  for (const update of [small, damaged]) {
    const [only, ...more] = slicesOf(update);
    expect([only === update, more.length]).toEqual([true, 0]);
  }
});
