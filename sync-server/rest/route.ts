/** A route of REST: what it takes in which order, and what it does. The order of checks is the contract's (rule R1). */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { toIsoDate } from '../../shared/dates';
import type { Failure, Result } from '../../shared/failures';
import { type Parsed, parse } from '../../shared/fields';
import type { Surroundings } from '../../shared/operations/space';
import type { Room } from '../rooms/room';
import type { Rooms } from '../rooms/rooms';
import type { Bearer, Storage, Time } from '../storage/storage';
import type { JsonObject } from './body';

/** What routes work with. */
export interface Services {
  readonly storage: Storage;
  readonly rooms: Rooms;
  readonly organization: { readonly id: string; readonly name: string };
  /** To be called, and waited for, after tokens, spaces or members have changed: open sockets feel it. */
  readonly rightsChanged: () => Promise<void>;
}

/** One request on its way through a route. */
export class Call {
  readonly services: Services;
  readonly bearer: Bearer;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The time of the request: everything that it writes counts as merged then. */
  readonly now: Time = Date.now();
  readonly #rooms = new Set<Room>();

  constructor(services: Services, bearer: Bearer, params: Call['params'], query: Call['query']) {
    this.services = services;
    this.bearer = bearer;
    this.params = params;
    this.query = query;
  }

  /** What operations are handed. */
  get surroundings(): Surroundings {
    return { origin: 'rest', newId: randomUUID, now: () => toIsoDate(this.now) };
  }

  /** The values of a query parameter, as often as it is given. */
  queried(name: string): readonly string[] {
    const value = this.query[name];
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  }

  /** Says that the answer shows something of a room. */
  reads(room: Room): void {
    this.#rooms.add(room);
  }

  /** Settles when everything that the answer shows is on disk; undefined where it is. */
  settled(): Promise<unknown> | undefined {
    const waits = [...this.#rooms].flatMap((room) => room.settled() ?? []);
    return waits.length > 0 ? Promise.all(waits) : undefined;
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A route, as it is written. */
export interface RouteSpec<Target, Body> {
  readonly method: Method;
  /** In Fastify's form, like `/v1/tasks/:id`. */
  readonly path: string;
  /** What it does, in a sentence for people. */
  readonly summary: string;
  readonly success: 200 | 201 | 204;
  /** Finds what the path names, and says whether the caller may do this to it. */
  readonly target: (call: Call) => Promise<Result<Target>>;
  /** Checks the body; a schema, or what tells apart several. Left out: a body is not read. */
  readonly body?: z.ZodType<Body> | ((raw: JsonObject) => Parsed<Body>);
  /** Reads the query where no body was sent. */
  readonly bodyFromQuery?: (call: Call) => JsonObject | undefined;
  /** Does it. @returns what is answered */
  readonly act: (call: Call, target: Target, body: Body) => Promise<Result<unknown>>;
}

/** A route, as it is run. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly success: 200 | 201 | 204;
  readonly bodyFromQuery: ((call: Call) => JsonObject | undefined) | undefined;
  readonly takesBody: boolean;
  /** Finds what the path names; what it gives goes on with the body, where one is taken. */
  readonly begin: (
    call: Call,
  ) => Promise<{ readonly kind: 'done'; readonly go: (raw: JsonObject) => Promise<Result<unknown>> } | Failure>;
}

/** Makes a route of its description. */
export function route<Target, Body = undefined>(spec: RouteSpec<Target, Body>): Route {
  const { method, path, summary, success, body, target, act, bodyFromQuery } = spec;
  const check = (raw: JsonObject): Parsed<Body> => {
    if (typeof body === 'function') return body(raw);
    return body ? parse(body, raw) : { kind: 'done', value: undefined as Body };
  };
  return {
    method,
    path,
    summary,
    success,
    bodyFromQuery,
    takesBody: body !== undefined,
    begin: async (call) => {
      const found = await target(call);
      if (found.kind !== 'done') return found;
      const go = async (raw: JsonObject): Promise<Result<unknown>> => {
        const checked = check(raw);
        return checked.kind === 'done' ? act(call, found.value, checked.value) : checked;
      };
      return { kind: 'done', go };
    },
  };
}
