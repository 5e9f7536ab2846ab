// What the operations on tasks and their descriptions do, leave and refuse.
import { toIsoDate } from '../../../../shared/dates';
import { asId } from '../../../../shared/ids';
import * as description from '../../../../shared/operations/description';
import * as tasks from '../../../../shared/operations/tasks';
import { bothSides, by, type Case, gone, HALF, half, noSection, noSibling, noTask, type Room, TASK_NAME } from './room';

const badTask: readonly (readonly [object, string])[] = [
  [{ name: '' }, 'name must have 1 to 200 characters; it is empty.'],
  [{ name: '😀'.repeat(201) }, TASK_NAME],
  [{ name: half }, `name ${HALF}`],
  [{ name: 7 }, 'name must be text.'],
  [{ description: half }, `description ${HALF}`],
  [{ description: 7 }, 'description must be text.'],
  [{ status: 'done' }, 'status must be one of open, progress, review, blocked, completed.'],
  [{ priority: 'urgent' }, 'priority must be one of none, low, medium, high.'],
  [{ startDate: '2026-02-30T00:00:00.000Z' }, 'startDate must be a date like 2026-05-01T09:00:00.000Z.'],
  [{ dueDate: 0 }, 'dueDate must be a date like 2026-05-01T09:00:00.000Z.'],
];

const LENGTH = 'must be a whole number of at least 0.';
const ONE_OF = 'must have one of retain, insert and delete.';
const badParts: readonly (readonly [unknown, string])[] = [
  [[{ retain: -1 }, { insert: '!' }], `description.0.retain ${LENGTH}`],
  [[{ insert: '!' }, { delete: Number.NaN }], `description.1.delete ${LENGTH}`],
  [[{ retain: 0.5 }, { insert: '!' }], `description.0.retain ${LENGTH}`],
  [[{ insert: half }], `description.0.insert ${HALF}`],
  [[{ insert: 5 }], 'description.0.insert must be text.'],
  [[{ insert: null }], 'description.0.insert must be text.'],
  [[{ retain: '1' }, { insert: {} }], `description.0.retain ${LENGTH} description.1.insert must be text.`],
  [[{ foo: 1 }, { insert: 5 }], `description.0 ${ONE_OF} description.1.insert must be text.`],
  [[{ retain: 1, insert: 5 }], `description.0.insert must be text. description.0 ${ONE_OF}`],
  [[{ retain: 1, insert: '!' }], `description.0 ${ONE_OF}`],
  [[null], 'description.0 must be an object.'],
  [null, 'description must be an array.'],
  ['x', 'description must be an array.'],
];

