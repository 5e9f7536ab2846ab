/** Which database a space lies in: the same for ever, evenly, and whatever the order of the list. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpaceRouting } from '../../../sync-server/storage/postgres/space-routing';

const routing = (ids: readonly string[]) => {
  const [first = '', ...others] = ids;
  return new SpaceRouting([{ id: first }, ...others.map((id) => ({ id }))]);
};

test('[W12] a space stays where it is: what was chosen once is chosen for ever', () => {
  const three = routing(['a5a7c0de-0000-4000-8000-000000000001', 'b', 'c']);
  const chosen = Array.from({ length: 12 }, (_, n) => three.all.indexOf(three.of(`space ${n}`)));
  // Written down once: other numbers would mean that nobody finds what is stored.
  expect(chosen).toEqual([1, 0, 1, 2, 1, 1, 1, 2, 0, 1, 2, 1]);
});

test('[W12] the order of the list does not matter', () => {
  const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(ids, fc.string(), (databases, space) => {
      const [one, other] = [routing(databases), routing([...databases].sort())];
      expect(one.of(space).id).toBe(other.of(space).id);
    }),
  );
});

test('[W12] another database takes its share from all, and moves nothing between those that were there', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 6 }), fc.uuid(), (databases, space) => {
      const [fewer, more] = [routing(databases.slice(1)), routing(databases)];
      const now = more.of(space).id;
      if (now !== databases[0]) expect(now).toBe(fewer.of(space).id);
    }),
  );
});

test('[W12] each has its even share', () => {
  const amount = 4_000;
  for (const databases of [2, 3, 7]) {
    const over = routing(Array.from({ length: databases }, () => randomUUID()));
    const spaces = Array.from({ length: amount }, () => randomUUID());
    const shares = [...over.group(spaces, (space) => space).values()].map(({ length }) => length);
    expect(shares).toHaveLength(databases);
    // Over six standard deviations of a fair draw.
    const bound = 6.5 * Math.sqrt((amount / databases) * (1 - 1 / databases));
    for (const share of shares) expect(Math.abs(share - amount / databases)).toBeLessThan(bound);
  }
});

test('[W12] what is grouped keeps its order, and is grouped whole', () => {
  const over = routing(['a', 'b', 'c']);
  const things = Array.from({ length: 50 }, (_, n) => ({ n, space: `${n % 7}` }));
  const groups = [...over.group(things, ({ space }) => space)];
  for (const [database, group] of groups) {
    expect(group).toEqual(things.filter(({ space }) => over.of(space) === database));
  }
  expect(groups.reduce((sum, [, group]) => sum + group.length, 0)).toBe(50);
});
