/** Bearer tokens: made, hashed, read from a header. A token itself is kept and logged nowhere. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Bearer, NewToken, Storage, Time } from './storage/storage';

/** A token as its owner gets it, once, and as it is kept. */
export interface MadeToken {
  readonly text: string;
  readonly kept: NewToken;
}

/** Makes a token of 256 random bits. */
export function makeToken(
  choice: { readonly readOnly?: boolean; readonly expires?: Time | undefined } = {},
): MadeToken {
  const text = `tb_${randomBytes(32).toString('base64url')}`;
  return {
    text,
    kept: { id: randomUUID(), hash: hashOf(text), readOnly: choice.readOnly ?? false, expires: choice.expires },
  };
}

/** What is kept of a token. It is random, so that one round of SHA-256 tells nothing of it. */
export function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** The token in an `Authorization` header; undefined where there is none. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([!-~]+) *$/i.exec(header ?? '')?.[1];
}

/** Who has a token, now; undefined where it is unknown, expired or revoked. */
export function bearerOf(storage: Storage, token: string): Promise<Bearer | undefined> {
  return storage.accounts.bearer(hashOf(token), Date.now());
}
