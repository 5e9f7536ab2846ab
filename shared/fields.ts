/** The values that people and callers send, as zod schemas: one source for validation, types and the OpenAPI document (rules V1 to V3). */
import * as z from 'zod';
import { type IsoDate, isIsoDate, parseRequestDate } from './dates';
import type { Failure, Fault } from './failures';
import { type AnyId, ID_MAX } from './ids';
import { MAX, SPACE_STATUSES, TASK_PRIORITIES, TASK_STATUSES } from './layout';
import { codePointCount, isWellFormed } from './text';

/** What is said of a value that is not there. */
const REQUIRED = 'is required';

/**
 * A text of a bounded number of code points, without lone surrogates (rules V1, V2).
 * @param min the least number of code points
 * @param max the most; undefined for no bound
 */
export function text(min: number, max: number | undefined) {
  const bounds =
    max === undefined ? (min > 0 ? { minLength: min } : {}) : { ...(min > 0 && { minLength: min }), maxLength: max };
  const count = max === undefined ? `at least ${min}` : min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return z
    .string({ error: ({ input }) => (input === undefined ? REQUIRED : 'must be text') })
    .superRefine((value, context) => {
      if (!isWellFormed(value)) refuse(context, 'malformed', 'holds half of a character (a lone surrogate)');
      const length = codePointCount(value, (max ?? min) + 1);
      if (length < min)
        refuse(context, 'too-short', `must have ${count} characters; it is ${length === 0 ? 'empty' : 'shorter'}`);
      if (max !== undefined && length > max) {
        refuse(context, 'too-long', `must have ${count} characters; it has ${codePointCount(value)}`);
      }
    })
    .meta(bounds);
}

/** A name of anything but a task, and of a task being created. */
export const name = text(1, MAX.name);
/** A task's name once it is there. */
export const taskName = text(1, MAX.taskName);
/** A task's description. */
export const taskDescription = text(0, undefined);
/** A workspace's, project's description. */
export const spaceDescription = text(1, MAX.description);
/** A dashboard's description. */
export const dashboardDescription = text(0, MAX.description);

export const taskStatus = oneOf(TASK_STATUSES);
export const taskPriority = oneOf(TASK_PRIORITIES);
export const spaceStatus = oneOf(SPACE_STATUSES);

/** A date as documents hold it: what operations take. */
export const isoDate = z.custom<IsoDate>(isIsoDate, {
  error: 'must be a date like 2026-05-01T09:00:00.000Z',
  params: { type: 'date' },
});

/** A date as requests carry it (rule R9); parses to the form of documents. */
export const requestDate = z
  .string({ error: 'must be a date like 2026-05-01T09:00:00.000Z' })
  .transform((value, context): IsoDate => {
    const date = parseRequestDate(value);
    if (date) return date;
    refuse(context, 'date', 'must be a possible date in UTC, like 2026-05-01T09:00:00.000Z');
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

/** The id of a record of some kind. */
export function id<T extends AnyId>() {
  return text(1, ID_MAX).transform((value) => value as unknown as T);
}

/** One of a closed set of words. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => (input === undefined ? REQUIRED : `must be one of ${values.join(', ')}`),
  });
}

/** For what is told of an object as a whole: together with the faults of its fields, not only when those have none (rule V3). */
export const WITH_OTHERS = {
  when: ({ value }: { readonly value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

function refuse(context: z.core.$RefinementCtx, type: string, message: string): void {
  context.addIssue({ code: 'custom', message, params: { type } });
}

/** A parsed value, or a refusal that names every fault. */
export type Parsed<T> = { readonly kind: 'done'; readonly value: T } | Extract<Failure, { kind: 'invalid' }>;

/** Parses a value by a schema. @returns the value, or every fault with its path */
export function parse<T>(schema: z.ZodType<T>, input: unknown): Parsed<T> {
  const result = schema.safeParse(input, { reportInput: true, error: plainWords });
  if (result.success) return { kind: 'done', value: result.data };
  return { kind: 'invalid', faults: result.error.issues.map(faultOf) };
}

/** What zod found, as a fault of ours. */
export function faultOf(issue: z.core.$ZodIssue): Fault {
  const path = issue.path.map(String).join('.');
  const own: unknown = issue.code === 'custom' ? issue.params?.type : undefined;
  return { type: typeof own === 'string' ? own : faultType(issue), path, message: issue.message };
}

function faultType(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom' && 'input' in issue && issue.input === undefined) return 'required';
  return issue.code.replaceAll('_', '-');
}

/** What is said where a schema has no words of its own. */
function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return REQUIRED;
  switch (issue.code) {
    case 'invalid_type': {
      const article = /^[aeio]/.test(issue.expected) ? 'an' : 'a';
      return issue.expected === 'string' ? 'must be text' : `must be ${article} ${issue.expected}`;
    }
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'too_small':
      return countWords('at least', Number(issue.minimum), issue.input);
    case 'too_big':
      return countWords('at most', Number(issue.maximum), issue.input);
    default:
      return undefined;
  }
}

/** The bound of a list, or of a number, in words. */
function countWords(bound: string, count: number, input: unknown): string {
  if (!Array.isArray(input)) return `must be ${bound} ${count}`;
  const has = input.length === 0 ? 'it is empty' : `it has ${input.length}`;
  return `must have ${bound} ${count} ${count === 1 ? 'entry' : 'entries'}; ${has}`;
}
