// How whatever is found in a document reads, row by row of the layout's table.
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { asId, type PinId, type TaskId } from '../../../shared/ids';
import { createSection } from '../../../shared/operations/lists';
import { deleteRecord } from '../../../shared/operations/trash';
import { SpaceReader } from '../../../shared/reader/space-reader';
import { misplaced } from '../dump';
import { addTask, defaultList, firstSection, got, poke, replica, surroundings, sync } from '../replica';

const task = asId<TaskId>('t');
const inFirst = (order: unknown = 'a0') => ({ section: firstSection(), order });

/** Reads one task that has these values, in the first section. */
function read(values: Record<string, unknown>) {
  const space = replica();
  for (const [key, value] of Object.entries({ name: 'n', place: inFirst(), ...values }))
    poke(space, 'task', task, key, value);
  const record = space.view.record('task', task);
  if (!record) throw new Error('the task is left out');
  return record;
}

test('[L1] a record lies under its id in the root of its kind', () => {
  const space = replica();
  const id = addTask(space, 'written');
  expect(space.doc.getMap('tasks').toJSON()[id]).toEqual({
    name: 'written',
    description: '',
    status: 'open',
    priority: 'none',
    place: { section: firstSection(), order: 'a0' },
  });
  expect([...space.doc.share.keys()].sort()).toEqual([
    'dashboards',
    'lists',
    'meta',
    'pins',
    'sections',
    'space',
    'tasks',
  ]);
});

test('[L2] the first write names the layout; a higher one is read and told', () => {
  const space = replica('empty');
  expect(space.view.layout).toBeUndefined();
  poke(space, 'list', 'l', 'kind', 'task');
  expect(space.view.layout).toBeUndefined();
  expect(replica().view.layout).toBe(1);
  space.doc.getMap('meta').set('layout', 7);
  expect(space.view.layout).toBe(7);
  space.doc.getMap('meta').set('layout', 'seven');
  expect(space.view.layout).toBeUndefined();
});

test('[L3] a record under a key that is no id, or that is no map, is left out; strange ids are ids', () => {
  const space = replica();
  const tasks = space.doc.getMap('tasks');
  for (const id of ['', 'x'.repeat(201)]) poke(space, 'task', id, 'name', 'n');
  for (const [at, value] of ['text', 1, null, [], new Y.Text('t'), new Y.Array(), new Y.XmlElement('p')].entries())
    tasks.set(`v${at}`, value);
  for (const id of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '😀'.repeat(200)])
    poke(space, 'task', id, 'name', id);
  const ids = [...space.view.records('task')].map(({ id }) => id);
  expect(ids.sort()).toEqual(['__proto__', 'constructor', 'hasOwnProperty', 'toString', '😀'.repeat(200)].sort());
  expect(space.view.record('task', '__proto__')).toMatchObject({ id: '__proto__', name: '__proto__' });
  expect(space.view.record('task', 'valueOf')).toBeUndefined();
});

test('[L3] a root that a peer made anything but a map is empty, and what is a map in it is read', () => {
  const peer = new Y.Doc();
  peer.getArray('tasks').push([new Y.Map([['name', 'n']])]);
  peer.getText('lists').insert(0, 'lists');
  peer.getXmlFragment('pins').insert(0, [new Y.XmlText('x')]);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(peer));
  const view = new SpaceReader(doc);
  expect([...view.records('task'), ...view.records('list'), ...view.records('pin')]).toEqual([]);
});

test('[L4] names that are none read as "(no name)", long ones are cut', () => {
  for (const bad of ['', null, undefined, 7, 7n, {}, [], true, new Y.Text('t')])
    expect(read({ name: bad }).name).toBe('(no name)');
  expect(read({ name: 'n'.repeat(1_000_000) }).name).toBe('n'.repeat(200));
  const space = replica();
  poke(space, 'list', 'l', 'kind', 'task');
  poke(space, 'list', 'l', 'name', '😀'.repeat(101));
  expect(space.view.record('list', 'l')?.name).toBe('😀'.repeat(100));
});

test('[L5] lone surrogates read as U+FFFD', () => {
  expect(read({ name: 'a\ud83d' }).name).toBe('a\ufffd');
  expect(read({ description: '\ude00b' }).description).toBe('\ufffdb');
});

test('[L6] what is no date is unset, and a `deleted` that is none deletes nothing', () => {
  for (const bad of ['2026-02-30T00:00:00.000Z', '2026-01-01', 0, true, null, {}]) {
    const record = read({ dueDate: bad, startDate: bad, completed: bad, deleted: bad });
    expect([record.dueDate, record.startDate, record.completed, record.deleted]).toEqual(Array(4).fill(undefined));
  }
  expect(read({ dueDate: '2026-02-28T00:00:00.000Z' }).dueDate).toBe('2026-02-28T00:00:00.000Z');
});

