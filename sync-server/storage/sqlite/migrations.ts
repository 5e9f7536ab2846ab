/** The tables of the embedded store, by numbered steps: the database's `user_version` says how many are done. */
import type { Database } from 'better-sqlite3';
import { checksum } from '../checksum';

const STEPS: readonly string[] = [
  // 1: the first tables
  `
  CREATE TABLE users (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL, modified INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE tokens (
    id TEXT PRIMARY KEY, user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE, read_only INTEGER NOT NULL,
    created INTEGER NOT NULL, expires INTEGER, revoked INTEGER
  ) STRICT;
  CREATE TABLE spaces (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, workspace TEXT REFERENCES spaces,
    created INTEGER NOT NULL, modified INTEGER NOT NULL,
    deleted INTEGER, deleted_with TEXT
  ) STRICT;
  CREATE INDEX spaces_workspace ON spaces (workspace) WHERE workspace IS NOT NULL;
  CREATE TABLE members (
    space TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    role TEXT NOT NULL, added INTEGER NOT NULL,
    UNIQUE (space, user)
  ) STRICT;
  CREATE INDEX members_user ON members (user);
  CREATE TABLE invites (
    id TEXT PRIMARY KEY, space TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE,
    email TEXT NOT NULL, email_key TEXT NOT NULL, role TEXT NOT NULL,
    invited_by TEXT NOT NULL, created INTEGER NOT NULL,
    UNIQUE (space, email_key)
  ) STRICT;
  CREATE INDEX invites_email ON invites (email_key);
  CREATE TABLE log (
    space TEXT NOT NULL, sequence INTEGER NOT NULL, merged INTEGER NOT NULL, bytes BLOB NOT NULL,
    UNIQUE (space, sequence)
  ) STRICT;
  CREATE TABLE quarantine (
    space TEXT NOT NULL, sequence INTEGER NOT NULL, merged INTEGER NOT NULL, bytes BLOB NOT NULL,
    UNIQUE (space, sequence)
  ) STRICT;
  CREATE TABLE snapshots (
    space TEXT PRIMARY KEY, through INTEGER NOT NULL, bytes BLOB NOT NULL, coverage BLOB NOT NULL
  ) STRICT;
  CREATE TABLE records (
    kind TEXT NOT NULL, id TEXT NOT NULL, space TEXT NOT NULL,
    created INTEGER NOT NULL, modified INTEGER NOT NULL,
    PRIMARY KEY (kind, id, space)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_space ON records (space);
  CREATE TABLE indexed (space TEXT PRIMARY KEY, through INTEGER NOT NULL) STRICT;
  `,
  // 2: who asks for access, and the codes that invites can be joined by
  `
  CREATE TABLE requests (
    space TEXT NOT NULL REFERENCES spaces ON DELETE CASCADE,
    user TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
    role TEXT NOT NULL, created INTEGER NOT NULL,
    UNIQUE (space, user)
  ) STRICT;
  CREATE INDEX requests_user ON requests (user);
  CREATE TABLE join_codes (
    invite TEXT PRIMARY KEY REFERENCES invites ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE, expires INTEGER NOT NULL
  ) STRICT;
  `,
  // 3: what tells a byte that has changed: a checksum of every update, and every row of the tables once more in an index, which
  // SQLite's own check holds against the table; spaces whose time in the trash is over
  `
  ALTER TABLE log ADD COLUMN sum INTEGER;
  UPDATE log SET sum = crc32(bytes);
  ALTER TABLE quarantine ADD COLUMN sum INTEGER;
  UPDATE quarantine SET sum = crc32(bytes);
  ALTER TABLE snapshots ADD COLUMN sum INTEGER;
  UPDATE snapshots SET sum = crc32(bytes, coverage);
  ALTER TABLE spaces ADD COLUMN purged INTEGER;
  CREATE INDEX users_whole ON users (id, name, email, email_key, created, modified);
  CREATE INDEX tokens_whole ON tokens (id, user, hash, read_only, created, expires, revoked);
  CREATE INDEX spaces_whole ON spaces (id, kind, workspace, created, modified, deleted, deleted_with, purged);
  CREATE INDEX members_whole ON members (space, user, role, added);
  CREATE INDEX invites_whole ON invites (id, space, email, email_key, role, invited_by, created);
  CREATE INDEX requests_whole ON requests (space, user, role, created);
  CREATE INDEX join_codes_whole ON join_codes (invite, hash, expires);
  CREATE INDEX log_whole ON log (space, sequence, merged, sum);
  DROP INDEX records_space;
  CREATE INDEX records_space ON records (space, created, modified);
  CREATE INDEX indexed_whole ON indexed (space, through);
  `,
  // 4: when a record came into the trash, which later edits of it do not change
  `
  ALTER TABLE records ADD COLUMN deleted INTEGER;
  DROP INDEX records_space;
  CREATE INDEX records_space ON records (space, created, modified, deleted);
  `,
  // 5: what is in the trash, which is looked for in all spaces at once
  `
  CREATE INDEX records_deleted ON records (deleted) WHERE deleted IS NOT NULL;
  `,
];

/**
 * Brings a database to the newest step; nothing where it is there already.
 * @throws if it was made by a newer version
 */
export function migrate(db: Database): void {
  db.function('crc32', { deterministic: true, varargs: true }, (...parts: unknown[]) =>
    checksum(...parts.filter((part): part is Uint8Array => part instanceof Uint8Array)),
  );
  const steps = db.transaction(() => {
    const done = Number(db.pragma('user_version', { simple: true }));
    if (done > STEPS.length) {
      throw new Error(`the store was made by a newer version (step ${done}, this one knows ${STEPS.length})`);
    }
    for (const step of STEPS.slice(done)) db.exec(step);
    if (done < STEPS.length) db.pragma(`user_version = ${STEPS.length}`);
  });
  // Taken at once, so that two commands on a new folder wait for each other instead of both making the tables.
  steps.immediate();
}
