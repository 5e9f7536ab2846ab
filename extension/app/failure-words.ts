/** Refusals of operations, in sentences for people: the table from what is refused to what is said. */
import { t } from '@vscode/l10n';
import { type Failure, type Fault, faultSentences } from '../../shared/failures';
import { MAX } from '../../shared/layout';

/** Says why an operation was refused. What no command can bring about is said in the model's own words, which are English. */
export function failureWords(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return failure.faults.map(faultWords).join(' ');
    case 'not-found':
      return missingWords(failure.record);
    case 'forbidden':
      return failure.message;
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

function faultWords(fault: Fault): string {
  switch (fault.type) {
    case 'no-column':
      return t('There is no section here that a task could be added to.');
    case 'no-sibling':
      return t('There is no such record beside which it could stand.');
    case 'no-widget':
      return t('The dashboard has no such widget.');
    case 'own-descendant':
      return t('A task cannot be moved under itself.');
    case 'parent-deleted':
      return t('What it is in is in the trash; restore that first.');
    case 'same-space':
      return t('It is in that space already.');
    case 'wrong-kind':
      return t('It cannot be moved there.');
    case 'too-many':
      return fault.path === 'widgets'
        ? t('A dashboard has at most {0} widgets.', MAX.widgets)
        : faultSentences([fault]);
    default:
      return faultSentences([fault]);
  }
}
