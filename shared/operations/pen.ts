/** The pen with which operations write: it writes only what differs, and takes down each step so that it can be undone. */
import * as Y from 'yjs';
import { bringingId } from '../ids';
import { makeTravelled, type Note, setKey, takeDown } from '../items';
import type { Leg } from '../journey';
import { isYText, KEY, type RecordKind, recordMap, rootsOf } from '../layout';
import { bringLetters } from './letters';
import { isPlainValue, portable } from './portable';
import { setText } from './text';

/** One thing that was written. */
export type Step =
  /** A record was made. */
  | { readonly kind: 'made'; readonly record: RecordKind; readonly id: string }
  /** A key of a record, or of the space itself, was set or (undefined) removed. */
  | {
      readonly kind: 'set';
      readonly record: RecordKind | 'space';
      readonly id: string;
      readonly key: string;
      readonly before: unknown;
      readonly after: unknown;
    }
  /** A text was changed letter by letter; `typing` can take exactly that back, and put it there again. It ends with its document. */
  | {
      readonly kind: 'typed';
      readonly record: RecordKind;
      readonly id: string;
      readonly key: string;
      readonly typing: Y.UndoManager | undefined;
      readonly undone: boolean;
    }
  /** A record, with what lies under it, went from one space to another. */
  | {
      readonly kind: 'moved';
      readonly record: RecordKind;
      readonly id: string;
      readonly leg: Leg;
      /** The move before it, if there was one. */
      readonly prior: Leg | undefined;
      /** Where it stood before, in the space that it came from, and where it was put: as stored. */
      readonly before: unknown;
      readonly after: unknown;
    };

/** Writes to a document inside a transaction that someone else has opened. */
export class Pen {
  readonly #doc: Y.Doc;
  readonly #origin: unknown;
  readonly #keepsTyping: boolean;
  readonly #steps: Step[] = [];
  readonly #made = new Set<string>();
  readonly #typing: Y.UndoManager[] = [];

  /**
   * @param origin the origin of the transaction that it writes in
   * @param keepsTyping whether changes of texts are kept so that they can be undone, which costs memory until they are let go
   */
  constructor(doc: Y.Doc, origin: unknown, keepsTyping: boolean) {
    this.#doc = doc;
    this.#origin = origin;
    this.#keepsTyping = keepsTyping;
  }

