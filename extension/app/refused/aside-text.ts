/** What is set aside as plain text: first what the server does not have, then all that was kept, as in the tree. Never markup. */
import { t } from '@vscode/l10n';
import type { SpaceRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import { quoted } from '../quoted';
import { lostWords } from '../refusal-words';
import type { AsideDocument } from './aside-document';
import type { RefusedField, RefusedRecord } from './difference';
import type { FieldName } from './field-states';

/** The text of a document that is only read; ends with a line break. */
export function asideText({ space, view, refused, refusedOwn }: AsideDocument): string {
  const name = quoted(space.name);
  const why = space.why === 'lost' ? lostWords(name) : t('You may read {0}, but not change it any more.', name);
  const linesOf = (change: RefusedRecord['change']) =>
    refused.filter((one) => one.change === change).flatMap(recordLines);
  const part = (title: string, said: readonly string[]) => (said.length === 0 ? [] : ['', title, ...said]);
  const own = refusedOwn.length === 0 ? [] : [`  ${t('The space itself')}`, ...refusedOwn.map(fieldLine)];
  const lists = (['task', 'pin', 'dashboard'] as const).flatMap((kind) => view.lists(kind));
  const outline = (record: SpaceRecord, depth: number): readonly string[] => [
    `${'  '.repeat(depth)}${record.kind === 'task' ? (record.status === 'completed' ? '[x] ' : '[ ] ') : ''}${shownText(record.name)}`,
    ...childrenOf(record).flatMap((child) => outline(child, depth + 1)),
  ];
  const childrenOf = (record: SpaceRecord): readonly SpaceRecord[] => {
    if (record.kind === 'list') return view.sections(record.id);
    if (record.kind === 'task') return view.tasks({ kind: 'task', id: record.id });
    if (record.kind !== 'section') return [];
    return [...view.tasks({ kind: 'section', id: record.id }), ...view.pins(record.id), ...view.dashboards(record.id)];
  };
  const lines = [
    why,
    t('What you had changed is kept on this machine, and is not sent.'),
    ...(refused.length + refusedOwn.length === 0
      ? ['', t('Nothing in the records differs from what is on the server.')]
      : []),
    ...part(t('Added here, and not on the server:'), linesOf('added')),
    ...part(t('Changed here, and not on the server:'), [...own, ...linesOf('changed')]),
    '',
    t('All of {0} as it was kept here:', name),
    ...lists.flatMap((list) => outline(list, 1)),
  ];
  return `${lines.join('\n')}\n`;
}

function recordLines({ record, fields }: RefusedRecord): readonly string[] {
  return [`  ${kindName(record.kind)}: ${shownText(record.name)}`, ...fields.map(fieldLine)];
}

function fieldLine({ field, here, there }: RefusedField): string {
  const text = (value: string | undefined) => (value === undefined ? t('nothing') : shownText(value));
  const said = `      ${fieldName(field)}: ${text(here)}`;
  return there === undefined ? said : `${said} ${t('(on the server: {0})', text(there))}`;
}

function kindName(kind: SpaceRecord['kind']): string {
  switch (kind) {
    case 'list':
      return t('List');
    case 'section':
      return t('Section');
    case 'task':
      return t('Task');
    case 'pin':
      return t('Pin');
    case 'dashboard':
      return t('Dashboard');
  }
}

function fieldName(field: FieldName): string {
  switch (field) {
    case 'name':
      return t('name');
    case 'in':
      return t('in');
    case 'position':
      return t('position');
    case 'status':
      return t('status');
    case 'priority':
      return t('priority');
    case 'startDate':
      return t('start date');
    case 'dueDate':
      return t('due date');
    case 'endDate':
      return t('end date');
    case 'assignees':
      return t('assignees');
    case 'link':
      return t('link');
    case 'widgets':
      return t('widgets');
    case 'description':
      return t('description');
    case 'movedTo':
      return t('moved to');
    case 'deleted':
      return t('in the trash since');
  }
}
