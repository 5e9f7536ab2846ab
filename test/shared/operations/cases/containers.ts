// What the operations on lists, sections and the space itself do, leave and refuse.
import * as lists from '../../../../shared/operations/lists';
import * as fields from '../../../../shared/operations/space-fields';
import { defaultList, firstSection } from '../../replica';
import { by, type Case, gone, HALF, half, longName, NAME, noSection, noSibling } from './room';

export const CONTAINERS: Readonly<Record<string, Case>> = {
  createList: {
    acts: [({ space }) => lists.createList(space, { name: 'n', listKind: 'pin' }, by)],
    refused: [
      [({ space }) => lists.createList(space, { name: longName, listKind: 'pin' }, by), NAME],
      [({ space }) => lists.createList(space, { name: half, listKind: 'pin' }, by), `name ${HALF}`],
      [
        ({ space }) => lists.createList(space, { name: 'n', listKind: 'chat' as never }, by),
        'listKind must be one of task, pin, dashboard.',
      ],
    ],
  },
  createSection: {
    acts: [
      ({ space, list, section }) => lists.createSection(space, list, { name: 'n' }, by, { before: section }),
      ({ space, list }) => lists.createSection(space, list, { name: 'n' }, by),
    ],
    refused: [
      [({ space, list }) => lists.createSection(space, list, { name: longName }, by), NAME],
      [
        ({ space }) => lists.createSection(space, gone, { name: 'n' }, by),
        'There is no such list; it may have been deleted.',
      ],
      [({ space, list }) => lists.createSection(space, list, { name: 'n' }, by, { before: gone }), noSibling],
    ],
  },
  renameContainer: {
    acts: [
      ({ space, list }) => lists.renameContainer(space, 'list', list, { name: 'n' }, by),
      ({ space, section }) => lists.renameContainer(space, 'section', section, { name: 'n' }, by),
    ],
    rests: [
      ({ space, list }) => lists.renameContainer(space, 'list', list, { name: 'L' }, by),
      ({ space, list }) => lists.renameContainer(space, 'list', list, {}, by),
    ],
    refused: [
      [({ space, list }) => lists.renameContainer(space, 'list', list, { name: longName }, by), NAME],
      [({ space }) => lists.renameContainer(space, 'section', gone, { name: 'n' }, by), noSection],
    ],
  },
  moveList: {
    acts: [({ space, list }) => lists.moveList(space, list, { before: defaultList() }, by)],
    rests: [
      ({ space, list }) => lists.moveList(space, list, { after: defaultList() }, by),
      ({ space, list }) => lists.moveList(space, list, {}, by),
    ],
    refused: [
      [({ space, list }) => lists.moveList(space, list, { before: defaultList('pin') }, by), noSibling],
      [({ space }) => lists.moveList(space, gone, {}, by), 'There is no such list; it may have been deleted.'],
    ],
  },
  moveSection: {
    acts: [
      ({ space, section }) => lists.moveSection(space, section, defaultList(), { before: firstSection() }, by),
      ({ space, section }) => lists.moveSection(space, section, defaultList(), {}, by),
    ],
    rests: [
      ({ space, section, list }) => lists.moveSection(space, section, list, {}, by),
      ({ space, section }) => lists.moveSection(space, section, undefined, {}, by),
    ],
    refused: [
      [
        ({ space, section }) => lists.moveSection(space, section, defaultList('pin'), {}, by),
        'list.id: A section of a task list cannot go to a pin list.',
      ],
      [({ space, section }) => lists.moveSection(space, section, undefined, { before: gone }, by), noSibling],
      [({ space }) => lists.moveSection(space, gone, undefined, {}, by), noSection],
    ],
  },
  updateSpace: {
    acts: [({ space }) => fields.updateSpace(space, { name: 'n', description: null, status: 'danger' }, by)],
    rests: [
      ({ space }) => fields.updateSpace(space, { name: 'mine', description: 'd', startDate: null }, by),
      ({ space }) => fields.updateSpace(space, {}, by),
    ],
    refused: [
      [({ space }) => fields.updateSpace(space, { name: longName }, by), NAME],
      [
        ({ space }) => fields.updateSpace(space, { description: '' }, by),
        'description must have 1 to 144 characters; it is empty.',
      ],
      [
        ({ space }) => fields.updateSpace(space, { status: 'fine' as never, endDate: 'soon' as never }, by),
        'status must be one of none, ontarget, atrisk, danger, completed. endDate must be a date like 2026-05-01T09:00:00.000Z.',
      ],
    ],
  },
};
