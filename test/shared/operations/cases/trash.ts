// What the operations on the trash, and moving to another space do, leave and refuse.
import * as moves from '../../../../shared/operations/move-space';
import * as trash from '../../../../shared/operations/trash';
import { defaultList, firstSection } from '../../replica';
import { by, type Case, gone, noSection, noTask, type Room, TEAM } from './room';

export const TRASH: Readonly<Record<string, Case>> = {
  deleteRecord: {
    acts: [
      ({ space, a }) => trash.deleteRecord(space, { kind: 'task', id: a }, by),
      ({ space, list }) => trash.deleteRecord(space, { kind: 'list', id: list }, by),
    ],
    refused: [[({ space, lost }) => trash.deleteRecord(space, { kind: 'task', id: lost }, by), noTask]],
  },
  deleteRecords: {
    acts: [
      ({ space, a, child, pin }) =>
        trash.deleteRecords(
          space,
          [
            { kind: 'task', id: a },
            { kind: 'task', id: child },
            { kind: 'pin', id: pin },
          ],
          by,
        ),
    ],
    rests: [({ space }) => trash.deleteRecords(space, [], by)],
    refused: [
      [
        ({ space, a, lost }) =>
          trash.deleteRecords(
            space,
            [
              { kind: 'task', id: a },
              { kind: 'task', id: lost },
            ],
            by,
          ),
        noTask,
      ],
    ],
  },
  restoreRecord: {
    acts: [({ space, lost }) => trash.restoreRecord(space, { kind: 'task', id: lost }, by)],
    refused: [[({ space, a }) => trash.restoreRecord(space, { kind: 'task', id: a }, by), noTask]],
  },
  restoreRecords: {
    acts: [({ space, lost }) => trash.restoreRecords(space, [{ kind: 'task', id: lost }], by)],
    rests: [({ space }) => trash.restoreRecords(space, [], by)],
    refused: [[({ space, a }) => trash.restoreRecords(space, [{ kind: 'task', id: a }], by), noTask]],
  },
  purgeRecord: {
    acts: [({ space, lost }) => trash.purgeRecord(space, { kind: 'task', id: lost }, by)],
    refused: [[({ space, a }) => trash.purgeRecord(space, { kind: 'task', id: a }, by), noTask]],
  },
  moveToSpace: {
    inTwo: true,
    acts: (
      [
        ['task', 'a', { kind: 'section', id: firstSection('task', TEAM) }],
        ['pin', 'pin', { kind: 'section', id: firstSection('pin', TEAM) }],
        ['section', 'section', { kind: 'list', id: defaultList('task', TEAM) }],
        ['list', 'list', { kind: 'lists' }],
      ] as const
    ).map(
      ([kind, name, to]) =>
        (room: Room) =>
          moves.moveToSpace(room.space, { kind, id: room[name] } as never, room.team, to, by),
    ),
    refused: [
      [
        ({ space, a }) => moves.moveToSpace(space, { kind: 'task', id: a }, space, { kind: 'section', id: gone }, by),
        'It is in that space already.',
      ],
      [
        ({ space, team, a }) => moves.moveToSpace(space, { kind: 'task', id: a }, team, { kind: 'lists' }, by),
        'destination: A task cannot be moved there.',
      ],
      [
        ({ space, team, board }) =>
          moves.moveToSpace(space, { kind: 'dashboard', id: board }, team, { kind: 'section', id: gone }, by),
        noSection,
      ],
    ],
  },
};
