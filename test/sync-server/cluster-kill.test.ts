/**
 * Three servers on one database and one bus, while anything of it fails: servers are killed and told to end, Redis is killed and frozen,
 * PostgreSQL is killed, a server is cut off from the bus. 3 rounds, or as many as `npm run torture:cluster` asks for.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { makeUser } from '../../sync-server/command-line/accounts';
import { type CutOff, lineTo } from '../support/cut-off';
import { newDatabase, openDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { startPostgres } from '../support/postgres-server';
import { startRedis } from '../support/redis-server';
import { caller } from '../support/rest';
import { type SyncServer, startSyncServer } from '../support/sync-server';
import { waitFor } from '../support/wait';
import { connectVanilla, type VanillaClient } from './vanilla-client';

const ROUNDS = Number(process.env.TACKBOARD_TORTURE_ROUNDS ?? 3);
/** What a run does follows from it, but for the times at which things happen. */
const SEED = Number(process.env.TACKBOARD_TORTURE_SEED ?? 1);
const SERVERS = 3;
const CLIENTS = 6;
const ROOT = 'elsewhere';
/** After so many rounds the space is left for a new one, so that the last round is as quick as the first. */
const ROUNDS_A_SPACE = 20;
const PATIENCE = { timeout: 45_000, every: 20 };

