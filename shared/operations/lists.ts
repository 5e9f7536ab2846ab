/** Operations on lists and their sections: make, rename, reorder. */
import * as Y from 'yjs';
import { z } from 'zod';
import { done, notFound, type Result } from '../failures';
import { name, parse } from '../fields';
import { asId, type ListId, type SectionId } from '../ids';
import { KEY, LIST_KINDS, recordMap, rootsOf } from '../layout';
import { makeRoom } from '../order';
import { isFailure, roomAt, writeRekeyed } from './place';
import { FIRST_SECTION } from './seed';
import { type Space, type Surroundings, write } from './space';

const createListInput = z.object({ name, listKind: z.enum(LIST_KINDS) });

/**
 * Makes a list at the end of its kind, with a first section: without one nothing could be put into it (rule T2).
 * @returns the ids of both, or `invalid`
 */
export function createList(
  space: Space,
  input: z.input<typeof createListInput>,
  surroundings: Surroundings,
): Result<{ list: ListId; section: SectionId }> {
  const parsed = parse(createListInput, input);
  if (parsed.kind !== 'done') return parsed;
  const { name, listKind } = parsed.value;
  const list = asId<ListId>(surroundings.newId());
  const section = asId<SectionId>(surroundings.newId());
  const siblings = space.view.lists(listKind);
  const room = makeRoom(siblings, siblings.length);
  write(space, surroundings, () => {
    writeRekeyed(space, 'list', room);
    const { record } = rootsOf(space.doc);
    const entries = { [KEY.kind]: listKind, [KEY.name]: name, [KEY.place]: { order: room.order } };
    record.list.set(list, new Y.Map<unknown>(Object.entries(entries)));
    writeSection(space, section, FIRST_SECTION, list, makeRoom([], 0).order);
  });
  return done({ list, section });
}

const createSectionInput = z.object({ name });

/** Makes a section at the end of a list. @returns its id; `invalid`, or `not-found` where the list is not there */
export function createSection(
  space: Space,
  list: ListId,
  input: z.input<typeof createSectionInput>,
  surroundings: Surroundings,
): Result<SectionId> {
  const parsed = parse(createSectionInput, input);
  if (parsed.kind !== 'done') return parsed;
  const parent = space.view.record('list', list);
  if (!parent || space.view.isDeleted(parent)) return notFound('list', list);
  const section = asId<SectionId>(surroundings.newId());
  const siblings = space.view.sections(list);
  const room = makeRoom(siblings, siblings.length);
  write(space, surroundings, () => {
    writeRekeyed(space, 'section', room);
    writeSection(space, section, parsed.value.name, list, room.order);
  });
  return done(section);
}

const renameInput = z.object({ name: name.optional() });

/** Renames a list or a section. Writes nothing where the name is the same or not given. @returns `invalid` or `not-found` otherwise */
export function renameContainer(
  space: Space,
  kind: 'list' | 'section',
  id: ListId | SectionId,
  input: z.input<typeof renameInput>,
  surroundings: Surroundings,
): Result<undefined> {
  const parsed = parse(renameInput, input);
  if (parsed.kind !== 'done') return parsed;
  const record = space.view.record(kind, id);
  const map = recordMap(space.doc, kind, id);
  if (!record || !map || space.view.isDeleted(record)) return notFound(kind, id);
  const { name } = parsed.value;
  if (name === undefined || map.get(KEY.name) === name) return done(undefined, false);
  write(space, surroundings, () => map.set(KEY.name, name));
  return done(undefined);
}

/** Moves a list among the lists of its kind; writes nothing where it is there already. */
export function moveList(
  space: Space,
  id: ListId,
  position: { before?: ListId; after?: ListId },
  surroundings: Surroundings,
): Result<undefined> {
  const record = space.view.record('list', id);
  const map = recordMap(space.doc, 'list', id);
  if (!record || !map || space.view.isDeleted(record)) return notFound('list', id);
  const room = roomAt(space.view.lists(record.listKind), id, position);
  if (isFailure(room)) return room;
  if (room === 'stays') return done(undefined, false);
  write(space, surroundings, () => {
    writeRekeyed(space, 'list', room);
    map.set(KEY.place, { order: room.order });
  });
  return done(undefined);
}

function writeSection(space: Space, id: SectionId, name: string, list: ListId, order: string): void {
  const entries = { [KEY.name]: name, [KEY.place]: { list, order } };
  rootsOf(space.doc).record.section.set(id, new Y.Map<unknown>(Object.entries(entries)));
}
