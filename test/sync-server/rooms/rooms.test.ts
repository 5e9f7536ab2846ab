/** Rooms over a real store whose commits a test holds back or fails: nobody is told of what is not on disk. */
import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../../shared/dates';
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { createList } from '../../../shared/operations/lists';
import { seedUpdate } from '../../../shared/operations/seed';
import { hashOf } from '../../../sync-server/bearer';
import { KeptAnswers } from '../../../sync-server/rest/kept-answers';
import { buildRest } from '../../../sync-server/rest/rest-server';
import type { RoomPeer } from '../../../sync-server/rooms/room-peer';
import { Rooms } from '../../../sync-server/rooms/rooms';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import type { NewEntry, Storage } from '../../../sync-server/storage/storage';
import { StoreUnavailable } from '../../../sync-server/storage/storage-failures';
import { TrashPurge } from '../../../sync-server/trash-purge';
import { type TempFolder, tempFolder } from '../../support/temp-folder';

/** A store whose appends wait for a gate, and fail as a full disk does while `full`. */
interface GatedStore extends Storage {
  full: boolean;
  /** Documents cannot be read, as while a database is away. */
  away: boolean;
  /** How often a document was read. */
  loads: number;
  /** Holds appends back from now on. @returns lets them go on */
  hold(): () => void;
  /** Likewise saves of the record index. */
  holdSaves(): () => void;
  /** Likewise the answers to who holds a record, once they are read. */
  holdAnswers(): () => void;
}

/** Something that waits while it is shut. */
class Gate {
  opened: Promise<void> | undefined;
  /** @returns opens it */
  shut(): () => void {
    let open: () => void = () => undefined;
    this.opened = new Promise<void>((done) => {
      open = done;
    });
    return open;
  }
}

function gated(storage: Storage): GatedStore {
  const [appends, saves, answers] = [new Gate(), new Gate(), new Gate()];
  const store: GatedStore = {
    ...storage,
    full: false,
    away: false,
    loads: 0,
    documents: Object.assign(Object.create(storage.documents), {
      load: async (space: SpaceId, after?: number) => {
        if (store.away) throw new StoreUnavailable('the line to it has ended', 'line');
        store.loads++;
        return storage.documents.load(space, after);
      },
      append: async (entries: readonly NewEntry[]) => {
        await appends.opened;
        if (store.full) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        return storage.documents.append(entries);
      },
    }),
    records: {
      load: (...args) => storage.records.load(...args),
      behind: (...args) => storage.records.behind(...args),
      deletedBy: (...args) => storage.records.deletedBy(...args),
      through: (...args) => storage.records.through(...args),
      save: async (...args) => {
        await saves.opened;
        return storage.records.save(...args);
      },
      holders: async (...args) => {
        const found = await storage.records.holders(...args);
        await answers.opened;
        return found;
      },
    },
    hold: () => appends.shut(),
    holdSaves: () => saves.shut(),
    holdAnswers: () => answers.shut(),
  };
  return store;
}

class Listener implements RoomPeer {
  readonly heard: Uint8Array[] = [];
  readonly ends: string[] = [];
  asked = 0;
  deliver(update: Uint8Array): void {
    this.heard.push(update);
  }
  ask(): void {
    this.asked++;
  }
  end(why: string): void {
    this.ends.push(why);
  }
}

const TOKEN = 'tb_test';
const log = pino({ level: 'silent' });
let folder: TempFolder;
let store: GatedStore;
let rooms: Rooms;
let user: UserId;
let space: SpaceId;

beforeEach(async () => {
  folder = tempFolder('rooms');
  store = gated(openSqlite({ folder: folder.path }));
  user = asId(randomUUID());
  space = asId(user);
  const row = { id: user, name: 'Ada', email: 'ada@example.com', created: 1_000, modified: 1_000 };
  const token = { id: randomUUID(), hash: hashOf(TOKEN), readOnly: false, expires: undefined };
  await store.accounts.addUser(row, token, seedUpdate(space, 'user'));
  rooms = await Rooms.open({ storage: store, log, afterFlush: () => undefined });
});
afterEach(async () => {
  await rooms.close();
  await store.close();
  await folder.remove();
});

function update(key: string, client = randomBytes(4).readUInt32BE()): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = client;
  doc.getMap('tasks').set(key, new Y.Map([['name', key]]));
  return Y.encodeStateAsUpdate(doc);
}

/** Makes a document throw in the midst of taking in what a client wrote, as one that breaks it in a way that nobody has thought of. */
function throwAt(doc: Y.Doc, poison: number): void {
  const { clients } = doc.store;
  const get = clients.get.bind(clients);
  clients.get = (client) => {
    if (client === poison) throw new Error('no document can take it');
    return get(client);
  };
}

/** Settles after everything that was waiting to run has run. */
const turns = () => new Promise<void>((done) => setImmediate(() => setImmediate(() => setImmediate(done))));

