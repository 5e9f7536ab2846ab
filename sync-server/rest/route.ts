/** A route of REST: what it takes in which order, what it does and answers. The order of checks is the contract's (rule R1). */
import type * as z from 'zod';
import type { Failure, Result } from '../../shared/failures';
import { type Parsed, parse } from '../../shared/fields';
import type { JsonObject } from './body';
import type { Call } from './call';
import { withMalformed } from './malformed';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Success = 200 | 201 | 204;

/** A body that can be one of several, told apart by what it names. */
export interface EitherBody<Body> {
  readonly schemas: readonly z.ZodType[];
  readonly check: (raw: JsonObject) => Parsed<Body>;
}

/** A route, as it is written. */
export interface RouteSpec<Target, Body, Answer> {
  readonly method: Method;
  /** In Fastify's form, like `/v1/tasks/:id`. */
  readonly path: string;
  /** What it does, in a sentence for people. */
  readonly summary: string;
  readonly success: Success;
  /** What is answered; left out with 204. */
  readonly answer?: z.ZodType<Answer>;
  /** Takes no credential. */
  readonly open?: boolean;
  /** What the query may hold, for the document; `target` or `act` reads it. */
  readonly query?: z.ZodObject;
  /** Finds what the path names, and says whether the caller may do this to it. */
  readonly target: (call: Call) => Promise<Result<Target>>;
  /** Checks the body. Left out: a body is not read. */
  readonly body?: z.ZodType<Body> | EitherBody<Body>;
  /** No body counts as an empty object. */
  readonly bodyOptional?: boolean;
  /** Reads the query where no body was sent. */
  readonly bodyFromQuery?: (call: Call) => JsonObject | undefined;
  /** Does it. @returns what is answered */
  readonly act: (call: Call, target: Target, body: Body) => Promise<Result<Answer>>;
}

/** A route, as it is run and described. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly success: Success;
  readonly answer: z.ZodType | undefined;
  readonly open: boolean;
  readonly query: z.ZodObject | undefined;
  /** The forms of body that it takes; none where no body is read. */
  readonly bodies: readonly z.ZodType[];
  readonly bodyOptional: boolean;
  readonly bodyFromQuery: ((call: Call) => JsonObject | undefined) | undefined;
  /** Finds what the path names; what it gives goes on with the body, where one is taken. */
  readonly begin: (
    call: Call,
  ) => Promise<{ readonly kind: 'done'; readonly go: (raw: JsonObject) => Promise<Result<unknown>> } | Failure>;
}

/** Makes a route of its description. */
export function route<Target, Body = undefined, Answer = unknown>(spec: RouteSpec<Target, Body, Answer>): Route {
  const { method, path, summary, success, answer, query, body, target, act, bodyFromQuery } = spec;
  const check = (raw: JsonObject): Parsed<Body> => {
    if (!body) return { kind: 'done', value: undefined as Body };
    return 'schemas' in body ? body.check(raw) : parse(body, raw);
  };
  return {
    method,
    path,
    summary,
    success,
    answer,
    open: spec.open ?? false,
    query,
    bodies: !body ? [] : 'schemas' in body ? body.schemas : [body],
    bodyOptional: spec.bodyOptional ?? false,
    bodyFromQuery,
    begin: async (call) => {
      const found = await target(call);
      if (found.kind !== 'done') return found;
      const go = async (raw: JsonObject): Promise<Result<unknown>> => {
        const checked = withMalformed(raw, check(raw));
        return checked.kind === 'done' ? act(call, found.value, checked.value) : checked;
      };
      return { kind: 'done', go };
    },
  };
}

/** The ids that `?id=` names, as the body of a DELETE whose client cannot send one; undefined where it names none. */
export function idsFromQuery(call: Call): JsonObject | undefined {
  const ids = call.queried('id');
  return ids.length === 0 ? undefined : { items: ids.map((id) => ({ id })) };
}
