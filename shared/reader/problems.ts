/** What a document holds that reads otherwise than it stands there: for those who keep a space and want to know (rule L12). */
import type * as Y from 'yjs';
import { isIsoDate } from '../dates';
import { isId } from '../ids';
import { isLegKey, readLeg } from '../journey';
import {
  isYMap,
  isYText,
  KEY,
  MAX,
  PREFIX,
  RECORD_KINDS,
  type RecordKind,
  rootsOf,
  TASK_PRIORITIES,
  TASK_STATUSES,
} from '../layout';
import { readOrder } from '../order';
import { plain } from '../plain';
import { codePointCount, cutToCodePoints } from '../text';
import type { Forest } from './forest';
import { readAllWidgets, readStored, readWidget } from './stored';

/** What is wrong with a record, the same words in every release. */
export type ProblemKind =
  /** It is no record: no map, an id that is none, a list of unknown kind, a pin without a target that is allowed. */
  | 'unreadable'
  /** A value of a key is not of the form wanted, and reads as if it were missing, or is cut. */
  | 'bad-value'
  /** Its place names a parent that is not there or of the wrong kind, or cannot be read: it hangs elsewhere, or nowhere. */
  | 'no-parent'
  /** It closes a cycle of subtasks, which is cut at it. */
  | 'cycle';

/** One thing that was mended or left out. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly record: RecordKind;
  /** The record's id, cut where it is too long to be one. */
  readonly id: string;
  /** The key in the record, where it is one that is to blame. */
  readonly key?: string;
}

/** Lists what was mended or left out, in the order of the document's roots. Takes time in proportion to the document. */
export function problemsOf(doc: Y.Doc, forest: Forest): readonly Problem[] {
  const found: Problem[] = [];
  const { record: roots } = rootsOf(doc);
  for (const record of RECORD_KINDS) {
    for (const [id, value] of roots[record]) {
      if (!isYMap(value) || !readStored(record, id, value)) {
        found.push({ kind: 'unreadable', record, id: isId(id) ? id : cutToCodePoints(id, 200) });
        continue;
      }
      for (const [key, held] of value) {
        if (isBadValue(record, key, held))
          found.push({ kind: 'bad-value', record, id, key: cutToCodePoints(key, 200) });
      }
      for (const key of widgetsPastBound(record, value)) found.push({ kind: 'bad-value', record, id, key });
      if (!value.has(KEY.name)) found.push({ kind: 'bad-value', record, id, key: KEY.name });
    }
  }
  for (const { kind: record, id } of forest.displaced()) {
    found.push({ kind: record === 'task' && forest.isCut(id) ? 'cycle' : 'no-parent', record, id, key: KEY.place });
  }
  return found;
}

function isBadValue(record: RecordKind, key: string, value: unknown): boolean {
  // What a key leaves that was removed in another space: it stands for none, where there may be none.
  if (value === null && key !== KEY.name && key !== KEY.place && !isLegKey(key)) return false;
  if (key.startsWith(PREFIX.assignee))
    return record === 'task' && (value !== true || !isId(key.slice(PREFIX.assignee.length)));
  if (key.startsWith(PREFIX.widget)) return record === 'dashboard' && isBadWidget(key, value);
  if (isLegKey(key)) return readLeg(key, value) === undefined;
  switch (key) {
    case KEY.name:
      return !isBounded(value, record === 'task' ? MAX.taskName : MAX.name) || value === '';
    case KEY.description:
      if (record === 'task') return isYText(value) ? hasEmbeds(value) : typeof value !== 'string';
      return record === 'dashboard' && !isBounded(value, MAX.description);
    case KEY.status:
      return record === 'task' && !TASK_STATUSES.some((known) => known === value);
    case KEY.priority:
      return record === 'task' && !TASK_PRIORITIES.some((known) => known === value);
    case KEY.startDate:
    case KEY.dueDate:
    case KEY.completed:
      return record === 'task' && !isIsoDate(value);
    case KEY.deleted:
      return !isIsoDate(value);
    case KEY.movedTo:
      return !isId(value);
    case KEY.place:
      return (
        typeof value !== 'object' ||
        value === null ||
        readOrder(Object.entries(value).find(([of]) => of === 'order')?.[1]) === undefined
      );
    default:
      return false;
  }
}

/** Whether a widget is left out, or reads otherwise than it stands there. */
function isBadWidget(key: string, value: unknown): boolean {
  const widget = readWidget(key.slice(PREFIX.widget.length), plain(value));
  return !widget || widget.title !== plain(value)?.title || widget.order === undefined;
}

/** The keys of the widgets that a dashboard has past the bound: they are not shown. */
function widgetsPastBound(record: RecordKind, fields: Y.Map<unknown>): readonly string[] {
  if (record !== 'dashboard') return [];
  return readAllWidgets(fields)
    .slice(MAX.widgets)
    .map(({ id }) => `${PREFIX.widget}${id}`);
}

/** Whether a text holds what is no text, which is not read. */
function hasEmbeds(text: Y.Text): boolean {
  return text.toDelta().some(({ insert }: { insert: unknown }) => typeof insert !== 'string');
}

function isBounded(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.isWellFormed() && codePointCount(value, max + 1) <= max;
}
