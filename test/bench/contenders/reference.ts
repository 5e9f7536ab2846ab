/** The server that Yjs's own documentation names: @y/websocket-server, in memory and with y-leveldb. */
import { join } from 'node:path';
import { type Contender, NAME, plainDoor } from './contender';
import { OTHERS, otherVersion } from './others';
import { startProgram } from './program';

const PROGRAM = join(OTHERS, 'node_modules', '@y', 'websocket-server', 'src', 'server.js');
const VERSION = `@y/websocket-server ${otherVersion('@y/websocket-server')}`;

/** It, with documents in memory only. */
export const reference: Contender = {
  name: NAME.reference,
  about: `${VERSION}, in memory`,
  keeps: false,
  settle: 0,
  start: () => startReference({}),
};

/** It, with its documents in LevelDB. */
export const referenceKept: Contender = {
  name: NAME.referenceKept,
  about: `${VERSION} with y-leveldb ${otherVersion('y-leveldb')}: updates are written after they are forwarded`,
  keeps: true,
  settle: 0,
  start: (folder) => startReference({ YPERSISTENCE: join(folder, 'level') }),
};

async function startReference(env: Readonly<Record<string, string>>) {
  const { process, port } = await startProgram(PROGRAM, env);
  return { process, makeRoom: async () => {}, door: (room: string) => plainDoor(port, room) };
}
