/** One record as a document holds it, read without looking at any other: total over whatever a peer can write (rules L3 to L9). */
import type * as Y from 'yjs';
import { type IsoDate, isIsoDate } from '../dates';
import { type AnyId, asId, isId, type SpaceId, type UserId } from '../ids';
import { greatest, type Leg, legsOf, trashMark } from '../journey';
import {
  isYMap,
  isYText,
  KEY,
  LIST_KINDS,
  type ListKind,
  MAX,
  PREFIX,
  prefixedKeys,
  type RecordKind,
  SPACE_STATUSES,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPriority,
  type TaskStatus,
  WIDGET_TYPES,
} from '../layout';
import { compareOrdered, readOrder } from '../order';
import { type Plain, plain } from '../plain';
import { DOCUMENT_TYPES, type PinRecord, type SpaceFields, type Widget } from '../records';
import { compareCodeUnits, cutToCodePoints, toWellFormed } from '../text';
import { urlFault } from '../url';

/** What a record's `place` points to, before it is known whether that exists. */
export interface StoredParent {
  readonly kind: 'list' | 'section' | 'task';
  readonly id: string;
}

interface StoredBase {
  readonly id: string;
  readonly name: string;
  readonly order: string | undefined;
  readonly deleted: IsoDate | undefined;
  readonly movedTo: SpaceId | undefined;
  readonly journey: Leg | undefined;
  /** undefined: the place cannot be read. A list has none. */
  readonly parent: StoredParent | undefined;
}

export interface StoredList extends StoredBase {
  readonly kind: 'list';
  readonly listKind: ListKind;
}
export interface StoredSection extends StoredBase {
  readonly kind: 'section';
}
export interface StoredTask extends StoredBase {
  readonly kind: 'task';
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly priority: TaskPriority;
  readonly startDate: IsoDate | undefined;
  readonly dueDate: IsoDate | undefined;
  readonly completed: IsoDate | undefined;
  /** Whoever the document names, members or not, sorted. */
  readonly assignees: readonly UserId[];
}
export interface StoredPin extends StoredBase {
  readonly kind: 'pin';
  readonly target: PinRecord['target'];
}
export interface StoredDashboard extends StoredBase {
  readonly kind: 'dashboard';
  readonly description: string | null;
  readonly widgets: readonly Widget[];
}
export type Stored = StoredList | StoredSection | StoredTask | StoredPin | StoredDashboard;

/** What stands in for a name that is missing, empty or no string. */
export const NO_NAME = '(no name)';

/**
 * Reads one record.
 * @param value whatever lies under the id in the root of that kind
 * @returns undefined where it is no record: no Y.Map, an id that is none, a list of unknown kind, a pin without a target that is allowed
 */
export function readStored(kind: RecordKind, id: string, value: unknown): Stored | undefined {
  if (!isYMap(value) || !isId(id)) return undefined;
  const fields: Fields = value;
  const prefixed = prefixedKeys(fields);
  const place = plain(fields.get(KEY.place));
  const { deleted, movedTo, journey } = readWhereabouts(fields, prefixed);
  const name = readName(fields, kind === 'task' ? MAX.taskName : MAX.name);
  const order = readOrder(place?.order);
  const parent = parentIn(kind, place);
  if (kind === 'task') {
    const status = readEnum(fields, KEY.status, TASK_STATUSES) ?? 'open';
    // Written out: a space has thousands, and putting together objects takes several times as long.
    return {
      kind,
      id,
      name,
      order,
      deleted,
      movedTo,
      journey,
      parent,
      description: readDescription(fields.get(KEY.description)),
      status,
      priority: readEnum(fields, KEY.priority, TASK_PRIORITIES) ?? 'none',
      startDate: readDate(fields, KEY.startDate),
      dueDate: readDate(fields, KEY.dueDate),
      completed: status === 'completed' ? readDate(fields, KEY.completed) : undefined,
      assignees: readAssignees(fields, prefixed),
    };
  }
  const base = { id, name, order, deleted, movedTo, journey, parent };
  switch (kind) {
    case 'list': {
      const listKind = readEnum(fields, KEY.kind, LIST_KINDS);
      return listKind && { kind, ...base, listKind };
    }
    case 'section':
      return { kind, ...base };
    case 'pin': {
      const target = readTarget(fields);
      return target && { kind, ...base, target };
    }
    case 'dashboard':
      return {
        kind,
        ...base,
        description: readBounded(fields.get(KEY.description)),
        widgets: readAllWidgets(fields).slice(0, MAX.widgets),
      };
  }
}

/** Reads the fields of the space itself from its root. */
export function readSpaceFields(space: Fields): SpaceFields {
  return {
    name: readName(space, MAX.name),
    description: readBounded(space.get(KEY.description)),
    status: readEnum(space, KEY.status, SPACE_STATUSES) ?? 'none',
    startDate: readDate(space, KEY.startDate),
    endDate: readDate(space, KEY.endDate),
  };
}

/** Nothing is known of its values. */
type Fields = Y.Map<unknown>;