test('[L5] half of a character in an id reads here as it reads on every other replica', () => {
  expect(read({ movedTo: 'a\ud800' }).movedTo).toBe('a\ufffd');
  const space = replica();
  const target = { name: 'n', place: inFirst(), pinType: 'document', documentType: 'Task', documentId: '\ud800' };
  for (const [key, value] of Object.entries(target)) poke(space, 'pin', asId('p'), key, value);
  expect(space.view.record('pin', asId<PinId>('p'))?.target).toMatchObject({ documentId: '\ufffd' });
});

test('[L7] unknown words and descriptions that are none', () => {
  for (const bad of ['done', 1, null, [], {}]) {
    expect(read({ status: bad, priority: bad })).toMatchObject({ status: 'open', priority: 'none' });
  }
  expect(read({ description: 'as it is' }).description).toBe('as it is');
  expect(read({ description: new Y.Text('typed') }).description).toBe('typed');
  for (const bad of [7, null, [], '', new Y.Text(''), new Y.XmlText('x'), new Y.Map()]) {
    expect(read({ description: bad }).description).toBeNull();
  }
  const { doc, view } = replica();
  doc.getMap('space').set('description', 'd'.repeat(200));
  doc.getMap('space').set('status', 'great');
  expect(view.fields).toMatchObject({ description: 'd'.repeat(144), status: 'none', name: '(no name)' });
});

test('[L8] lists of unknown kind, pins without a target and bad widgets are left out', () => {
  const space = replica();
  poke(space, 'list', 'l', 'kind', 'discussion');
  expect(space.view.record('list', 'l')).toBeUndefined();
  const pins: Record<string, unknown>[] = [
    {},
    { pinType: 'url' },
    { pinType: 'url', url: 'javascript:alert(1)' },
    { pinType: 'url', url: 'https://a/\ud800' },
    { pinType: 'document', documentId: 'd' },
    { pinType: 'document', documentId: '', documentType: 'Task' },
    { pinType: 'document', documentId: 'd', documentType: 'Nothing' },
    { pinType: 'link', url: 'https://example.org' },
  ];
  for (const [at, values] of pins.entries()) {
    poke(space, 'pin', `p${at}`, 'name', 'n');
    for (const [key, value] of Object.entries(values)) poke(space, 'pin', `p${at}`, key, value);
  }
  expect([...space.view.records('pin')]).toEqual([]);
  poke(space, 'pin', 'p1', 'url', 'https://example.org');
  expect(space.view.record('pin', 'p1')?.target).toEqual({ pinType: 'url', url: 'https://example.org' });
  const widgets: unknown[] = [
    { type: 'nope' },
    { type: 'count', title: 7 },
    { type: 'count', lists: 'l' },
    { type: 'count', lists: [''] },
    [],
    'count',
    7n,
  ];
  for (const [at, value] of widgets.entries()) poke(space, 'dashboard', 'd', `widget:bad${at}`, value);
  poke(space, 'dashboard', 'd', 'widget:', { type: 'count' });
  expect(space.view.record('dashboard', 'd')?.widgets).toEqual([]);
  for (let at = 0; at < 60; at++)
    poke(space, 'dashboard', 'd', `widget:${at}`, { type: 'count', title: 't'.repeat(200), order: 'a0' });
  expect(space.view.record('dashboard', 'd')?.widgets).toHaveLength(50);
  expect(space.view.record('dashboard', 'd')?.widgets[0]?.title).toHaveLength(100);
});

test('[L9] unknown keys stay and are not shown; values that are no JSON are as if missing', () => {
  const space = replica();
  const id = addTask(space, 'n');
  poke(space, 'task', id, 'labels', ['x']);
  poke(space, 'task', id, '__proto__', 'y');
  expect(space.view.record('task', id)).not.toHaveProperty('labels');
  expect(space.doc.getMap('tasks').toJSON()[id]).toMatchObject({ labels: ['x'] });
  for (const bad of [
    () => 7n,
    () => new Uint8Array([1]),
    () => new Y.Map([['section', firstSection()]]),
    () => new Y.Doc(),
  ]) {
    const record = read({ name: bad(), place: bad(), status: bad(), dueDate: bad(), description: bad() });
    expect(record).toMatchObject({ name: '(no name)', status: 'open', description: null, order: undefined });
  }
});

