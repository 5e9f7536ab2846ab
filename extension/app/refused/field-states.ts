/** The fields of a record as they are compared, and as a person reads them: names instead of ids, times of their own time zone. */
import { t } from '@vscode/l10n';
import { figuresText, type IsoDate } from '../../../shared/dates';
import { priorityWord, spaceStatusWord, statusInSentence, typeWord } from '../../../shared/field-words';
import type { UserId } from '../../../shared/ids';
import { RECORD_KINDS } from '../../../shared/layout';
import type { SpaceView } from '../../../shared/reader/view';
import type { DashboardRecord, PinRecord, SpaceFields, SpaceRecord, TaskRecord, Widget } from '../../../shared/records';
import { quoted } from '../quoted';

/** The fields of a record, or of the space itself, in the order in which they are said. */
export const FIELD_NAMES = [
  ...(['name', 'in', 'position', 'status', 'priority', 'startDate', 'dueDate', 'endDate'] as const),
  ...(['assignees', 'link', 'widgets', 'description', 'movedTo', 'deleted'] as const),
];

/** `in` is where a record lies, `position` where among its siblings, `movedTo` the space that it went to, `deleted` since when it is in the trash. */
export type FieldName = (typeof FIELD_NAMES)[number];

/** A field that is set. */
export interface FieldState {
  /** Two that have the same are the same. */
  readonly key: string;
  readonly text: string;
  /** Whether it is what a new record has. */
  readonly usual?: boolean;
}

/** The fields of a record that are set. */
export type FieldStates = ReadonlyMap<FieldName, FieldState>;

/** The names that this machine knows; undefined where it knows none. */
export interface Names {
  readonly person: (user: UserId) => string;
  readonly list: (id: string) => string | undefined;
  readonly document: (target: Extract<PinRecord['target'], { pinType: 'document' }>) => string | undefined;
  readonly space: (id: string) => string | undefined;
}

/** Reads the fields of a record. @param view of the space that it is in */
export function recordStates(record: SpaceRecord, view: SpaceView, names: Names): FieldStates {
  return states({
    name: text(record.name),
    ...placeStates(record, view),
    ...(record.kind === 'task' && taskStates(record, names)),
    ...(record.kind === 'pin' && { link: linkState(record, view, names) }),
    ...(record.kind === 'dashboard' && { widgets: widgetsState(record, view, names) }),
    ...('description' in record && { description: text(record.description) }),
    movedTo: record.movedTo && { key: record.movedTo, text: names.space(record.movedTo) ?? t('another space') },
    deleted: record.movedTo ? undefined : date(record.deleted),
  });
}

/** Reads the fields of a space itself. */
export function spaceStates({ name, description, status, startDate, endDate }: SpaceFields): FieldStates {
  return states({
    ...{ name: text(name), description: text(description) },
    status: { key: status, text: spaceStatusWord(status), usual: status === 'none' },
    ...{ startDate: date(startDate), endDate: date(endDate) },
  });
}

type Read = { readonly [Field in FieldName]?: FieldState | undefined };

function states(read: Read): FieldStates {
  return new Map(
    FIELD_NAMES.flatMap((field): [FieldName, FieldState][] => {
      const state = read[field];
      return state ? [[field, state]] : [];
    }),
  );
}

function placeStates(record: SpaceRecord, view: SpaceView): Read {
  const path: string[] = [];
  const parent = view.parentOf(record);
  for (let above = parent; above; above = view.parentOf(above)) path.unshift(above.name);
  const siblings = siblingsOf(record, view);
  const at = siblings.findIndex(({ id }) => id === record.id);
  const before = siblings[at - 1];
  return {
    in: parent && { key: `${parent.kind} ${parent.id}`, text: path.join(' / ') },
    position:
      at < 0
        ? undefined
        : { key: record.order ?? '', text: before ? t('{0}, after {1}', at + 1, quoted(before.name)) : t('first') },
  };
}

function siblingsOf(record: SpaceRecord, view: SpaceView): readonly SpaceRecord[] {
  const section = 'parent' in record && record.parent.kind === 'section' ? record.parent.id : undefined;
  switch (record.kind) {
    case 'list':
      return view.lists(record.listKind);
    case 'section':
      return view.sections(record.list);
    case 'task':
      return view.tasks(record.parent);
    case 'pin':
      return view.pins(section);
    case 'dashboard':
      return view.dashboards(section);
  }
}

function taskStates({ status, priority, startDate, dueDate, assignees }: TaskRecord, names: Names): Read {
  return {
    status: { key: status, text: statusInSentence(status), usual: status === 'open' },
    priority: { key: priority, text: priorityWord(priority), usual: priority === 'none' },
    ...{ startDate: date(startDate), dueDate: date(dueDate) },
    assignees:
      assignees.length === 0
        ? undefined
        : { key: assignees.join(' '), text: assignees.map((user) => names.person(user)).join(', ') },
  };
}

function linkState({ target }: PinRecord, view: SpaceView, names: Names): FieldState {
  if (target.pinType === 'url') return { key: target.url, text: target.url };
  const { documentType, documentId } = target;
  const here = RECORD_KINDS.map((kind) => view.record(kind, documentId)?.name).find((name) => name !== undefined);
  return { key: `${documentType} ${documentId}`, text: here ?? names.document(target) ?? documentId };
}

function widgetsState({ widgets }: DashboardRecord, view: SpaceView, names: Names): FieldState | undefined {
  if (widgets.length === 0) return undefined;
  const listName = (id: string) => view.record('list', id)?.name ?? names.list(id) ?? id;
  const widgetText = ({ title, type, lists }: Widget) => {
    const named = title === undefined ? typeWord(type) : `${title} (${typeWord(type)})`;
    if (lists === undefined) return named;
    return `${named}: ${lists.length === 0 ? t('No list is chosen') : lists.map(listName).join(', ')}`;
  };
  return { key: JSON.stringify(widgets), text: widgets.map(widgetText).join('; ') };
}

function text(value: string | null): FieldState | undefined {
  return value === null || value === '' ? undefined : { key: value, text: value };
}

function date(value: IsoDate | undefined): FieldState | undefined {
  return value && { key: value, text: figuresText(value) };
}
