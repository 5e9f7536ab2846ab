/** What servers tell each other comes as it was said, and what is no message is nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BusMessage, type News, readMessage, writeMessage } from '../../../sync-server/cluster/messages';

const NEWS: readonly News[] = [
  {
    kind: 'entries',
    entries: [
      { sequence: 7, merged: 1_764_000_000_000, update: Uint8Array.of(1, 2, 3) },
      { sequence: 8, merged: 1_764_000_000_001, update: new Uint8Array() },
    ],
  },
  { kind: 'grown', last: 2 ** 40 },
  { kind: 'presence', all: true, entries: [{ client: 5, clock: 9, state: '{"name":"Ädä 🎈"}' }] },
  { kind: 'presence', all: false, entries: [] },
  { kind: 'who' },
  { kind: 'rights' },
  { kind: 'alive' },
  { kind: 'left' },
];

test('[W11] every kind of news comes as it was said', () => {
  for (const news of NEWS) {
    const message: BusMessage = { server: 'one', news };
    expect(readMessage(writeMessage(message))).toEqual(message);
  }
});

test('[W11] what is cut off, goes on, or is of another protocol is no message', () => {
  for (const news of NEWS) {
    const bytes = writeMessage({ server: 'one', news });
    for (let end = 0; end < bytes.length; end++) expect(readMessage(bytes.slice(0, end))).toBeUndefined();
    expect(readMessage(Uint8Array.of(...bytes, 0))).toBeUndefined();
    expect(readMessage(Uint8Array.of(2, ...bytes.slice(1)))).toBeUndefined();
  }
});

test('[W11] whatever bytes come, reading them never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      readMessage(Uint8Array.of(1, 3, 111, 110, 101, ...bytes));
      readMessage(bytes);
    }),
  );
});
