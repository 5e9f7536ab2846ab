/** `/v1/search`: over names, descriptions and URLs of what the caller can read (rule R29). */
import { done, invalid, type Result } from '../../../shared/failures';
import { RECORD_KINDS, type RecordKind } from '../../../shared/layout';
import type { DocumentType, SpaceRecord } from '../../../shared/records';
import { type SearchHit, searchHit, searchQuery } from '../../../shared/rest/search';
import { compareCodeUnits } from '../../../shared/text';
import type { Time } from '../../storage/storage';
import { DamagedDocument } from '../../storage/storage-failures';
import type { Call } from '../call';
import { fold, foldedOnce } from '../fold';
import { listRoute } from '../list-route';
import { isShown, type OpenSpace, openSound } from '../open-space';
import { parseQuery } from '../query';
import { dateOf, oneParentOf, type Parents } from '../records/common';
import type { Route } from '../route';

/** Something that was found. */
interface Hit {
  readonly kind: DocumentType;
  readonly id: string;
  readonly name: string;
  /** What hits are sorted by: when it was made; of what was made at once, what holds before what is held. */
  readonly key: string;
  readonly modified: Time;
  readonly space: OpenSpace;
}

export const searchRoutes: readonly Route[] = [
  listRoute<undefined, Hit, SearchHit>({
    path: '/v1/search',
    summary: 'Search names, descriptions and URLs of all that the caller can read, without regard to case and accents',
    query: searchQuery,
    entry: searchHit,
    target: async () => done(undefined, false),
    list: search,
    positionOf: ({ id, key }) => ({ id, key }),
    show: async (call, _, hits) => {
      const parents = new Map<OpenSpace, Parents>();
      const items: SearchHit[] = [];
      for (const { kind, id, name, modified, space } of hits) {
        const parent = parents.get(space) ?? (await oneParentOf(call, space));
        parents.set(space, parent);
        items.push({ kind, id, name, ...parent, modified: dateOf(modified) });
      }
      return items;
    },
  }),
];

async function search(call: Call): Promise<Result<readonly Hit[]>> {
  const query = parseQuery(call, searchQuery);
  if (query.kind !== 'done') return query;
  const { q, kind } = query.value;
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  // An accent alone: every text holds it, once nobody looks at accents.
  if (words.length === 0) return invalid('required', '?q', 'Say what to look for: ?q= and some letters.');
  const matches = (text: string) => words.every((word) => text.includes(word));
  const hits: Hit[] = [];
  for (const row of await call.services.storage.spaces.spacesOf(call.bearer.user.id)) {
    const space = await openSound(call, row, row.role);
    // Its own list says that it is damaged.
    if (space instanceof DamagedDocument) continue;
    for (const hit of hitsIn(space, matches)) if (kind === undefined || hit.kind === kind) hits.push(hit);
  }
  return done(
    hits.sort((a, b) => compareCodeUnits(a.key, b.key) || compareCodeUnits(a.id, b.id)),
    false,
  );
}

function* hitsIn(space: OpenSpace, matches: (text: string) => boolean): Iterable<Hit> {
  const { row, live } = space;
  const { view, clock } = live;
  if (row.kind !== 'user') {
    const { fields } = view;
    if (matches(foldedOnce(fields, () => [fields.name, fields.description]))) {
      const modified = Math.max(row.modified, clock.spaceModified() ?? 0);
      const kind = row.kind === 'workspace' ? 'Workspace' : 'Project';
      yield { kind, id: row.id, name: fields.name, key: keyOf(row.created, 0), modified, space };
    }
  }
  for (const [at, kind] of RECORD_KINDS.entries()) {
    for (const record of view.records(kind)) {
      if (!matches(foldedOnce(record, () => textsOf(record))) || !isShown(view, record)) continue;
      const { created = 0, modified = 0 } = clock.of(kind, record.id) ?? {};
      yield { kind: typeOf(record), id: record.id, name: record.name, key: keyOf(created, at + 1), modified, space };
    }
  }
}

function keyOf(created: Time, rank: number): string {
  return `${String(created).padStart(16, '0')}${rank}`;
}

function textsOf(record: SpaceRecord): readonly (string | null)[] {
  if (record.kind === 'task' || record.kind === 'dashboard') return [record.name, record.description];
  return record.kind === 'pin' && record.target.pinType === 'url' ? [record.name, record.target.url] : [record.name];
}

const LIST_TYPE = { task: 'TaskList', pin: 'PinList', dashboard: 'DashboardList' } as const;
const SECTION_TYPE = { task: 'TaskSection', pin: 'PinSection', dashboard: 'DashboardSection' } as const;
const ITEM_TYPE = { task: 'Task', pin: 'Pin', dashboard: 'Dashboard' } as const satisfies Partial<
  Record<RecordKind, DocumentType>
>;

function typeOf(record: SpaceRecord): DocumentType {
  if (record.kind === 'list') return LIST_TYPE[record.listKind];
  return record.kind === 'section' ? SECTION_TYPE[record.listKind] : ITEM_TYPE[record.kind];
}
