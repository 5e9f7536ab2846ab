/** The items of Yjs that hold the keys of a record: written so that it can be told who wrote a key, and whether since the record came or went (rules X4 to X10). */
import { toBase64 } from 'lib0/buffer';
import * as Y from 'yjs';
import { bringingId, isBefore, isBringing, isTravelling, moveOf, overwritingId, travellingId, valuesId } from './ids';
import { isYText, KEY, type RecordKind, recordMap, rootsOf } from './layout';
import { compareCodeUnits } from './text';

/** What a note says of a value: that the record had it when it came back to this document, or when it went from it. */
export type Note = 'came' | 'went';

/**
 * Takes down that a record has come back, or goes, with the values that it has now: what is written over one of them later is newer than
 * what the record was elsewhere. A note is a deleted item to the left of the one that it is of, so it neither shows nor is in the way of
 * what others write meanwhile. To be called in that transaction.
 * @param keys the keys that notes are wanted of; that the value with which a move made the record came needs none
 * @param n the number of the move
 */
export function takeDown(
  transaction: Y.Transaction,
  record: Y.Map<unknown>,
  keys: Iterable<string>,
  note: Note,
  n: number,
): void {
  const { clientID } = transaction.doc;
  const writer = note === 'came' ? bringingId(clientID, n) : clientID;
  for (const key of keys) {
    const item = record._map.get(key);
    if (!item || (note === 'came' && isAsMade(item)) || isNoted(item, note)) continue;
    // Items next to each other that were deleted are one: the last of it is what stands now.
    const last = Y.getItemCleanStart(transaction, item.lastId);
    put(transaction, record, key, new Y.ContentDeleted(item.deleted ? 2 : 1), writer, last.left ?? undefined, last);
  }
}

/**
 * Whether there is a note, or one that says that, of a value as it is: one that was removed since it was noted has another, which is longer.
 * Nothing else in a map stands before something: who sets a key writes after all.
 */
function isNoted(item: Y.Item, note?: Note): boolean {
  return noteOf(item, note) !== undefined;
}

function noteOf(item: Y.Item, note?: Note): Y.Item | undefined {
  for (let { left } = item; left; left = left.left) {
    const isOfIt = left.rightOrigin !== null && Y.compareIDs(left.rightOrigin, item.lastId);
    if (
      isOfIt &&
      left.length >= (item.deleted ? 2 : 1) &&
      (note === undefined || isTravelling(left.id.client) === (note === 'came'))
    )
      return left;
    // It was put between the value and what that was written over.
    if (item.origin && holds(left, item.origin)) return undefined;
  }
  return undefined;
}

function holds({ id, length }: Y.Item, { client, clock }: Y.ID): boolean {
  return id.client === client && id.clock <= clock && clock < id.clock + length;
}

/** Whether a value is the one with which a move made the record here. */
function isAsMade({ id, deleted }: Y.Item): boolean {
  return isTravelling(id.client) && !isBringing(id.client) && !deleted;
}

function isAsItTravelled({ id, deleted }: Y.Item): boolean {
  return isTravelling(id.client) && !deleted;
}

/**
 * Whether nobody has written a key of a record in this document since the record came: what came with a move, or was brought after it, is
 * nobody's, nor is what it had when it came back.
 */
export function isUnwritten(record: Y.Map<unknown>, key: string): boolean {
  const item = record._map.get(key);
  return !item || isAsItTravelled(item) || isNoted(item, 'came');
}

/**
 * Whether nobody has written a key of a record in this document since the record was moved last: it is unwritten, or as it was when the
 * record went from here.
 */
export function isOld(record: Y.Map<unknown>, key: string): boolean {
  const item = record._map.get(key);
  return isUnwritten(record, key) || (item !== undefined && isNoted(item, 'went'));
}

/**
 * Whether a key of a record that is elsewhere was written, or brought, since the record went, and has not followed it yet: what went is
 * noted, and what came is older than the record's going unless another brought it at once with that.
 * @param left the number of the last move from here; 0 for none
 */
export function isLate(record: Y.Map<unknown>, key: string, left: number): boolean {
  const item = record._map.get(key);
  if (!item || isNoted(item, 'went')) return false;
  const came = isAsMade(item) ? item : noteOf(item, 'came');
  return !came || isBefore(moveOf(came.id.client), left);
}

/** Whether a key of a record has the value with which a move of that number made the record here. */
export function isMadeWith(record: Y.Map<unknown>, key: string, n: number): boolean {
  const item = record._map.get(key);
  return (
    item !== undefined && isAsMade(item) && !isBefore(moveOf(item.id.client), n) && !isBefore(n, moveOf(item.id.client))
  );
}

/** Whether a record was made in this document by a move from another. */
export function isMadeByMove(record: Y.Map<unknown>): boolean {
  return isTravelling(record._item?.id.client ?? 0);
}

/**
 * Makes a record that comes from another document, in the same bytes wherever that is done: what several windows make at once is one
 * record, and nobody's edit of it gives way to one who makes it later. To be called in that transaction.
 * @param n the number of the move
 * @param fields plain values; a task's description, which is `withText`, is empty
 * @returns the record; undefined where it was made so before and is gone, or something else is in its place
 */
export function makeTravelled(
  transaction: Y.Transaction,
  kind: RecordKind,
  id: string,
  n: number,
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
  const values = valuesId(id, n, toBase64(encoder.toUint8Array()));
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
  // A value of which there is a note is not deleted, which would leave the note, but written over.
  else if (value === undefined && !isBeside && !(last && isNoted(last))) map.delete(key);
  else {
    const content = value instanceof Uint8Array ? new Y.ContentBinary(value) : new Y.ContentAny([value ?? null]);
    const writer = isBeside ? overwritingId(clientID) : clientID;
    const item = put(transaction, map, key, content, writer, isBeside ? undefined : last);
    if (value === undefined) item.delete(transaction);
  }
}

/**
 * Writes a key under the id of any client.
 * @param over the value that it is written over; undefined for one who knows of none
 * @param before the value that it stands before, if it is to be read by nobody
 */
function put(
  transaction: Y.Transaction,
  parent: Y.Map<unknown>,
  key: string,
  content: Y.Item['content'],
  client: number,
  over?: Y.Item,
  before?: Y.Item,
): Y.Item {
  const at = Y.createID(client, Y.getState(transaction.doc.store, client));
  const item = new Y.Item(
    at,
    over ?? null,
    over?.lastId ?? null,
    before ?? null,
    before?.id ?? null,
    parent,
    key,
    content,
  );
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
