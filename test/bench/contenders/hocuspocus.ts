/** Hocuspocus with its extension for SQLite, both as they come. */
import { join } from 'node:path';
import * as encoding from 'lib0/encoding';
import { type Contender, NAME } from './contender';
import { OTHERS, otherVersion } from './others';
import { startProgram } from './program';

/** Its message type and step for a token, which opens a document. */
const AUTH = { type: 2, token: 0 } as const;

/** Hocuspocus. Each message carries the name of its document; a document is opened by a token, whatever it says. */
export const hocuspocus: Contender = {
  name: NAME.hocuspocus,
  about: `@hocuspocus/server ${otherVersion('@hocuspocus/server')} with extension-sqlite ${otherVersion('@hocuspocus/extension-sqlite')}: stored 2 s after the last edit, 10 s at most`,
  keeps: true,
  settle: 2_500,
  start: async (folder) => {
    const { process, port } = await startProgram(join(OTHERS, 'hocuspocus.mjs'), {
      DATABASE: join(folder, 'hocuspocus.sqlite'),
    });
    return {
      process,
      makeRoom: async () => {},
      door: (room) => ({
        port,
        path: '/',
        headers: {},
        prefix: encoding.encode((encoder) => encoding.writeVarString(encoder, room)),
        greeting: encoding.encode((encoder) => {
          encoding.writeVarString(encoder, room);
          encoding.writeVarUint(encoder, AUTH.type);
          encoding.writeVarUint(encoder, AUTH.token);
          encoding.writeVarString(encoder, 'any');
        }),
      }),
    };
  },
};
