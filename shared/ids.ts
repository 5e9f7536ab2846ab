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
  return typeof value === 'string' && value.length > 0 && codePointCount(value, ID_MAX + 1) <= ID_MAX;
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

/** Client ids from here on are derived, those of sessions are below 2^32. */
const TRAVELLING = 2 ** 52;
/** Those from here on are of who brings what was written in another document: above what came with a move. */
const BRINGING = TRAVELLING + 2 ** 48;
/** Those from here on are of who writes over what travelled: Yjs lets the higher client win, of two who wrote one key at once. */
const OVERWRITING = TRAVELLING + 2 ** 49;

/**
 * The client id, in every other document, of what a client wrote in one. No session ever has it: those have 32 bits.
 * @param record the id of the record in which that is
 * @param client the client's id, or what else tells the writer
 */
export function travellingId(record: string, client: number | string): number {
  return (
    TRAVELLING + Number.parseInt(uuidv5(`${client} ${record.toWellFormed()}`, NIL).replaceAll('-', '').slice(0, 12), 16)
  );
}

/** So many moves are told apart by the ids of the values that came with them. */
const MOVES = 2 ** 8;
/** So many ids sessions have. */
const SESSIONS = 2 ** 32;
/** What is left of an id for telling values apart. */
const VALUES = 2 ** 40;

/**
 * The client id of the values with which a move makes a record: of two, that of the later move is higher, so that its values count.
 * @param n the move's number in the record's journey
 * @param values what tells them apart from others
 */
export function valuesId(record: string, n: number, values: string): number {
  return TRAVELLING + Math.min(n, MOVES - 1) * VALUES + (travellingId(record, values) % VALUES);
}

/** The number of the move with which a value came, or its note that it came back, by its client id; of the last ones that are told apart, the highest. */
export function moveOf(client: number): number {
  return isBringing(client) ? Math.floor((client - BRINGING) / SESSIONS) : Math.floor((client - TRAVELLING) / VALUES);
}

/** Whether a move of a number has another after it, by numbers that `moveOf` gave. */
export function isBefore(move: number, n: number): boolean {
  return move < Math.min(n, MOVES - 1);
}

/**
 * The client id under which a session writes what nobody wrote here: it only brings what was written in another document.
 * @param session the session's own client id, below 2^32
 * @param n the number of the move with which it comes, 0 for none
 */
export function bringingId(session: number, n = 0): number {
  return BRINGING + Math.min(n, MOVES - 1) * SESSIONS + session;
}

/** Whether a client id is one that `travellingId` or `bringingId` gave. */
export function isTravelling(client: number): boolean {
  return client >= TRAVELLING && client < OVERWRITING;
}

/** Whether a client id is one that `bringingId` gave. */
export function isBringing(client: number): boolean {
  return client >= BRINGING && client < OVERWRITING;
}

/**
 * The client id under which a session writes over what travelled: higher than all those that travel.
 * @param session the session's own client id, below 2^32
 */
export function overwritingId(session: number): number {
  return OVERWRITING + session;
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