/** A small generator of numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(
  `[W11] whatever fails (${ROUNDS} times, seed ${SEED}), all replicas and all servers come to the same, and nothing that anyone has seen is lost`,
  async () => {
    await using postgres = await startPostgres({ port: await freePort(), password: randomUUID() });
    await using redis = await startRedis();
    const database = await newDatabase(postgres.place);
    const storage = await openDatabase(database.address);
    const ada = await makeUser(storage, { name: 'Ada', email: 'ada@example.com' }).finally(() => storage.close());
    const draw = random(SEED);
    const lines: CutOff[] = [];
    let servers: SyncServer[] = [];
    let clients: VanillaClient[] = [];
    const on = (at: number) => caller(servers[at % SERVERS]?.url ?? '', ada.token);
    /** REST of a server that is being killed may break in the middle. */
    const tries = async (at: number, ...call: Parameters<ReturnType<typeof caller>>) =>
      on(at)(...call).catch(() => undefined);
    const endClients = async (): Promise<void> => {
      for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
    };
    try {
      for (let at = 0; at < SERVERS; at++) lines.push(await lineTo(Number(new URL(redis.address).port)));
      const start = (at: number) =>
        startSyncServer({
          ...{ data: 'none', store: database.address, options: ['--rate-limit', '0', '--log-level', 'warn'] },
          env: { TACKBOARD_BUS: `redis://127.0.0.1:${lines[at]?.port}` },
        });
      servers = await Promise.all(Array.from({ length: SERVERS }, (_, at) => start(at)));
      let space = { id: '', section: '' };
      const confirmed = new Set<string>();

      const disasters: readonly (readonly [name: string, strike: () => Promise<void>])[] = [
        [
          'a server is killed',
          async () => {
            const at = Math.floor(draw() * SERVERS);
            await servers[at]?.kill();
            await pause(draw() * 200);
            servers[at] = (await servers[at]?.restart()) as SyncServer;
          },
        ],
        [
          'PostgreSQL is killed',
          async () => {
            await postgres.kill();
            await pause(draw() * 300);
            await postgres.start();
          },
        ],
        [
          'Redis is killed, and a server meanwhile',
          async () => {
            await redis.kill();
            const at = Math.floor(draw() * SERVERS);
            await servers[at]?.kill();
            servers[at] = (await servers[at]?.restart()) as SyncServer;
            await redis.start();
          },
        ],
        [
          'a server is cut off from the bus',
          async () => {
            const line = lines[Math.floor(draw() * SERVERS)];
            line?.cut();
            await pause(200 + draw() * 800);
            line?.mend();
          },
        ],
        [
          'Redis freezes',
          async () => {
            redis.signal('SIGSTOP');
            await pause(300 + draw() * 1_000);
            redis.signal('SIGCONT');
          },
        ],
        [
          'a server is told to end',
          async () => {
            const at = Math.floor(draw() * SERVERS);
            expect(await servers[at]?.stop()).toBe(0);
            servers[at] = (await servers[at]?.restart()) as SyncServer;
          },
        ],
      ];

      for (let round = 0; round < ROUNDS; round++) {
        if (round % ROUNDS_A_SPACE === 0) {
          await endClients();
          confirmed.clear();
          const made = await on(round)('POST', '/v1/workspaces', { name: 'Team' });
          const list = made.body.taskLists[0].id;
          const section = (await on(round + 1)('GET', `/v1/tasklists/${list}`)).body.taskSections[0].id;
          space = { id: made.body.id, section };
          clients = await Promise.all(
            Array.from({ length: CLIENTS }, (_, at) =>
              connectVanilla(servers[at % SERVERS]?.url ?? '', space.id, ada.token),
            ),
          );
        }
        const [name, strike] = disasters[round % disasters.length] ?? ['', async () => undefined];
        let writing = true;
        const writers = clients.map(async ({ doc }) => {
          while (writing) {
            doc.getMap(ROOT).set(randomUUID(), round);
            await pause(5);
          }
        });
        const calls = [0, 1, 2].map(async (at) => {
          while (writing) {
            const task = {
              name: `Round ${round}`,
              status: 'open',
              priority: 'none',
              taskSection: { id: space.section },
            };
            const made = await tries(at, 'POST', '/v1/tasks', task);
            if (made?.status !== 201) await pause(10);
            else {
              confirmed.add(made.body.id);
              // What one has answered for, any other has; unless it is the one that is down.
              const read = await tries(at + 1, 'GET', `/v1/tasks/${made.body.id}`);
              if (read && read.status < 500) expect([name, read.status]).toEqual([name, 200]);
            }
          }
        });
        await pause(100 + draw() * 200);
        await strike();
        await pause(100);
        writing = false;
        await Promise.all([...writers, ...calls]);
        const keys = new Set(clients.flatMap(({ doc }) => [...doc.getMap(ROOT).keys()]));
        await waitFor(
          `all to have all, after: ${name}`,
          () => clients.every(({ doc }) => doc.getMap(ROOT).size === keys.size),
          PATIENCE,
        ).catch((error: unknown) => {
          const have = clients.map(
            ({ doc, provider }) => `${doc.getMap(ROOT).size}${provider.synced ? '' : ', not synced'}`,
          );
          throw new Error(`Of ${keys.size} they have ${have.join(' | ')}`, { cause: error });
        });
        const path = `/v1/tasks/parent/${space.section}`;
        const answers = await Promise.all(servers.map((_, at) => on(at)('GET', path)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect(answers[1]?.body).toEqual(answers[0]?.body);
        expect(answers[2]?.body).toEqual(answers[0]?.body);
        const served = new Set<string>(answers[0]?.body.items.map(({ id }: { id: string }) => id));
        expect([...confirmed].filter((id) => !served.has(id))).toEqual([]);
        const states = clients.map(({ doc }) => Y.encodeStateVector(doc));
        for (const state of states)
          expect(Y.decodeStateVector(state)).toEqual(Y.decodeStateVector(states[0] as Uint8Array));
        // What is in memory may be right where what is stored is not.
        await using anew = await connectVanilla(servers[round % SERVERS]?.url ?? '', space.id, ada.token);
        await waitFor('a new replica to have all', () => anew.doc.getMap(ROOT).size === keys.size, PATIENCE);
      }
    } finally {
      await endClients();
      for (const server of servers) await server.stop();
      for (const line of lines) await line[Symbol.asyncDispose]();
    }
  },
  60_000 + ROUNDS * 60_000,
);
