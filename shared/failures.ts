/** What can be refused, as values: one closed set for operations, REST and the extension. Only bugs throw. */
import type { RecordKind } from './layout';

/** One thing that is wrong with an input, named so that a person can find it. */
export interface Fault {
  /** What kind of fault, in kebab-case, the same in every release. */
  readonly type: string;
  /** Where: dotted with indexes (`items.0.id`), empty for the whole input. */
  readonly path: string;
  /** What is wrong, in words for people. */
  readonly message: string;
}

/** What can be missing. */
type Missing = RecordKind | 'space' | 'user' | 'invite' | 'request' | 'organization';

/** A refusal. Nothing was written. */
export type Failure =
  /** Values that are not of the form wanted; names every fault found. */
  | { readonly kind: 'invalid'; readonly faults: readonly Fault[] }
  /** A record that is not there, or is in the trash. `path` says which input named it, empty for the one operated on. */
  | {
      readonly kind: 'not-found';
      readonly record: Missing;
      readonly id: string;
      readonly path: string;
      /** Which other inputs name what is not there either. */
      readonly otherPaths?: readonly string[];
    }
  /** The caller may not do this. */
  | { readonly kind: 'forbidden'; readonly reason: ForbiddenReason; readonly message: string; readonly path: string };

/** Why someone may not do something, the same in every release: REST tells it as the type of the fault, the extension has words for each. */
export type ForbiddenReason =
  /** No token, or one that is unknown, has ended or was revoked. */
  | 'no-good-token'
  | 'read-only-token'
  /** Nothing of it is theirs to see. */
  | 'no-access'
  | 'needs-contributor'
  | 'needs-owner'
  /** Only who owned it before it was deleted. */
  | 'needs-former-owner'
  | 'invite-of-another'
  | 'id-in-use'
  /** The code of an invite is unknown, or has ended. */
  | 'no-good-code'
  | 'email-in-use';

/** What an operation gives: a value, with whether anything was written for it, or a refusal. */
export type Result<T> = Done<T> | Failure;

export interface Done<T> {
  readonly kind: 'done';
  readonly value: T;
  /** Whether the document changed. */
  readonly changed: boolean;
}

/** A result that succeeded. */
export function done<T>(value: T, changed = true): Done<T> {
  return { kind: 'done', value, changed };
}

/** A refusal for one fault. */
export function invalid(type: string, path: string, message: string): Failure {
  return { kind: 'invalid', faults: [{ type, path, message }] };
}

/** A refusal because a record is not there. */
export function notFound(record: Missing, id: string, path = ''): Failure {
  return { kind: 'not-found', record, id, path };
}

const NOUN = {
  list: 'list',
  section: 'section',
  task: 'task',
  pin: 'pin',
  dashboard: 'dashboard',
  space: 'workspace or project',
  user: 'user',
  invite: 'invite',
  request: 'request for access',
  organization: 'organization',
} as const;

/** A refusal in sentences for people. */
export function failureMessage(failure: Failure): string {
  switch (failure.kind) {
    case 'invalid':
      return faultSentences(failure.faults);
    case 'not-found':
      return `There is no such ${NOUN[failure.record]}; it may have been deleted.`;
    case 'forbidden':
      return failure.message;
  }
}

/** Faults in sentences for people, each with where it is: `name must be text. dueDate is required.` */
export function faultSentences(faults: readonly Fault[]): string {
  return faults
    .map(({ path, message }) => {
      // What goes on from the name of a field starts small; a sentence of its own starts with a capital.
      const joint = /^\p{Lu}/u.test(message) ? ': ' : ' ';
      const said = path === '' ? message : `${path}${joint}${message}`;
      return /[.!?]$/.test(said) ? said : `${said}.`;
    })
    .join(' ');
}
