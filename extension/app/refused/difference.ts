/** What refused edits would change: the records that were added or changed here, and what the server has of them. */
import { keysWrittenBy } from '../../../shared/items';
import { KEY, PREFIX, RECORD_KINDS, recordMap } from '../../../shared/layout';
import type { Space } from '../../../shared/operations/space';
import type { SpaceView } from '../../../shared/reader/view';
import type { SpaceRecord } from '../../../shared/records';

/** The fields that are compared. `in` is where a record lies, `deleted` since when it is in the trash. */
export type FieldName =
  | ('name' | 'in' | 'status' | 'priority' | 'startDate' | 'dueDate')
  | ('assignees' | 'link' | 'widgets' | 'description' | 'deleted');

/** A field of a record, with its values as text; undefined where it is not set. */
export interface RefusedField {
  readonly field: FieldName;
  readonly here: string | undefined;
  /** What the server has; undefined where that is nothing, or not known any more. */
  readonly there: string | undefined;
}

/** A record that is not on the server as it is here. */
export interface RefusedRecord {
  /** As it is here. */
  readonly record: SpaceRecord;
  readonly change: 'added' | 'changed';
  /** Of one that was added what is set, of one that was changed what differs. */
  readonly fields: readonly RefusedField[];
}

/** Compares a space with what its server has. @param here holds all of `there`, and the refused edits */
export function differenceTo(here: Space, there: SpaceView): readonly RefusedRecord[] {
  return allRecords(here.view).flatMap((record): RefusedRecord[] => {
    const other = there.record(record.kind, record.id);
    if (!other) return [{ record, change: 'added', fields: added(fieldsOf(record, here.view)) }];
    const before = fieldsOf(other, there);
    const fields = [...fieldsOf(record, here.view)].flatMap(([field, value]): RefusedField[] => {
      const old = before.get(field);
      return value === old ? [] : [{ field, here: value, there: old }];
    });
    return fields.length > 0 ? [{ record, change: 'changed', fields }] : [];
  });
}

/** Finds what some edits wrote in a space of which the server has nothing any more. @param isEdit whether an item is of those edits */
export function writtenIn(here: Space, isEdit: (client: number, clock: number) => boolean): readonly RefusedRecord[] {
  return allRecords(here.view).flatMap((record): RefusedRecord[] => {
    const map = recordMap(here.doc, record.kind, record.id);
    const { made, keys } = map ? keysWrittenBy(map, isEdit) : { made: false, keys: [] };
    const all = fieldsOf(record, here.view);
    if (made) return [{ record, change: 'added', fields: added(all) }];
    const fields = new Set(keys.map(fieldOfKey));
    const changed = [...all]
      .filter(([field]) => fields.has(field))
      .map(([field, value]) => ({ field, here: value, there: undefined }));
    return changed.length > 0 ? [{ record, change: 'changed', fields: changed }] : [];
  });
}

function added(fields: ReadonlyMap<FieldName, string | undefined>): readonly RefusedField[] {
  return [...fields]
    .filter(([field, value]) => field !== 'name' && value !== undefined)
    .map(([field, here]) => ({ field, here, there: undefined }));
}

/** In the order of the tree, parents first; what hangs in nothing that is shown comes last. */
function allRecords(view: SpaceView): readonly SpaceRecord[] {
  const found = new Set<SpaceRecord>();
  for (const kind of ['task', 'pin', 'dashboard'] as const) {
    for (const list of view.lists(kind)) {
      found.add(list);
      for (const section of view.sections(list.id)) {
        found.add(section);
        for (const pin of view.pins(section.id)) found.add(pin);
        for (const dashboard of view.dashboards(section.id)) found.add(dashboard);
        for (const task of view.tasks({ kind: 'section', id: section.id })) found.add(task);
      }
    }
  }
  // It grows while it is walked over: subtasks, to any depth.
  for (const record of found)
    if (record.kind === 'task') for (const task of view.tasks({ kind: 'task', id: record.id })) found.add(task);
  for (const kind of RECORD_KINDS) for (const record of view.records(kind)) found.add(record);
  return [...found];
}

function fieldsOf(record: SpaceRecord, view: SpaceView): ReadonlyMap<FieldName, string | undefined> {
  const parent = view.parentOf(record);
  const fields = new Map<FieldName, string | undefined>([['name', record.name]]);
  if (record.kind !== 'list') fields.set('in', parent?.name);
  if (record.kind === 'task') {
    fields.set('status', record.status === 'open' ? undefined : record.status);
    fields.set('priority', record.priority === 'none' ? undefined : record.priority);
    fields.set('startDate', record.startDate?.slice(0, 10));
    fields.set('dueDate', record.dueDate?.slice(0, 10));
    fields.set('assignees', record.assignees.length > 0 ? record.assignees.join(', ') : undefined);
  }
  if (record.kind === 'pin')
    fields.set('link', record.target.pinType === 'url' ? record.target.url : record.target.documentId);
  if (record.kind === 'dashboard') {
    const widgets = record.widgets.map(({ type, title }) => title ?? type).join(', ');
    fields.set('widgets', widgets === '' ? undefined : widgets);
  }
  if ('description' in record) fields.set('description', record.description ?? undefined);
  fields.set('deleted', record.deleted);
  return fields;
}

function fieldOfKey(key: string): FieldName | undefined {
  if (key.startsWith(PREFIX.assignee)) return 'assignees';
  if (key.startsWith(PREFIX.widget)) return 'widgets';
  return FIELD_OF[key];
}

const FIELD_OF: Readonly<Record<string, FieldName>> = {
  [KEY.name]: 'name',
  [KEY.status]: 'status',
  [KEY.priority]: 'priority',
  [KEY.description]: 'description',
  [KEY.place]: 'in',
  [KEY.startDate]: 'startDate',
  [KEY.dueDate]: 'dueDate',
  [KEY.url]: 'link',
  [KEY.documentId]: 'link',
  [KEY.deleted]: 'deleted',
};
