/** Refusals of operations, in sentences for people: the table from what is refused to what is said. */
import { t } from '@vscode/l10n';
import { type Failure, type Fault, type ForbiddenReason, faultSentences } from '../../shared/failures';
import { MAX } from '../../shared/layout';

/** Says why an operation was refused. What no command can bring about is said in the model's own words, which are English. */
export function failureWords(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return failure.faults.map((fault) => faultWords(fault) ?? faultSentences([fault])).join(' ');
    case 'not-found':
      return missingWords(failure.record);
    case 'forbidden':
      return forbiddenWords(failure.reason);
  }
}

function missingWords(record: Extract<Failure, { kind: 'not-found' }>['record']): string {
  switch (record) {
    case 'list':
      return t('There is no such list; it may have been deleted.');
    case 'section':
      return t('There is no such section; it may have been deleted.');
    case 'task':
      return t('There is no such task; it may have been deleted.');
    case 'pin':
      return t('There is no such pin; it may have been deleted.');
    case 'dashboard':
      return t('There is no such dashboard; it may have been deleted.');
    case 'space':
      return t('There is no such workspace or project; it may have been deleted.');
    case 'user':
      return t('There is no such user; it may have been deleted.');
    case 'invite':
      return t('There is no such invite; it may have been deleted.');
    case 'request':
      return t('There is no such request for access; it may have been deleted.');
    case 'organization':
      return t('There is no such organization; it may have been deleted.');
  }
}

/**
 * Says what is wrong, be it the model that refuses or the server, in a language that the person reads; undefined for a kind of fault
 * that is not known here.
 */
export function faultWords({ type, path }: Fault): string | undefined {
  if (isForbidden(type)) return forbiddenWords(type);
  switch (type) {
    case 'differs':
      return t('The server has something else under its id.');
    case 'email':
      return t('That is no e-mail address; it should look like ada@example.org.');
    case 'last-owner':
      return t('There has to be at least one owner.');
    case 'member':
      return t('You have access to this already.');
    case 'no-column':
      return t('There is no section here that a task could be added to.');
    case 'no-place':
      return t('It is in no section; choose one.');
    case 'no-sibling':
      return t('There is no such record beside which it could stand.');
    case 'no-widget':
      return t('The dashboard has no such widget.');
    case 'not-found':
      return t('That is not there any more; it may have been deleted.');
    case 'own-descendant':
      return t('A task cannot be moved under itself.');
    case 'own-neighbour':
      return t('Nothing can stand beside itself.');
    case 'parent-deleted':
      return t('What it is in is in the trash; restore that first.');
    case 'same-space':
      return t('It is in that space already.');
    case 'too-many':
      return path === 'widgets' ? t('A dashboard has at most {0} widgets.', MAX.widgets) : undefined;
    case 'wrong-kind':
      return t('It cannot be moved there.');
    default:
      return undefined;
  }
}

function forbiddenWords(reason: ForbiddenReason): string {
  return FORBIDDEN[reason]();
}

/** Why the server does not let someone do something. */
const FORBIDDEN: Readonly<Record<ForbiddenReason, () => string>> = {
  'no-good-token': () => t('The server does not accept your token any more.'),
  'read-only-token': () => t('Your token only reads.'),
  'no-access': () => t('You have no access to it.'),
  'needs-contributor': () => t('You may read it, but not change it.'),
  'needs-owner': () => t('Only an owner can do this.'),
  'needs-former-owner': () => t('Only who owned it can take it out of the trash.'),
  'invite-of-another': () => t('This invite is for someone else.'),
  'id-in-use': () => t('The server has something else under its id.'),
  'no-good-code': () => t('This invitation was used or has ended.'),
  'email-in-use': () => t('There is a user with that e-mail address already.'),
};

function isForbidden(type: string): type is ForbiddenReason {
  return Object.hasOwn(FORBIDDEN, type);
}
