/** Links by which someone who was invited becomes a user of a server, as its owner hands them on: `http://host/join#code`. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { asId, isId } from '../../shared/ids';
import { type Account, normalizeAddress, type SignInFailure } from './account';
import type { Environment } from './environment';

export interface InviteLink {
  /** The server's address, as `normalizeAddress` gives it. */
  readonly url: string;
  readonly code: string;
}

/** Why a link made nobody a user. `ended`: it was used or has ended, or there is a user with that e-mail already. */
export type JoinFailure = SignInFailure | { readonly kind: 'ended'; readonly url: string };

const joined = z.object({
  user: z.object({ id: z.string().refine((value) => isId(value)), name: z.string() }),
  token: z.string().min(1),
});

/** How long a server may take to answer, in milliseconds. */
const ANSWER_MS = 10_000;

/** Reads a link as a person pastes it; undefined where it is none. */
export function readInviteLink(text: string): InviteLink | undefined {
  const [, address, code] = /^(.+)\/join\/?#([\w-]{1,200})$/.exec(text.trim()) ?? [];
  if (address === undefined || code === undefined) return undefined;
  const url = normalizeAddress(address);
  return typeof url === 'string' ? { url, code } : undefined;
}

/** What is wrong with what a person pasted as an address or an invite link, in a sentence; undefined where it can be one of them. */
export function connectFault(text: string): string | undefined {
  if (readInviteLink(text)) return undefined;
  const typed = text.trim();
  const looksLikeLink = /\/join(?:[/?#]|$)/.test(typed);
  if (looksLikeLink)
    return t(
      'That is no whole invite link: it looks like https://tasks.example.org/join#code, with all that is behind the number sign.',
    );
  const url = normalizeAddress(typed);
  if (typeof url !== 'string') return url.message;
  const { hostname, port, pathname } = new URL(url);
  const isNamed = hostname === 'localhost' || hostname.startsWith('[') || hostname.includes('.') || port !== '';
  // A lone word with a scheme is a machine of the network at home; without one it is a token, more often than not.
  if (!isNamed && (!typed.includes('://') || hostname.length > 63))
    return t('That is no address; it should look like http://127.0.0.1:4455. Your token is asked for next.');
  return pathname.length > 200 ? t('That is no address; it should look like http://127.0.0.1:4455.') : undefined;
}

/**
 * Makes oneself a user by a link. A link works once: what comes back has to be kept.
 * @param name what one wants to be called there
 */
export async function join(
  { url, code }: InviteLink,
  name: string,
  { fetch, after }: Pick<Environment, 'fetch' | 'after'>,
): Promise<{ readonly kind: 'joined'; readonly account: Account; readonly token: string } | JoinFailure> {
  const abort = new AbortController();
  const cancel = after(ANSWER_MS, () => abort.abort());
  try {
    const response = await fetch(`${url}/v1/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ code, name }),
      // A server that sends elsewhere would be sent the code there.
      redirect: 'manual',
      signal: abort.signal,
    });
    const { status } = response;
    if (status === 403) return { kind: 'ended', url };
    if (status === 429 || status >= 500) return { kind: 'trouble', url, status };
    const answer = joined.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
    if (!answer.success) return { kind: 'no-server', url, status };
    const { user, token } = answer.data;
    return { kind: 'joined', account: { url, user: { id: asId(user.id), name: user.name } }, token };
  } catch {
    return { kind: 'no-answer', url };
  } finally {
    cancel();
  }
}
