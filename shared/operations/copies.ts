/** Copies of records in another space, under ids of their own: for what may not be written where it was made (rule X8). */
import type * as Y from 'yjs';
import { asId, type ListId, type SectionId, type UserId } from '../ids';
import { isLegKey } from '../journey';
import { KEY, LIST_KINDS, type ListKind, MAX, PREFIX, recordMap } from '../layout';
import { makeRoom, makeRoomForMany } from '../order';
import type { SpaceRecord } from '../records';
import { cutToCodePoints } from '../text';
import { writeRekeyed } from './place';
import { portable } from './portable';
import { FIRST_SECTION } from './seed';
import { type Space, type Surroundings, write } from './space';

/** What copying is told beside the records. */
export interface CopyOptions {
  /** What the list is called that takes the records whose own parent is not copied; cut to what a name may be. */
  readonly listName: string;
  /** The only one who stays assigned: the others are no members there. */
  readonly me: UserId;
}

/**
 * Copies records into another space, in one transaction. What lies under a record that is copied stays under it where it is copied
 * too; everything else goes to a new list of its kind there. Pins and widgets that point to what is copied point to the copies.
 * Copying twice makes two.
 * @param from only read
 * @param records siblings in order; what is in the trash there is left out
 * @returns how many records were copied
 */
export function copyRecords(
  from: Space,
  records: readonly SpaceRecord[],
  to: Space,
  { listName, me }: CopyOptions,
  surroundings: Surroundings,
): number {
  const chosen = records.filter((record) => !from.view.isDeleted(record));
  const ids = new Map(chosen.map((record) => [keyOf(record), surroundings.newId()]));
  const rest = new Map<string, SpaceRecord[]>();
  for (const record of chosen) {
    const above = parentKey(record);
    const under = above !== undefined && ids.has(above) ? above : `new ${destinationOf(record)}`;
    rest.set(under, [...(rest.get(under) ?? []), record]);
  }
  if (chosen.length === 0) return 0;
  write(to, surroundings, (pen) => {
    const copy = (record: SpaceRecord, place: unknown) => {
      const { id, kind } = record;
      const source = recordMap(from.doc, kind, id);
      const own = ids.get(keyOf(record));
      if (source && own !== undefined) pen.make(kind, own, { ...copiedKeys(source, me, ids), [KEY.place]: place });
    };
    for (const listKind of LIST_KINDS) {
      const lists = rest.get(`new lists ${listKind}`) ?? [];
      const sections = rest.get(`new sections ${listKind}`) ?? [];
      const items = rest.get(`new items ${listKind}`) ?? [];
      const makesList = sections.length + items.length > 0;
      const siblings = to.view.lists(listKind);
      const room = makeRoomForMany(siblings, siblings.length, lists.length + (makesList ? 1 : 0));
      writeRekeyed(pen, to, 'list', room);
      if (makesList) {
        const list = asId<ListId>(surroundings.newId());
        const name = cutToCodePoints(listName, MAX.name);
        pen.make('list', list, { [KEY.kind]: listKind, [KEY.name]: name, [KEY.place]: { order: room.orders.at(-1) } });
        placeUnder(sections, copy, (order) => ({ list, order }), 1);
        // A list has a section from the start, so that something can be put into it.
        const section = asId<SectionId>(surroundings.newId());
        const first = makeRoom([], 0).order;
        pen.make('section', section, { [KEY.name]: FIRST_SECTION, [KEY.place]: { list, order: first } });
        placeUnder(items, copy, (order) => ({ section, order }));
      }
      lists.forEach((record, at) => {
        copy(record, { order: room.orders[at] });
      });
    }
    for (const record of chosen) {
      const own = ids.get(keyOf(record));
      placeUnder(rest.get(keyOf(record)) ?? [], copy, (order) => ({ [record.kind]: own, order }));
    }
  });
  return chosen.length;
}

/** @param skipped how many places stand before them */
function placeUnder(
  records: readonly SpaceRecord[],
  copy: (record: SpaceRecord, place: unknown) => void,
  placeWith: (order: string) => unknown,
  skipped = 0,
): void {
  const { orders } = makeRoomForMany([], 0, records.length + skipped);
  records.forEach((record, at) => {
    const order = orders[at + skipped];
    if (order !== undefined) copy(record, placeWith(order));
  });
}

/** What a copy holds: everything but where it stands, that it went elsewhere, and who is assigned but oneself. */
function copiedKeys(
  source: Y.Map<unknown>,
  me: UserId,
  ids: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const own: [string, unknown][] = [];
  for (const [key, value] of source.entries()) {
    if (value === null || key === KEY.place || key === KEY.deleted || key === KEY.movedTo || isLegKey(key)) continue;
    if (key.startsWith(PREFIX.assignee) && key !== PREFIX.assignee + me) continue;
    own.push([key, pointed(key, portable(value), ids)]);
  }
  return Object.fromEntries(own);
}

/** A value that names a record which is copied too names the copy. */
function pointed(key: string, value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (key === KEY.documentId && typeof value === 'string') {
    for (const kind of ['list', 'section', 'task', 'pin', 'dashboard']) {
      const copy = ids.get(`${kind} ${value}`);
      if (copy !== undefined) return copy;
    }
  }
  if (!key.startsWith(PREFIX.widget) || typeof value !== 'object' || value === null) return value;
  const { lists } = value as { lists?: unknown };
  if (!Array.isArray(lists)) return value;
  return { ...value, lists: lists.map((list) => (typeof list === 'string' && ids.get(`list ${list}`)) || list) };
}

function destinationOf(record: SpaceRecord): `${'lists' | 'sections' | 'items'} ${ListKind}` {
  if (record.kind === 'list') return `lists ${record.listKind}`;
  if (record.kind === 'section') return `sections ${record.listKind}`;
  return `items ${record.kind}`;
}

function keyOf({ kind, id }: SpaceRecord): string {
  return `${kind} ${id}`;
}

function parentKey(record: SpaceRecord): string | undefined {
  if (record.kind === 'list') return undefined;
  if (record.kind === 'section') return `list ${record.list}`;
  return record.parent.kind === 'unfiled' ? undefined : `${record.parent.kind} ${record.parent.id}`;
}
