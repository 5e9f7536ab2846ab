/** What is set aside as plain text: first what the server does not have, then all that was kept, as in the tree. Never markup. */
import type { SpaceRecord } from '../../../shared/records';
import { shownText } from '../shown-text';
import type { AsideDocument } from './aside-document';
import { KIND_NAME, type RefusedField, type RefusedRecord } from './difference';

/** The text of a document that is only read; ends with a line break. */
export function asideText({ space, view, refused }: AsideDocument): string {
  const name = `“${shownText(space.name)}”`;
  const why =
    space.why === 'lost'
      ? `You can no longer open ${name}: it was deleted, or you were taken out of it.`
      : `You may read ${name}, but not change it any more.`;
  const part = (title: string, change: RefusedRecord['change']) => {
    const records = refused.filter((one) => one.change === change);
    return records.length === 0 ? [] : ['', title, ...records.flatMap(recordLines)];
  };
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
    `${why} What you had changed is kept on this machine, and is not sent.`,
    ...(refused.length === 0 ? ['', 'Nothing in the records differs from what is on the server.'] : []),
    ...part('Added here, and not on the server:', 'added'),
    ...part('Changed here, and not on the server:', 'changed'),
    '',
    `All of ${name} as it was kept here:`,
    ...lists.flatMap((list) => outline(list, 1)),
  ];
  return `${lines.join('\n')}\n`;
}

function recordLines({ record, fields }: RefusedRecord): readonly string[] {
  return [`  ${KIND_NAME[record.kind]}: ${shownText(record.name)}`, ...fields.map(fieldLine)];
}

function fieldLine({ field, here, there }: RefusedField): string {
  const text = (value: string | undefined) => (value === undefined ? 'nothing' : shownText(value));
  const before = there === undefined ? '' : ` (on the server: ${text(there)})`;
  return `      ${field}: ${text(here)}${before}`;
}
