/** Accounts: who the extension works for on which server, and how an address and a token become one. */
import { t } from '@vscode/l10n';
import { v5 as uuidv5 } from 'uuid';
import * as z from 'zod';
import { asId, isId, type SpaceId, type UserId } from '../../shared/ids';
import type { Environment } from './environment';

/** A user of a sync server. The token is kept apart from it, in the host's secret storage. */
export interface Account {
  /** The server's address without a slash at the end, such as `http://127.0.0.1:4455`. */
  readonly url: string;
  readonly user: { readonly id: UserId; readonly name: string };
}

/** The personal space of someone who has no account: it lives on this machine alone. */
export const LOCAL_SPACE = asId<SpaceId>('local');

const userSchema = z.object({ id: z.string().refine((value) => isId(value)), name: z.string() });
const accountSchema = z.object({ url: z.string(), user: userSchema });

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
  /** The token is none that could be sent. */
  | { readonly kind: 'bad-token'; readonly message: string }
  /** Nobody answers there, or not in time. */
  | { readonly kind: 'no-answer'; readonly url: string }
  /** Somebody answers, but not as a Tackboard sync server does. */
  | { readonly kind: 'no-server'; readonly url: string; readonly status: number }
  /** Somebody answers that it does not work now. */
  | { readonly kind: 'trouble'; readonly url: string; readonly status: number }
  /** The server does not take the token. */
  | { readonly kind: 'refused'; readonly url: string };

/** How long a server may take to answer, in milliseconds. */
const ANSWER_MS = 10_000;

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
  const fault = tokenFault(token);
  if (fault !== undefined) return { kind: 'bad-token', message: fault };
  const abort = new AbortController();
  const cancel = after(ANSWER_MS, () => abort.abort());
  try {
    const response = await fetch(`${url}/v1/user`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A server that sends elsewhere would be sent the token there.
      redirect: 'manual',
      signal: abort.signal,
    });
    const { status } = response;
    if (status === 403) return { kind: 'refused', url };
    if (status === 429 || status >= 500) return { kind: 'trouble', url, status };
    const user = userSchema.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
    if (abort.signal.aborted) return { kind: 'no-answer', url };
    if (!user.success) return { kind: 'no-server', url, status };
    return { kind: 'account', account: { url, user: { id: asId(user.data.id), name: user.data.name } } };
  } catch {
    return { kind: 'no-answer', url };
  } finally {
    cancel();
  }
}

/** What is wrong with a token as a person typed it, in a sentence; undefined where it can be one. */
export function tokenFault(token: string): string | undefined {
  if (token === '') return t('Type the token.');
  // What a header field and the name of a subprotocol can hold; anything else would only fail later, in words that help nobody.
  return /^[\w.~+-]+$/.test(token) ? undefined : t('That is no token: it holds letters, digits and - . _ ~ + only.');
}

/** The address in one form: scheme, host and path, no slash at the end; or what is wrong with it. */
export function normalizeAddress(address: string): string | Extract<SignInFailure, { kind: 'bad-address' }> {
  const typed = address.trim();
  const bad = (message: string) => ({ kind: 'bad-address', message }) as const;
  if (typed === '') return bad(t('Type the address of the server, such as http://127.0.0.1:4455.'));
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`);
  } catch {
    return bad(t('That is no address; it should look like http://127.0.0.1:4455.'));
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return bad(t('The address must start with http:// or https://.'));
  if (url.username !== '' || url.password !== '') return bad(t('The address must not hold a name or a password.'));
  if (url.search !== '' || url.hash !== '')
    return bad(t('The address must not hold a question mark or a number sign.'));
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
