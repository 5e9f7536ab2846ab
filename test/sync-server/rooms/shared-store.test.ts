/** The rooms of two servers on one store, which tell each other of what they append, or not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type SpaceId } from '../../../shared/ids';
import type { Ear, Neighbours } from '../../../sync-server/rooms/neighbours';
import type { RoomPeer } from '../../../sync-server/rooms/room-peer';
import { Rooms } from '../../../sync-server/rooms/rooms';
import { openSqlite } from '../../../sync-server/storage/sqlite/sqlite-storage';
import type { LogEntry, Storage } from '../../../sync-server/storage/storage';
import { type TempFolder, tempFolder } from '../../support/temp-folder';

const SPACE = asId<SpaceId>('a-space');
const log = {
  error: (_details: object, message: string): void => {
    throw new Error(message);
  },
};

/** A socket that follows its room with a replica. */
class Follower implements RoomPeer {
  readonly doc = new Y.Doc();
  deliver(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update);
  }
  ask(): void {}
  end(): void {}
}

let folder: TempFolder;
let stores: Storage[];
let rooms: Rooms[];
/** Whether what one appends is told the other. */
let isTold: boolean;

beforeEach(async () => {
  folder = tempFolder('rooms');
  isTold = true;
  stores = [openSqlite({ folder: folder.path }), openSqlite({ folder: folder.path })];
  const ears = new Map<number, Ear>();
  const neighbours = (own: number): Neighbours => ({
    areHeard: true,
    listen: async (_space, ear) => {
      ears.set(own, ear);
      return () => void ears.delete(own);
    },
    tell: (_space, entries: readonly LogEntry[]) => {
      if (isTold) ears.get(1 - own)?.hear(entries);
    },
  });
  rooms = await Promise.all(
    stores.map((storage, at) => Rooms.open({ storage, log, afterFlush: () => undefined, neighbours: neighbours(at) })),
  );
});
afterEach(async () => {
  for (const one of rooms) await one.close();
  for (const one of stores) await one.close();
  await folder.remove();
});

/** Writes so many keys, each as an entry of its own. */
async function write(at: number, name: string, count: number, root = 'elsewhere'): Promise<void> {
  const room = await (rooms[at] as Rooms).room(SPACE);
  const doc = new Y.Doc();
  const author = new Follower();
  doc.on('update', (update: Uint8Array) => expect(room.take(update, author, 1).kind).toBe('taken'));
  for (let n = 0; n < count; n++) {
    doc.getMap(root).set(`${name} ${n}`, root === 'tasks' ? new Y.Map([['name', name]]) : n);
    await room.settled();
  }
}

test('[W11] who folds a log has taken in all that is in it: whoever asks afterwards gets all', async () => {
  const [one, two] = rooms as [Rooms, Rooms];
  await two.room(SPACE);
  await write(0, 'told', 510);
  await write(1, 'own', 1);
  isTold = false;
  await write(0, 'not told', 5);
  const room = await two.room(SPACE);
  await room.tidy();
  expect(await stores[0]?.documents.amount(SPACE)).toMatchObject({ entries: 0 });
  await one.close();
  await two.close();
  rooms = [await Rooms.open({ storage: stores[0] as Storage, log, afterFlush: () => undefined })];
  // One who has only what was told.
  const reader = new Follower();
  const later = await (rooms[0] as Rooms).room(SPACE);
  for (const update of await later.answer(Y.encodeStateVector(reader.doc))) reader.deliver(update);
  expect(reader.doc.getMap('elsewhere').size).toBe(516);
  expect(Y.decodeStateVector(later.stateVector())).toEqual(Y.decodeStateVector(Y.encodeStateVector(reader.doc)));
});

test('[W11] sockets get what another server has folded before it was told of', async () => {
  const [one, two] = rooms as [Rooms, Rooms];
  const reader = new Follower();
  const far = await two.room(SPACE);
  far.peers.add(reader);
  const live = await far.live();
  await write(0, 'told', 3);
  isTold = false;
  await write(0, 'not told', 600);
  await (await one.room(SPACE)).tidy();
  await far.catchUp();
  await write(0, 'after', 2);
  await far.catchUp();
  expect(reader.doc.getMap('elsewhere').size).toBe(605);
  expect(live.doc.getMap('elsewhere').size).toBe(605);
  expect([far.last, live.through]).toEqual([605, 605]);
});

test('[W11] a document that is opened while another server folds it has the times of all that is in it', async () => {
  const [one, two] = rooms as [Rooms, Rooms];
  const documents = stores[1]?.documents as Storage['documents'];
  const far = await two.room(SPACE);
  await write(0, 'before', 501, 'tasks');
  const load = documents.load.bind(documents);
  // It asks for all that is stored, and gets it when the other one has saved the times and folded.
  documents.load = async (space, after) => {
    if (after !== undefined) return load(space, after);
    documents.load = load;
    await (await one.room(SPACE)).tidy();
    expect(await documents.amount(SPACE)).toMatchObject({ entries: 0 });
    return load(space);
  };
  const { clock, view } = await far.live();
  expect(view.record('task', 'before 500')).toBeDefined();
  expect(clock.of('task', 'before 500')).toMatchObject({ created: 1, modified: 1 });
});
