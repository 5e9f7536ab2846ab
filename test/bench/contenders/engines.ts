/** The engines that several servers run on: a PostgreSQL that keeps its promises, and a Redis. One of each for a whole run. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { freePort } from '../../support/free-port';
import { installPostgres } from '../../support/postgres-programs';
import { addressOf, type PostgresServer, startPostgres } from '../../support/postgres-server';
import { installRedis, type RedisServer, startRedis } from '../../support/redis-server';
import type { RunningContender } from './contender';

/** PostgreSQL's own defaults, said aloud: a commit is answered once it is on the device. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on' };

/** How they are set, in words. */
export const ENGINE_SETTINGS = `PostgreSQL with its own defaults (${Object.entries(DURABLE)
  .map(([name, value]) => `${name} ${value}`)
  .join(', ')}); Redis without persistence`;

/** Both, once they are started; before that it throws whatever is asked of it. */
export class Engines implements AsyncDisposable {
  #postgres: PostgresServer | undefined;
  #redis: RedisServer | undefined;

  /** Starts both, installed where there are none. @throws with what either said */
  async start(): Promise<void> {
    await installPostgres();
    await installRedis();
    this.#postgres = await startPostgres({ port: await freePort(), password: randomUUID() }, DURABLE);
    this.#redis = await startRedis();
  }

  /** Makes a database. @returns its address, with the password */
  async newDatabase(): Promise<string> {
    const { place } = this.#started().postgres;
    const name = `bench_${randomUUID().replaceAll('-', '')}`;
    const client = new Client({ connectionString: addressOf(place, 'postgres') });
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${name}`);
    } finally {
      await client.end();
    }
    return addressOf(place, name);
  }

  /** The address of the bus. */
  get bus(): string {
    return this.#started().redis.address;
  }

  /** Their processes. */
  get processes(): NonNullable<RunningContender['engines']> {
    const { postgres, redis } = this.#started();
    return [
      { name: 'PostgreSQL', pid: postgres.pid ?? Number.NaN },
      { name: 'Redis', pid: redis.pid ?? Number.NaN },
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#redis?.[Symbol.asyncDispose]();
    await this.#postgres?.[Symbol.asyncDispose]();
  }

  #started() {
    if (!this.#postgres || !this.#redis) throw new Error('The engines are not started.');
    return { postgres: this.#postgres, redis: this.#redis };
  }
}
