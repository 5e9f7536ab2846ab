/** Users and tokens in PostgreSQL. Of a token only its hash is kept. */
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { emailKey } from '../../email-key';
import type { AccountStore, Bearer, NewToken, Time, TokenRow, UserRow } from '../storage';
import type { Connections } from './connections';
import { FIRST_BESIDE, type FirstEntries } from './documents';
import { type Queries, sql } from './statement';

/** A token as a row. */
interface TokenColumns {
  readonly id: string;
  readonly user: UserId;
  readonly read_only: boolean;
  readonly created: number;
  readonly expires: number | null;
  readonly revoked: number | null;
}

const TOKEN = 'tokens.id, tokens."user", tokens.read_only, tokens.created, tokens.expires, tokens.revoked';
const LIVING = 'tokens.revoked IS NULL AND (tokens.expires IS NULL OR tokens.expires > $2)';

const USERS = sql('SELECT id, name, email, created, modified FROM users ORDER BY created, place');
const USERS_BY_ID = sql('SELECT id, name, email, created, modified FROM users WHERE id = ANY($1)');
const PUT_TOKEN = sql(
  `INSERT INTO tokens (id, "user", hash, read_only, created, expires)
   SELECT $1, id, $3, $4, $5::BIGINT, $6::BIGINT FROM users WHERE id = $2`,
);
const TOKENS = sql(`SELECT ${TOKEN} FROM tokens ORDER BY created, place`);
const REVOKE = sql('UPDATE tokens SET revoked = coalesce(revoked, $1) WHERE id = $2');
const BEARER = sql(
  `SELECT ${TOKEN}, users.name, users.email, users.created AS made, users.modified
   FROM tokens JOIN users ON users.id = tokens."user" WHERE tokens.hash = $1 AND ${LIVING}`,
);
const LIVING_TOKEN = sql(`SELECT ${TOKEN} FROM tokens WHERE id = $1 AND ${LIVING}`);
const RENAME = sql('UPDATE users SET name = $1, modified = greatest(modified, $2) WHERE id = $3 AND name <> $1');

const PUT_USER = sql(
  `INSERT INTO users (id, name, email, email_key, created, modified) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (email_key) DO NOTHING`,
);
const PUT_SPACE = sql("INSERT INTO spaces (id, kind, created, modified) VALUES ($1, 'user', $2, $2)");
const JOIN_SPACES = sql(
  `INSERT INTO members (space, "user", role, added)
   SELECT space, $1, role, $2 FROM invites WHERE email_key = $3 ORDER BY place ON CONFLICT DO NOTHING`,
);
const TOUCH = sql(
  'UPDATE spaces SET modified = greatest(modified, $1) WHERE id IN (SELECT space FROM invites WHERE email_key = $2)',
);
const UNINVITE = sql('DELETE FROM invites WHERE email_key = $1');
const EMAIL_OF_CODE = sql(
  `SELECT invites.email FROM join_codes JOIN invites ON invites.id = join_codes.invite
   JOIN spaces ON spaces.id = invites.space LEFT JOIN spaces above ON above.id = spaces.workspace
   WHERE join_codes.hash = $1 AND join_codes.expires > $2 AND spaces.deleted IS NULL AND above.deleted IS NULL`,
);

export class PostgresAccounts implements AccountStore {
  readonly #connections: Connections;
  readonly #first: FirstEntries;

  constructor(connections: Connections, first = FIRST_BESIDE) {
    this.#connections = connections;
    this.#first = first;
  }

  async addUser(user: UserRow, token: NewToken, seed: Uint8Array): Promise<boolean> {
    await this.#first.ready(asId<SpaceId>(user.id));
    return this.#connections.changeRights((queries) => this.#add(queries, user, token, seed));
  }

  async join(
    codeHash: Uint8Array,
    made: Omit<UserRow, 'email'>,
    token: NewToken,
    seed: Uint8Array,
  ): Promise<UserRow | 'no-code' | 'in-use'> {
    await this.#first.ready(asId<SpaceId>(made.id));
    return this.#connections.changeRights(async (queries) => {
      const [found] = await queries.rows<{ email: string }>(EMAIL_OF_CODE, codeHash, made.created);
      if (!found) return 'no-code';
      const user = { ...made, email: found.email };
      return (await this.#add(queries, user, token, seed)) ? user : 'in-use';
    });
  }

  async rename(user: string, name: string, now: Time): Promise<void> {
    await this.#connections.changeRights((queries) => queries.run(RENAME, name, now, user));
  }

  users(): Promise<UserRow[]> {
    return this.#connections.rows<UserRow>(USERS);
  }

  async usersById(ids: readonly string[]): Promise<Map<string, UserRow>> {
    if (ids.length === 0) return new Map();
    const found = await this.#connections.rows<UserRow>(USERS_BY_ID, ids);
    return new Map(found.map((user) => [user.id, user]));
  }

  addToken(user: string, token: NewToken, now: Time): Promise<boolean> {
    return this.#connections.changeRights((queries) => putToken(queries, user, token, now));
  }

  async tokens(): Promise<TokenRow[]> {
    return (await this.#connections.rows<TokenColumns>(TOKENS)).map(tokenRow);
  }

  async revokeToken(id: string, now: Time): Promise<boolean> {
    return (await this.#connections.changeRights((queries) => queries.run(REVOKE, now, id))) > 0;
  }

  async bearer(hash: Uint8Array, now: Time): Promise<Bearer | undefined> {
    const [found] = await this.#connections.rows<
      TokenColumns & { name: string; email: string; made: number; modified: number }
    >(BEARER, hash, now);
    if (!found) return undefined;
    const { name, email, made, modified, ...token } = found;
    return { user: { id: token.user, name, email, created: made, modified }, token: tokenRow(token) };
  }

  async livingToken(id: string, now: Time): Promise<TokenRow | undefined> {
    const [found] = await this.#connections.rows<TokenColumns>(LIVING_TOKEN, id, now);
    return found && tokenRow(found);
  }

  async #add(queries: Queries, user: UserRow, token: NewToken, seed: Uint8Array): Promise<boolean> {
    const key = emailKey(user.email);
    if ((await queries.run(PUT_USER, user.id, user.name, user.email, key, user.created, user.modified)) === 0)
      return false;
    await putToken(queries, user.id, token, user.created);
    await queries.run(PUT_SPACE, user.id, user.created);
    await queries.run(JOIN_SPACES, user.id, user.created, key);
    await queries.run(TOUCH, user.created, key);
    await queries.run(UNINVITE, key);
    await this.#first.append(queries, { space: asId(user.id), update: seed, merged: user.created });
    return true;
  }
}

async function putToken(queries: Queries, user: string, token: NewToken, now: Time): Promise<boolean> {
  const { id, hash, readOnly, expires } = token;
  return (await queries.run(PUT_TOKEN, id, user, hash, readOnly, now, expires ?? null)) > 0;
}

function tokenRow({ id, user, read_only, created, expires, revoked }: TokenColumns): TokenRow {
  return { id, user, readOnly: read_only, created, expires: expires ?? undefined, revoked: revoked ?? undefined };
}
