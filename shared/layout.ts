/** Layout 1 of a space's document: the only file that names Yjs keys (rules L1, L2). History at its end. */
import * as Y from 'yjs';

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

/**
 * Keys that hold one thing a key, so that two editors keep both: `assignee:<userId>` is `true`, `widget:<id>` a widget,
 * `moved:<n>:<time>:<spaceId>` a move to another space, `told:<n>:<time>:<spaceId>` one that only other documents tell of (`journey.ts`).
 */
export const PREFIX = { assignee: 'assignee:', widget: 'widget:', moved: 'moved:', told: 'told:' } as const;

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

/**
 * The keys of a record that are made of a prefix and what follows it (`PREFIX`), those of which the value was removed too.
 * Most records have none, and to know it no value has to be looked at: there are thousands.
 */
export function prefixedKeys(record: Y.Map<unknown>): readonly string[] {
  let found: string[] | undefined;
  for (const key of record._map.keys()) {
    if (!key.includes(':')) continue;
    found ??= [];
    found.push(key);
  }
  return found ?? NO_KEYS;
}

const NO_KEYS: readonly never[] = [];

/** Whether a value is a Y.Map and none of the types that derive from it. */
export function isYMap(value: unknown): value is Y.Map<unknown> {
  return value instanceof Y.Map && value.constructor === Y.Map;
}

/** Whether a value is a Y.Text and none of the types that derive from it. */
export function isYText(value: unknown): value is Y.Text {
  return value instanceof Y.Text && value.constructor === Y.Text;
}

// History of the layout
// 1  the first: docs above, `completed` beside `status`, one key an assignee and a widget. Since then, without another number, as everyone
//    keeps keys that they do not know: one key a move to another space, `moved:<n>:<time>:<spaceId>` or `told:…`, beside `deleted` and `movedTo`.
//    Of a value that came from another space the item has two contents: which edit it is (`items.ts`), and the value, which everyone reads, as the last.
