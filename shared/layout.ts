/** Layout 1 of a space's document: the only file that names Yjs keys (rules L1, L2). History at its end. */
import { toBase64 } from 'lib0/buffer';
import * as Y from 'yjs';
import { isTravelling, overwritingId, travellingId } from './ids';
import { compareCodeUnits } from './text';

/** The version of the layout that this code reads and writes. */
export const LAYOUT = 1;

/** The kinds of record that a document holds, and the root that each lies in. */
export const ROOT_OF = {
  list: 'lists',
  section: 'sections',
  task: 'tasks',
  pin: 'pins',
  dashboard: 'dashboards',
} as const;

export type RecordKind = keyof typeof ROOT_OF;
export const RECORD_KINDS = Object.keys(ROOT_OF) as readonly RecordKind[];

export const LIST_KINDS = ['task', 'pin', 'dashboard'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export const TASK_STATUSES = ['open', 'progress', 'review', 'blocked', 'completed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const TASK_PRIORITIES = ['none', 'low', 'medium', 'high'] as const;
export type TaskPriority = (typeof TASK_PRIORITIES)[number];
export const SPACE_STATUSES = ['none', 'ontarget', 'atrisk', 'danger', 'completed'] as const;
export type SpaceStatus = (typeof SPACE_STATUSES)[number];
export const WIDGET_TYPES = ['status', 'priority', 'assignee', 'due', 'burnup', 'count'] as const;
export type WidgetType = (typeof WIDGET_TYPES)[number];

/** The longest names and texts, in code points. */
export const MAX = { name: 100, taskName: 200, description: 144, widgetTitle: 100, widgets: 50 } as const;

/** The keys of a record's Y.Map. A record has those of its kind. */
export const KEY = {
  name: 'name',
  description: 'description',
  status: 'status',
  priority: 'priority',
  startDate: 'startDate',
  dueDate: 'dueDate',
  endDate: 'endDate',
  completed: 'completed',
  kind: 'kind',
  place: 'place',
  pinType: 'pinType',
  url: 'url',
  documentId: 'documentId',
  documentType: 'documentType',
  deleted: 'deleted',
  movedTo: 'movedTo',
} as const;

/** Keys that hold one thing a key, so that two editors keep both: `assignee:<userId>` is `true`, `widget:<id>` a widget. */
export const PREFIX = { assignee: 'assignee:', widget: 'widget:' } as const;

/** Where a record stands, as stored: one plain value, set whole, so that a move is one write. */
export type StoredPlace =
  | { readonly order: string }
  | { readonly list: string; readonly order: string }
  | { readonly section: string; readonly order: string }
  | { readonly task: string; readonly order: string };

/** The root types of a document. Asking for them makes them where they are missing, which writes nothing. */
export interface Roots {
  readonly meta: Y.Map<unknown>;
  readonly space: Y.Map<unknown>;
  readonly record: { readonly [Kind in RecordKind]: Y.Map<unknown> };
}

/** The roots of a space's document. Ask before anything else does, so that every root is a Y.Map whatever a peer made of it. */
export function rootsOf(doc: Y.Doc): Roots {
  return {
    meta: doc.getMap('meta'),
    space: doc.getMap('space'),
    record: {
      list: doc.getMap(ROOT_OF.list),
      section: doc.getMap(ROOT_OF.section),
      task: doc.getMap(ROOT_OF.task),
      pin: doc.getMap(ROOT_OF.pin),
      dashboard: doc.getMap(ROOT_OF.dashboard),
    },
  };
}

/** The layout version that a document names, undefined where it names none. */
export function layoutOf(doc: Y.Doc): number | undefined {
  const version = rootsOf(doc).meta.get('layout');
  return typeof version === 'number' ? version : undefined;
}

/** Writes the layout version; nothing where it is there already. To be called in a transaction. */
export function writeLayout(doc: Y.Doc): void {
  const { meta } = rootsOf(doc);
  if (meta.get('layout') === undefined) meta.set('layout', LAYOUT);
}

/** The Y.Map of a record, undefined where there is none or something else is in its place. */
export function recordMap(doc: Y.Doc, kind: RecordKind, id: string): Y.Map<unknown> | undefined {
  const found = rootsOf(doc).record[kind].get(id);
  return isYMap(found) ? found : undefined;
}

/** Whether a value is a Y.Map and none of the types that derive from it. */
export function isYMap(value: unknown): value is Y.Map<unknown> {
  return value instanceof Y.Map && value.constructor === Y.Map;
}

/** Whether a value is a Y.Text and none of the types that derive from it. */
export function isYText(value: unknown): value is Y.Text {
  return value instanceof Y.Text && value.constructor === Y.Text;
}

/** Whether nobody has written a key of a record in this document: what came with a move, or was brought after it, is nobody's. */
export function isUnwritten(record: Y.Map<unknown>, key: string): boolean {
  const item = record._map.get(key);
  return !item || (isTravelling(item.id.client) && !item.deleted);
}

/** Whether a record's mark of the trash was written with its mark of having moved, rather than by who put it into the trash. */
export function isMarkOfMove(record: Y.Map<unknown>): boolean {
  const [deleted, moved] = [record._map.get(KEY.deleted)?.id, record._map.get(KEY.movedTo)?.id];
  return deleted !== undefined && deleted.client === moved?.client && deleted.clock + 1 === moved.clock;
}

/**
 * Makes a record that comes from another document, in the same bytes wherever that is done: what several windows make at once is one
 * record, and nobody's edit of it gives way to one who makes it later. To be called in that transaction.
 * @param fields plain values; a task's description, which is `withText`, is empty
 * @returns the record; undefined where it was made so before and is gone, or something else is in its place
 */
export function makeTravelled(
  transaction: Y.Transaction,
  kind: RecordKind,
  id: string,
  withText: boolean,
  fields: readonly (readonly [string, unknown])[],
): Y.Map<unknown> | undefined {
  const { doc } = transaction;
  const own = travellingId(id, withText ? `${kind} with text` : kind);
  if (Y.getState(doc.store, own) > 0) return undefined;
  const record = new Y.Map<unknown>();
  put(transaction, rootsOf(doc).record[kind], id, new Y.ContentType(record), own);
  if (withText) put(transaction, record, KEY.description, new Y.ContentType(new Y.Text()), own);
  const sorted = fields.toSorted(([a], [b]) => compareCodeUnits(a, b));
  // What is not the same bytes is not the same writer.
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeAny(sorted);
  const values = travellingId(id, toBase64(encoder.toUint8Array()));
  if (Y.getState(doc.store, values) === 0) {
    for (const [key, value] of sorted) put(transaction, record, key, new Y.ContentAny([value]), values);
  }
  return recordMap(doc, kind, id) === record ? record : undefined;
}

/**
 * Sets a key of a record, or of the space; undefined removes it. Any value that a document can bring is taken: Yjs's own `set` refuses
 * objects with a key `constructor`. To be called in that transaction.
 *
 * What is written over a value that came with a move stands beside that rather than on it, and above it: the same record may be made
 * once more elsewhere from an older state, and an older value that comes so never takes the place of what someone wrote.
 */
export function setKey(transaction: Y.Transaction, map: Y.Map<unknown>, key: string, value: unknown): void {
  const { clientID } = transaction.doc;
  const last = map._map.get(key);
  const isMoved = isTravelling(map._item?.id.client ?? 0) && (!last || isTravelling(last.id.client));
  const isBeside = isMoved && !isTravelling(clientID);
  if (value instanceof Y.AbstractType || value instanceof Y.Doc) map.set(key, value);
  else if (value === undefined && !isBeside) map.delete(key);
  else {
    const content = value instanceof Uint8Array ? new Y.ContentBinary(value) : new Y.ContentAny([value ?? null]);
    const writer = isBeside ? overwritingId(clientID) : clientID;
    const item = put(transaction, map, key, content, writer, isBeside ? undefined : last);
    if (value === undefined) item.delete(transaction);
  }
}

/** Writes a key under the id of any client. @param over the value that it is written over; undefined for one who knows of none */
function put(
  transaction: Y.Transaction,
  parent: Y.Map<unknown>,
  key: string,
  content: Y.Item['content'],
  client: number,
  over?: Y.Item,
): Y.Item {
  const at = Y.createID(client, Y.getState(transaction.doc.store, client));
  const item = new Y.Item(at, over ?? null, over?.lastId ?? null, null, null, parent, key, content);
  item.integrate(transaction, 0);
  return item;
}

/** The keys that a record has, or ever had. */
export function keysEver(record: Y.Map<unknown>): readonly string[] {
  return [...record._map.keys()];
}

/**
 * The keys of a record whose value now, or a letter of whose text, was written by one of some items; all that it has where the record
 * itself was.
 * @param isOf whether an item of that client and clock is one of them
 */
export function keysWrittenBy(
  record: Y.Map<unknown>,
  isOf: (client: number, clock: number) => boolean,
): { readonly made: boolean; readonly keys: readonly string[] } {
  const is = (item: Y.Item | null | undefined) => !!item && isOf(item.id.client, item.id.clock);
  if (is(record._item)) return { made: true, keys: keysEver(record) };
  const keys = [...record._map].flatMap(([key, item]) => {
    if (is(item)) return [key];
    const text = record.get(key);
    if (!isYText(text)) return [];
    for (let letters = text._start; letters; letters = letters.right) {
      const { id, length } = letters;
      if (isOf(id.client, id.clock + length - 1)) return [key];
    }
    return [];
  });
  return { made: false, keys };
}

// History of the layout
// 1  the first: docs above, `completed` beside `status`, one key an assignee and a widget.
