/** Identifiers: what counts as one, their branded types, and the derived ids of default records. */
import { v5 as uuidv5 } from 'uuid';
import { codePointCount } from './text';

declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type SpaceId = Id<'space'>;
export type UserId = Id<'user'>;
export type ListId = Id<'list'>;
export type SectionId = Id<'section'>;
export type TaskId = Id<'task'>;
export type PinId = Id<'pin'>;
export type DashboardId = Id<'dashboard'>;
export type AnyId = SpaceId | UserId | ListId | SectionId | TaskId | PinId | DashboardId;

/** The longest id that is read, in code points (rule L3). */
export const ID_MAX = 200;

/**
 * Whether a value can be the id of a record: a string of 1 to 200 code points (rule L3).
 * Any such string is an id, also `__proto__`: ids are only ever keys of a Map.
 */
export function isId<T extends AnyId>(value: unknown): value is T {
  if (typeof value !== 'string' || value.length === 0) return false;
  // It has no more code points than code units, and those need not be counted.
  return value.length <= ID_MAX || codePointCount(value, ID_MAX + 1) <= ID_MAX;
}

/**
 * Takes a string that is known to be an id (one that a reader, a schema or a UUID generator made) as an id of the kind wanted.
 * It is an assertion about where the string comes from, not a check.
 */
export function asId<T extends AnyId>(value: string): T {
  return value as T;
}

/** The records that every new space starts with, in the order in which a seed writes them (rule S1). */
export type SeedName =
  | 'task-list'
  | 'task-list/section'
  | 'pin-list'
  | 'pin-list/section'
  | 'dashboard-list'
  | 'dashboard-list/section';

/**
 * The id of a default record: the UUIDv5 of a name with the space's id as namespace (rule S1), the same on every replica.
 * @param space the space's id; where it is no UUID, the UUIDv5 of it in the nil namespace stands for it, so that it never throws
 * @param name a default record, or `seed/1` for the seed itself
 */
export function derivedId(space: SpaceId, name: SeedName | 'seed/1'): string {
  return uuidv5(name, isUuid(space) ? space : uuidv5(space.toWellFormed(), NIL));
}

/** Client ids from here on are derived, those of sessions are below 2^32: of letters, */
const LETTERS = 2 ** 51;
/** of records, */
const RECORDS = 2 ** 52;
/** of values that came from another document, and of what is written over these. */
const CARRIED = RECORDS + 2 ** 48;

/** Whether a client id is derived: no session ever has it. */
export function isDerived(client: number): boolean {
  return client >= LETTERS;
}

/** So often a record can be made of one that comes from another document, after it was purged. */
export const MADE_MAX = 2 ** 4;
const MADE = 2 ** 44;

/**
 * The client id under which a record is made that comes from another document: above that of the time before.
 * @param as what else tells one from another
 * @param times how often it was made here before, below `MADE_MAX`
 */
export function madeId(record: string, as: string, times: number): number {
  return RECORDS + times * MADE + hash(`${as} ${record}`, 11);
}

/** Whether a client id is of a record that was made here before. */
export function isSecond(client: number): boolean {
  return client >= RECORDS + MADE && client < CARRIED;
}

/** So many letters' ids has each space, and so many spaces are told apart by them. */
const LETTERS_EACH = 2 ** 37;
const HOMES = 2 ** 14;

/**
 * The client id, in every other document, of letters that a client typed in one.
 * @param home what stands for the space in which they were typed (`spaceTag`)
 * @param record the id of the record whose text it is
 */
export function lettersId(home: number, record: string, client: number): number {
  return LETTERS + (home % HOMES) * LETTERS_EACH + (hash(`${client} ${record}`, 10) % LETTERS_EACH);
}

/** Whether a client id is of letters that were typed in a space. */
export function isHomeOf(home: number, client: number): boolean {
  return client >= LETTERS && client < RECORDS && Math.floor((client - LETTERS) / LETTERS_EACH) === home % HOMES;
}

/** What stands for a space beside a value that comes from there. */
export function spaceTag(space: SpaceId): number {
  return hash(space, 8);
}

/** So many ids has each step; the upper half is of sessions. */
const STEP = 2 ** 40;
const ABOVE = STEP / 2;
const STEPS = (2 ** 53 - CARRIED) / STEP;
/** What follows on an id that is taken: it has the next step. */
export const ENCORE = STEP;

/** What tells an edit apart from others. @param edit all that is known of it */
export function editHash(edit: string): number {
  return hash(edit, 10) % ABOVE;
}

/**
 * The client id of a value that comes from another document: Yjs lets the higher one win, of two who wrote one key at once.
 * @param step how many edits stand behind it, its own too; past some four thousand they are not told apart
 * @param hash which edit it is (`editHash`), or the id of the session that writes over one
 * @param isAbove whether it is written over one: above all of its step
 */
export function carriedId(step: number, hash: number, isAbove = false): number {
  return CARRIED + Math.min(step, STEPS - 1) * STEP + hash + (isAbove ? ABOVE : 0);
}

/** The step of a client id that `carriedId` gave. */
export function stepOf(client: number): number {
  return Math.floor((client - CARRIED) / STEP);
}

/** Which edit a client id is of. */
export function hashIn(client: number): number {
  return (client - CARRIED) % ABOVE;
}

/** Whether a client id is of a value that came from another document. */
export function isCarried(client: number): boolean {
  return client >= CARRIED && (client - CARRIED) % STEP < ABOVE;
}

/** Whether a client id is of what a session wrote over a value that came. */
export function isAboveCarried(client: number): boolean {
  return client >= CARRIED && !isCarried(client);
}

/** A number of so many hexadecimal digits, the same for the same text. */
function hash(text: string, digits: number): number {
  return Number.parseInt(uuidv5(text.toWellFormed(), NIL).replaceAll('-', '').slice(0, digits), 16);
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Whether a string is a UUID in its usual written form, of any version. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

/** Whether a string is a random UUID (version 4) in small letters, as every library makes one: so that no id has a twin in capitals. */
export function isRandomUuid(text: string): boolean {
  return isUuid(text) && /^.{14}4.{4}[89ab]/.test(text) && text === text.toLowerCase();
}
