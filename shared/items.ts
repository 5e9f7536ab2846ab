/**
 * The items of Yjs that hold the keys of a record. A value that goes to another document takes the edit that it is with it, so that it can
 * be told in every document which of two values is the later one (rules X4, X5, X9).
 */
import * as Y from 'yjs';
import {
  carriedId,
  ENCORE,
  editHash,
  hashIn,
  isAboveCarried,
  isCarried,
  isDerived,
  isSecond,
  MADE_MAX,
  madeId,
  stepOf,
} from './ids';
import { erase, integrate } from './integrate';
import { isYText, KEY, type RecordKind, rootsOf } from './layout';

/** One edit of a key of a record: what was typed, or that it was removed, in the document in which that was done. */
export interface Edit {
  /** What stands for the space (`spaceTag`). */
  readonly home: number;
  readonly client: number;
  readonly clock: number;
  /** How many edits stand behind it, its own too: one that was made by who knew of another has more. */
  readonly step: number;
  readonly isRemoval: boolean;
}

/** A record in the document of one space. */
export interface Side {
  /** What stands for the space (`spaceTag`). */
  readonly tag: number;
  readonly map: Y.Map<unknown>;
}

/** The edit that a key of a record has now: what was typed here last, or what came here and has stayed; undefined where it never had one. */
export function editOf({ tag, map }: Side, key: string): Edit | undefined {
  const item = map._map.get(key);
  if (!item) return undefined;
  const { client, clock } = item.lastId;
  return editBeside(item) ?? { home: tag, client, clock, step: stepsOf(map, key), isRemoval: item.deleted };
}

/** What came from another document says beside its value which edit it is. Of several values of one item, all programs read the last. */
function editBeside({ id, content }: Y.Item): Edit | undefined {
  if (!isCarried(id.client) || !(content instanceof Y.ContentAny) || !Array.isArray(content.arr[0])) return undefined;
  const [home, client, clock, step, removal]: unknown[] = content.arr[0];
  if (typeof home !== 'number' || typeof client !== 'number' || typeof clock !== 'number') return undefined;
  return typeof step === 'number' ? { home, client, clock, step, isRemoval: removal === true } : undefined;
}

function isSameEdit(a: Edit, b: Edit): boolean {
  return a.client === b.client && a.clock === b.clock && a.isRemoval === b.isRemoval;
}

/** Whether a document has an edit of a key: it was made here, or came; it may have been written over since. */
export function knows({ map }: Side, key: string, edit: Edit): boolean {
  const own = itemAt(map, key, edit);
  if (own) return !edit.isRemoval || own.deleted;
  const hash = hashOf(map, key, edit);
  for (let item = map._map.get(key) ?? null; item; item = item.left) {
    if (isCarried(item.id.client) && hashIn(item.id.client) === hash) return true;
  }
  return false;
}

/** The item of a key that holds an id, if one does. */
function itemAt(map: Y.Map<unknown>, key: string, { client, clock }: Y.ID): Y.Item | undefined {
  const store = map.doc?.store;
  if (!store || clock >= Y.getState(store, client)) return undefined;
  const item: Y.Item | Y.GC = Y.getItem(store, Y.createID(client, clock));
  return item instanceof Y.Item && item.parent === map && item.parentSub === key ? item : undefined;
}

function hashOf(map: Y.Map<unknown>, key: string, { home, client, clock, isRemoval }: Edit): number {
  const at = map._item?.id;
  return editHash([at?.client, at?.clock, home, client, clock, isRemoval, key].join(' '));
}

/** How many edits stand behind what a key is in a document, in whichever they were made. Of two that come at once, Yjs takes the one with more. */
function stepsOf(map: Y.Map<unknown>, key: string): number {
  const item = map._map.get(key);
  if (!item) return 0;
  return stepsTo(map, key, item) + (item.deleted ? 1 : 0);
}

function stepsTo(map: Y.Map<unknown>, key: string, last: Y.Item): number {
  let count = 0;
  let id: Y.ID | null = last.lastId;
  for (let item: Y.Item | undefined = last; item && id; ) {
    if (isCarried(item.id.client) || isAboveCarried(item.id.client)) return count + stepOf(item.id.client);
    // Items next to each other that were written over are one.
    count += id.clock - item.id.clock + 1;
    id = item.origin;
    item = id ? itemAt(map, key, id) : undefined;
  }
  return count;
}

/**
 * Brings what a key of a record is in one document to another, as the edit that it is there: whoever does it, and however often, it is one.
 * What is older than what is there is not brought, nor what was made there, which is on its way, or was written over. To be called in a
 * transaction of the other document.
 * Of a text only its place is taken, whose letters are then to be brought.
 * @param atOnce which of two counts that were written by people who did not know of one another
 * @param isAll whether what was made there comes too: the record that it was made in is no more
 * @returns whether something was written
 */
