// A live replica over the real store on files: what is written is there after a restart, and in other windows at once.
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { LiveReplica } from '../../../extension/app/live-replica';
import { OPEN_AGAIN } from '../../../extension/app/patient-replica';
import type { ReplicaStore, StoreFailure } from '../../../extension/app/replica-store';
import { asId, type SpaceId } from '../../../shared/ids';
import { seedUpdate } from '../../../shared/operations/seed';
import { addTask, firstSection } from '../../shared/replica';
import { type HandEnvironment, handEnvironment } from '../../support/hand-environment';
import { MemoryPlace, MemoryReplicaStore } from '../../support/memory-replica-store';
import { type FilePlace, filePlace } from '../../support/replica-files';
import { waitFor } from '../../support/wait';

const SPACE = asId<SpaceId>('5f0c0f1e-0000-4000-8000-000000000001');
const SECTION = { kind: 'section', id: firstSection('task', SPACE) } as const;
let place: FilePlace;
let environment: HandEnvironment;
beforeEach(() => {
  place = filePlace();
  environment = handEnvironment();
});
afterEach(() => place.remove());

async function seeded(store: ReplicaStore = place.window()): Promise<LiveReplica> {
  const replica = await LiveReplica.open(store, SPACE, environment);
  replica.apply(seedUpdate(SPACE, 'user'), 'seed');
  return replica;
}

const names = ({ view }: LiveReplica) => view.tasks(SECTION).map(({ name }) => name);

test('what was written is there after a restart', async () => {
  const before = await seeded();
  addTask(before, 'Write it down', SECTION);
  await before.kept();
  await before.close();
  const after = await LiveReplica.open(place.window(), SPACE, environment);
  expect(names(after)).toEqual(['Write it down']);
  expect(after.failure).toBeUndefined();
  expect(after.problems).toEqual([]);
});

test('what was written is there in a window that did not wait for the end of another', async () => {
  const one = await seeded();
  addTask(one, 'Kept', SECTION);
  await one.kept();
  expect(names(await LiveReplica.open(place.window(), SPACE, environment))).toEqual(['Kept']);
});

test('windows see each other live', async () => {
  const [one, two] = [await seeded(), await seeded()];
  const changes: string[] = [];
  two.view.onChange(({ changed }) => changes.push(...changed.map(({ kind }) => kind)));
  addTask(one, 'From one', SECTION);
  await waitFor('the other window to show it', () => names(two).includes('From one'));
  addTask(two, 'From two', SECTION);
  await waitFor('both to show both', () => names(one).length === 2);
  expect(names(one)).toEqual(names(two));
  expect(changes).toEqual(['task', 'task']);
  await two.close();
  await one.close();
  const third = await LiveReplica.open(place.window(), SPACE, environment);
  expect(names(third)).toEqual(['From one', 'From two']);
});

test('what comes out of the store is not put into it again', async () => {
  const memory = new MemoryPlace();
  const one = await seeded(new MemoryReplicaStore(memory));
  const two = await seeded(new MemoryReplicaStore(memory));
  addTask(one, 'Once', SECTION);
  await waitFor('the other window to show it', () => names(two).includes('Once'));
  await two.kept();
  await seeded(new MemoryReplicaStore(memory));
  expect(memory.kept.get(SPACE)).toHaveLength(2);
});

test('opening and seeding again writes nothing', async () => {
  const one = await seeded();
  await one.kept();
  const other = await seeded();
  let writes = 0;
  other.doc.on('update', () => writes++);
  other.apply(seedUpdate(SPACE, 'user'), 'seed');
  expect(writes).toBe(0);
});

test('a store that cannot be opened leaves a replica in memory, which says so', async () => {
  const store = place.window();
  await store.close();
  const replica = await seeded(store);
  addTask(replica, 'In memory', SECTION);
  await replica.kept();
  expect(names(replica)).toEqual(['In memory']);
  expect(replica.failure?.kind).toBe('closed');
  await replica.close();
});