function readName(fields: Fields, max: number): string {
  const name = fields.get(KEY.name);
  return typeof name === 'string' && name !== '' ? toWellFormed(cutToCodePoints(name, max)) : NO_NAME;
}

/** A description of a space or a dashboard: plain text with a bound. */
function readBounded(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? toWellFormed(cutToCodePoints(value, MAX.description)) : null;
}

/** A task's description: a Y.Text, or a string where a peer wrote one. An empty one is none. */
function readDescription(value: unknown): string | null {
  const text = isYText(value) ? value.toString() : value;
  return typeof text === 'string' && text !== '' ? toWellFormed(text) : null;
}

function readEnum<T extends string>(fields: Fields, key: string, values: readonly T[]): T | undefined {
  const value = fields.get(key);
  return values.includes(value as T) ? (value as T) : undefined;
}

function readDate(fields: Fields, key: string): IsoDate | undefined {
  const value = fields.get(key);
  return isIsoDate(value) ? value : undefined;
}

/** Whether a record is here, in the trash here, or moved elsewhere: by its journey, or by the mark of who keeps none (rule X1). */
function readWhereabouts(
  fields: Fields,
  prefixed: readonly string[],
): Pick<StoredBase, 'deleted' | 'movedTo' | 'journey'> {
  const legs = legsOf(fields, prefixed);
  const journey = greatest(legs);
  if (!journey) return { deleted: readDate(fields, KEY.deleted), movedTo: readId(fields.get(KEY.movedTo)), journey };
  if (journey.here) return { deleted: trashMark(fields, legs), movedTo: undefined, journey };
  return { deleted: readDate(fields, KEY.deleted) ?? journey.at, movedTo: journey.to, journey };
}

/** The id in a value, as every other replica reads it: what encoding would make of half a character stands for it here too (rule L5). */
function readId<T extends AnyId>(value: unknown): T | undefined {
  return isId<T>(value) ? asId(toWellFormed(value)) : undefined;
}

/** The parent that a stored place of a record of some kind names, whatever the place is. */
export function parentOfPlace(kind: RecordKind, place: unknown): StoredParent | undefined {
  return parentIn(kind, plain(place));
}

function parentIn(kind: RecordKind, place: Plain | undefined): StoredParent | undefined {
  if (!place || kind === 'list') return undefined;
  let only: StoredParent['kind'] | undefined;
  for (const key of PARENT_KINDS) {
    if (place[key] === undefined) continue;
    if (only !== undefined) return undefined;
    only = key;
  }
  if (only === undefined) return undefined;
  const allowed = kind === 'section' ? only === 'list' : only === 'section' || (kind === 'task' && only === 'task');
  const id = readId(place[only]);
  return allowed && id !== undefined ? { kind: only, id } : undefined;
}

function readAssignees(fields: Fields, prefixed: readonly string[]): readonly UserId[] {
  // One for all that have none: most do, and what is handed out is kept.
  if (prefixed.length === 0) return NONE;
  const { assignee } = PREFIX;
  return prefixed
    .filter((key) => key.startsWith(assignee) && fields.get(key) === true)
    .map((key) => key.slice(assignee.length))
    .filter((id) => isId<UserId>(id))
    .sort(compareCodeUnits);
}

function readTarget(fields: Fields): PinRecord['target'] | undefined {
  const pinType = fields.get(KEY.pinType);
  if (pinType === 'url') {
    const url = fields.get(KEY.url);
    return typeof url === 'string' && url.isWellFormed() && !urlFault(url) ? { pinType, url } : undefined;
  }
  const documentId = readId(fields.get(KEY.documentId));
  const documentType = readEnum(fields, KEY.documentType, DOCUMENT_TYPES);
  return pinType === 'document' && documentId !== undefined && documentType
    ? { pinType, documentId, documentType }
    : undefined;
}

/** The widgets of a dashboard in order: those past the bound too, which are not shown. */
export function readAllWidgets(fields: Fields): readonly Widget[] {
  return prefixedKeys(fields)
    .filter((key) => key.startsWith(PREFIX.widget))
    .flatMap((key) => readWidget(key.slice(PREFIX.widget.length), plain(fields.get(key))) ?? [])
    .sort(compareOrdered);
}

/** Reads a widget. @returns undefined for what is none */
export function readWidget(id: string, value: Plain | undefined): Widget | undefined {
  const type = value && WIDGET_TYPES.find((known) => known === value.type);
  if (!type || !isId(id)) return undefined;
  const { title, lists } = value;
  if (title !== undefined && typeof title !== 'string') return undefined;
  if (lists !== undefined && !(Array.isArray(lists) && lists.every((list) => isId(list)))) return undefined;
  return {
    id: asId(id),
    type,
    title: title === undefined ? undefined : toWellFormed(cutToCodePoints(title, MAX.widgetTitle)),
    lists: lists?.map(toWellFormed),
    order: readOrder(value.order),
  };
}

const PARENT_KINDS = ['list', 'section', 'task'] as const;
const NONE: readonly never[] = [];
