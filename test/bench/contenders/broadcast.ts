/** No sync server but the limit of one: `ws` handing each frame to the others of the room, with no document, disk or rights. */
import { readFileSync } from 'node:fs';
import { inRoot } from '../../../scripts/root';
import { type Contender, NAME, plainDoor } from './contender';
import { startProgram } from './program';

const { version } = JSON.parse(readFileSync(inRoot('node_modules', 'ws', 'package.json'), 'utf8'));

/** The bare broadcast. */
export const broadcast: Contender = {
  name: NAME.broadcast,
  about: `ws ${version} that sends each frame on to the others: no document, no disk, no rights`,
  keeps: false,
  settle: 0,
  start: async () => {
    const { process, port } = await startProgram(inRoot('test', 'bench', 'programs', 'broadcast.mjs'));
    return { process, makeRoom: async () => {}, door: (room) => plainDoor(port, room) };
  },
};
