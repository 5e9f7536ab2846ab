// What refused edits would change: each field, place and order that is read is compared, and said in names.

import { expect, test } from 'vitest';
import { applyUpdate, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { differenceTo, writtenIn } from '../../../../extension/app/refused/difference';
import type { Names } from '../../../../extension/app/refused/field-states';
import type { IsoDate } from '../../../../shared/dates';
import { asId, type ListId, type SectionId, type TaskId, type UserId } from '../../../../shared/ids';
import { addWidget, createDashboard, updateWidget } from '../../../../shared/operations/dashboards';
import { createList, moveList } from '../../../../shared/operations/lists';
import { createPin } from '../../../../shared/operations/pins';
import { updateSpace } from '../../../../shared/operations/space-fields';
import { moveTask, updateTask } from '../../../../shared/operations/tasks';
import {
  addTask,
  defaultList,
  firstSection,
  got,
  poke,
  type Replica,
  replica,
  surroundings,
} from '../../../shared/replica';

const names: Names = {
  person: (user: UserId) => ({ ada: 'Ada' })[user as string] ?? 'someone',
  list: (id) => (id === 'elsewhere' ? 'A list elsewhere' : undefined),
  document: ({ documentId }) => (documentId === 'elsewhere' ? 'A task elsewhere' : undefined),
  space: (id) => (id === 'other-space' ? 'Other space' : undefined),
};

/** A local time as documents hold it. */
const moment = (hour: number) => new Date(2026, 11, 5, hour).toISOString() as IsoDate;

/** What an edit changes that the server does not have, a line each. @param before what both have */
function refused<Made>(before: (space: Replica) => Made, edit: (here: Replica, made: Made) => unknown) {
  const there = replica('workspace');
  const made = before(there);
  const here = replica('empty');
  applyUpdate(here.doc, encodeStateAsUpdate(there.doc));
  const known = encodeStateVector(here.doc);
  const mine = here.doc.clientID;
  edit(here, made);
  expect(encodeStateAsUpdate(here.doc, known).length).toBeGreaterThan(2);
  const lines = ({ records, own }: ReturnType<typeof differenceTo>) => [
    ...own.map((one) => `space ${one.field}: ${one.here} | ${one.there}`),
    ...records.flatMap(({ record, change, fields }) =>
      fields.map((one) => `${change} ${record.name} ${one.field}: ${one.here} | ${one.there}`),
    ),
  ];
  return {
    compared: lines(differenceTo(here, there.view, names)),
    written: lines(writtenIn(here, (client) => client === mine, names)),
  };
}

const task = (space: Replica) => addTask(space, 'Plan');

test.each(['dueDate', 'startDate'] as const)('the time of a %s', (field) => {
  const { compared, written } = refused(
    (space) => {
      const id = task(space);
      got(updateTask(space, id, { [field]: moment(15) }, surroundings()));
      return id;
    },
    (here, id) => got(updateTask(here, id, { [field]: moment(9) }, surroundings())),
  );
  expect(compared).toEqual([`changed Plan ${field}: 2026-12-05 09:00 | 2026-12-05 15:00`]);
  expect(written).toEqual([`changed Plan ${field}: 2026-12-05 09:00 | undefined`]);
});

test('a task in the first section of another list, which is called as its own was', () => {
  const other = (space: Replica) => ({
    id: task(space),
    to: got(createList(space, { name: 'Other', listKind: 'task' }, surroundings())).list,
  });
  const { compared, written } = refused(other, (here, { id, to }) => {
    const section = here.view.sections(to)[0]?.id ?? asId<SectionId>('');
    got(moveTask(here, id, { kind: 'section', id: section }, {}, surroundings()));
  });
  expect(compared).toEqual(['changed Plan in: Other / Section 1 | Workspace Tasks / Section 1']);
  expect(written).toEqual(['changed Plan in: Other / Section 1 | undefined']);
});

test('the order among siblings, of tasks and of lists', () => {
  const { compared } = refused(
    (space) => ['A', 'B', 'C'].map((name) => addTask(space, name)),
    (here, [a = asId<TaskId>(''), , c = asId<TaskId>('')]) =>
      got(moveTask(here, c, undefined, { before: a }, surroundings())),
  );
  expect(compared).toEqual(['changed C position: first | 3, after “B”']);
  const lists = refused(
    (space) => got(createList(space, { name: 'Other', listKind: 'task' }, surroundings())).list,
    (here, other) => got(moveList(here, other, { before: defaultList() as ListId }, surroundings())),
  );
  expect(lists.compared).toEqual(['changed Other position: first | 2, after “Workspace Tasks”']);
  expect(lists.written).toEqual(['changed Other position: first | undefined']);
});

test('who is assigned, status and priority in words', () => {
  const { compared } = refused(task, (here, id) => {
    poke(here, 'task', id, 'assignee:ada', true);
    got(updateTask(here, id, { status: 'progress', priority: 'high' }, surroundings()));
  });
  expect(compared).toEqual([
    'changed Plan status: in progress | open',
    'changed Plan priority: High | None',
    'changed Plan assignees: Ada | undefined',
  ]);
});

test('what a widget shows, and of which lists, under the title that it had', () => {
  const { compared } = refused(
    (space) => {
      const { list } = got(createList(space, { name: 'Boards', listKind: 'dashboard' }, surroundings()));
      const section = space.view.sections(list)[0]?.id ?? asId<SectionId>('');
      const dashboard = got(createDashboard(space, section, { name: 'Board', description: null }, surroundings()));
      const widget = got(addWidget(space, dashboard, { type: 'status', title: 'Work' }, surroundings()));
      return { dashboard, widget };
    },
    (here, { dashboard, widget }) => {
      const lists = [defaultList(), 'elsewhere', 'unknown'];
      got(updateWidget(here, dashboard, widget, { type: 'count', title: 'Work', lists }, surroundings()));
    },
  );
  expect(compared).toEqual([
    'changed Board widgets: Work (How many tasks): Workspace Tasks, A list elsewhere, unknown | Work (Tasks by status)',
  ]);
});

test('what a pin points to is named', () => {
  const { compared } = refused(task, (here, id) => {
    for (const documentId of [id, 'elsewhere'])
      got(
        createPin(
          here,
          firstSection('pin'),
          { name: 'Pin', pinType: 'document', documentType: 'Task', documentId },
          surroundings(),
        ),
      );
  });
  expect(compared.filter((line) => line.includes('link'))).toEqual([
    'added Pin link: Plan | undefined',
    'added Pin link: A task elsewhere | undefined',
  ]);
});

test('where a record went', () => {
  const { compared, written } = refused(task, (here, id) => {
    poke(here, 'task', id, 'deleted', moment(9));
    poke(here, 'task', id, 'movedTo', 'other-space');
  });
  expect(compared).toEqual(['changed Plan movedTo: Other space | undefined']);
  expect(written).toEqual(compared);
});

test('the fields of the space itself', () => {
  const { compared, written } = refused(
    (space) => got(updateSpace(space, { name: 'Team' }, surroundings())),
    (here) => got(updateSpace(here, { name: 'Team A', status: 'atrisk' }, surroundings())),
  );
  expect(compared).toEqual(['space name: Team A | Team', 'space status: At Risk | No Status']);
  expect(written).toEqual(['space name: Team A | undefined', 'space status: At Risk | undefined']);
});
