/** What other processes have changed of users, spaces and members: each counts its own commits in a row of its own, so that nobody waits for anybody. */
import type { Connections } from './connections';
import { sql } from './statement';

const LOOK_MS = 250;

const OTHERS = sql('SELECT coalesce(sum(amount), 0)::BIGINT AS amount FROM changes WHERE writer <> $1');
/** The rows of processes that have ended become one. */
const LEAVE = sql(
  `WITH own AS (DELETE FROM changes WHERE writer = $1 RETURNING amount)
   INSERT INTO changes (writer, amount) SELECT '', amount FROM own
   ON CONFLICT (writer) DO UPDATE SET amount = changes.amount + excluded.amount`,
);

/** Asks how often others have committed. It is a row of a table, which nothing can miss, as a message could. */
export class OutsideChanges {
  readonly #connections: Connections;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The version that was read last: a watch begins with it, so that it misses nothing before its first look. */
  #last: number | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Another number after every commit of another process. */
  async version(): Promise<number> {
    const [others] = await this.#connections.rows<{ amount: number }>(OTHERS, this.#connections.writer);
    this.#last = others?.amount ?? 0;
    return this.#last;
  }

  /** Calls back soon after the version has become another one; also when the database is there again. @returns ends that */
  watch(listener: () => void): () => void {
    let seen = this.#last;
    let looking = false;
    let wasAway = false;
    const look = async (): Promise<void> => {
      if (looking) return;
      looking = true;
      try {
        const now = await this.version();
        const isNews = wasAway || (seen !== undefined && now !== seen);
        seen = now;
        wasAway = false;
        if (isNews) listener();
      } catch {
        wasAway = true;
      } finally {
        looking = false;
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    this.#timers.add(timer);
    return () => {
      clearInterval(timer);
      this.#timers.delete(timer);
    };
  }

  /** Ends all watching; to be called before the connections are closed. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
    // Where the database is away, a row stays that nobody needs.
    await this.#connections.run(LEAVE, this.#connections.writer).catch(() => undefined);
  }
}
