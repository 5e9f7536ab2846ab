/** The tables in PostgreSQL, by numbered steps, in a schema of our own: `tackboard.store` says how many are done. */
import type { ClientBase } from 'pg';

/** The schema of all tables. */
export const SCHEMA = 'tackboard';

/** Keys of the database's advisory locks. They are per database, so that every store has its own. */
export const LOCK = {
  /** one process at a time brings the tables up to date */
  migration: 8_387_236_700_001,
  /** one server at a time, or several that share; held as long as their session lives */
  server: 8_387_236_700_002,
  /** one transaction at a time changes users, spaces and their members */
  rights: 8_387_236_700_003,
  /** with a task: one of several servers does it; a class of its own, of two short numbers */
  tasks: 838_723_671,
} as const;

/**
 * `place` says in which order rows came. Texts compare by their bytes, whatever the database's language. Checksums are those of the
 * embedded store: a disk that gives back other bytes than it was given is found out.
 */
const STEPS: readonly string[] = [
  // 1: what the embedded store has at its step 4; the last place in every log, which its next entry is counted from; and how often
  // each process has changed something
  `
  CREATE TABLE users (
    id TEXT COLLATE "C" PRIMARY KEY, place BIGINT GENERATED ALWAYS AS IDENTITY,
    name TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT COLLATE "C" NOT NULL UNIQUE,
    created BIGINT NOT NULL, modified BIGINT NOT NULL
  );
  CREATE TABLE tokens (
    id TEXT COLLATE "C" PRIMARY KEY, place BIGINT GENERATED ALWAYS AS IDENTITY,
    "user" TEXT COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    hash BYTEA NOT NULL UNIQUE, read_only BOOLEAN NOT NULL,
    created BIGINT NOT NULL, expires BIGINT, revoked BIGINT
  );
  CREATE INDEX tokens_user ON tokens ("user");
  CREATE TABLE spaces (
    id TEXT COLLATE "C" PRIMARY KEY, place BIGINT GENERATED ALWAYS AS IDENTITY,
    kind TEXT NOT NULL, workspace TEXT COLLATE "C" REFERENCES spaces,
    created BIGINT NOT NULL, modified BIGINT NOT NULL,
    deleted BIGINT, deleted_with TEXT COLLATE "C", purged BIGINT
  );
  CREATE INDEX spaces_workspace ON spaces (workspace) WHERE workspace IS NOT NULL;
  CREATE INDEX spaces_deleted ON spaces (deleted) WHERE deleted IS NOT NULL AND purged IS NULL;
  CREATE TABLE members (
    space TEXT COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
    "user" TEXT COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    place BIGINT GENERATED ALWAYS AS IDENTITY,
    role TEXT NOT NULL, added BIGINT NOT NULL,
    PRIMARY KEY (space, "user")
  );
  CREATE INDEX members_user ON members ("user");
  CREATE TABLE invites (
    id TEXT COLLATE "C" PRIMARY KEY, place BIGINT GENERATED ALWAYS AS IDENTITY,
    space TEXT COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
    email TEXT NOT NULL, email_key TEXT COLLATE "C" NOT NULL, role TEXT NOT NULL,
    invited_by TEXT COLLATE "C" NOT NULL, created BIGINT NOT NULL,
    UNIQUE (space, email_key)
  );
  CREATE INDEX invites_email ON invites (email_key);
  CREATE TABLE requests (
    space TEXT COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
    "user" TEXT COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    place BIGINT GENERATED ALWAYS AS IDENTITY,
    role TEXT NOT NULL, created BIGINT NOT NULL,
    PRIMARY KEY (space, "user")
  );
  CREATE INDEX requests_user ON requests ("user");
  CREATE TABLE join_codes (
    invite TEXT COLLATE "C" PRIMARY KEY REFERENCES invites ON DELETE CASCADE,
    hash BYTEA NOT NULL UNIQUE, expires BIGINT NOT NULL
  );
  CREATE TABLE heads (space TEXT COLLATE "C" PRIMARY KEY, last BIGINT NOT NULL) WITH (fillfactor = 50);
  CREATE TABLE log (
    space TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, merged BIGINT NOT NULL, bytes BYTEA NOT NULL, sum BIGINT NOT NULL,
    PRIMARY KEY (space, sequence)
  );
  CREATE TABLE quarantine (
    space TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, merged BIGINT NOT NULL, bytes BYTEA NOT NULL, sum BIGINT NOT NULL,
    PRIMARY KEY (space, sequence)
  );
  CREATE TABLE snapshots (
    space TEXT COLLATE "C" PRIMARY KEY, through BIGINT NOT NULL, bytes BYTEA NOT NULL, coverage BYTEA NOT NULL, sum BIGINT NOT NULL
  );
  -- What Yjs writes is packed already.
  ALTER TABLE log ALTER bytes SET STORAGE EXTERNAL;
  ALTER TABLE snapshots ALTER bytes SET STORAGE EXTERNAL, ALTER coverage SET STORAGE EXTERNAL;
  CREATE TABLE records (
    kind TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL, space TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL, modified BIGINT NOT NULL, deleted BIGINT,
    PRIMARY KEY (kind, id, space)
  );
  CREATE INDEX records_space ON records (space);
  CREATE TABLE indexed (space TEXT COLLATE "C" PRIMARY KEY, through BIGINT NOT NULL);
  CREATE TABLE changes (writer TEXT COLLATE "C" PRIMARY KEY, amount BIGINT NOT NULL) WITH (fillfactor = 50);
  `,
  // 2: a name for the database, the same wherever it is moved to; which database is the directory of the store that it is a part of; in
  // the directory, which databases are, and the purged spaces whose content still lies in another one
  `
  ALTER TABLE store ADD COLUMN id TEXT COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::TEXT;
  ALTER TABLE store ADD COLUMN directory TEXT COLLATE "C";
  CREATE TABLE databases (
    id TEXT COLLATE "C" PRIMARY KEY, place BIGINT GENERATED ALWAYS AS IDENTITY, shown TEXT NOT NULL
  );
  CREATE TABLE clearing (space TEXT COLLATE "C" PRIMARY KEY);
  `,
  // 3: the spaces of which the record index may not have all, so that nobody has to compare all logs with it
  `
  CREATE TABLE unindexed (space TEXT COLLATE "C" PRIMARY KEY);
  INSERT INTO unindexed SELECT space FROM heads
    WHERE last > coalesce((SELECT through FROM indexed WHERE indexed.space = heads.space), 0);
  `,
];

