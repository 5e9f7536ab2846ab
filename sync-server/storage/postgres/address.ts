/** Where a database is, as people give it: `postgres://user:password@host:port/database`. The password is in no message. */
import type { PoolConfig } from 'pg';

/** A database that can be connected to. */
export interface PostgresAddress {
  /** for messages: without user and password */
  readonly shown: string;
  /** for the library */
  readonly config: Readonly<PoolConfig>;
}

/** What an address begins with. */
const SCHEMES: ReadonlySet<string> = new Set(['postgres:', 'postgresql:']);

/**
 * Reads an address. What it leaves out comes from the variables that all programs of PostgreSQL know (PGUSER, PGPASSWORD, …).
 * @returns undefined where it is none; nothing of it is to be shown then, since a part of it may be a password
 */
export function readAddress(text: string): PostgresAddress | undefined {
  let url: URL;
  try {
    url = new URL(text);
    decodeURIComponent(url.username + url.password + url.pathname);
  } catch {
    return undefined;
  }
  if (!SCHEMES.has(url.protocol)) return undefined;
  // A socket of this machine is named by a folder, after the question mark.
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const port = url.port === '' ? (url.searchParams.get('port') ?? '') : url.port;
  const database = decodeURIComponent(url.pathname.slice(1));
  const place = `${host === '' ? 'this machine' : host}${port === '' ? '' : `:${port}`}`;
  return { shown: `${place}${database === '' ? '' : `/${database}`}`, config: { connectionString: text } };
}
