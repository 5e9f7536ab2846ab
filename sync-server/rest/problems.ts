/** What is answered when something is refused: one table from kinds of failure to statuses, one form of body (rules R2, R3). */
import type { Failure, Fault } from '../../shared/failures';
import { failureMessage, faultSentences } from '../../shared/failures';
import type { Problem } from '../../shared/rest/problem';
import { DamagedDocument, isFull, StoreUnavailable } from '../storage/storage-failures';

/** Refusals that only HTTP knows. */
export type HttpFailure =
  | { readonly kind: 'rate-limit'; readonly retryAfter: number }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'no-path' }
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'media-type' }
  | { readonly kind: 'full' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'internal' };

const STATUS: Record<Failure['kind'] | HttpFailure['kind'], number> = {
  invalid: 400,
  unauthenticated: 403,
  forbidden: 403,
  'not-found': 404,
  'no-path': 404,
  method: 405,
  'too-large': 413,
  'media-type': 415,
  'rate-limit': 429,
  internal: 500,
  damaged: 500,
  unavailable: 503,
  full: 507,
};

const TITLE: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

/** An answer that says what was wrong. */
export interface ProblemAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Problem;
}

/** The answer to a refusal. */
export function problemOf(failure: Failure | HttpFailure): ProblemAnswer {
  const status = STATUS[failure.kind];
  const title = TITLE[status] ?? 'Error';
  const errors = faultsOf(failure);
  const detail = faultSentences(errors);
  const type = `urn:tackboard:problem:${failure.kind}`;
  return { status, headers: headersOf(failure), body: { type, title, status, detail, errors } };
}

/** What an error that nobody expected is answered as: a full disk, a database that is away and a damaged space are told apart. */
export function problemOfError(error: unknown): ProblemAnswer {
  if (error instanceof DamagedDocument) return problemOf({ kind: 'damaged' });
  if (error instanceof StoreUnavailable) return problemOf({ kind: 'unavailable' });
  return problemOf({ kind: isFull(error) ? 'full' : 'internal' });
}

function headersOf(failure: Failure | HttpFailure): Record<string, string> {
  if (failure.kind === 'method') return { allow: failure.allow.join(', ') };
  if (failure.kind === 'unavailable') return { 'retry-after': '1' };
  if (failure.kind === 'rate-limit') return { 'retry-after': String(failure.retryAfter) };
  return {};
}

function faultsOf(failure: Failure | HttpFailure): Fault[] {
  switch (failure.kind) {
    case 'invalid':
      return [...failure.faults];
    case 'not-found':
      return [failure.path, ...(failure.otherPaths ?? [])].map((path) => ({
        type: failure.kind,
        path,
        message: failureMessage(failure),
      }));
    case 'forbidden':
      return [{ type: failure.reason, path: failure.path, message: failureMessage(failure) }];
    case 'unauthenticated':
      return one('no-good-token', 'Send a token that is good now as "Authorization: Bearer <token>".');
    case 'no-path':
      return one('not-found', 'There is nothing at this path.');
    case 'method':
      return one('method-not-allowed', `This path takes ${failure.allow.join(', ')}.`);
    case 'too-large':
      return one('too-large', 'The body is over 1 MiB.');
    case 'media-type':
      return one('unsupported-media-type', 'Send the body as application/json in UTF-8.');
    case 'rate-limit':
      return one('rate-limit-exceeded-error', `Too many requests; try again in ${failure.retryAfter} s.`);
    case 'full':
      return one('insufficient-storage', 'The server has no room left to keep this; nothing was changed.');
    case 'unavailable':
      return one(
        'unavailable',
        'The server cannot reach its database now; try again soon. What was being written may not be kept.',
      );
    case 'damaged':
      return one('damaged', 'What is stored of this space is damaged; the operator of the server has to look at it.');
    case 'internal':
      return one('internal', 'Something went wrong in the server; its log says what.');
  }
}

function one(type: string, message: string): Fault[] {
  return [{ type, path: '', message }];
}
