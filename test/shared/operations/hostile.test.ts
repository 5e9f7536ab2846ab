// Operations on documents as a peer with other software could write them: done or refused, never thrown, and the same everywhere.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../../shared/dates';
import { asId, type SpaceId } from '../../../shared/ids';
import { RECORD_KINDS } from '../../../shared/layout';
import { copyRecords } from '../../../shared/operations/copies';
import { addWidget, moveDashboard, updateDashboard } from '../../../shared/operations/dashboards';
import { typeDescription } from '../../../shared/operations/description';
import { History } from '../../../shared/operations/history';
import { carryLateEdits } from '../../../shared/operations/late-edits';
import { createSection, moveList, moveSection, renameContainer } from '../../../shared/operations/lists';
import { moveToSpace } from '../../../shared/operations/move-space';
import { createPin, movePin, updatePin } from '../../../shared/operations/pins';
import { assign, createTask, moveTask, unassign, updateTask } from '../../../shared/operations/tasks';
import { deleteRecord, purgeRecord, restoreRecord } from '../../../shared/operations/trash';
import { SpaceReader } from '../../../shared/reader/space-reader';
import type { SpaceRecord } from '../../../shared/records';
import { dump } from '../dump';
import { act, perform } from '../reader/hostile';
import { defaultList, firstSection, type Replica, replica, surroundings, sync } from '../replica';

const TEAM = asId<SpaceId>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');

/** A person with both spaces, and what they do is taken down. */
function person() {
  const spaces = [replica(), replica('project', TEAM)] as const;
  const clock = surroundings();
  const history = new History((id) => spaces.find((space) => space.id === id), clock.now);
  return { mine: spaces[0], team: spaces[1], history, by: { ...clock, history } };
}
type Person = ReturnType<typeof person>;

const recordsOf = ({ view }: Replica): SpaceRecord[] =>
  RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...view.records(kind)]);

/** Whatever can be done to a record. */
function workOn({ mine, by }: Person, record: SpaceRecord): void {
  switch (record.kind) {
    case 'task':
      updateTask(mine, record.id, { name: 'n', status: 'completed', dueDate: toIsoDate(0), description: 'd e' }, by);
      updateTask(mine, record.id, { status: 'open', dueDate: null }, by);
      typeDescription(mine, record.id, [{ insert: 'typed ' }], by);
      assign(mine, record.id, [asId('u')], by);
      unassign(mine, record.id, [asId('u')], by);
      moveTask(mine, record.id, { kind: 'section', id: firstSection() }, {}, by);
      createTask(mine, record, { name: 'child' }, by);
      break;
    case 'pin':
      updatePin(mine, record.id, { name: 'n', url: 'https://example.org/' }, by);
      movePin(mine, record.id, firstSection('pin'), {}, by);
      break;
    case 'dashboard':
      addWidget(mine, record.id, { type: 'count' }, by);
      updateDashboard(mine, record.id, { description: 'd', widgets: [{ type: 'due' }] }, by);
      moveDashboard(mine, record.id, firstSection('dashboard'), {}, by);
      break;
    case 'section':
      renameContainer(mine, 'section', record.id, { name: 'n' }, by);
      moveSection(mine, record.id, defaultList(record.listKind), {}, by);
      createPin(mine, record.id, { name: 'n', pinType: 'url', url: 'https://example.org/' }, by);
      break;
    case 'list':
      renameContainer(mine, 'list', record.id, { name: 'n' }, by);
      moveList(mine, record.id, { before: defaultList(record.listKind) }, by);
      createSection(mine, record.id, { name: 'n' }, by);
  }
  deleteRecord(mine, record, by);
  restoreRecord(mine, record, by);
}

/** Where a record can go in the other space. */
function destinationOf(record: SpaceRecord, space: SpaceId) {
  if (record.kind === 'list') return { kind: 'lists' } as const;
  if (record.kind === 'section') return { kind: 'list', id: defaultList(record.listKind, space) } as const;
  return { kind: 'section', id: firstSection(record.kind, space) } as const;
}

test('[T7, L11, M7] whatever peers have written, operations, moves, copies and undo are done or refused, the same everywhere', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.array(act, { minLength: 4, maxLength: 25 }), fc.array(act, { maxLength: 6 }), (acts, late) => {
      const [ann, bob] = [person(), person()];
      for (const one of acts) perform(ann.mine.doc, one);
      sync(ann.mine, bob.mine);
      for (const record of recordsOf(ann.mine)) workOn(ann, record);
      const others = recordsOf(bob.mine);
      for (const one of late) perform(bob.mine.doc, one);
      copyRecords(ann.mine, recordsOf(ann.mine), ann.team, { listName: 'copies', me: asId('u') }, ann.by);
      for (const who of [ann, bob]) {
        for (const record of others) moveToSpace(who.mine, record, who.team, destinationOf(record, TEAM), who.by);
      }
      for (let undone = ann.history.undo(); undone; ) undone = ann.history.undo();
      for (let redone = ann.history.redo(); redone; ) redone = ann.history.redo();
      for (let round = 0; round < 3; round++) {
        sync(ann.mine, bob.mine);
        sync(ann.team, bob.team);
        for (const { mine, team, by } of [ann, bob]) {
          carryLateEdits(mine, team, by);
          carryLateEdits(team, mine, by);
        }
      }
      for (const record of recordsOf(bob.team))
        moveToSpace(bob.team, record, bob.mine, destinationOf(record, bob.mine.id), bob.by);
      for (const record of bob.mine.view.trash()) purgeRecord(bob.mine, record, bob.by);
      sync(ann.mine, bob.mine);
      sync(ann.team, bob.team);
      for (const which of ['mine', 'team'] as const) {
        const shown = dump(ann[which].view);
        expect(dump(bob[which].view)).toEqual(shown);
        expect(dump(new SpaceReader(ann[which].doc))).toEqual(shown);
        const stored = new Y.Doc();
        Y.applyUpdate(stored, Y.encodeStateAsUpdate(bob[which].doc));
        expect(dump(new SpaceReader(stored))).toEqual(shown);
      }
    }),
    { numRuns: 50 },
  );
});
