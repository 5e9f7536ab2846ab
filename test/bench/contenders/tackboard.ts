/** Tackboard's own server as it is delivered: the bundle, the durable store, a person's token and rights at every door. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../../../scripts/root';
import { SYNC_PATH } from '../../../shared/wire';
import { type Caller, caller } from '../../support/rest';
import { addUser, startSyncServer } from '../../support/sync-server';
import { type Contender, NAME, type RunningContender } from './contender';

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** The running server, with what REST measures need of it. */
export interface RunningTackboard extends RunningContender {
  readonly port: number;
  /** the token of the person who owns every room */
  readonly token: string;
  readonly call: Caller;
  readonly data: string;
}

/** Tackboard's server. */
export const tackboard: Contender<RunningTackboard> = {
  name: NAME.tackboard,
  about: `Tackboard ${version}: SQLite, every update on disk before it is forwarded, rights on`,
  keeps: true,
  settle: 0,
  start: async (folder) => {
    const { data, tokenFile } = placesIn(folder);
    const token = await tokenFor(data, tokenFile);
    const server = await startSyncServer({ data, options: ['--rate-limit', '0'], env: { NODE_ENV: 'production' } });
    const call = caller(server.url, token);
    return {
      process: server.process,
      port: server.port,
      token,
      call,
      data,
      makeRoom: async (room) => {
        const { status, body } = await call('PUT', `/v1/sync/spaces/${room}`, { kind: 'workspace' });
        if (status >= 300) throw new Error(`The space was refused with ${status}: ${JSON.stringify(body)}`);
      },
      door: (room) => ({
        port: server.port,
        path: `${SYNC_PATH}/${room}`,
        headers: { authorization: `Bearer ${token}` },
        prefix: new Uint8Array(),
      }),
    };
  },
};

/** Where in its folder it has what: its data, and the token of the one who owns every room. */
export function placesIn(folder: string) {
  return { data: join(folder, 'data'), tokenFile: join(folder, 'token') };
}

/** The token of the folder's one person; made at the first start, kept beside the data for the next. */
async function tokenFor(data: string, file: string): Promise<string> {
  if (existsSync(file)) return readFile(file, 'utf8');
  const { token } = await addUser(data, 'Ada', 'ada@example.com');
  await writeFile(file, token, { mode: 0o600 });
  return token;
}