export const TASKS: Readonly<Record<string, Case>> = {
  createTask: {
    acts: [
      ({ space, inSection }) => tasks.createTask(space, inSection, { name: 'n' }, by),
      ({ space, inSection, b }) => tasks.createTask(space, inSection, { name: 'n' }, by, { before: b }),
      ({ space, a }) => tasks.createTask(space, { kind: 'task', id: a }, { name: 'n', status: 'completed' }, by),
    ],
    refused: [
      ...badTask.map(
        ([input, said]) =>
          [
            ({ space, inSection }: Room) => tasks.createTask(space, inSection, { name: 'n', ...input } as never, by),
            said,
          ] as const,
      ),
      [({ space, inSection }) => tasks.createTask(space, inSection, {} as never, by), 'name is required.'],
      [({ space, inSection }) => tasks.createTask(space, inSection, null as never, by), 'must be an object.'],
      [
        ({ space, inSection }) =>
          tasks.createTask(space, inSection, { name: 'n', assigneeIds: [gone, '' as never] }, by),
        'assigneeIds.1 must have 1 to 200 characters; it is empty.',
      ],
      [({ space, lost }) => tasks.createTask(space, { kind: 'task', id: lost }, { name: 'n' }, by), noTask],
      [({ space, listPin }) => tasks.createTask(space, { kind: 'section', id: listPin }, { name: 'n' }, by), noSection],
      [({ space, inSection }) => tasks.createTask(space, inSection, { name: 'n' }, by, { before: gone }), noSibling],
    ],
  },
  updateTask: {
    acts: (
      [
        { name: 'n', description: 'one 2 two', priority: 'high' },
        { status: 'completed' },
        { startDate: toIsoDate(0), dueDate: null },
        { description: null },
      ] as const
    ).map(
      (input) =>
        ({ space, a }: Room) =>
          tasks.updateTask(space, a, input, by),
    ),
    rests: (
      [{}, { name: 'a', description: 'one two', dueDate: toIsoDate(0), startDate: null, status: 'open' }] as const
    ).map(
      (input) =>
        ({ space, a }: Room) =>
          tasks.updateTask(space, a, input, by),
    ),
    refused: [
      ...badTask.map(
        ([input, said]) => [({ space, a }: Room) => tasks.updateTask(space, a, input as never, by), said] as const,
      ),
      [({ space, a }) => tasks.updateTask(space, a, { name: null } as never, by), 'name must be text.'],
      [({ space, lost }) => tasks.updateTask(space, lost, { name: 'n' }, by), noTask],
    ],
  },
  updateTasks: {
    acts: [({ space, a, b }) => tasks.updateTasks(space, [a, b], { status: 'completed', name: 'n' }, by)],
    rests: [
      ({ space, a, b }) => tasks.updateTasks(space, [a, b], { status: 'open' }, by),
      ({ space }) => tasks.updateTasks(space, [], { status: 'review' }, by),
    ],
    refused: [
      [({ space, a }) => tasks.updateTasks(space, [a], { name: '😀'.repeat(201) }, by), TASK_NAME],
      [({ space, a, lost }) => tasks.updateTasks(space, [a, lost], { name: 'n' }, by), noTask],
    ],
  },
  assign: {
    acts: [({ space, a }) => tasks.assign(space, a, [asId('bob'), asId('ann')], by)],
    rests: [
      ({ space, a }) => tasks.assign(space, a, [asId('ann'), asId('ann')], by),
      ({ space, a }) => tasks.assign(space, a, [], by),
    ],
    refused: [
      [({ space, a }) => tasks.assign(space, a, [asId('')], by), '0 must have 1 to 200 characters; it is empty.'],
      [({ space, a }) => tasks.assign(space, a, 'ann' as never, by), 'must be an array.'],
      [({ space, lost }) => tasks.assign(space, lost, [asId('ann')], by), noTask],
    ],
  },
  unassign: {
    acts: [({ space, a }) => tasks.unassign(space, a, [asId('ann'), asId('bob')], by)],
    rests: [({ space, a }) => tasks.unassign(space, a, [asId('bob')], by)],
    refused: [
      [
        ({ space, a }) => tasks.unassign(space, a, [asId('u'.repeat(201))], by),
        '0 must have 1 to 200 characters; it has 201.',
      ],
      [({ space, lost }) => tasks.unassign(space, lost, [asId('ann')], by), noTask],
    ],
  },
  moveTask: {
    acts: [
      ({ space, a, b }) => tasks.moveTask(space, a, undefined, { after: b }, by),
      ({ space, a, section }) => tasks.moveTask(space, a, { kind: 'section', id: section }, {}, by),
      ({ space, a, b }) => tasks.moveTask(space, b, { kind: 'task', id: a }, {}, by),
      ({ space, child, inSection }) => tasks.moveTask(space, child, inSection, {}, by),
    ],
    rests: [
      ({ space, a }) => tasks.moveTask(space, a, undefined, {}, by),
      ({ space, a, b, inSection }) => tasks.moveTask(space, a, inSection, { before: b }, by),
      ({ space, child, a }) => tasks.moveTask(space, child, { kind: 'task', id: a }, {}, by),
    ],
    refused: [
      [
        ({ space, a, child }) => tasks.moveTask(space, a, { kind: 'task', id: child }, {}, by),
        'parentTask: A task cannot be moved under itself.',
      ],
      [
        ({ space, a }) => tasks.moveTask(space, a, undefined, { before: a }, by),
        'before: A record cannot stand beside itself.',
      ],
      [({ space, a, child }) => tasks.moveTask(space, a, undefined, { before: child }, by), noSibling],
      [({ space, a, b }) => tasks.moveTask(space, a, undefined, { before: b, after: b }, by), bothSides],
      [({ space, a, listPin }) => tasks.moveTask(space, a, { kind: 'section', id: listPin }, {}, by), noSection],
      [({ space, lost, inSection }) => tasks.moveTask(space, lost, inSection, {}, by), noTask],
    ],
  },
  moveTasks: {
    acts: [({ space, a, b, section }) => tasks.moveTasks(space, [b, a], { kind: 'section', id: section }, {}, by)],
    rests: [
      ({ space, a, b, inSection }) => tasks.moveTasks(space, [a, b], inSection, {}, by),
      ({ space, inSection }) => tasks.moveTasks(space, [], inSection, {}, by),
    ],
    refused: [
      [
        ({ space, a, b, inSection }) => tasks.moveTasks(space, [a, b, a, b], inSection, {}, by),
        'items.2: The same record is named twice. items.3: The same record is named twice.',
      ],
      [({ space, a, lost, inSection }) => tasks.moveTasks(space, [a, lost], inSection, {}, by), noTask],
      [
        ({ space, a, b, child }) => tasks.moveTasks(space, [b, a], { kind: 'task', id: child }, {}, by),
        'parentTask: A task cannot be moved under itself.',
      ],
    ],
  },
  typeDescription: {
    acts: [({ space, a }) => description.typeDescription(space, a, [{ retain: 3 }, { insert: '!' }], by)],
    rests: [
      ({ space, a }) => description.typeDescription(space, a, [], by),
      ({ space, a }) => description.typeDescription(space, a, [{ retain: 7 }], by),
      ({ space, a }) => description.typeDescription(space, a, [{ retain: 2 }, { delete: 0 }, { insert: '' }], by),
    ],
    refused: [
      [({ space }) => description.typeDescription(space, gone, [{ insert: '!' }], by), noTask],
      ...(
        [
          [{ retain: 8 }, { insert: '!' }],
          [{ retain: 4 }, { delete: 4 }],
        ] as const
      ).map(
        (parts) =>
          [
            ({ space, a }: Room) => description.typeDescription(space, a, parts, by),
            'description has 7 letters; the change reaches past its end.',
          ] as const,
      ),
      ...badParts.map(
        ([parts, said]) =>
          [({ space, a }: Room) => description.typeDescription(space, a, parts as never, by), said] as const,
      ),
    ],
  },
};
