/** Users and tokens in SQLite. Of a token only its hash is kept. */
import type { Database, Statement } from 'better-sqlite3';
import { asId, type UserId } from '../../../shared/ids';
import { emailKey } from '../../email-key';
import type { AccountStore, Bearer, NewToken, Time, TokenRow, UserRow } from '../storage';
import { LogWriter } from './documents';
import type { KeptReads } from './kept-reads';

interface TokenColumns {
  id: string;
  user: UserId;
  read_only: number;
  created: number;
  expires: number | null;
  revoked: number | null;
}

const TOKEN = 'tokens.id, tokens.user, tokens.read_only, tokens.created, tokens.expires, tokens.revoked';

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
  readonly #userById: (id: string) => UserRow | undefined;
  readonly #insertToken: Statement<[string, string, Uint8Array, number, number, number | null]>;
  readonly #tokens: Statement<[], TokenColumns>;
  readonly #revoke: Statement<[number, string]>;
  readonly #hasToken: Statement<[string], number>;
  /** By the hash of a token, a letter a byte: who has it, unless it is revoked. */
  readonly #bearer: (hash: string) => Bearer | undefined;
  readonly #token: (id: string) => TokenRow | undefined;

  constructor(db: Database, reads: KeptReads) {
    this.#users = db.prepare('SELECT id, name, email, created, modified FROM users ORDER BY created, rowid');
    const userById = db.prepare<[string], UserRow>('SELECT id, name, email, created, modified FROM users WHERE id = ?');
    this.#userById = reads.of((id) => userById.get(id));
    this.#insertToken = db.prepare(
      'INSERT INTO tokens (id, user, hash, read_only, created, expires) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#tokens = db.prepare(`SELECT ${TOKEN} FROM tokens ORDER BY created, rowid`);
    this.#revoke = db.prepare('UPDATE tokens SET revoked = ifnull(revoked, ?) WHERE id = ?');
    this.#hasToken = db.prepare<[string], number>('SELECT 1 FROM tokens WHERE id = ?').pluck();
    const byHash = db.prepare<[Uint8Array], TokenColumns>(
      `SELECT ${TOKEN} FROM tokens WHERE hash = ? AND revoked IS NULL`,
    );
    this.#bearer = reads.of((hash) => {
      const token = byHash.get(Buffer.from(hash, 'latin1'));
      const user = token && userById.get(token.user);
      return user && { user, token: tokenRow(token) };
    });
    const byId = db.prepare<[string], TokenColumns>(`SELECT ${TOKEN} FROM tokens WHERE id = ? AND revoked IS NULL`);
    this.#token = reads.of((id) => {
      const token = byId.get(id);
      return token && tokenRow(token);
    });

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
      const user = found.has(id) ? undefined : this.#userById(id);
      if (user) found.set(id, user);
    }
    return found;
  }

  async addToken(user: string, token: NewToken, now: Time): Promise<boolean> {
    const found = this.#userById(user);
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
    const found = this.#bearer(Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('latin1'));
    return found && isGood(found.token, now) ? found : undefined;
  }

  async livingToken(id: string, now: Time): Promise<TokenRow | undefined> {
    const token = this.#token(id);
    return token && isGood(token, now) ? token : undefined;
  }

  #putToken(user: UserId, { id, hash, readOnly, expires }: NewToken, now: Time): void {
    this.#insertToken.run(id, user, hash, readOnly ? 1 : 0, now, expires ?? null);
  }
}

function isGood({ expires }: TokenRow, now: Time): boolean {
  return expires === undefined || expires > now;
}

function tokenRow({ id, user, read_only, created, expires, revoked }: TokenColumns): TokenRow {
  return { id, user, readOnly: read_only !== 0, created, expires: expires ?? undefined, revoked: revoked ?? undefined };
}
