/**
 * The session of a server that holds the lock of the database. Where one server serves it, only that has the lock, and the log is written
 * on no other session: a server whose line broke cannot write any more once another has it. Where several serve it they share the lock,
 * and write on whatever connection is free while they have it.
 */
import { Client } from 'pg';
import { StoreUnavailable } from '../storage-failures';
import { type ConnectionChoice, type Connections, connectionConfig, prepareConnection, queriesOn } from './connections';
import type { Appender } from './documents';
import { PostgresError, storageError } from './failures';
import { LOCK, migrate, OTHERS_RUN, tableState } from './migrations';
import { type Queries, type Statement, sql } from './statement';

const RETRY_MS = 250;

/** How soon the database notices that a server is gone whose machine has lost its power or its net: only then is the lock free again. */
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** The server before us may have been killed a moment ago, and the database not have noticed yet. */
const WAIT = "SET lock_timeout = '1s'";
const NOT_FREE = '55P03';
const ALONE = {
  wait: `${WAIT}; SELECT pg_advisory_lock(${LOCK.server}); RESET lock_timeout`,
  attempt: sql(`SELECT pg_try_advisory_lock(${LOCK.server}) AS held`),
};
const SHARED = {
  wait: `${WAIT}; SELECT pg_advisory_lock_shared(${LOCK.server}); RESET lock_timeout`,
  attempt: sql(`SELECT pg_try_advisory_lock_shared(${LOCK.server}) AS held`),
};
const UNLOCK_ALONE = sql(`SELECT pg_advisory_unlock(${LOCK.server})`);
/** Counts the servers that have had the lock alone. */
const NEXT_TERM = sql('UPDATE store SET term = term + 1 RETURNING term');
const TERM = sql('SELECT term, step FROM store');

/** What a session is opened with beside its database. */
export interface SessionChoice {
  /** of who shares the lock with others */
  readonly pool?: Connections | undefined;
  /** the session with the directory of a store in several databases, of which this is another */
  readonly above?: ServerSession | undefined;
}

/** Why a server cannot go on: another has had the lock alone, so that what we hold in memory may be old, or the tables are others now. */
export type LossReason = 'served' | 'newer tables';

