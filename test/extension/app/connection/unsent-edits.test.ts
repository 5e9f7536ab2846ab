// What is not on the server is counted by edits, over restarts and in all windows.
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { holdsEdit, UnsentEdits } from '../../../../extension/app/connection/unsent-edits';
import { asId, type SpaceId } from '../../../../shared/ids';
import { handEnvironment } from '../../../support/hand-environment';
import { type FilePlace, filePlace } from '../../../support/replica-files';
import { waitFor } from '../../../support/wait';

const SPACE = asId<SpaceId>('5f0c0f1e-0000-4000-8000-000000000001');
const OTHER = asId<SpaceId>('5f0c0f1e-0000-4000-8000-000000000002');
const environment = handEnvironment();
let place: FilePlace;
beforeEach(() => {
  place = filePlace();
});
afterEach(() => place.remove());

async function window(space = SPACE) {
  const edits = await UnsentEdits.open(place.window(), environment);
  const doc = new Y.Doc();
  edits.follow(space, doc, (origin) => origin !== 'server');
  const records = doc.getMap('records');
  return { edits, doc, records };
}

test('each transaction of this window is one edit; what comes from elsewhere is none', async () => {
  const { edits, doc, records } = await window();
  records.set('a', 1);
  doc.transact(() => {
    records.set('b', 1);
    records.set('c', 1);
  });
  records.delete('a');
  doc.transact(() => records.set('d', 1), 'server');
  expect(edits.of(SPACE)).toHaveLength(3);
  expect(edits.of(OTHER)).toHaveLength(0);
});

test('they are there after a restart, and those that are settled are not', async () => {
  const before = await window();
  for (const key of ['a', 'b', 'c', 'd']) before.records.set(key, 1);
  const [, b, c] = before.edits.of(SPACE);
  if (!b || !c) throw new Error('too few edits');
  before.edits.settle([c, b]);
  await before.edits.kept();
  await before.edits.close();
  const after = await window();
  expect(after.edits.of(SPACE).map(({ reach }) => reach[0]?.[1])).toEqual([1, 4]);
});

test('windows count together, and what one settles is settled in all', async () => {
  const [one, two] = [await window(), await window(OTHER)];
  one.records.set('a', 1);
  two.records.set('b', 1);
  await waitFor('both to count both', () =>
    [one, two].every(({ edits }) => edits.of(SPACE).length + edits.of(OTHER).length === 2),
  );
  let told = 0;
  one.edits.onChange(() => told++);
  two.edits.settle(two.edits.of(SPACE));
  await waitFor('the other to hear', () => one.edits.of(SPACE).length === 0);
  expect(told).toBe(1);
  expect(one.edits.of(OTHER)).toHaveLength(1);
});

test('an edit of another window counts as held only when all of it has come, deletions too', async () => {
  const { edits, doc, records } = await window();
  const here = new Y.Doc();
  records.set('a', 1);
  const first = Y.encodeStateAsUpdate(doc);
  records.delete('a');
  const [made, removed] = edits.of(SPACE);
  if (!made || !removed) throw new Error('too few edits');
  expect([made, removed].map((edit) => holdsEdit(here, edit))).toEqual([false, false]);
  Y.applyUpdate(here, first);
  expect([made, removed].map((edit) => holdsEdit(here, edit))).toEqual([true, false]);
  Y.applyUpdate(here, Y.encodeStateAsUpdate(doc));
  expect([made, removed].map((edit) => holdsEdit(here, edit))).toEqual([true, true]);
});

test('what was settled takes next to no room', async () => {
  const { edits, records } = await window();
  for (let round = 0; round < 2000; round++) {
    records.set('a', round);
    if (round % 10 === 9) edits.settle(edits.of(SPACE));
  }
  await edits.kept();
  await edits.close();
  const doc = new Y.Doc();
  await place.window().open('unsent-edits', {
    receive: (updates) => {
      for (const update of updates) Y.applyUpdate(doc, update);
      return [];
    },
    wholeState: () => new Uint8Array(),
    problem: () => {},
    writing: () => {},
  });
  expect(Y.getState(doc.store, doc.store.clients.keys().next().value ?? 0)).toBe(2000);
  expect(Y.encodeStateAsUpdate(doc).length).toBeLessThan(200);
});