test('[L9] what an object inherits is not in it: a peer can send one whose prototype it wrote', () => {
  const [peer, space] = [replica(), replica()];
  const other = got(createSection(peer, defaultList(), { name: 'other' }, surroundings()));
  poke(peer, 'task', task, 'place', JSON.parse(`{ "__proto__": { "section": "${other}", "order": "a0" } }`));
  sync(peer, space);
  expect(Object.getPrototypeOf(space.doc.getMap<Y.Map<unknown>>('tasks').get(task)?.get('place'))).toHaveProperty(
    'section',
    other,
  );
  const again = replica('empty');
  sync(space, again);
  for (const { view } of [space, again]) {
    expect(view.record('task', task)).toMatchObject({
      parent: { kind: 'section', id: firstSection() },
      order: undefined,
    });
  }
});

test('[M3] a place that cannot be read or leads nowhere: the first section, not in the trash, of the first list that has one', () => {
  for (const place of [
    undefined,
    null,
    'section',
    [],
    { order: 'a0' },
    { section: 'gone', order: 'a0' },
    { section: firstSection('pin'), order: 'a0' },
    { task: 'gone', order: 'a0' },
    { list: defaultList(), order: 'a0' },
    { section: firstSection(), task: 't', order: 'a0' },
    { section: 7, order: 'a0' },
    { section: '', order: 'a0' },
  ]) {
    expect(read({ place }).parent).toEqual({ kind: 'section', id: firstSection() });
  }
  const space = replica();
  poke(space, 'pin', 'p', 'pinType', 'url');
  poke(space, 'pin', 'p', 'url', 'https://example.org');
  poke(space, 'task', 't', 'name', 'n');
  expect(space.view.record('pin', 'p')?.parent).toEqual({ kind: 'section', id: firstSection('pin') });
  got(deleteRecord(space, { kind: 'section', id: firstSection() }, surroundings()));
  expect(space.view.record('task', 't')?.parent).toEqual({ kind: 'unfiled' });
  expect(space.view.tasks({ kind: 'unfiled' })).toHaveLength(1);
  poke(space, 'section', 's', 'place', { list: defaultList(), order: 'a0' });
  expect(space.view.record('task', 't')?.parent).toEqual({ kind: 'section', id: 's' });
  poke(space, 'section', 's', 'place', { list: 'gone', order: 'a0' });
  expect(space.view.record('section', 's')).toBeUndefined();
  expect(space.view.record('task', 't')?.parent).toEqual({ kind: 'unfiled' });
});

test('[M4] a cycle is cut at its member with the smallest id, whatever its length', () => {
  for (const length of [1, 2, 3, 7]) {
    const space = replica();
    const ids = Array.from({ length }, (_, at) => `c${at}`);
    for (const [at, id] of ids.entries()) {
      poke(space, 'task', id, 'place', { task: ids[(at + 1) % length], order: 'a0' });
    }
    expect(space.view.record('task', 'c0')?.parent).toEqual({ kind: 'section', id: firstSection() });
    for (const [at, id] of ids.entries()) {
      if (at > 0) expect(space.view.record('task', id)?.parent).toEqual({ kind: 'task', id: ids[(at + 1) % length] });
    }
    expect(misplaced(space.view)).toEqual([]);
    poke(space, 'task', ids[length - 1] ?? '', 'place', inFirst('a1'));
    if (length > 1) expect(space.view.record('task', 'c0')?.parent).toEqual({ kind: 'task', id: 'c1' });
    expect(misplaced(space.view)).toEqual([]);
  }
});

test('[M6] only members are read as assignees, in one order everywhere', () => {
  const space = replica();
  const id = addTask(space, 'n');
  for (const user of ['z', 'a', '']) poke(space, 'task', id, `assignee:${user}`, true);
  poke(space, 'task', id, 'assignee:no', 1);
  expect(space.view.record('task', id)?.assignees).toEqual(['a', 'z']);
  const changes: unknown[] = [];
  space.view.onChange(({ changed }) => changes.push(...changed));
  space.view.setMembers((user) => user === 'z');
  expect(space.view.record('task', id)?.assignees).toEqual(['z']);
  expect(changes).toEqual([{ kind: 'task', id }]);
  poke(space, 'task', id, 'assignee:b', true);
  expect(space.view.record('task', id)?.assignees).toEqual(['z']);
});