test('a folder that is away at the start is read when it is back, and what was done meanwhile is kept', async () => {
  const before = await seeded();
  addTask(before, 'Kept before', SECTION);
  await before.kept();
  await before.close();
  const [kept, away] = ['format-1', 'away'].map((name) => join(place.folder, name)) as [string, string];
  await rename(kept, away);
  await writeFile(kept, 'in its place');
  const replica = await seeded();
  expect(replica.failure).toMatchObject({ kind: 'unavailable', isUnread: true });
  expect(environment.logged).toEqual([replica.failure?.message]);
  const told: unknown[] = [];
  replica.onWriting((failure) => told.push(failure?.kind));
  addTask(replica, 'Meanwhile', SECTION);
  await replica.kept();
  environment.time.pass(OPEN_AGAIN);
  await waitFor('it to be tried again', () => environment.time.pending > 0);
  expect(names(replica)).toEqual(['Meanwhile']);
  expect(told).toEqual([]);

  await rm(kept);
  await rename(away, kept);
  environment.time.pass(OPEN_AGAIN);
  await waitFor('it to be kept', () => replica.failure === undefined);
  expect(told).toEqual([undefined]);
  addTask(replica, 'Afterwards', SECTION);
  await replica.kept();
  const all = ['Kept before', 'Meanwhile', 'Afterwards'].sort();
  expect([...names(replica)].sort()).toEqual(all);
  await replica.close();
  const next = await LiveReplica.open(place.window(), SPACE, environment);
  expect([...names(next)].sort()).toEqual(all);
  expect(environment.logged).toHaveLength(1);
});

test('a window that ends before its folder is back leaves nothing that goes on', async () => {
  const kept = join(place.folder, 'format-1');
  await writeFile(kept, 'in its place');
  const replica = await seeded();
  await replica.close();
  await rm(kept);
  environment.time.pass(OPEN_AGAIN);
  expect(environment.time.pending).toBe(0);
});

test('a disk that fills up is told, and that it works again too; nothing is lost', async () => {
  const memory = new MemoryPlace();
  const replica = await seeded(new MemoryReplicaStore(memory));
  const told: (StoreFailure | undefined)[] = [];
  replica.onWriting((failure) => told.push(failure));
  memory.failure = { kind: 'full', message: 'no room' };
  addTask(replica, 'Meanwhile', SECTION);
  await replica.kept();
  expect(replica.failure).toEqual({ ...memory.failure, isUnread: false });
  expect(names(replica)).toEqual(['Meanwhile']);
  memory.recover();
  expect(replica.failure).toBeUndefined();
  expect(told.map((failure) => failure?.kind)).toEqual(['full', undefined]);
  expect(names(await LiveReplica.open(new MemoryReplicaStore(memory), SPACE, environment))).toEqual(['Meanwhile']);
});

test('an update that cannot be read keeps no other from being read', async () => {
  const memory = new MemoryPlace();
  const replica = await seeded(new MemoryReplicaStore(memory));
  addTask(replica, 'Before', SECTION);
  await replica.kept();
  const kept = memory.kept.get(SPACE) ?? [];
  kept.splice(1, 0, Uint8Array.of(1, 1, 255, 255));
  addTask(replica, 'After', SECTION);
  await replica.kept();
  const next = await LiveReplica.open(new MemoryReplicaStore(memory), SPACE, environment);
  expect(names(next)).toEqual(['Before', 'After']);
  expect(environment.logged.join()).toContain('cannot be read');
});

test('what comes from elsewhere is kept like one’s own', async () => {
  const replica = await seeded();
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(replica.doc));
  other.getMap('space').set('name', 'From the server');
  Y.applyUpdate(replica.doc, Y.encodeStateAsUpdate(other), 'server');
  await replica.kept();
  const next = await LiveReplica.open(place.window(), SPACE, environment);
  expect(next.view.fields.name).toBe('From the server');
});
