/** Users and tokens in SQLite. Of a token only its hash is kept. */
import type { Database, Statement } from 'better-sqlite3';
import { asId, type UserId } from '../../../shared/ids';
import { emailKey } from '../../email-key';
import type { AccountStore, Bearer, NewToken, Time, TokenRow, UserRow } from '../storage';
import { LogWriter } from './documents';

interface TokenColumns {
  id: string;
  user: UserId;
  read_only: number;
  created: number;
  expires: number | null;
  revoked: number | null;
}

const TOKEN = 'tokens.id, tokens.user, tokens.read_only, tokens.created, tokens.expires, tokens.revoked';
const LIVING = 'tokens.revoked IS NULL AND (tokens.expires IS NULL OR tokens.expires > ?)';

export class SqliteAccounts implements AccountStore {
  readonly #addUser: (user: UserRow, token: NewToken, seed: Uint8Array) => boolean;
  readonly #join: (
    codeHash: Uint8Array,
    user: Omit<UserRow, 'email'>,
    token: NewToken,
    seed: Uint8Array,
  ) => UserRow | 'no-code' | 'in-use';
  readonly #rename: Statement<[string, number, string, string]>;
  readonly #users: Statement<[], UserRow>;
  readonly #userById: Statement<[string], UserRow>;
  readonly #insertToken: Statement<[string, string, Uint8Array, number, number, number | null]>;
  readonly #tokens: Statement<[], TokenColumns>;
  readonly #revoke: Statement<[number, string]>;
  readonly #hasToken: Statement<[string], number>;
  readonly #bearer: Statement<[Uint8Array, number], TokenColumns>;
  readonly #living: Statement<[string, number], TokenColumns>;

  constructor(db: Database) {
    this.#users = db.prepare('SELECT id, name, email, created, modified FROM users ORDER BY created, rowid');
    this.#userById = db.prepare('SELECT id, name, email, created, modified FROM users WHERE id = ?');
    this.#insertToken = db.prepare(
      'INSERT INTO tokens (id, user, hash, read_only, created, expires) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#tokens = db.prepare(`SELECT ${TOKEN} FROM tokens ORDER BY created, rowid`);
    this.#revoke = db.prepare('UPDATE tokens SET revoked = ifnull(revoked, ?) WHERE id = ?');
    this.#hasToken = db.prepare<[string], number>('SELECT 1 FROM tokens WHERE id = ?').pluck();
    this.#bearer = db.prepare(`SELECT ${TOKEN} FROM tokens WHERE hash = ? AND ${LIVING}`);
    this.#living = db.prepare(`SELECT ${TOKEN} FROM tokens WHERE id = ? AND ${LIVING}`);

    const insertUser = db.prepare<[string, string, string, string, number, number]>(
      'INSERT INTO users (id, name, email, email_key, created, modified) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING',
    );
    const insertSpace = db.prepare<[string, number, number]>(
      "INSERT INTO spaces (id, kind, created, modified) VALUES (?, 'user', ?, ?)",
    );
    const join = db.prepare<[string, number, string]>(
      'INSERT OR IGNORE INTO members (space, user, role, added) SELECT space, ?, role, ? FROM invites WHERE email_key = ?',
    );
    const touch = db.prepare<[number, string]>(
      'UPDATE spaces SET modified = max(modified, ?) WHERE id IN (SELECT space FROM invites WHERE email_key = ?)',
    );
    const uninvite = db.prepare<[string]>('DELETE FROM invites WHERE email_key = ?');
    const writer = new LogWriter(db);
    const add = (user: UserRow, token: NewToken, seed: Uint8Array): boolean => {
      const key = emailKey(user.email);
      const { changes } = insertUser.run(user.id, user.name, user.email, key, user.created, user.modified);
      if (changes === 0) return false;
      this.#putToken(user.id, token, user.created);
      insertSpace.run(user.id, user.created, user.created);
      writer.write({ space: asId(user.id), update: seed, merged: user.created });
      join.run(user.id, user.created, key);
      touch.run(user.created, key);
      uninvite.run(key);
      return true;
    };
    this.#addUser = db.transaction(add).immediate;

    const emailOfCode = db
      .prepare<[Uint8Array, number], string>(
        `SELECT invites.email FROM join_codes JOIN invites ON invites.id = join_codes.invite
         JOIN spaces ON spaces.id = invites.space LEFT JOIN spaces above ON above.id = spaces.workspace
         WHERE join_codes.hash = ? AND join_codes.expires > ? AND spaces.deleted IS NULL AND above.deleted IS NULL`,
      )
      .pluck();
    this.#join = db.transaction(
      (codeHash: Uint8Array, made: Omit<UserRow, 'email'>, token: NewToken, seed: Uint8Array) => {
        const email = emailOfCode.get(codeHash, made.created);
        if (email === undefined) return 'no-code' as const;
        const user = { ...made, email };
        return add(user, token, seed) ? user : ('in-use' as const);
      },
    ).immediate;
    this.#rename = db.prepare('UPDATE users SET name = ?, modified = max(modified, ?) WHERE id = ? AND name <> ?');
  }

  async addUser(user: UserRow, token: NewToken, seed: Uint8Array): Promise<boolean> {
    return this.#addUser(user, token, seed);
  }

  async join(
    codeHash: Uint8Array,
    user: Omit<UserRow, 'email'>,
    token: NewToken,
    seed: Uint8Array,
  ): Promise<UserRow | 'no-code' | 'in-use'> {
    return this.#join(codeHash, user, token, seed);
  }

  async rename(user: string, name: string, now: Time): Promise<void> {
    this.#rename.run(name, now, user, name);
  }

  async users(): Promise<UserRow[]> {
    return this.#users.all();
  }

  async usersById(ids: readonly string[]): Promise<Map<string, UserRow>> {
    const found = new Map<string, UserRow>();
    for (const id of ids) {
      const user = found.has(id) ? undefined : this.#userById.get(id);
      if (user) found.set(id, user);
    }
    return found;
  }

  async addToken(user: string, token: NewToken, now: Time): Promise<boolean> {
    const found = this.#userById.get(user);
    if (found) this.#putToken(found.id, token, now);
    return found !== undefined;
  }

  async tokens(): Promise<TokenRow[]> {
    return this.#tokens.all().map(tokenRow);
  }

  async revokeToken(id: string, now: Time): Promise<boolean> {
    this.#revoke.run(now, id);
    return this.#hasToken.get(id) !== undefined;
  }

  async bearer(hash: Uint8Array, now: Time): Promise<Bearer | undefined> {
    const token = this.#bearer.get(hash, now);
    const user = token && this.#userById.get(token.user);
    return user && { user, token: tokenRow(token) };
  }

  async livingToken(id: string, now: Time): Promise<TokenRow | undefined> {
    const token = this.#living.get(id, now);
    return token && tokenRow(token);
  }

  #putToken(user: UserId, { id, hash, readOnly, expires }: NewToken, now: Time): void {
    this.#insertToken.run(id, user, hash, readOnly ? 1 : 0, now, expires ?? null);
  }
}

function tokenRow({ id, user, read_only, created, expires, revoked }: TokenColumns): TokenRow {
  return { id, user, readOnly: read_only !== 0, created, expires: expires ?? undefined, revoked: revoked ?? undefined };
}
