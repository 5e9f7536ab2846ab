/** Accounts: who the extension works for on which server, and how an address and a token become one. */
import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import { asId, type SpaceId, type UserId } from '../../shared/ids';
import type { Environment } from './environment';

/** A user of a sync server. The token is kept apart from it, in the host's secret storage. */
export interface Account {
  /** The server's address without a slash at the end, such as `http://127.0.0.1:4455`. */
  readonly url: string;
  readonly user: { readonly id: UserId; readonly name: string };
}

/** The personal space of someone who has no account: it lives on this machine alone. */
export const LOCAL_SPACE = asId<SpaceId>('local');

const accountSchema = z.object({ url: z.string(), user: z.object({ id: z.string().min(1), name: z.string() }) });

/** Reads an account as it was kept; undefined where there is none or it cannot be read. */
export function readAccount(kept: unknown): Account | undefined {
  const parsed = accountSchema.safeParse(kept);
  if (!parsed.success) return undefined;
  const { url, user } = parsed.data;
  return { url, user: { id: asId(user.id), name: user.name } };
}

/** A name for what is kept of an account, the same in every window: of no account `local`. Accounts are never mixed. */
export function accountKey(account: Account | undefined): string {
  return account ? uuidv5(JSON.stringify([account.url, account.user.id]), uuidv5.URL) : 'local';
}

/** Why nobody could be signed in. */
export type SignInFailure =
  /** The address is no address of a web server. */
  | { readonly kind: 'bad-address'; readonly message: string }
  /** Nobody answers there, or not in time. */
  | { readonly kind: 'no-answer'; readonly url: string }
  /** Somebody answers, but not as a Tackboard sync server does. */
  | { readonly kind: 'no-server'; readonly url: string; readonly status: number }
  /** The server does not take the token. */
  | { readonly kind: 'refused'; readonly url: string };

/** How long a server may take to answer, in milliseconds. */
const ANSWER_MS = 10_000;

const userSchema = z.object({ id: z.string().min(1), name: z.string() });

/**
 * Asks a server whose token it is.
 * @param address as a person types it: with or without `http://`
 * @returns the account, or why there is none
 */
export async function signIn(
  address: string,
  token: string,
  { fetch, after }: Pick<Environment, 'fetch' | 'after'>,
): Promise<{ readonly kind: 'account'; readonly account: Account } | SignInFailure> {
  const url = normalizeAddress(address);
  if (typeof url !== 'string') return url;
  const abort = new AbortController();
  const cancel = after(ANSWER_MS, () => abort.abort());
  try {
    const response = await fetch(`${url}/v1/user`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A server that sends elsewhere would be sent the token there.
      redirect: 'error',
      signal: abort.signal,
    });
    if (response.status === 403) return { kind: 'refused', url };
    const user = userSchema.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
    if (!user.success) return { kind: 'no-server', url, status: response.status };
    return { kind: 'account', account: { url, user: { id: asId(user.data.id), name: user.data.name } } };
  } catch {
    return { kind: 'no-answer', url };
  } finally {
    cancel();
  }
}

/** The address in one form: scheme, host and path, no slash at the end; or what is wrong with it. */
export function normalizeAddress(address: string): string | Extract<SignInFailure, { kind: 'bad-address' }> {
  const typed = address.trim();
  const bad = (message: string) => ({ kind: 'bad-address', message }) as const;
  if (typed === '') return bad('Type the address of the server, such as http://127.0.0.1:4455.');
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`);
  } catch {
    return bad('That is no address; it should look like http://127.0.0.1:4455.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return bad('The address must start with http:// or https://.');
  if (url.username !== '' || url.password !== '') return bad('The address must not hold a name or a password.');
  if (url.search !== '' || url.hash !== '') return bad('The address must not hold a question mark or a number sign.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
