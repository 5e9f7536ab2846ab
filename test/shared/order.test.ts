// Order keys: sorting is total, and there is always room.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareOrdered, makeRoom, makeRoomForMany, type Ordered, readOrder } from '../../shared/order';

const key = fc.oneof(
  fc.constantFrom('a0', 'a1', 'a0V', 'Zz', 'b00', 'a~', 'a!', 'aÿ', 'a0!', 'z~', `A${'0'.repeat(25)}1`, 'z'.repeat(40)),
  fc.string({ unit: fc.constantFrom(...'aZz09V!~ÿ'), maxLength: 6 }),
);
const siblings = fc
  .uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), order: key }), { selector: ({ id }) => id, maxLength: 12 })
  .map((found): Ordered[] => found.map(({ id, order }) => ({ id, order: readOrder(order) })).sort(compareOrdered));

test('[O1] siblings sort by key in code units, then by id', () => {
  const sorted = [
    { id: 'b', order: 'a0' },
    { id: 'a', order: 'a1' },
    { id: 'B', order: 'a0' },
    { id: 'z', order: 'Zz' },
  ].sort(compareOrdered);
  expect(sorted.map(({ id }) => id)).toEqual(['z', 'B', 'b', 'a']);
});

test('[O2] a key that is missing, no string or refused by fractional-indexing reads as missing and sorts last', () => {
  for (const bad of [undefined, null, 7, '', '0', 'a', 'a00', '!', {}, `A${'0'.repeat(26)}`, 1n]) {
    expect(readOrder(bad)).toBeUndefined();
  }
  expect(readOrder('a0')).toBe('a0');
  expect(readOrder('z'.repeat(1_000_000))).toHaveLength(1_000_000);
  expect(compareOrdered({ id: 'a', order: undefined }, { id: 'b', order: 'zz' })).toBe(1);
  expect(compareOrdered({ id: 'a', order: undefined }, { id: 'b', order: undefined })).toBe(-1);
});

test('[O3] one put between two siblings stands between them, whatever their keys', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(siblings, fc.nat(), fc.integer({ min: 1, max: 4 }), (before, at, count) => {
      const index = at % (before.length + 1);
      const { orders, rekeyed } = makeRoomForMany(before, index, count);
      expect(orders).toHaveLength(count);
      const news = orders.map((order, n) => ({ id: `new ${n}`, order }));
      const changed = new Map(rekeyed.map(({ id, order }) => [id, order]));
      const after = [...before.map(({ id, order }) => ({ id, order: changed.get(id) ?? order })), ...news];
      const wanted = before.map(({ id }) => id);
      wanted.splice(index, 0, ...news.map(({ id }) => id));
      expect(after.sort(compareOrdered).map(({ id }) => id)).toEqual(wanted);
    }),
    { numRuns: 1000 },
  );
});

test('[O4] only the run that is in the way gets new keys', () => {
  const run = ['a0', 'a1', 'a1', 'a1', 'a2'].map((order, n) => ({ id: `${n}`, order }));
  expect(makeRoom(run, 1).rekeyed).toEqual([]);
  expect(makeRoom(run, 5).rekeyed).toEqual([]);
  expect(makeRoom(run, 2).rekeyed.map(({ id }) => id)).toEqual(['2', '3']);
  const missing = [{ id: 'a', order: 'a0' }, ...['b', 'c', 'd'].map((id) => ({ id, order: undefined }))];
  expect(makeRoom(missing, 1).rekeyed).toEqual([]);
  expect(makeRoom(missing, 3).rekeyed.map(({ id }) => id)).toEqual(['b', 'c']);
});

test('[O4] keys stay short however often one inserts at the same place', { timeout: 60_000 }, () => {
  const all: { id: string; order: string }[] = [
    { id: 'first', order: 'a0' },
    { id: 'last', order: 'a1' },
  ];
  for (let n = 0; n < 1500; n++) {
    const { order, rekeyed } = makeRoom(all, 1);
    for (const { id, order: fresh } of rekeyed) {
      const found = all.find((one) => one.id === id);
      if (found) found.order = fresh;
    }
    all.splice(1, 0, { id: `n${n}`, order });
  }
  expect(Math.max(...all.map(({ order }) => order.length))).toBeLessThanOrEqual(200);
  expect([...all].sort(compareOrdered)).toEqual(all);
});
