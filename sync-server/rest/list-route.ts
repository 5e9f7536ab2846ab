/** A route that lists something: whole, or page by page (rule R21). */
import type * as z from 'zod';
import { done, type Result } from '../../shared/failures';
import { type PageQuery, pageOf, pageQuery } from '../../shared/rest/paging';
import type { Call } from './call';
import { decodeCursor, encodeCursor, entriesAfter, type Position } from './cursor';
import type { JsonAnswer, Stamp } from './kept-answers';
import type { OpenSpace } from './open-space';
import { parseQuery } from './query';
import { parentsOf } from './records/common';
import { type Route, route } from './route';

/** A list route, as it is written. */
export interface ListSpec<Target, Entry, Shown> {
  readonly path: string;
  readonly summary: string;
  /** What the query may hold beside paging. */
  readonly query?: z.ZodObject;
  readonly target: (call: Call) => Promise<Result<Target>>;
  /** An entry, as it is answered. */
  readonly entry: z.ZodType<Shown>;
  /** Everything there is, in order. */
  readonly list: (call: Call, target: Target) => Promise<Result<readonly Entry[]>>;
  readonly positionOf: (entry: Entry) => Position;
  /** Makes of entries what is answered, in the same order. */
  readonly show: (call: Call, target: Target, entries: readonly Entry[]) => Promise<Shown[]>;
  /** The space that all of it is of, where what is shown follows from that alone, whoever asks: it is shown anew only when something has changed. */
  readonly within?: (target: Target) => OpenSpace;
}

interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string | undefined;
}

/** Makes a list route of its description. */
export function listRoute<Target, Entry, Shown>(spec: ListSpec<Target, Entry, Shown>): Route {
  const { path, summary, target, entry, list, positionOf, show, within } = spec;
  const showPage = async (call: Call, found: Target): Promise<Result<Page<Shown>>> => {
    const name = listName(call, path, spec.query);
    const asked = askedPage(call, name);
    if (asked.kind !== 'done') return asked;
    const all = await list(call, found);
    if (all.kind !== 'done') return all;
    const { limit, shown } = asked.value;
    const left = shown.length > 0 ? entriesAfter(all.value, shown, positionOf) : all.value;
    const page = left.slice(0, limit);
    const items = await show(call, found, page);
    if (page.length === left.length) return done({ items }, false);
    const until = [...shown, ...page.map(positionOf)];
    return done({ items, nextCursor: encodeCursor(name, until) }, false);
  };
  return route<Target, undefined, Page<Shown> | JsonAnswer>({
    method: 'GET',
    path,
    summary,
    success: 200,
    query: spec.query ? spec.query.extend(pageQuery.shape) : pageQuery,
    answer: pageOf(entry) as z.ZodType<Page<Shown>>,
    target,
    act: (call, found) => {
      const space = within?.(found);
      return space ? keptPage(call, path, space, () => showPage(call, found)) : showPage(call, found);
    },
  });
}

/** What was answered before, where it would be the same; else what `show` gives, kept for the next. */
async function keptPage<Shown>(
  call: Call,
  path: string,
  space: OpenSpace,
  show: () => Promise<Result<Page<Shown>>>,
): Promise<Result<JsonAnswer>> {
  const { answers } = call.services;
  const { params, query } = call.asked;
  const asked = JSON.stringify([path, space.row.id, params, query]);
  const stamp = await stampOf(call, space);
  const known = answers.get(asked, stamp);
  if (known) return done(known, false);
  const shown = await show();
  if (shown.kind !== 'done') return shown;
  return done(answers.keep(asked, stamp, shown.value), false);
}

async function stampOf(call: Call, space: OpenSpace): Promise<Stamp> {
  return { version: space.live.version, beside: JSON.stringify(await parentsOf(call, space)) };
}

/** The position of a record among its siblings. */
export function siblingPosition({ id, order }: { readonly id: string; readonly order: string | undefined }): Position {
  // What has no key stands after all others, and `~` is after every letter of a key.
  return { id, key: order ?? '~' };
}

/** The position of what is listed by its creation. */
export function agePosition({ id, created }: { readonly id: string; readonly created: number }): Position {
  return { id, key: String(created).padStart(16, '0') };
}

function askedPage(
  call: Call,
  name: string,
): Result<{ readonly limit: number | undefined; readonly shown: readonly Position[] }> {
  const parsed = parseQuery<PageQuery>(call, pageQuery);
  const faults = parsed.kind === 'done' ? [] : [...parsed.faults];
  const [cursor] = call.queried('cursor');
  const shown = cursor ? decodeCursor(name, cursor) : [];
  if (!shown && !faults.some(({ path }) => path === '?cursor')) {
    faults.push({ type: 'cursor', path: '?cursor', message: 'is no nextCursor of this list' });
  }
  if (cursor !== undefined && call.queried('limit').length === 0) {
    faults.push({ type: 'required', path: '?limit', message: 'is required with a cursor' });
  }
  if (faults.length > 0 || parsed.kind !== 'done' || !shown) return { kind: 'invalid', faults };
  const { limit } = parsed.value;
  return done({ limit: limit === undefined ? undefined : Number(limit), shown }, false);
}

/** What tells a list from others: its path, and what of the query chooses entries. */
function listName(call: Call, path: string, query: z.ZodObject | undefined): string {
  const choice = query ? Object.keys(query.shape).map((name) => call.queried(name)) : [];
  return JSON.stringify([path, Object.values(call.asked.params), choice]);
}