test('[W6] an update is forwarded, and in an answer, only after its commit; several of a turn in one message', async () => {
  const room = await rooms.room(space);
  const [sender, other] = [new Listener(), new Listener()];
  room.peers.add(sender).add(other);
  const open = store.hold();
  room.take(update('a'), sender, 5_000);
  room.take(update('b'), sender, 5_000);
  await turns();
  expect(other.heard).toEqual([]);
  const [answer, ...more] = await room.answer(Uint8Array.of(0));
  expect([Uint8Array.from(answer ?? []), more]).toEqual([seedUpdate(space, 'user'), []]);
  open();
  await rooms.settled();
  expect([sender.heard.length, other.heard.length]).toEqual([0, 1]);
  const copy = new Y.Doc();
  for (const one of other.heard) Y.applyUpdate(copy, one);
  expect([...copy.getMap('tasks').keys()].sort()).toEqual(['a', 'b']);
});

test('[W2] who has nothing is sent what is stored, read once for many; who has everything, what is deleted: no document is made', async () => {
  const room = await rooms.room(space);
  const sender = new Listener();
  for (const name of ['a', 'b']) room.take(update(name), sender, 5_000);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.mergeUpdates([seedUpdate(space, 'user'), update('c', 7)]));
  const before = Y.encodeStateVector(doc);
  room.take(Y.encodeStateAsUpdate(doc), sender, 5_000);
  await rooms.settled();
  store.loads = 0;
  const answers = await Promise.all([1, 2, 3].map(() => room.answer(Uint8Array.of(0))));
  expect(store.loads).toBe(1);
  for (const answer of answers) for (const one of answer) Y.applyUpdate(doc, one);
  doc.getMap('tasks').delete('c');
  expect([...doc.getMap('tasks').keys()].sort()).toEqual(['a', 'b']);
  room.take(Y.encodeStateAsUpdate(doc, before), sender, 5_000);
  // What is on its way to the disk waits for it.
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  const [answer] = await room.answer(Y.encodeStateVector(peer));
  expect(rooms.settled()).toBeUndefined();
  expect(Y.decodeUpdate(answer ?? Uint8Array.of())).toMatchObject({ structs: [] });
  expect(Y.decodeUpdate(answer ?? Uint8Array.of()).ds.clients.has(7)).toBe(true);
  expect(store.loads).toBe(1);
  // Once something is written, what was read before is not all.
  const last = (await room.answer(Uint8Array.of(0))).at(-1);
  expect(store.loads).toBe(2);
  expect(Y.decodeUpdate(last ?? Uint8Array.of()).ds.clients.has(7)).toBe(true);
  // Nobody has asked for a while: it is let go.
  for (let n = 0; n < 2; n++) await room.tidy();
  await room.answer(Uint8Array.of(0));
  expect(store.loads).toBe(3);
});

test('[W6] a document that only folding has needed goes with it; one that was asked for stays', async () => {
  const room = await rooms.room(space);
  const grow = async () => {
    for (let n = 0; n < 501; n++) room.take(update(`${n}`), new Listener(), 5_000);
    await rooms.settled();
    await room.tidy();
    store.loads = 0;
  };
  await grow();
  const live = await room.live();
  expect(store.loads).toBe(1);
  expect([...live.view.records('task')].length + live.doc.getMap('tasks').size).toBeGreaterThan(500);
  await grow();
  expect(await room.live()).toBe(live);
  expect(store.loads).toBe(0);
});

test('[W6] a commit that fails is kept nowhere: its senders are closed, the document is made again', async () => {
  const room = await rooms.room(space);
  const [sender, other] = [new Listener(), new Listener()];
  room.peers.add(sender).add(other);
  const live = await room.live();
  store.full = true;
  room.take(update('lost'), sender, 5_000);
  room.write(live, 5_000, () =>
    createList(
      live,
      { name: 'Lost', listKind: 'task' },
      { origin: 'rest', newId: randomUUID, now: () => toIsoDate(0) },
    ),
  );
  await expect(room.settled()).rejects.toThrow('full');
  expect(sender.ends[0]).toBe('full');
  expect([other.heard, other.ends]).toEqual([[], ['full']]);
  store.full = false;
  const again = await rooms.room(space);
  expect(again).not.toBe(room);
  const { view } = await again.live();
  expect(view.lists('task').map(({ name }) => name)).toEqual(['Personal Tasks']);
  expect(again.look(update('lost')).kind).toBe('taken');
});

test('[R15] a record is found while its times are on their way into the index, and when they have just come there', async () => {
  const room = await rooms.room(space);
  await room.live();
  room.take(update('a'), new Listener(), 5_000);
  await rooms.settled();
  const save = store.holdSaves();
  const tidying = room.tidy();
  expect(await rooms.holders.of('task', 'a')).toEqual([space]);
  // Read before the save, and told after it.
  const answer = store.holdAnswers();
  const finding = rooms.holders.of('task', 'a');
  save();
  await tidying;
  answer();
  expect(await finding).toEqual([space]);
});

