// Reading is total, the same on every replica, and the view that follows is the view made afresh.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId } from '../../../shared/ids';
import { seedUpdate } from '../../../shared/operations/seed';
import { SpaceReader } from '../../../shared/reader/space-reader';
import { dump, misplaced } from '../dump';
import { SPACE } from '../replica';
import { act, perform } from './hostile';

test('[L10, L11, M7] whatever peers write, reading gives records, the same afresh, incrementally and elsewhere', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(act, { maxLength: 30 }), (seeded, acts) => {
      const doc = new Y.Doc();
      const live = new SpaceReader(doc);
      const far = new Y.Doc();
      const farLive = new SpaceReader(far);
      doc.on('update', (update: Uint8Array) => Y.applyUpdate(far, update));
      if (seeded) Y.applyUpdate(doc, seedUpdate(SPACE, 'user'));
      for (const one of acts) {
        perform(doc, one);
        const shown = dump(live);
        expect(dump(new SpaceReader(doc))).toEqual(shown);
        expect(dump(farLive)).toEqual(shown);
        expect(misplaced(live)).toEqual([]);
      }
      const stored = new Y.Doc();
      Y.applyUpdate(stored, Y.encodeStateAsUpdate(doc));
      expect(dump(new SpaceReader(stored))).toEqual(dump(live));
      expect(() => live.problems()).not.toThrow();
    }),
    { numRuns: 250 },
  );
});

test('[L11] a change names every record that reads otherwise, and every parent whose children do', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const doc = new Y.Doc();
      const live = new SpaceReader(doc);
      Y.applyUpdate(doc, seedUpdate(SPACE, 'user'));
      let before = dump(live);
      const changed = new Set<string>();
      const parents = new Set<string | undefined>();
      live.onChange((change) => {
        for (const { kind, id } of change.changed) changed.add(`${kind} ${id}`);
        for (const id of change.parents) parents.add(id);
      });
      for (const one of acts) {
        changed.clear();
        parents.clear();
        perform(doc, one);
        const after = dump(live);
        for (const key of new Set([...before.records.keys(), ...after.records.keys()])) {
          const [was, is] = [before.records.get(key), after.records.get(key)];
          if (!changed.has(key)) expect(is?.record).toEqual(was?.record);
          const id = is?.record.id ?? was?.record.id;
          if (is && was && !parents.has(id)) expect(is.children).toEqual(was.children);
        }
        if (!parents.has(undefined)) expect([after.lists, after.unfiled]).toEqual([before.lists, before.unfiled]);
        before = after;
      }
    }),
    { numRuns: 250 },
  );
});

test('[L11] a list changes its kind, and two records of one id and two kinds change places: what shows is what a fresh reading shows', () => {
  const doc = new Y.Doc();
  const view = new SpaceReader(doc);
  const put = (root: string, id: string, keys: object) => doc.getMap(root).set(id, new Y.Map(Object.entries(keys)));
  doc.transact(() => {
    put('lists', 'list', { kind: 'dashboard', place: { order: 'a0' } });
    put('sections', 'section', { place: { list: 'list', order: 'a0' } });
    for (const root of ['dashboards', 'tasks'])
      put(root, 'one', { name: root, place: { section: 'section', order: 'a0' } });
  });
  const list = doc.getMap<Y.Map<unknown>>('lists').get('list');
  for (const kind of ['task', 'dashboard', 'task']) {
    list?.set('kind', kind);
    expect(dump(view)).toEqual(dump(new SpaceReader(doc)));
    expect(view.tasks({ kind: 'section', id: asId('section') })).toHaveLength(kind === 'task' ? 1 : 0);
    expect(view.dashboards(asId('section'))).toHaveLength(kind === 'task' ? 0 : 1);
  }
});
