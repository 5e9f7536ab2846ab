/** The connections to a database: a pool for what may run side by side, and how values go over and come back. */
import { randomUUID } from 'node:crypto';
import { type ClientBase, types as libraryTypes, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { StoreUnavailable } from '../storage-failures';
import type { PostgresAddress } from './address';
import { storageError } from './failures';
import { LOCK, migrate, OTHERS_RUN, SCHEMA, tableState } from './migrations';
import { type Queries, type Statement, sql, type Value } from './statement';
import { fromStored, toStored } from './stored-text';

/** So many statements run side by side; others wait. */
const CONNECTIONS = 10;
const CONNECT_MS = 5_000;
/** A connection that nobody has used for so long is given back. */
const IDLE_MS = 60_000;

const INT8 = 20;
const TEXT = 25;

/** Numbers as numbers (all of ours are below 2^53), texts as they were. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === INT8) return Number;
    if (oid === TEXT) return fromStored;
    return libraryTypes.getTypeParser(oid, format);
  }) as typeof libraryTypes.getTypeParser,
};

/** What connections are made with. */
export interface ConnectionChoice {
  readonly address: PostgresAddress;
  /** That every commit is on the device when it is told, however the database is set up. */
  readonly fsync: boolean;
  /** After so many ms without an answer to a statement the line counts as dead. */
  readonly answerMs: number;
}

/** The choice in the library's words. */
export function connectionConfig({ address, answerMs }: ConnectionChoice): PoolConfig {
  return {
    ...address.config,
    types,
    application_name: 'tackboard-server',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: answerMs,
    keepAlive: true,
  };
}

/** Makes a new connection ours. */
export async function prepareConnection(client: ClientBase, { fsync }: ConnectionChoice): Promise<void> {
  await client.query(`SET search_path = ${SCHEMA}${fsync ? '; SET synchronous_commit = on' : ''}`);
}

/** Runs statements on one connection. */
export function queriesOn(client: Pick<ClientBase, 'query'>): Queries {
  const send = async (statement: Statement, values: readonly Value[]): Promise<QueryResult> => {
    try {
      return await client.query({ ...statement, values: values.map(encoded) });
    } catch (error) {
      throw storageError(error);
    }
  };
  return {
    rows: async (statement, ...values) => (await send(statement, values)).rows,
    run: async (statement, ...values) => (await send(statement, values)).rowCount ?? 0,
  };
}

function encoded(value: Value): unknown {
  if (typeof value === 'string') return toStored(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map((one: unknown) => (typeof one === 'string' ? toStored(one) : one));
  return value;
}

const CHANGED = sql(
  'INSERT INTO changes (writer, amount) VALUES ($1, 1) ON CONFLICT (writer) DO UPDATE SET amount = changes.amount + 1',
);

const TRY_ALONE = sql(`SELECT pg_try_advisory_lock(${LOCK.tasks}, hashtext($1)) AS held`);
const TRY_SERVER_LOCK = `SELECT pg_try_advisory_lock(${LOCK.server}) AS held`;
const GIVE_BACK = sql('SELECT pg_advisory_unlock_all()');

/** The pool of one storage. */
export class Connections implements Queries {
  /** Tells this storage's changes from those of other processes. */
  readonly writer = randomUUID();
  readonly #pool: Pool;
  readonly #queries: Queries;
  #closed: Promise<void> | undefined;

  constructor(choice: ConnectionChoice) {
    this.#pool = new Pool({
      ...connectionConfig(choice),
      max: CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      onConnect: (client) => {
        // A line that breaks is said to whoever has asked something on it. The event is for nobody, and would end the process.
        client.on('error', () => undefined);
        return prepareConnection(client, choice);
      },
    });
    // An idle connection has ended; the next statement makes another, or says why not.
    this.#pool.on('error', () => undefined);
    this.#queries = queriesOn(this.#pool);
  }

  /** Brings the tables up to date. @throws as `migrate` does, as the database does not answer, and where servers run on older ones */
  async migrate(): Promise<void> {
    const client = await this.#connect();
    try {
      // Servers of an older version would go on with tables that they do not know.
      const isOlder = (await tableState(client)) === 'older';
      if (isOlder && !(await client.query<{ held: boolean }>(TRY_SERVER_LOCK)).rows[0]?.held)
        throw new Error(OTHERS_RUN);
      await migrate(client).finally(() => isOlder && client.query(GIVE_BACK));
    } catch (error) {
      throw storageError(error);
    } finally {
      client.release();
    }
  }

  rows<Row extends object>(statement: Statement, ...values: readonly Value[]): Promise<Row[]> {
    return this.#queries.rows(statement, ...values);
  }

  run(statement: Statement, ...values: readonly Value[]): Promise<number> {
    return this.#queries.run(statement, ...values);
  }

  /** Runs something that changes documents and what follows from them, in one transaction: all of it or, when it rejects, nothing. */
  write<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#transaction('BEGIN', work);
  }

  /**
   * Changes users, spaces or their members, which other processes hear of: one such transaction at a time, so that each sees all that
   * came before it. (Two that each take away another owner would else leave none.) They are rare, and the log does not wait for them.
   */
  changeRights<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#transaction(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK.rights})`, async (queries) => {
      const result = await work(queries);
      await queries.run(CHANGED, this.writer);
      return result;
    });
  }

  /** Runs something on one connection between `begin` and COMMIT. */
  async #transaction<T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work(queriesOn(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      const failure = storageError(error);
      if (failure instanceof StoreUnavailable) broken = failure;
      else
        await client.query('ROLLBACK').catch((unable: unknown) => {
          broken = storageError(unable);
        });
      throw failure;
    } finally {
      // One whose line is broken is not used again.
      client.release(broken);
    }
  }

  /**
   * Runs something while we hold the lock of a task, which one server at a time has.
   * @returns undefined, with nothing done, where another has it
   */
  async alone<T>(task: string, work: () => Promise<T>): Promise<T | undefined> {
    const client = await this.#connect();
    let broken: Error | undefined;
    const queries = queriesOn(client);
    try {
      const [lock] = await queries.rows<{ held: boolean }>(TRY_ALONE, task);
      return lock?.held ? await work() : undefined;
    } finally {
      // Where it was not held, there is nothing to give back.
      await queries.run(GIVE_BACK).catch((error: unknown) => {
        broken = storageError(error);
      });
      client.release(broken);
    }
  }

  /** Twice is once. */
  async close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    await this.#closed;
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw storageError(error);
    }
  }
}
