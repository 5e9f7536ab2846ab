/** The scanner beside Yjs's own decoder: what that decodes it goes through, telling the same; what that cannot decode it refuses. */
import fc from 'fast-check';
import type * as decoding from 'lib0/decoding';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { UpdateScanner } from '../../../sync-server/rooms/update-scanner';

type Told = readonly [what: string, client: number, clock: number, length: number];

function scanned(update: Uint8Array): Told[] | 'refused' {
  const told: Told[] = [];
  try {
    new UpdateScanner(update, 1_000_000).scan({
      skip: (...range) => void told.push(['skip', ...range]),
      collected: (...range) => void told.push(['collected', ...range]),
      item: ({ client, clock, length, isType }) => void told.push([isType ? 'type' : 'item', client, clock, length]),
      deletion: (...range) => void told.push(['deletion', ...range]),
    });
    return told;
  } catch {
    return 'refused';
  }
}

function decoded(update: Uint8Array): Told[] | 'refused' {
  try {
    const read: decoding.Decoder[] = [];
    class Decoder extends Y.UpdateDecoderV1 {
      constructor(bytes: decoding.Decoder) {
        super(bytes);
        read.push(bytes);
      }
    }
    const { structs, ds } = Y.decodeUpdateV2(update, Decoder);
    // Yjs reads as far as it needs; what comes after is no part of an update.
    if (read[0]?.pos !== update.length) return 'refused';
    return [
      ...structs.map((struct): Told => [whatIs(struct), struct.id.client, struct.id.clock, struct.length]),
      ...[...ds.clients].flatMap(([client, all]) =>
        all.map(({ clock, len }): Told => ['deletion', client, clock, len]),
      ),
    ];
  } catch {
    return 'refused';
  }
}

function whatIs(struct: Y.Item | Y.GC | Y.Skip): string {
  if (struct instanceof Y.Skip) return 'skip';
  if (!(struct instanceof Y.Item)) return 'collected';
  return struct.content instanceof Y.ContentType ? 'type' : 'item';
}

/** Updates of everything that Yjs can hold: all kinds of values and types, texts with formats, gaps, what was deleted and collected. */
function everything(): Uint8Array[] {
  const doc = new Y.Doc();
  const updates: Uint8Array[] = [];
  doc.on('update', (update: Uint8Array) => updates.push(update));
  const [map, text, page] = [doc.getMap<unknown>('map'), doc.getText('text'), doc.getXmlFragment('page')];
  const values = [
    1,
    -5,
    2 ** 40,
    1.5,
    Math.PI,
    null,
    true,
    false,
    'ü😀\ufeff',
    Uint8Array.of(1, 2),
    { a: [{ b: 'c' }] },
  ];
  doc.getArray('array').insert(0, values);
  map.set('more', { nothing: undefined, big: 10n ** 15n, empty: [], text: 'z' });
  text.insert(0, 'a😀b and more of it', { bold: true });
  text.insertEmbed(3, { image: ['x'] });
  page.insert(0, [new Y.XmlElement('p'), new Y.XmlText('words')]);
  map.set(
    'inside',
    new Y.Map<unknown>([
      ['text', new Y.Text('deep')],
      ['list', Y.Array.from([1])],
    ]),
  );
  map.set('hook', new Y.XmlHook('hook'));
  map.set('document', new Y.Doc({ meta: { a: 1 } }));
  text.delete(2, 4);
  for (let n = 0; n < 5; n++) map.set('again', n);
  map.delete('inside');
  return [...updates, Y.encodeStateAsUpdate(doc), Y.mergeUpdates(updates.filter((_, n) => n % 2 === 0))];
}

test('[W4] tells the same of an update as Yjs, of each kind of content', () => {
  const kinds = new Set<string>();
  for (const update of everything()) {
    const told = scanned(update);
    expect(told).toEqual(decoded(update));
    if (told !== 'refused') for (const [what] of told) kinds.add(what);
  }
  expect([...kinds].sort()).toEqual(['collected', 'deletion', 'item', 'skip', 'type']);
});

test('[W4] refuses what Yjs cannot decode, and nothing else, whatever bytes are changed or missing', () => {
  const updates = everything();
  const change = fc.record({ at: fc.nat(), to: fc.nat(255) });
  const damage = fc.record({ of: fc.nat(), changes: fc.array(change, { maxLength: 4 }), cut: fc.option(fc.nat()) });
  let refused = 0;
  const property = fc.property(damage, ({ of, changes, cut }) => {
    const bytes = Uint8Array.from(updates[of % updates.length] ?? []);
    for (const { at, to } of changes) bytes[at % bytes.length] = to;
    const update = cut === null ? bytes : bytes.slice(0, cut % bytes.length);
    const told = scanned(update);
    if (told === 'refused') refused++;
    // Yjs gives the deletions of a client together.
    expect(sorted(told)).toEqual(sorted(decoded(update)));
  });
  fc.assert(property, { numRuns: 2_000 });
  expect(refused).toBeGreaterThan(400);
});

function sorted(told: Told[] | 'refused'): string[] {
  return told === 'refused' ? [told] : told.map((one) => one.join(' ')).sort();
}
