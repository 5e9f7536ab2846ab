/** What a document has, against documents that have it. */
import fc from 'fast-check';
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { expect, test } from 'vitest';
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
  steps: [],
  deep: [],
});
const clocks = (ranges: readonly ClockRange[]) =>
  ranges.flatMap(({ client, clock, length }) => Array.from({ length }, (_, n) => `${client}/${clock + n}`));

const bytesOf = (coverage: Coverage) => encoding.encode((encoder) => coverage.write(encoder));

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
        expect(coverage.clocks().get(client) ?? 0).toBe(clock);
      }
      const copy = Coverage.read(decoding.createDecoder(bytesOf(coverage)));
      for (const one of contents) expect(copy.lacks(of(one))).toBe(false);
      expect(bytesOf(copy)).toEqual(bytesOf(coverage));
    }),
  );
});
