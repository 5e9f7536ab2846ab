/** Where the bus is, as people give it: `redis://user:password@host:port/number`, or `rediss://` with TLS. The password is in no message. */

/** A Redis, or a Valkey, that can be connected to. */
export interface RedisAddress {
  /** for messages: without user and password */
  readonly shown: string;
  /** for the library, with them */
  readonly url: string;
}

const SCHEMES: ReadonlySet<string> = new Set(['redis:', 'rediss:']);

/**
 * Reads an address.
 * @returns undefined where it is none; nothing of it is to be shown then, since a part of it may be a password
 */
export function readRedisAddress(text: string): RedisAddress | undefined {
  let url: URL;
  try {
    url = new URL(text);
    decodeURIComponent(url.username + url.password);
  } catch {
    return undefined;
  }
  if (!SCHEMES.has(url.protocol) || url.hostname === '' || !/^\/?\d*$/.test(url.pathname)) return undefined;
  return { shown: `${url.hostname}:${url.port === '' ? '6379' : url.port}`, url: text };
}