export class ServerSession implements Appender {
  /** Settles when the store is no more what we know, since our line was broken meanwhile. */
  readonly lost: Promise<LossReason>;
  readonly #choice: ConnectionChoice;
  readonly #lock: typeof ALONE;
  /** Where the log is written that several servers write. */
  readonly #pool: Connections | undefined;
  /** Without whose lock nothing is written here either. */
  readonly #above: ServerSession | undefined;
  #markLost: (why: LossReason) => void = () => undefined;
  #client: Client | undefined;
  #term = 0;
  /** How far the tables are that we know. */
  #step = 0;
  /** What is done now; the next one waits for it. */
  #busy: Promise<unknown> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(choice: ConnectionChoice, { pool, above }: SessionChoice) {
    this.#choice = choice;
    this.#pool = pool;
    this.#above = above;
    this.#lock = pool ? SHARED : ALONE;
    this.lost = new Promise((done) => {
      this.#markLost = done;
    });
  }

  /**
   * Takes the lock, and brings the tables up to date.
   * @returns undefined where another server has it
   * @throws as the database does not answer, or refuses; also where others that share it would have to end before the tables can be
   * brought up to date
   */
  static async open(choice: ConnectionChoice, how: SessionChoice = {}): Promise<ServerSession | undefined> {
    const session = new ServerSession(choice, how);
    return (await session.#connect(true)) ? session : undefined;
  }

  /** Says that we serve now: a server that has the lock alone is known by its number to those whose line broke before. */
  async begin(): Promise<void> {
    if (this.#pool) return;
    const [store] = await this.append((queries) => queries.rows<{ term: number }>(NEXT_TERM), false);
    this.#term = store?.term ?? 0;
  }

  append<T>(work: (queries: Queries) => Promise<T>, transaction: boolean): Promise<T> {
    if (this.#pool) return this.#appendOn(this.#pool, work, transaction);
    const done = this.#busy.then(() => this.#run(work, transaction));
    this.#busy = done.catch(() => undefined);
    return done;
  }

  /** Gives the lock back. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#busy;
    await this.#client?.end().catch(() => undefined);
  }

  /** Our line while we have the lock, and that of the session above. */
  #held(): Client {
    if (this.#above) this.#above.#held();
    if (!this.#client) throw new StoreUnavailable('the line to it has ended', 'line');
    return this.#client;
  }

  async #appendOn<T>(pool: Connections, work: (queries: Queries) => Promise<T>, transaction: boolean): Promise<T> {
    this.#held();
    return transaction ? pool.write(work) : work(pool);
  }

  async #run<T>(work: (queries: Queries) => Promise<T>, transaction: boolean): Promise<T> {
    const client = this.#held();
    try {
      if (!transaction) return await work(queriesOn(client));
      await client.query('BEGIN');
      const result = await work(queriesOn(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      const failure = storageError(error);
      if (failure instanceof StoreUnavailable) this.#drop(client);
      else if (transaction) await client.query('ROLLBACK').catch(() => this.#drop(client));
      throw failure;
    }
  }

  /** @returns whether we have the lock */
  async #connect(first: boolean): Promise<boolean> {
    const client = this.#newClient();
    // Said to whoever has asked something; a line that breaks in silence is noticed here.
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      await prepareConnection(client, this.#choice);
      await client.query(KEEP_ALIVE);
      const queries = queriesOn(client);
      if (!(first ? await waitForLock(client, this.#lock.wait) : await tryLock(queries, this.#lock.attempt))) {
        await client.end();
        return false;
      }
      if (first) await this.#migrate(client, queries);
      const [store] = await queries.rows<{ term: number; step: number }>(TERM);
      const term = store?.term ?? 0;
      const step = store?.step ?? 0;
      if (!first && (term !== this.#term || step !== this.#step)) {
        this.#closed = true;
        await client.end();
        this.#markLost(step === this.#step ? 'served' : 'newer tables');
        return false;
      }
      this.#step = step;
      this.#term = term;
      if (this.#closed) await client.end();
      else this.#client = client;
      return true;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw storageError(error);
    }
  }

  /** Brings the tables up to date; others that share the lock would go on with the old ones, so it has to be ours alone for that. */
  async #migrate(client: Client, queries: Queries): Promise<void> {
    if (!this.#pool || (await tableState(client)) === 'current') return migrate(client);
    await client.query(`SELECT pg_advisory_unlock_shared(${LOCK.server})`);
    if (!(await waitForLock(client, ALONE.wait))) throw new Error(OTHERS_RUN);
    await migrate(client);
    await client.query(SHARED.wait);
    await queries.run(UNLOCK_ALONE);
  }

  /** @throws where the address names what is not there, such as a certificate */
  #newClient(): Client {
    try {
      return new Client(connectionConfig(this.#choice));
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Goes on without a line, and looks for a new one. */
  #drop(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#reconnect();
  }

  #reconnect(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      // Where the lock is still another's, it may be that of our own old line: it is free when the database notices.
      this.#connect(false).then(
        (held) => held || this.#reconnect(),
        () => this.#reconnect(),
      );
    }, RETRY_MS);
  }
}

/** @returns false where another server keeps the lock */
async function waitForLock(client: Client, wait: string): Promise<boolean> {
  try {
    await client.query(wait);
    return true;
  } catch (error) {
    const failure = storageError(error);
    if (failure instanceof PostgresError && failure.code === NOT_FREE) return false;
    throw failure;
  }
}

async function tryLock(queries: Queries, attempt: Statement): Promise<boolean> {
  const [lock] = await queries.rows<{ held: boolean }>(attempt);
  return lock?.held === true;
}
