// What holds of every operation: one transaction under the caller's origin; no write where nothing differs; refusals that say what is wrong, where, and the bound.
import { expect, test } from 'vitest';
import { failureMessage } from '../../../shared/failures';
import { asId } from '../../../shared/ids';
import { setKey } from '../../../shared/items';
import { RECORD_KINDS, recordMap } from '../../../shared/layout';
import { copyRecords } from '../../../shared/operations/copies';
import * as dashboards from '../../../shared/operations/dashboards';
import * as description from '../../../shared/operations/description';
import * as lists from '../../../shared/operations/lists';
import * as moves from '../../../shared/operations/move-space';
import * as pins from '../../../shared/operations/pins';
import * as fields from '../../../shared/operations/space-fields';
import * as tasks from '../../../shared/operations/tasks';
import * as trash from '../../../shared/operations/trash';
import * as widgetPlace from '../../../shared/operations/widget-place';
import type { SpaceRecord } from '../../../shared/records';
import { dumpWithoutMoves } from '../dump';
import { firstSection, got } from '../replica';
import { CONTAINERS } from './cases/containers';
import { DASHBOARDS } from './cases/dashboards';
import { PINS } from './cases/pins';
import { by, type Case, furnished, history, type Room, TEAM } from './cases/room';
import { TASKS } from './cases/tasks';
import { TRASH } from './cases/trash';

const OPERATIONS: Readonly<Record<string, Case>> = { ...TASKS, ...CONTAINERS, ...PINS, ...DASHBOARDS, ...TRASH };

/** The names of what writes to a space: functions of these modules that are none of what is listed. */
const HELPING = ['descriptionText', 'isPlain', 'purgeRecords', 'storedWidget', 'writeChanges'];
const ALL = [dashboards, description, lists, moves, pins, fields, tasks, trash, widgetPlace].flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
);

test('[T4, V3] the operations that are looked at here are all that there are', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(ALL.filter((name) => !HELPING.includes(name)).sort());
});

/** Does something, and gives the origins of the transactions that wrote in either space. */
function originsDuring({ space, team }: Room, act: () => void): unknown[] {
  const origins: unknown[] = [];
  const note = (_: Uint8Array, origin: unknown) => origins.push(origin);
  for (const { doc } of [space, team]) doc.on('update', note);
  act();
  for (const { doc } of [space, team]) doc.off('update', note);
  return origins;
}

const each = Object.entries(OPERATIONS);

test.each(each)(
  '[T4] %s writes once under the origin of its caller, and nothing where nothing differs',
  (_, operation) => {
    for (const act of operation.acts) {
      const room = furnished();
      const origins = originsDuring(room, () => expect(act(room)).toMatchObject({ kind: 'done', changed: true }));
      expect(origins).toEqual(operation.inTwo ? ['rest', 'rest'] : ['rest']);
    }
    for (const rest of operation.rests ?? []) {
      const room = furnished();
      expect(originsDuring(room, () => expect(rest(room)).toMatchObject({ kind: 'done', changed: false }))).toEqual([]);
    }
  },
);

test.each(each)(
  '[V1, V2, V3] %s refuses what it cannot do, says what and where, and writes nothing',
  (_, operation) => {
    expect(operation.refused.length).toBeGreaterThan(0);
    const room = furnished();
    for (const [act, said] of operation.refused) {
      const origins = originsDuring(room, () => {
        const result = act(room);
        expect(result.kind === 'done' ? 'it was done' : failureMessage(result)).toBe(said);
      });
      expect(origins).toEqual([]);
    }
  },
);

/** What an editor undoes itself, letter by letter, and what nobody undoes. */
const NOT_UNDONE = ['typeDescription', 'purgeRecord'];
const undone = each.filter(([name]) => !NOT_UNDONE.includes(name));

