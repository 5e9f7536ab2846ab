/** The pen with which operations write: it writes only what differs, and takes down each step so that it can be undone. */
import * as Y from 'yjs';
import { carryKey, fillText, makeTravelled, type Side, setKey } from '../items';
import type { Leg } from '../journey';
import { isYText, KEY, type RecordKind, recordMap, rootsOf } from '../layout';
import { bringLetters, type TextSide } from './letters';
import { isPlainValue } from './portable';
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
      /** What went with it and had been moved before. */
      readonly along: readonly Along[];
      /** Where it stood before, in the space that it came from, and where it was put: as stored. */
      readonly before: unknown;
      readonly after: unknown;
    };

/** A record that went along with another to another space. */
export interface Along {
  readonly record: RecordKind;
  readonly id: string;
  readonly leg: Leg;
  /** The move before it. */
  readonly prior: Leg;
}

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
   * Makes a record that is in another document, without its fields, so that several windows may do it at once: one record comes of it, and
   * what is typed in either document can be brought to the other's (rule X5).
   * @param withText whether it has a description, which is empty yet
   * @param place where it goes, decided here; undefined where its place comes with its fields
   * @returns what its fields are to be carried into
   */
  makeMoved(kind: RecordKind, id: string, withText: boolean, place: unknown): Y.Map<unknown> {
    const made = this.#doc.transact((transaction) => makeTravelled(transaction, kind, id, withText));
    const record = made ?? new Y.Map<unknown>();
    if (!made) rootsOf(this.#doc).record[kind].set(id, record);
    if (!made && withText) record.set(KEY.description, new Y.Text());
    if (place !== undefined) record.set(KEY.place, place);
    this.#madeRecord(kind, id, place);
    return record;
  }

  /** Carries what a key of a record is in another document to this one (`carryKey`). Undo leaves that. @returns whether something was written */
  carry(from: Side, to: Side, key: string, atOnce: 'there' | 'brought', isAll = false): boolean {
    return this.#doc.transact((transaction) => carryKey(transaction, from, to, key, atOnce, isAll));
  }

  /** Brings to a text of a record what was typed in the one that it has in another document, or makes it read as that where it cannot. */
  bring(kind: RecordKind, id: string, key: string, from: TextSide, tag: number, isAll: boolean): void {
    this.#typeInto(kind, id, key, (map) => {
      const text = map.get(key);
      const isBrought = isYText(text) && this.#doc.transact((by) => bringLetters(by, from, { tag, text }, id, isAll));
      if (isBrought) return;
      // Its letters were in a text here that is gone.
      if (isYText(text) && text.length === 0) this.#doc.transact((by) => fillText(by, text, from.text.toString()));
      else setText(map, key, from.text.toString());
    });
  }

  /**
   * Sets a key of a record, or of the space where `kind` is `space`; undefined removes it. The same value is not written again, nor is
   * removed what is removed already.
   */
  set(kind: RecordKind | 'space', id: string, key: string, value: unknown): void {
    const map = this.#map(kind, id);
    const before = map.get(key);
    if (isSame(before, value)) return;
    this.#doc.transact((transaction) => setKey(transaction, map, key, value));
    // A type cannot be put back. None stands where a value is read, so without it the record reads the same.
    const back = isPlainValue(before) ? (before ?? undefined) : undefined;
    this.#steps.push({ kind: 'set', record: kind, id, key, before: back, after: value });
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

/**
 * Whether two plain values are the same: total over whatever a document can bring, of which objects count by what they themselves hold.
 * `null` is none, as undefined is: a key that was removed in another space has it where the record came to.
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b) || (a ?? null) === (b ?? null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  for (const kind of [Array, Uint8Array, Y.AbstractType, Y.Doc]) {
    if (a instanceof kind !== b instanceof kind) return false;
  }
  if (a instanceof Y.AbstractType || a instanceof Y.Doc) return false;
  const [mine, theirs] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSame(value, theirs.get(key)));
}
