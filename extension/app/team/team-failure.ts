/** Why the server did not do what was asked of it for workspaces and their members, and how that is told to people. */
import { t } from '@vscode/l10n';
import type { Fault } from '../../../shared/failures';
import { faultWords } from '../failure-words';

/** Nothing has changed in any of these cases, as far as is known here. */
export type TeamFailure =
  /** Nobody is signed in. */
  | { readonly kind: 'no-account' }
  /** Nobody answers, or not in time. */
  | { readonly kind: 'no-answer'; readonly url: string }
  /** Somebody answers that it does not work now, or not as a sync server does. */
  | { readonly kind: 'trouble'; readonly url: string; readonly status: number }
  /** The server says no, and why. */
  | { readonly kind: 'refused'; readonly url: string; readonly status: number; readonly faults: readonly Fault[] };

/** Says a failure to a person. @param what was wanted, as the start of a sentence: `Members cannot be changed` */
export function teamMessage(failure: TeamFailure, what: string): string {
  switch (failure.kind) {
    case 'no-account':
      return t('{0} without a sync server. Connect to one first.', what);
    case 'no-answer':
      return t(
        '{0} now: {1} does not answer, and this needs the server. Try again when you are connected.',
        what,
        failure.url,
      );
    case 'trouble':
      return failure.status === 429
        ? t('{0} now: {1} was asked too often. Try again in a minute.', what, failure.url)
        : t('{0} now: {1} cannot do it (status {2}). Try again later.', what, failure.url, failure.status);
    case 'refused':
      return `${what}: ${failure.faults.map((fault) => faultWords(fault) ?? sentence(fault.message)).join(' ')}`;
  }
}

/** What is not known here, as the server says it, which is English. What it says of a value begins small; here it stands alone. */
function sentence(message: string): string {
  const said = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