/** The records of a room's space that are not in the trash, by kind and id. */
function living({ space: { view } }: Room): string[] {
  return RECORD_KINDS.flatMap((kind) =>
    [...view.records(kind)].flatMap((record: SpaceRecord) => (view.isDeleted(record) ? [] : [`${kind} ${record.id}`])),
  );
}

test.each(undone)('[U1, U2, U6] %s is undone and done again', (name, { acts }) => {
  for (const act of acts) {
    const room = furnished();
    const [before, there] = [dumpWithoutMoves(room.space.view), living(room)];
    history.group(() => expect(act(room).kind).toBe('done'));
    const after = [room.space, room.team].map(({ view }) => dumpWithoutMoves(view));
    for (let round = 0; round < 2; round++) {
      expect(history.undo()?.kept).toEqual([]);
      // What was made is in the trash and not gone: others may have put something into it.
      if (name.startsWith('create')) expect(living(room)).toEqual(there);
      else expect(dumpWithoutMoves(room.space.view)).toEqual(before);
      expect(room.team.view.lists('task')).toHaveLength(1);
      expect(history.canUndo).toBe(false);
      expect(history.redo()?.kept).toEqual([]);
      expect([room.space, room.team].map(({ view }) => dumpWithoutMoves(view))).toEqual(after);
    }
  }
});

test('[D4] purging and typing are not in the history', () => {
  for (const name of NOT_UNDONE) {
    for (const act of OPERATIONS[name]?.acts ?? []) {
      expect(act(furnished()).kind).toBe('done');
      expect(history.canUndo).toBe(false);
    }
  }
});

test('[L3, L9] names of what objects inherit are ids and keys like any other, wherever they are written', () => {
  const names = ['__proto__', 'constructor', 'toString'];
  for (const name of names) {
    const { space, team, inSection, b, board } = furnished();
    const own = { ...by, newId: () => name };
    const id = got(tasks.createTask(space, inSection, { name, assigneeIds: [asId(name)] }, own, { before: b }));
    const map = recordMap(space.doc, 'task', id);
    const odd = name === '__proto__' ? 'kept' : { [name]: 'kept' };
    if (map) space.doc.transact((transaction) => setKey(transaction, map, name, odd));
    const child = got(tasks.createTask(space, { kind: 'task', id }, { name: 'child' }, by));
    got(tasks.updateTask(space, id, { description: 'd', status: 'completed' }, own));
    got(tasks.moveTask(space, id, undefined, { after: b }, own));
    got(
      pins.createPin(
        space,
        firstSection('pin'),
        { name, pinType: 'document', documentId: id, documentType: 'Task' },
        own,
      ),
    );
    got(dashboards.updateDashboard(space, board, { widgets: [{ id: name, type: 'count', lists: [name] }] }, own));
    got(trash.deleteRecord(space, { kind: 'task', id }, own));
    got(trash.restoreRecord(space, { kind: 'task', id }, own));
    expect(space.view.tasks(inSection).at(-1)).toMatchObject({ id, name, assignees: [name], status: 'completed' });
    expect(space.view.record('pin', name)?.target).toMatchObject({ documentId: name });
    expect(space.view.record('dashboard', board)?.widgets).toMatchObject([{ id: name, lists: [name] }]);
    expect(
      copyRecords(space, [...space.view.records('task')], team, { listName: 'copies', me: asId(name) }, by),
    ).toBeGreaterThan(1);
    got(moves.moveToSpace(space, { kind: 'task', id }, team, { kind: 'section', id: firstSection('task', TEAM) }, by));
    expect(team.view.tasks({ kind: 'task', id }).map((task) => task.id)).toEqual([child]);
    const kept = [...team.view.records('task')].flatMap(
      (task) => recordMap(team.doc, 'task', task.id)?.get(name) ?? [],
    );
    expect(kept).toEqual([odd, odd]);
    for (const other of names) expect(team.view.record('task', other)?.id).toBe(other === name ? name : undefined);
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
