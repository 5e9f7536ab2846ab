// Documents as a peer with other software could write them: any value in any place.
import fc from 'fast-check';
import * as Y from 'yjs';

const IDS = ['a', 'b', 'c', 'd', '__proto__', 'constructor', '', 'x'.repeat(201), 'toString'];
const KEYS = [
  'name',
  'description',
  'status',
  'priority',
  'startDate',
  'dueDate',
  'completed',
  'kind',
  'place',
  'place',
  'place',
  'pinType',
  'url',
  'documentId',
  'documentType',
  'deleted',
  'movedTo',
  'assignee:u',
  'assignee:',
  'widget:w',
  'widget:v',
  '__proto__',
  'labels',
];
const ROOTS = ['lists', 'sections', 'tasks', 'tasks', 'tasks', 'pins', 'dashboards', 'space', 'meta'];

const id = fc.constantFrom(...IDS);
const order = fc.oneof(fc.constantFrom('a0', 'a1', 'a0', 'a~', '', 'a00'), fc.anything());
const date = '2026-05-01T09:00:00.000Z';

const place = fc.oneof(
  fc.record({ task: id, order: fc.constantFrom('a0', 'a1') }, { noNullPrototype: true }),
  fc.record({ section: id, order }, { noNullPrototype: true }),
  fc.record({ list: id, order }, { noNullPrototype: true }),
  fc.record({ list: id, section: id, task: id, order }, { requiredKeys: [], noNullPrototype: true }),
);
const plain = fc.oneof(
  place,
  fc.constantFrom<unknown[]>(
    'task',
    'pin',
    'dashboard',
    'open',
    'completed',
    'high',
    'url',
    'document',
    'Task',
    'https://example.org',
    date,
    'nonsense',
    '',
    '\ud800',
    true,
    false,
    null,
    undefined,
    0,
    -0,
    Number.NaN,
    7n,
    1,
    'n'.repeat(300),
    '😀'.repeat(250),
  ),
  fc.record(
    { type: fc.constantFrom('status', 'nope'), title: fc.anything(), lists: fc.anything(), order },
    { requiredKeys: [], noNullPrototype: true },
  ),
  fc.record(
    { type: fc.constant('count'), title: fc.string(), lists: fc.array(id), order: fc.constant('a0') },
    { noNullPrototype: true },
  ),
  fc.uint8Array({ maxLength: 4 }),
  fc.anything({ withBigInt: true, withNullPrototype: false, maxDepth: 2 }),
);

/** A value that can be put under a key: made anew each time, since a Y type can be in one place only. */
export type Seedling =
  | { readonly make: 'plain'; readonly value: unknown }
  | { readonly make: 'map'; readonly entries: readonly (readonly [string, Seedling])[] }
  | { readonly make: 'text' | 'array' | 'xml' | 'xmltext' | 'doc' };

const { value: seedling } = fc.letrec<{ value: Seedling }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 4, arbitrary: plain.map((value): Seedling => ({ make: 'plain', value })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Seedling[]>(
        { make: 'text' },
        { make: 'array' },
        { make: 'xml' },
        { make: 'xmltext' },
        { make: 'doc' },
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 6 })
        .map((entries): Seedling => ({ make: 'map', entries })),
    },
  ),
}));

/** One thing that a peer does to a document. */
export const act = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('set' as const), root: fc.constantFrom(...ROOTS), id, value: seedling }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('record' as const),
      root: fc.constantFrom(...ROOTS),
      id,
      entries: fc.array(fc.tuple(fc.constantFrom(...KEYS), seedling), { maxLength: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('field' as const),
      root: fc.constantFrom(...ROOTS),
      id,
      key: fc.constantFrom(...KEYS),
      value: seedling,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('hang' as const), root: fc.constantFrom('tasks', 'sections'), id, place }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('remove' as const), root: fc.constantFrom(...ROOTS), id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('unset' as const),
      root: fc.constantFrom(...ROOTS),
      id,
      key: fc.constantFrom(...KEYS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('type' as const), id, text: fc.string() }) },
);
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Makes the value of a seedling. Values that Yjs itself refuses to hold become null. */
export function grow(seed: Seedling): unknown {
  switch (seed.make) {
    case 'plain':
      return holdable(seed.value) ? seed.value : null;
    case 'map': {
      const map = new Y.Map<unknown>();
      for (const [key, value] of seed.entries) map.set(key, grow(value));
      return map;
    }
    case 'text':
      return new Y.Text('text');
    case 'array':
      return Y.Array.from([1, 'two']);
    case 'xml':
      return new Y.XmlElement('p');
    case 'xmltext':
      return new Y.XmlText('x');
    case 'doc':
      return new Y.Doc();
  }
}

/** Does one thing to a document, in one transaction. */
export function perform(doc: Y.Doc, what: Act): void {
  doc.transact(() => {
    if (what.act === 'type') {
      const map = doc.getMap('tasks').get(what.id);
      const text = map instanceof Y.Map ? map.get('description') : undefined;
      if (text instanceof Y.Text) text.insert(0, what.text.toWellFormed());
      return;
    }
    const root = doc.getMap(what.root);
    const map = root.get(what.id);
    switch (what.act) {
      case 'set':
        root.set(what.id, grow(what.value));
        break;
      case 'record':
        root.set(what.id, grow({ make: 'map', entries: what.entries }));
        break;
      case 'field':
        if (map instanceof Y.Map) map.set(what.key, grow(what.value));
        break;
      case 'hang':
        if (map instanceof Y.Map) map.set('place', grow({ make: 'plain', value: what.place }));
        break;
      case 'remove':
        root.delete(what.id);
        break;
      case 'unset':
        if (map instanceof Y.Map) map.delete(what.key);
        break;
    }
  }, 'peer');
}

/** Whether Yjs takes a value and brings it over the wire: it knows plain objects and arrays, and 64-bit integers. */
function holdable(value: unknown): boolean {
  try {
    const doc = new Y.Doc();
    doc.getMap('m').set('k', value);
    Y.applyUpdate(new Y.Doc(), Y.encodeStateAsUpdate(doc));
    return true;
  } catch {
    return false;
  }
}
