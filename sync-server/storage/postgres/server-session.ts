/**
 * The one session of a server: it holds the lock that only one server has, and the log is written on no other. So a server whose line
 * broke cannot write any more once another has the lock.
 */
import { Client } from 'pg';
import { StoreUnavailable } from '../storage-failures';
import { type ConnectionChoice, connectionConfig, prepareConnection, queriesOn } from './connections';
import type { Appender } from './documents';
import { PostgresError, storageError } from './failures';
import { LOCK, migrate } from './migrations';
import { type Queries, sql } from './statement';

const RETRY_MS = 250;

/** How soon the database notices that a server is gone whose machine has lost its power or its net: only then is the lock free again. */
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** The server before us may have been killed a moment ago, and the database not have noticed yet. */
const WAIT_LOCK = `SET lock_timeout = '1s'; SELECT pg_advisory_lock(${LOCK.server}); RESET lock_timeout`;
const NOT_FREE = '55P03';
const TRY_LOCK = sql(`SELECT pg_try_advisory_lock(${LOCK.server}) AS held`);
/** Counts the servers that have had the lock. */
const NEXT_TERM = sql('UPDATE store SET term = term + 1 RETURNING term');
const TERM = sql('SELECT term FROM store');

export class ServerSession implements Appender {
  /** Settles when another server has had the lock while our line was broken: what we hold in memory may be old. */
  readonly lost: Promise<void>;
  readonly #choice: ConnectionChoice;
  #markLost: () => void = () => undefined;
  #client: Client | undefined;
  #term = 0;
  /** What is done now; the next one waits for it. */
  #busy: Promise<unknown> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(choice: ConnectionChoice) {
    this.#choice = choice;
    this.lost = new Promise((done) => {
      this.#markLost = done;
    });
  }

  /**
   * Takes the lock, and brings the tables up to date.
   * @returns undefined where another server has it
   * @throws as the database does not answer, or refuses
   */
  static async open(choice: ConnectionChoice): Promise<ServerSession | undefined> {
    const session = new ServerSession(choice);
    return (await session.#connect(true)) ? session : undefined;
  }

  append<T>(work: (queries: Queries) => Promise<T>, transaction: boolean): Promise<T> {
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

  async #run<T>(work: (queries: Queries) => Promise<T>, transaction: boolean): Promise<T> {
    const client = this.#client;
    if (!client) throw new StoreUnavailable('the line to it has ended', 'line');
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
      if (!(first ? await waitForLock(client) : await tryLock(queries))) {
        await client.end();
        return false;
      }
      if (first) await migrate(client);
      const [store] = await queries.rows<{ term: number }>(first ? NEXT_TERM : TERM);
      const term = store?.term ?? 0;
      if (!first && term !== this.#term) {
        this.#closed = true;
        await client.end();
        this.#markLost();
        return false;
      }
      this.#term = term;
      if (this.#closed) await client.end();
      else this.#client = client;
      return true;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw storageError(error);
    }
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
async function waitForLock(client: Client): Promise<boolean> {
  try {
    await client.query(WAIT_LOCK);
    return true;
  } catch (error) {
    const failure = storageError(error);
    if (failure instanceof PostgresError && failure.code === NOT_FREE) return false;
    throw failure;
  }
}

async function tryLock(queries: Queries): Promise<boolean> {
  const [lock] = await queries.rows<{ held: boolean }>(TRY_LOCK);
  return lock?.held === true;
}