test('[L12] what is mended or left out is listed', () => {
  const space = replica();
  poke(space, 'list', 'l', 'kind', 'discussion');
  poke(space, 'task', 'a', 'place', { task: 'b', order: 'a0' });
  poke(space, 'task', 'b', 'place', { task: 'a', order: 'a0' });
  poke(space, 'section', 's', 'place', { list: 'gone', order: 'a0' });
  poke(space, 'task', 'c', 'dueDate', 'tomorrow');
  space.doc.getMap('pins').set('x'.repeat(300), 7);
  poke(space, 'task', 'c', `assignee:${'u'.repeat(201)}`, true);
  poke(space, 'task', 'c', 'assignee:u', true);
  const embedding = new Y.Text('with a picture');
  embedding.insertEmbed(0, { image: 'x' });
  poke(space, 'task', 'd', 'description', embedding);
  poke(space, 'task', 'e', 'description', new Y.Text('only letters'));
  const sound = { type: 'status', order: 'a0' };
  poke(space, 'dashboard', 'w', 'widget:no-type', { type: 'pie', order: 'a0' });
  poke(space, 'dashboard', 'w', 'widget:long', { ...sound, title: 'x'.repeat(101) });
  for (let at = 10; at < 61; at++) poke(space, 'dashboard', 'w', `widget:${at}`, { ...sound, order: `b${at}V` });
  const problems = space.view.problems();
  expect(problems).toContainEqual({ kind: 'unreadable', record: 'list', id: 'l' });
  expect(problems).toContainEqual({ kind: 'unreadable', record: 'pin', id: 'x'.repeat(200) });
  expect(problems).toContainEqual({ kind: 'cycle', record: 'task', id: 'a', key: 'place' });
  expect(problems).toContainEqual({ kind: 'no-parent', record: 'section', id: 's', key: 'place' });
  expect(problems).toContainEqual({ kind: 'no-parent', record: 'task', id: 'c', key: 'place' });
  expect(problems).toContainEqual({ kind: 'bad-value', record: 'task', id: 'c', key: 'dueDate' });
  expect(problems).toContainEqual({ kind: 'bad-value', record: 'task', id: 'c', key: 'name' });
  const badKeysOf = (of: string) =>
    problems.flatMap(({ kind, id, key }) => (kind === 'bad-value' && id === of && key !== 'name' ? [key] : []));
  expect(badKeysOf('c')).toEqual(['dueDate', `assignee:${'u'.repeat(191)}`]);
  expect(badKeysOf('d')).toEqual(['description']);
  expect(badKeysOf('e')).toEqual([]);
  // The bound is fifty, and the long title is one of those that are shown.
  expect(badKeysOf('w')).toEqual(['widget:no-type', 'widget:long', 'widget:59', 'widget:60']);
  expect(replica().view.problems()).toEqual([]);
});

test('[L10] chains and cycles of ten thousand tasks are read without recursion, and one change in them is not a reading of all', {
  timeout: 60_000,
}, () => {
  const space = replica();
  const ids = Array.from({ length: 10_000 }, (_, at) => `c${String(at).padStart(5, '0')}`);
  space.doc.transact(() => {
    for (const [at, id] of ids.entries()) {
      const place = at === 0 ? inFirst() : { task: ids[at - 1], order: 'a0' };
      space.doc.getMap('tasks').set(id, new Y.Map<unknown>(Object.entries({ name: id, place })));
    }
  });
  const deepest = space.view.record('task', ids[9_999] ?? '');
  if (!deepest) throw new Error('it is left out');
  expect(space.view.isDeleted(deepest)).toBe(false);
  expect(space.view.sectionOf(deepest)?.id).toBe(firstSection());
  let changed: number[] = [];
  space.view.onChange((change) => changed.push(change.changed.length));
  poke(space, 'task', ids[0] ?? '', 'deleted', '2026-01-01T00:00:00.000Z');
  expect(space.view.isDeleted(deepest)).toBe(true);
  poke(space, 'task', ids[0] ?? '', 'deleted', null);
  expect(changed).toEqual([1, 1]);
  changed = [];
  poke(space, 'task', ids[0] ?? '', 'place', { task: ids[9_999], order: 'a0' });
  expect(space.view.record('task', ids[0] ?? '')?.parent).toEqual({ kind: 'section', id: firstSection() });
  poke(space, 'task', ids[5_000] ?? '', 'name', 'new');
  poke(space, 'task', ids[5_000] ?? '', 'place', inFirst('a1'));
  expect(space.view.record('task', ids[0] ?? '')?.parent).toEqual({ kind: 'task', id: ids[9_999] });
  expect(Math.max(...changed)).toBeLessThanOrEqual(3);
  expect([...space.view.records('task')].every((record) => !space.view.isDeleted(record))).toBe(true);
});
