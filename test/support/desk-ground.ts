/** What tests of windows and a real sync server stand on: one server for a file, and for each test two machines. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { DeskPlace } from './desk-place';
import { addUser, type NewUser, type SyncServer, startSyncServer } from './sync-server';
import { tempFolder } from './temp-folder';

export interface DeskGround {
  /** It has to run again at the end of a test that has ended it. */
  server: SyncServer;
  /** The folder of its data, absolute. */
  readonly data: string;
  /** Two machines on which nothing is yet. */
  here: DeskPlace;
  there: DeskPlace;
  /** Makes a user that no other test has. */
  user(name: string): Promise<NewUser>;
}

/** Has a ground ready for the tests of a file; to be called at its top. */
export function deskGround(): DeskGround {
  const folder = tempFolder('desk-server');
  let users = 0;
  const ground: Partial<DeskGround> & Pick<DeskGround, 'data' | 'user'> = {
    data: folder.path,
    user: (name) => addUser(folder.path, name, `${name.toLowerCase()}${users++}@example.org`),
  };
  beforeAll(async () => {
    ground.server = await startSyncServer({ data: folder.path, options: ['--rate-limit', '0'] });
  }, 60_000);
  afterAll(async () => {
    await ground.server?.stop();
    await folder.remove();
  });
  beforeEach(() => {
    ground.here = new DeskPlace();
    ground.there = new DeskPlace();
  });
  afterEach(async () => {
    await ground.here?.[Symbol.asyncDispose]();
    await ground.there?.[Symbol.asyncDispose]();
  });
  return ground as DeskGround;
}
