/** Entries are found wherever they are whole, whatever is around them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FoundUpdates } from '../../../extension/node/found-updates';
import { ENTRY_OVERHEAD, encodeEntry, scanEntries } from '../../../extension/node/replica-entry';

/** Payloads that also hold what looks like the start of an entry (of so much more that no neighbour completes it), and zeros. */
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .uint8Array({ minLength: 12, maxLength: 20 })
    .map((bytes) => Uint8Array.from(encodeEntry('update', bytes).subarray(0, ENTRY_OVERHEAD + 3))),
  fc.nat(40).map((length) => new Uint8Array(length)),
);
const payloads = fc.array(payload, { maxLength: 12 });

function fileOf(payloads: readonly Uint8Array[]): { bytes: Buffer; starts: number[] } {
  const entries = payloads.map((payload) => encodeEntry('update', payload));
  const starts = [0];
  for (const { length } of entries) starts.push((starts.at(-1) ?? 0) + length);
  return { bytes: Buffer.concat(entries), starts };
}

function found(bytes: Uint8Array, growing: boolean, offset = 0): Uint8Array[] {
  const updates = new FoundUpdates();
  updates.add(bytes, scanEntries(bytes, offset, growing).updates);
  return [...updates].map((update) => Uint8Array.from(update));
}

describe('scanning for entries', () => {
  it('finds each entry of an undamaged file, in order, and nothing else', () => {
    fc.assert(
      fc.property(payloads, fc.boolean(), (payloads, growing) => {
        const { bytes } = fileOf(payloads);
        const scan = scanEntries(bytes, 0, growing);
        expect(found(bytes, growing)).toEqual(payloads);
        expect(scan.entries).toBe(payloads.length);
        expect([scan.damage, scan.tail]).toEqual([[], undefined]);
      }),
    );
  });

  it('finds all that is outside of damaged bytes', () => {
    const damages = fc.record({ from: fc.nat(), length: fc.integer({ min: 1, max: 80 }), zero: fc.boolean() });
    fc.assert(
      fc.property(payloads, damages, fc.boolean(), (payloads, { from, length, zero }, growing) => {
        const { bytes, starts } = fileOf(payloads);
        if (bytes.length === 0) return;
        const start = from % bytes.length;
        const end = Math.min(bytes.length, start + length);
        const whole = Buffer.from(bytes);
        for (let at = start; at < end; at++) bytes[at] = zero ? 0 : (bytes[at] ?? 0) ^ 0x5a;
        const survives = (at: number): boolean =>
          whole.subarray(starts[at], starts[at + 1]).equals(bytes.subarray(starts[at], starts[at + 1]));
        expect(found(bytes, growing)).toEqual(payloads.filter((_, at) => survives(at)));
      }),
      { numRuns: 500 },
    );
  });

  it('finds all that is before the end of a file that was cut off, and says what is left', () => {
    fc.assert(
      fc.property(payloads, fc.nat(), (payloads, cut) => {
        const { bytes, starts } = fileOf(payloads);
        const end = cut % (bytes.length + 1);
        const scan = scanEntries(bytes.subarray(0, end), 0, true);
        const whole = payloads.filter((_, at) => (starts[at + 1] ?? 0) <= end);
        expect(found(bytes.subarray(0, end), true)).toEqual(whole);
        const rest = end - (starts[whole.length] ?? 0);
        expect(scan.tail).toEqual(
          rest === 0 ? undefined : { kind: 'unfinished', offset: starts[whole.length], bytes: rest },
        );
      }),
    );
  });

  it('finds all by reading on from where it stopped, however the file grows', () => {
    fc.assert(
      fc.property(payloads, fc.array(fc.nat(), { maxLength: 6 }), (payloads, cuts) => {
        const { bytes } = fileOf(payloads);
        const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        let offset = 0;
        const all = ends.flatMap((end) => {
          const part = bytes.subarray(offset, end);
          const updates = found(part, true, offset);
          offset = scanEntries(part, offset, true).tail?.offset ?? end;
          return updates;
        });
        expect(all).toEqual(payloads);
      }),
    );
  });

  it('finds what follows an entry from whose middle bytes are missing', () => {
    const [a, b, c] = [1, 2, 3].map((value) => new Uint8Array(50).fill(value));
    if (a === undefined || b === undefined || c === undefined) throw new Error('three payloads');
    const bytes = Buffer.concat([
      encodeEntry('update', a),
      encodeEntry('update', b).subarray(0, 30),
      encodeEntry('update', c),
    ]);
    expect(found(bytes, false)).toEqual([a, c]);
    expect(scanEntries(bytes, 1000, false).damage).toEqual([{ kind: 'damaged', offset: 1067, bytes: 30 }]);
  });

  it('says that the writer is done only if nothing follows its mark', () => {
    const end = encodeEntry('end', new Uint8Array(0));
    const update = encodeEntry('update', new Uint8Array([1]));
    expect(scanEntries(Buffer.concat([update, end]), 0, true).ended).toBe(true);
    expect(scanEntries(Buffer.concat([update, end, update]), 0, true).ended).toBe(false);
  });

  it('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, growing) => {
        expect(() => scanEntries(bytes, 0, growing)).not.toThrow();
      }),
    );
  });
});
