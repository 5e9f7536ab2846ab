/** The default records of a new space: one fixed update, so that seeding twice, anywhere, is the same bytes (rules S1, S2). */
import * as Y from 'yjs';
import { derivedId, type SpaceId } from '../ids';
import { KEY, LAYOUT, type ListKind, rootsOf } from '../layout';
import { makeRoom } from '../order';

/** What a space is: whose defaults it starts with. */
export type SpaceKind = 'user' | 'workspace' | 'project';

const NAMES: Record<SpaceKind, readonly (readonly [ListKind, string])[]> = {
  user: [
    ['task', 'Personal Tasks'],
    ['pin', 'Personal Pins'],
    ['dashboard', 'My Dashboards'],
  ],
  workspace: [
    ['task', 'Workspace Tasks'],
    ['pin', 'Workspace Pins'],
  ],
  project: [
    ['task', 'Project Tasks'],
    ['pin', 'Project Pins'],
  ],
};

/** The name of a list's first section. */
export const FIRST_SECTION = 'Section 1';

/** What the default list of a kind is called at first; undefined where such a space starts without one. */
export function seedListName(space: SpaceKind, kind: ListKind): string | undefined {
  return NAMES[space].find(([listKind]) => listKind === kind)?.[1];
}

/**
 * Makes the update that gives a space its default lists, each with a first section.
 * The bytes depend on the id and the kind alone; applying them again, or after someone has renamed a default list, changes nothing.
 * @returns a Yjs update (version 1)
 */
export function seedUpdate(space: SpaceId, kind: SpaceKind): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = Number.parseInt(derivedId(space, 'seed/1').replaceAll('-', '').slice(0, 8), 16);
  const { meta, record } = rootsOf(doc);
  const first = makeRoom([], 0).order;
  doc.transact(() => {
    meta.set('layout', LAYOUT);
    for (const [listKind, name] of NAMES[kind]) {
      const list = derivedId(space, `${listKind}-list`);
      record.list.set(list, mapOf({ [KEY.kind]: listKind, [KEY.name]: name, [KEY.place]: { order: first } }));
      const section = derivedId(space, `${listKind}-list/section`);
      record.section.set(section, mapOf({ [KEY.name]: FIRST_SECTION, [KEY.place]: { list, order: first } }));
    }
  });
  const update = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return update;
}

function mapOf(values: Record<string, unknown>): Y.Map<unknown> {
  return new Y.Map(Object.entries(values));
}
