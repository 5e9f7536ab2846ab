/** What errors of the database mean: it cannot be reached, there is no room, or something is wrong. What they say of rows is left out. */
import { StoreUnavailable } from '../storage-failures';

/** An error of a statement. Its code is one of PostgreSQL's; rows, which a log must not show, are not in it. */
export class PostgresError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Codes of an address where nothing answers, and of a line that broke. */
const LINE_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'ENOENT', 'EADDRNOTAVAIL'],
]);

/**
 * Classes and codes by which the database says that it does not work for us now: it goes down, starts, is a copy that takes no writes,
 * has no more connections, or gave the transaction up.
 */
const AWAY = /^(08|57P|25006$|53[34]00$|40)/;

/**
 * The error that a storage gives for one of the library's. Where the line broke while a transaction was being committed, nobody knows
 * whether it was: it counts as not written, and whoever holds something of it in memory reads again what is stored.
 */
export function storageError(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof PostgresError) return error;
  // A name that stands for several addresses fails with all their errors.
  if (error instanceof AggregateError && error.errors.length > 0) return storageError(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (LINE_CODES.has(code) && isOfLine(error))
    return new StoreUnavailable(LINE_REASONS[code] ?? `the line is broken (${code})`, code);
  if (code === 'ENOENT' && 'path' in error) return new Error(`there is no file ${error.path}`);
  if (AWAY.test(code)) return new StoreUnavailable(AWAY_REASONS[code] ?? error.message, code);
  if (SQLSTATE.test(code)) return new PostgresError(error.message, code);
  if (error.message.startsWith('SASL')) return new PostgresError('it wants a password that it did not get', '28P01');
  // The library's own errors have no code: it could not connect in time, a query took too long, the line ended.
  return LINE_MESSAGES.test(error.message) ? new StoreUnavailable(ownReason(error.message), 'line') : error;
}

/** A file that an address names, such as a certificate, may be absent too. */
function isOfLine(error: Error): boolean {
  return !('code' in error) || error.code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect');
}

const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;
const LINE_MESSAGES = /terminated|timeout|timed out|not queryable|Connection ended|closed the connection/i;

function ownReason(message: string): string {
  return /time(d )?out/i.test(message) ? 'it does not answer in time' : 'the line to it has ended';
}

const LINE_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'nothing answers there',
  ETIMEDOUT: 'it does not answer in time',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that host',
};

const AWAY_REASONS: Readonly<Record<string, string>> = {
  '57P01': 'it goes down',
  '57P02': 'it goes down',
  '57P03': 'it starts or goes down',
  '53300': 'it has no connection left for us',
  '25006': 'it takes no writes',
};