test('[R15] what cannot be looked for while the store is away is found when it is back', async () => {
  const [seeded] = [...(await (await rooms.room(space)).live()).view.lists('task')];
  await rooms.close();
  rooms = await Rooms.open({ storage: store, log, afterFlush: () => undefined });
  rooms.onCreated(space);
  store.away = true;
  await expect(rooms.holders.of('list', seeded?.id ?? '')).rejects.toThrow(StoreUnavailable);
  store.away = false;
  expect(await rooms.holders.of('list', seeded?.id ?? '')).toEqual([space]);
});

test('[W4][W6] one in a turn that no document can take hurts its sender alone; the turn is one change of the document', async () => {
  const room = await rooms.room(space);
  const [sender, poisoner] = [new Listener(), new Listener()];
  room.peers.add(sender).add(poisoner);
  const live = await room.live();
  let changes = 0;
  live.view.onChange(() => changes++);
  for (let n = 0; n < 40; n++) room.take(update(`before ${n}`), sender, 5_000 + n);
  await rooms.settled();
  expect([changes, live.clock.of('task', 'before 39')?.created]).toEqual([1, 5_000]);
  throwAt(live.doc, 666);
  room.take(update('first'), sender, 6_000);
  expect(room.take(update('poison', 666), poisoner, 6_000).kind).toBe('taken');
  room.take(update('second'), sender, 6_000);
  await rooms.settled();
  expect([sender.ends, poisoner.ends[0]]).toEqual([['restart'], 'bad-message']);
  const again = await (await rooms.room(space)).live();
  expect([...again.doc.getMap('tasks').keys()].filter((key) => !key.startsWith('before'))).toEqual(['first', 'second']);
});

test('[R18] times are those of merging, and the same when everything is read again', async () => {
  const room = await rooms.room(space);
  const first = update('a');
  room.take(first, new Listener(), 5_000);
  await rooms.settled();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, first);
  const change = Y.encodeStateVector(doc);
  (doc.getMap('tasks').get('a') as Y.Map<unknown>).set('name', 'new');
  room.take(Y.encodeStateAsUpdate(doc, change), new Listener(), 9_000);
  await rooms.settled();
  const times = { kind: 'task', id: 'a', created: 5_000, modified: 9_000 };
  expect(await rooms.holders.of('task', 'a')).toEqual([space]);
  expect((await room.live()).clock.of('task', 'a')).toEqual(times);
  // Once from the log alone, once from the index.
  for (let n = 0; n < 2; n++) {
    const before = rooms;
    rooms = await Rooms.open({ storage: store, log, afterFlush: () => undefined });
    const live = await (await rooms.room(space)).live();
    expect(live.clock.of('task', 'a')).toEqual(times);
    await before.close();
  }
});

test('[W6][R2] REST answers after the commit, and 507 where there is no room; then nothing has changed', async () => {
  const organization = { id: 'organization', name: 'Test' };
  const services = {
    storage: store,
    rooms,
    answers: new KeptAnswers(),
    organization,
    rightsChanged: async () => undefined,
  };
  const app = await buildRest({ services, log, rateLimit: 0, allowOrigins: [] });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const post = (name: string) =>
    app.inject({ method: 'POST', url: '/v1/tasklists', headers, payload: { name, user: { id: user } } });
  const names = async () =>
    (await app.inject({ url: `/v1/tasklists/parent/${user}`, headers }))
      .json()
      .items.map((one: { name: string }) => one.name);
  await names();
  const open = store.hold();
  let answered = false;
  const kept = post('Kept').then((answer) => {
    answered = true;
    return answer;
  });
  await turns();
  await turns();
  expect(answered).toBe(false);
  open();
  expect((await kept).statusCode).toBe(201);
  store.full = true;
  const lost = await post('Lost');
  expect([lost.statusCode, lost.json().errors[0].type]).toEqual([507, 'insufficient-storage']);
  store.full = false;
  expect(await names()).toEqual(['Personal Tasks', 'Kept']);
  await app.close();
});

test('[W10] whether an id is in use is found without opening documents in which it is not named', async () => {
  const room = await rooms.room(space);
  const peer: RoomPeer = { deliver: () => undefined, ask: () => undefined, end: () => undefined };
  expect(room.take(update('one-task'), peer, 2_000).kind).toBe('taken');
  await room.settled();
  const before = store.loads;
  expect(await rooms.holders.any('another-task')).toBe(false);
  expect(store.loads).toBe(before);
  expect(await rooms.holders.any('one-task')).toBe(true);
  expect(store.loads).toBeGreaterThan(before);
});

test('[D4] who empties the trash opens no document in which nothing can be due', async () => {
  await store.records.save(space, 1, []);
  let round: Promise<unknown> | undefined;
  store.alone = (_task, work) => {
    const done = work();
    round = done;
    return done;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const purge = new TrashPurge(store, rooms, log, 30);
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  expect(round).toBeDefined();
  await round;
  await purge.end();
  expect([rooms.open, store.loads]).toEqual([0, 0]);
});

test('[W6] nothing is written into a room that was put away: who comes next has another one', async () => {
  const room = await rooms.room(space);
  const live = await room.live();
  room.dispose();
  expect(() => room.write(live, 1_000, () => undefined)).toThrow(StoreUnavailable);
});
