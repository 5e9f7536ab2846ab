/** What a document has, against documents that have it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { checkUpdate } from '../../../sync-server/rooms/check-update';
import { Coverage } from '../../../sync-server/rooms/coverage';
import type { ClockRange, UpdateContent } from '../../../sync-server/rooms/update-content';

const range = fc.record({
  client: fc.integer({ min: 1, max: 2 }),
  clock: fc.integer({ min: 0, max: 30 }),
  length: fc.integer({ min: 1, max: 8 }),
});
const content = fc.record({ structs: fc.array(range, { maxLength: 3 }), deletes: fc.array(range, { maxLength: 3 }) });

const of = ({ structs, deletes }: Pick<UpdateContent, 'structs' | 'deletes'>): UpdateContent => ({
  structs,
  deletes,
  needs: new Map(),
  deep: [],
});
const clocks = (ranges: readonly ClockRange[]) =>
  ranges.flatMap(({ client, clock, length }) => Array.from({ length }, (_, n) => `${client}/${clock + n}`));

test('[W5] in any order, it tells news from what is there, as a plain set of clocks would', () => {
  fc.assert(
    fc.property(fc.array(content, { maxLength: 20 }), (contents) => {
      const coverage = new Coverage();
      const [structs, deletes] = [new Set<string>(), new Set<string>()];
      for (const one of contents) {
        const fresh =
          clocks(one.structs).some((at) => !structs.has(at)) || clocks(one.deletes).some((at) => !deletes.has(at));
        for (const at of clocks(one.structs)) structs.add(at);
        for (const at of clocks(one.deletes)) deletes.add(at);
        expect(coverage.lacks(of(one))).toBe(fresh);
        expect(coverage.add(of(one))).toBe(fresh);
        expect(coverage.lacks(of(one))).toBe(false);
      }
      for (const client of [1, 2]) {
        let clock = 0;
        while (structs.has(`${client}/${clock}`)) clock++;
        expect(coverage.clockOf(client)).toBe(clock);
      }
      const copy = Coverage.decode(coverage.encode());
      for (const one of contents) expect(copy.lacks(of(one))).toBe(false);
      expect(copy.encode()).toEqual(coverage.encode());
    }),
  );
});

test('[W2] the state vector is that of the document', () => {
  const [a, b] = [new Y.Doc(), new Y.Doc()];
  a.getText('t').insert(0, 'hello');
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a));
  b.getText('t').insert(5, ' world');
  b.getText('t').delete(0, 2);
  const checked = checkUpdate(Y.encodeStateAsUpdate(b));
  if (checked.kind !== 'done') throw new Error(checked.reason);
  const coverage = new Coverage();
  expect(coverage.add(checked.content)).toBe(true);
  expect(coverage.joins(checked.content)).toBe(true);
  expect(Y.decodeStateVector(coverage.stateVector())).toEqual(Y.decodeStateVector(Y.encodeStateVector(b)));
});

test('[W5] what stands on something that is not there does not join on', () => {
  const [a, b] = [new Y.Doc(), new Y.Doc()];
  a.getText('t').insert(0, 'hello');
  Y.applyUpdate(b, Y.encodeStateAsUpdate(a));
  const before = Y.encodeStateVector(b);
  b.getText('t').insert(5, ' world');
  const parts = [Y.encodeStateAsUpdate(b, before), Y.encodeStateAsUpdate(a)].map((update) => {
    const checked = checkUpdate(update);
    if (checked.kind !== 'done') throw new Error(checked.reason);
    return checked.content;
  });
  const coverage = new Coverage();
  const joins = parts.map((part) => coverage.add(part) && coverage.joins(part));
  expect(joins).toEqual([false, true]);
});