  /** Makes a record with these keys; undefined values are left out. */
  make(kind: RecordKind, id: string, keys: Readonly<Record<string, unknown>>): void {
    const entries = Object.entries(keys).filter(([, value]) => value !== undefined);
    const record = new Y.Map<unknown>();
    this.#doc.transact((transaction) => {
      rootsOf(this.#doc).record[kind].set(id, record);
      for (const [key, value] of entries) setKey(transaction, record, key, value);
    });
    this.#madeRecord(kind, id, keys[KEY.place]);
  }

  #madeRecord(kind: RecordKind, id: string, place: unknown): void {
    this.#made.add(`${kind} ${id}`);
    // What is made under something made in the same stroke goes and comes with that.
    if (!this.#isUnderMade(place)) this.#steps.push({ kind: 'made', record: kind, id });
  }

  /**
   * Makes a record as it is in another document, so that several windows may do it at once: one record comes of it, and what is typed
   * in either document can be brought to the other's (rule X5).
   * @param n the number of the move
   * @param keys as for `make`; a description is that of the other document
   * @param place where it goes, decided here; undefined where its place is among the keys
   */
  makeMoved(kind: RecordKind, id: string, n: number, keys: Readonly<Record<string, unknown>>, place: unknown): void {
    const { [KEY.description]: text, ...rest } = keys;
    const withText = kind === 'task' && isYText(text);
    const given = Object.entries(withText ? rest : keys).filter(([, value]) => value !== undefined);
    const here = given.flatMap(([key, value]): [string, unknown][] => {
      const copy = portable(value);
      return copy === undefined ? [] : [[key, copy]];
    });
    const plain = here.filter(([, value]) => isPlainValue(value));
    const record = this.#doc.transact((transaction) => makeTravelled(transaction, kind, id, n, withText, plain));
    if (!record) {
      this.#asBringer(() =>
        this.make(kind, id, {
          ...Object.fromEntries(here),
          ...(withText && { [KEY.description]: new Y.Text(text.toString()) }),
          ...(place !== undefined && { [KEY.place]: place }),
        }),
      );
      return;
    }
    if (withText) this.#bring(record, KEY.description, text, id);
    for (const [key, value] of here) if (value instanceof Y.AbstractType) record.set(key, value);
    if (place !== undefined) record.set(KEY.place, place);
    this.#madeRecord(kind, id, place ?? keys[KEY.place]);
  }

  /** Brings to a text of a record what was typed in the one that it has in another document, or makes it read as that where it cannot. */
  bring(kind: RecordKind, id: string, key: string, from: Y.Text): void {
    this.#typeInto(kind, id, key, (map) => this.#bring(map, key, from, id));
  }

  /** Sets a key of a record, or of the space where `kind` is `space`; undefined removes it. The same value is not written again. */
  set(kind: RecordKind | 'space', id: string, key: string, value: unknown): void {
    const map = this.#map(kind, id);
    const before = map.get(key);
    if (isSame(before, value)) return;
    this.#doc.transact((transaction) => setKey(transaction, map, key, value));
    // A type cannot be put back. None stands where a value is read, so without it the record reads the same.
    const back = isPlainValue(before) ? before : undefined;
    this.#steps.push({ kind: 'set', record: kind, id, key, before: back, after: value });
  }

  /**
   * Sets a key of a record as one who only brings what was written elsewhere: it counts as nobody's edit here (`isUnwritten`), so what is
   * later still can follow it.
   */
  setBrought(kind: RecordKind, id: string, key: string, value: unknown): void {
    this.#asBringer(() => this.set(kind, id, key, value));
  }

  #asBringer(act: () => void): void {
    const own = this.#doc.clientID;
    this.#doc.clientID = bringingId(own);
    try {
      act();
    } finally {
      this.#doc.clientID = own;
    }
  }

  /** Takes down that a record has come back, or goes, with what it reads as now by these keys (`takeDown`). Undo leaves that. */
  note(kind: RecordKind, id: string, keys: Iterable<string>, note: Note, n = 0): void {
    const map = this.#map(kind, id);
    this.#doc.transact((transaction) => takeDown(transaction, map, keys, note, n));
  }

  /** Makes a text read as `wanted` by its difference to what is there (rule T5). */
  type(kind: RecordKind, id: string, key: string, wanted: string): void {
    this.#typeInto(kind, id, key, (map) => setText(map, key, wanted));
  }

  /** Changes a text so that exactly that can be taken back. */
  #typeInto(kind: RecordKind, id: string, key: string, act: (map: Y.Map<unknown>) => void): void {
    const map = this.#map(kind, id);
    const text = map.get(key);
    if (!this.#keepsTyping || !isYText(text)) {
      // Where there was no text, what is made now cannot be taken back letter by letter.
      act(map);
      return;
    }
    const typing = new Y.UndoManager(text, { trackedOrigins: new Set([this.#origin]), captureTimeout: 0 });
    this.#typing.push(typing);
    act(map);
    this.#steps.push({ kind: 'typed', record: kind, id, key, typing, undone: false });
  }

  #bring(map: Y.Map<unknown>, key: string, from: Y.Text, id: string): void {
    const text = map.get(key);
    const brought = isYText(text) && this.#doc.transact((transaction) => bringLetters(transaction, from, text, id));
    if (!brought) setText(map, key, from.toString());
  }

  /** The steps that were written. To be called once, after the transaction. */
  finish(): readonly Step[] {
    // From here on each takes back only its own, whatever else is written under this origin.
    for (const typing of this.#typing) typing.trackedOrigins.delete(this.#origin);
    return this.#steps;
  }

  #map(kind: RecordKind | 'space', id: string): Y.Map<unknown> {
    const map = kind === 'space' ? rootsOf(this.#doc).space : recordMap(this.#doc, kind, id);
    if (!map) throw new Error(`there is no ${kind} ${id} to write to`);
    return map;
  }

  #isUnderMade(place: unknown): boolean {
    if (typeof place !== 'object' || place === null) return false;
    return Object.entries(place).some(([kind, of]) => typeof of === 'string' && this.#made.has(`${kind} ${of}`));
  }
}

/** Whether two plain values are the same: total over whatever a document can bring, of which objects count by what they themselves hold. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  for (const kind of [Array, Uint8Array, Y.AbstractType, Y.Doc]) {
    if (a instanceof kind !== b instanceof kind) return false;
  }
  if (a instanceof Y.AbstractType || a instanceof Y.Doc) return false;
  const [mine, theirs] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}