/**
 * Brings the tables of a database to the newest step, or makes them; nothing where they are there already.
 * @throws if they were made by a newer version, or the database cannot hold every text
 */
export async function migrate(client: ClientBase): Promise<void> {
  if ((await stepsDone(client)) === STEPS.length) return;
  await client.query('BEGIN');
  try {
    // So that two processes on a new database wait for each other instead of both making the tables.
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK.migration})`);
    const done = await stepsDone(client);
    if (done === undefined) {
      const { rows } = await client.query<{ encoding: string }>(
        `SELECT current_setting('server_encoding') AS encoding`,
      );
      const encoding = rows[0]?.encoding;
      if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}; it has to be UTF8`);
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
      await client.query(
        `CREATE TABLE ${SCHEMA}.store (single BOOLEAN PRIMARY KEY CHECK (single), step INTEGER NOT NULL, term BIGINT NOT NULL)`,
      );
      await client.query(`INSERT INTO ${SCHEMA}.store VALUES (true, 0, 0)`);
    }
    for (const step of STEPS.slice(done ?? 0)) await client.query(`SET LOCAL search_path = ${SCHEMA}; ${step}`);
    await client.query(`UPDATE ${SCHEMA}.store SET step = ${STEPS.length}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** How the tables of a database stand to this version. */
export type TableState = 'none' | 'older' | 'current';

/** @throws if they were made by a newer version */
export async function tableState(client: ClientBase): Promise<TableState> {
  const done = await stepsDone(client);
  if (done === undefined) return 'none';
  return done === STEPS.length ? 'current' : 'older';
}

/** Why tables are not brought up to date. */
export const OTHERS_RUN =
  'it has to be brought up to date for this version, and servers of an older one run on it; end them first';

/** How many steps are done; undefined where there are no tables. */
async function stepsDone(client: ClientBase): Promise<number | undefined> {
  // Asked of the catalogue's rows: what a session has learned of names may be older than a lock that it has waited for.
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = '${SCHEMA}' AND tablename = 'store') AS there`,
  );
  if (!rows[0]?.there) return undefined;
  const found = await client.query<{ step: number }>(`SELECT step FROM ${SCHEMA}.store`);
  const done = found.rows[0]?.step ?? 0;
  if (done > STEPS.length)
    throw new Error(`the store was made by a newer version (step ${done}, this one knows ${STEPS.length})`);
  return done;
}
