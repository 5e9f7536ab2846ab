/** What refused edits would change: the records that were added or changed here, and what the server has of them. */
import { keysWrittenBy } from '../../../shared/items';
import { KEY, PREFIX, RECORD_KINDS, recordMap, rootsOf } from '../../../shared/layout';
import type { Space } from '../../../shared/operations/space';
import type { SpaceView } from '../../../shared/reader/view';
import type { SpaceRecord } from '../../../shared/records';
import { FIELD_NAMES, type FieldName, type FieldStates, type Names, recordStates, spaceStates } from './field-states';

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

/** What refused edits would change. */
export interface Difference {
  /** In the order of the tree. */
  readonly records: readonly RefusedRecord[];
  /** What differs of the space itself. */
  readonly own: readonly RefusedField[];
}

/** Compares a space with what its server has. @param here holds all of `there`, and the refused edits */
export function differenceTo(here: Space, there: SpaceView, names: Names): Difference {
  const records = allRecords(here.view).flatMap((record): RefusedRecord[] => {
    const other = there.record(record.kind, record.id);
    const now = recordStates(record, here.view, names);
    if (!other) return [{ record, change: 'added', fields: added(now) }];
    const fields = differing(now, recordStates(other, there, names));
    return fields.length > 0 ? [{ record, change: 'changed', fields }] : [];
  });
  return { records, own: differing(spaceStates(here.view.fields), spaceStates(there.fields)) };
}

/** Finds what some edits wrote in a space of which the server has nothing any more. @param isEdit whether an item is of those edits */
export function writtenIn(here: Space, isEdit: (client: number, clock: number) => boolean, names: Names): Difference {
  const records = allRecords(here.view).flatMap((record): RefusedRecord[] => {
    const map = recordMap(here.doc, record.kind, record.id);
    const { made, keys } = map ? keysWrittenBy(map, isEdit) : { made: false, keys: [] };
    const states = recordStates(record, here.view, names);
    if (made) return [{ record, change: 'added', fields: added(states) }];
    const fields = written(keys, states);
    return fields.length > 0 ? [{ record, change: 'changed', fields }] : [];
  });
  const { keys } = keysWrittenBy(rootsOf(here.doc).space, isEdit);
  return { records, own: written(keys, spaceStates(here.view.fields)) };
}

function added(states: FieldStates): readonly RefusedField[] {
  return [...states]
    .filter(([field, { usual }]) => field !== 'name' && field !== 'position' && !usual)
    .map(([field, { text }]) => ({ field, here: text, there: undefined }));
}

function differing(now: FieldStates, before: FieldStates): readonly RefusedField[] {
  const isMoved = now.get('in')?.key !== before.get('in')?.key;
  return FIELD_NAMES.flatMap((field): RefusedField[] => {
    const [here, there] = [now.get(field), before.get(field)];
    if (here?.key === there?.key) return [];
    // Where it stands is compared among the same siblings, and is the same where it stands after the same one.
    if (field === 'position' && (isMoved || !here || !there || here.text === there.text)) return [];
    return [{ field, here: here?.text, there: there?.text }];
  });
}

function written(keys: readonly string[], states: FieldStates): readonly RefusedField[] {
  const fields = new Set(keys.flatMap(fieldsOfKey));
  // A place is written whole. Lists lie in nothing, so that of them it is the position.
  fields.delete(states.has('in') ? 'position' : 'in');
  if (states.has('movedTo')) fields.delete('deleted');
  return FIELD_NAMES.filter((field) => fields.has(field)).map((field) => ({
    field,
    here: states.get(field)?.text,
    there: undefined,
  }));
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

function fieldsOfKey(key: string): readonly FieldName[] {
  if (key.startsWith(PREFIX.assignee)) return ['assignees'];
  if (key.startsWith(PREFIX.widget)) return ['widgets'];
  return FIELDS_OF[key] ?? [];
}

const FIELDS_OF: Readonly<Record<string, readonly FieldName[]>> = {
  [KEY.name]: ['name'],
  [KEY.status]: ['status'],
  [KEY.priority]: ['priority'],
  [KEY.description]: ['description'],
  [KEY.place]: ['in', 'position'],
  [KEY.startDate]: ['startDate'],
  [KEY.dueDate]: ['dueDate'],
  [KEY.endDate]: ['endDate'],
  [KEY.pinType]: ['link'],
  [KEY.url]: ['link'],
  [KEY.documentId]: ['link'],
  [KEY.documentType]: ['link'],
  [KEY.movedTo]: ['movedTo'],
  [KEY.deleted]: ['deleted'],
};
