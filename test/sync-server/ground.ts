/** A running server with two users, for the tests of one file. */

import { makeUser } from '../../sync-server/command-line/accounts';
import { openSqlite } from '../../sync-server/storage/sqlite/sqlite-storage';
import type { Storage } from '../../sync-server/storage/storage';
import { newDatabase, openDatabase } from '../support/database';
import { startRedis } from '../support/redis-server';
import { type Caller, caller } from '../support/rest';
import { type NewUser, type SyncServer, startSyncServer } from '../support/sync-server';
import { tempFolder } from '../support/temp-folder';

/**
 * `TACKBOARD_TEST_STORE=postgres` has the same tests run on a server with a database, `cluster` on three of them: sockets on the first, each
 * request to REST on the next one.
 */
const WHERE = process.env.TACKBOARD_TEST_STORE;
/** Servers beside the first. */
const BESIDE = WHERE === 'cluster' ? 2 : 0;

/** A user with a way to call REST. */
export interface Someone extends NewUser {
  readonly call: Caller;
}

/** The server and who is on it. `await using` ends and removes all of it. */
export interface Ground extends AsyncDisposable {
  server: SyncServer;
  /** its data folder, or the address of its database */
  readonly data: string;
  readonly ada: Someone;
  readonly bob: Someone;
  /** Makes a workspace of Ada's. @param members further ones, with their role */
  workspace(members?: readonly { readonly id: string; readonly role: string }[]): Promise<WorkspaceIds>;
}

/** A workspace with its default task list. */
export interface WorkspaceIds {
  readonly id: string;
  readonly list: string;
  readonly section: string;
}

/** Starts a server on a new folder. @param options more options of `serve` */
export async function startGround(options: readonly string[] = ['--rate-limit', '0']): Promise<Ground> {
  const folder = tempFolder('server');
  const database = WHERE === 'postgres' || WHERE === 'cluster' ? await newDatabase() : undefined;
  const redis = WHERE === 'cluster' ? await startRedis() : undefined;
  const beside: SyncServer[] = [];
  let server: SyncServer | undefined;
  const end = async (): Promise<void> => {
    for (const one of [...beside, ground?.server ?? server]) await one?.stop();
    await redis?.[Symbol.asyncDispose]();
    await folder.remove();
    await database?.[Symbol.asyncDispose]();
  };
  let ground: Ground | undefined;
  try {
    const storage = database ? await openDatabase(database.address) : openSqlite({ folder: folder.path });
    const [ada, bob] = await makeUsers(storage);
    const start = () =>
      startSyncServer({
        ...{ data: folder.path, options },
        ...(database && { store: database.address }),
        ...(redis && { env: { TACKBOARD_BUS: redis.address } }),
      });
    server = await start();
    for (let at = 0; at < BESIDE; at++) beside.push(await start());
    const urls = [server, ...beside].map(({ url }) => url);
    let turn = 0;
    const someone = (user: NewUser): Someone => ({
      ...user,
      call: (...request) => caller(urls[turn++ % urls.length] ?? '', user.token)(...request),
    });
    const owner = someone(ada);
    ground = {
      server,
      data: database?.address ?? folder.path,
      ada: owner,
      bob: someone(bob),
      workspace: async (members = []) => {
        const made = await owner.call('POST', '/v1/workspaces', { name: 'Team', members });
        const list = made.body.taskLists[0].id;
        const read = await owner.call('GET', `/v1/tasklists/${list}`);
        return { id: made.body.id, list, section: read.body.taskSections[0].id };
      },
      [Symbol.asyncDispose]: end,
    };
    return ground;
  } catch (error) {
    await end();
    throw error;
  }
}

/** Makes the two without a process for each; what `user add` does is proven in command-line.test.ts. */
async function makeUsers(storage: Storage): Promise<[NewUser, NewUser]> {
  try {
    return [
      await makeUser(storage, { name: 'Ada', email: 'ada@example.com' }),
      await makeUser(storage, { name: 'Bob', email: 'bob@example.com' }),
    ];
  } finally {
    await storage.close();
  }
}
