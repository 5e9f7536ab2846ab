/** Operations on lists and their sections: make, rename, reorder, move. */
import * as z from 'zod';
import { done, invalid, notFound, type Result } from '../failures';
import { name, oneOf, parse } from '../fields';
import { asId, type ListId, type SectionId } from '../ids';
import { KEY, LIST_KINDS, recordMap } from '../layout';
import { makeRoom } from '../order';
import { isFailure, livingRecord, type Position, placeAmong, roomAt, writeRekeyed } from './place';
import { FIRST_SECTION } from './seed';
import { type Space, type Surroundings, write } from './space';

const createListInput = z.object({ name, listKind: oneOf(LIST_KINDS) });

/**
 * Makes a list at the end of its kind, with a first section: without one nothing could be put into it (rules T1, T2).
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
  write(space, surroundings, (pen) => {
    writeRekeyed(pen, space, 'list', room);
    pen.make('list', list, { [KEY.kind]: listKind, [KEY.name]: name, [KEY.place]: { order: room.order } });
    pen.make('section', section, { [KEY.name]: FIRST_SECTION, [KEY.place]: { list, order: makeRoom([], 0).order } });
  });
  return done({ list, section });
}

const createSectionInput = z.object({ name });

/**
 * Makes a section in a list, at the end unless `position` says otherwise (rule T1).
 * @returns its id; `invalid`, or `not-found` where the list is not there
 */
export function createSection(
  space: Space,
  list: ListId,
  input: z.input<typeof createSectionInput>,
  surroundings: Surroundings,
  position: Position = {},
): Result<SectionId> {
  const parsed = parse(createSectionInput, input);
  if (parsed.kind !== 'done') return parsed;
  if (!livingRecord(space, 'list', list)) return notFound('list', list);
  const section = asId<SectionId>(surroundings.newId());
  const room = roomAt(space.view.sections(list), undefined, position);
  if (isFailure(room)) return room;
  if (room === 'stays') throw new Error('a section that is being made stands nowhere yet');
  write(space, surroundings, (pen) => {
    writeRekeyed(pen, space, 'section', room);
    pen.make('section', section, { [KEY.name]: parsed.value.name, [KEY.place]: { list, order: room.order } });
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
  if (!livingRecord(space, kind, id)) return notFound(kind, id);
  const { name } = parsed.value;
  if (name === undefined || recordMap(space.doc, kind, id)?.get(KEY.name) === name) return done(undefined, false);
  write(space, surroundings, (pen) => pen.set(kind, id, KEY.name, name));
  return done(undefined);
}

/** Moves a list among the lists of its kind; writes nothing where it is there already. */
export function moveList(
  space: Space,
  id: ListId,
  position: { before?: ListId; after?: ListId },
  surroundings: Surroundings,
): Result<undefined> {
  const list = livingRecord(space, 'list', id);
  if (!list) return notFound('list', id);
  const siblings = space.view.lists(list.listKind);
  return placeAmong(space, 'list', [id], siblings, position, (order) => ({ order }), surroundings);
}

/**
 * Moves a section, with all that it holds, within its list or to another list of the same kind (rule M5).
 * @param list where to, or undefined to stay in its list and only be reordered
 * @param position beside which section there; neither: at the end of another list, unmoved in its own
 */
export function moveSection(
  space: Space,
  id: SectionId,
  list: ListId | undefined,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  const section = livingRecord(space, 'section', id);
  if (!section) return notFound('section', id);
  const to = livingRecord(space, 'list', list ?? section.list);
  if (!to) return notFound('list', list ?? section.list, 'list.id');
  if (to.listKind !== section.listKind) {
    return invalid(
      'wrong-kind',
      'list.id',
      `A section of a ${section.listKind} list cannot go to a ${to.listKind} list.`,
    );
  }
  const stays = to.id === section.list && position.before === undefined && position.after === undefined;
  if (stays) return done(undefined, false);
  const placeWith = (order: string) => ({ list: to.id, order });
  return placeAmong(space, 'section', [id], space.view.sections(to.id), position, placeWith, surroundings);
}