export function carryKey(
  transaction: Y.Transaction,
  from: Side,
  to: Side,
  key: string,
  atOnce: 'there' | 'brought',
  isAll = false,
): boolean {
  const [edit, there] = [editOf(from, key), editOf(to, key)];
  if (!edit || (there && isSameEdit(edit, there))) return false;
  if (!isAll && !(there ? isNewer(from, edit, to, there, key, atOnce) : !isAwaited(to, edit))) return false;
  const note = [edit.home, edit.client, edit.clock, edit.step, ...(edit.isRemoval ? [true] : [])];
  const value = from.map.get(key) ?? null;
  const content = isYText(value) ? new Y.ContentType(new Y.Text()) : new Y.ContentAny([note, value]);
  const hash = hashOf(to.map, key, edit);
  let client = carriedId(Math.max(edit.step, there ? stepsOf(to.map, key) + 1 : 0), hash);
  // It was here, and gave way to what it is to count over, or another's hash is the same.
  while (Y.getState(transaction.doc.store, client) > 0) client += ENCORE;
  put(transaction, to.map, key, content, client);
  return true;
}

/** Whether an edit counts over what is there in another document. */
function isNewer(from: Side, edit: Edit, to: Side, there: Edit, key: string, atOnce: 'there' | 'brought'): boolean {
  const [isAfter, isBefore] = [knows(from, key, there), knows(to, key, edit)];
  // Of two edits of one document that decides, once it has both.
  if (edit.home === there.home) {
    const isHome = (side: Side) =>
      edit.home === side.tag && [edit, there].some((one) => isAwaited(side, one) || itemAt(side.map, key, one));
    if (isHome(from) || isHome(to)) return isAfter && edit.home === from.tag;
  }
  // To who has had both it was decided before, there as in the other document: nothing goes to and fro between the two.
  if (isAfter !== isBefore) return isAfter && !isAwaited(to, edit);
  if (!isAfter && edit.home === there.home && edit.step !== there.step) return edit.step > there.step;
  return atOnce === 'brought' && (isAfter || !(isAwaited(to, edit) || isAwaited(from, there)));
}

/** Whether an edit was made in a document, and has not come there yet. */
function isAwaited({ tag, map }: Side, { home, client, clock }: Edit): boolean {
  return home === tag && map.doc !== null && clock >= Y.getState(map.doc.store, client);
}

/** Whether a record was made in this document by a move from another. */
export function isMadeByMove(record: Y.Map<unknown>): boolean {
  return isDerived(record._item?.id.client ?? 0);
}

/**
 * Whether a record was made by a move where another of its id was, which it knows nothing of: of two that were made apart, the one that
 * counts is after the other.
 */
export function isMadeInPlace(record: Y.Map<unknown>): boolean {
  return isMadeByMove(record) && (record._item?.left ?? null) !== null;
}

/** Whether a record was made anew in this document: the one that was there before is gone. */
export function isMadeAgain(record: Y.Map<unknown>): boolean {
  return isSecond(record._item?.id.client ?? 0);
}

/**
 * Makes a record that comes from another document, without its fields: the same one wherever that is done, so that what several windows make
 * at once is one record. To be called in that transaction.
 * @param withText whether it has a description, which is empty yet
 * @returns undefined where it was made so often before and is gone, or something else is in its place
 */
export function makeTravelled(
  transaction: Y.Transaction,
  kind: RecordKind,
  id: string,
  withText: boolean,
): Y.Map<unknown> | undefined {
  const { doc } = transaction;
  const as = withText ? `${kind} with text` : kind;
  const own = Array.from({ length: MADE_MAX }, (_, times) => madeId(id, as, times)).find(
    (client) => Y.getState(doc.store, client) === 0,
  );
  if (own === undefined) return undefined;
  const root = rootsOf(doc).record[kind];
  const record = new Y.Map<unknown>();
  put(transaction, root, id, new Y.ContentType(record), own);
  if (withText) put(transaction, record, KEY.description, new Y.ContentType(new Y.Text()), own);
  return root.get(id) === record ? record : undefined;
}

/**
 * Writes the whole of a text that is empty yet, in one piece: the same one, whichever windows write the same. To be called in that transaction.
 */
export function fillText(transaction: Y.Transaction, text: Y.Text, whole: string): void {
  const at = text._item?.id;
  const client = carriedId(0, editHash(`${at?.client} ${at?.clock} ${whole}`));
  if (whole === '' || Y.getState(transaction.doc.store, client) > 0) return;
  const item = new Y.Item(Y.createID(client, 0), null, null, null, null, text, null, new Y.ContentString(whole));
  integrate(transaction, item);
}

/**
 * Sets a key of a record, or of the space; undefined removes it. Any value that a document can bring is taken: Yjs's own `set` refuses
 * objects with a key `constructor`. What is written over a value that came stands above that, whoever brings it at once and with what.
 * To be called in that transaction.
 */
export function setKey(transaction: Y.Transaction, map: Y.Map<unknown>, key: string, value: unknown): void {
  const { clientID } = transaction.doc;
  const last = map._map.get(key);
  const isOver = last !== undefined && isCarried(last.id.client);
  if (value instanceof Y.AbstractType || value instanceof Y.Doc) map.set(key, value);
  else if (value === undefined && !isOver) map.delete(key);
  else {
    const content = value instanceof Uint8Array ? new Y.ContentBinary(value) : new Y.ContentAny([value ?? null]);
    const behind = isOver && last.left ? stepsTo(map, key, last.left) : 0;
    const writer = isOver ? carriedId(Math.max(stepsOf(map, key), behind) + 1, clientID, true) : clientID;
    const item = put(transaction, map, key, content, writer, isOver ? undefined : last);
    if (value === undefined) erase(transaction, item);
  }
}

/**
 * Writes a key under the id of any client.
 * @param over the value that it is written over; undefined for one who knows of none
 */
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
  integrate(transaction, item);
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
