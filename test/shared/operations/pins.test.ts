// Operations on pins and dashboards.
import { expect, test } from 'vitest';
import { recordMap } from '../../../shared/layout';
import {
  addWidget,
  createDashboard,
  moveDashboard,
  removeWidget,
  updateDashboard,
  updateWidget,
} from '../../../shared/operations/dashboards';
import { createSection } from '../../../shared/operations/lists';
import { createPin, movePin, updatePin } from '../../../shared/operations/pins';
import { deleteRecord, restoreRecord } from '../../../shared/operations/trash';
import { moveWidget } from '../../../shared/operations/widget-place';
import { defaultList, failureOf, firstSection, got, poke, replica, surroundings, sync, writesDuring } from '../replica';

const clock = surroundings();
const pins = firstSection('pin');
const boards = firstSection('dashboard');
const url = 'https://example.org/';

test('[P2] a pin is made from a URL or from a document, and from exactly one of them', () => {
  const space = replica();
  got(createPin(space, pins, { name: 'u', pinType: 'url', url }, clock));
  got(createPin(space, pins, { name: 'd', pinType: 'document', documentId: 'x', documentType: 'Task' }, clock));
  expect(space.view.pins(pins).map(({ name, target }) => [name, target])).toEqual([
    ['u', { pinType: 'url', url }],
    ['d', { pinType: 'document', documentId: 'x', documentType: 'Task' }],
  ]);
  const writes = writesDuring(space, () => {
    for (const [input, faults] of [
      [{ pinType: 'url' }, [['url', 'required']]],
      [{ pinType: 'document', documentId: 'x' }, [['documentType', 'required']]],
      [
        { pinType: 'document', url },
        [
          ['url', 'one-of'],
          ['documentId', 'required'],
          ['documentType', 'required'],
        ],
      ],
      [
        { pinType: 'url', url, documentId: 'x', documentType: 'Task' },
        [
          ['documentId', 'one-of'],
          ['documentType', 'one-of'],
        ],
      ],
      [{ url }, [['pinType', 'required']]],
      [{ pinType: 'url', url: 'javascript:alert(1)' }, [['url', 'url-scheme']]],
    ] as const) {
      const failure = failureOf(createPin(space, pins, { name: 'n', ...input } as never, clock));
      expect(failure.kind === 'invalid' && failure.faults.map(({ path, type }) => [path, type])).toEqual(faults);
    }
    expect(failureOf(createPin(space, firstSection(), { name: 'n', pinType: 'url', url }, clock))).toMatchObject({
      kind: 'not-found',
    });
  });
  expect(writes).toBe(0);
});

test('[P2, T4] a pin changes its name and its URL, a pin to a document only its name', () => {
  const space = replica();
  const pin = got(createPin(space, pins, { name: 'u', pinType: 'url', url }, clock));
  const doc = got(
    createPin(space, pins, { name: 'd', pinType: 'document', documentId: 'x', documentType: 'Task' }, clock),
  );
  expect(writesDuring(space, () => got(updatePin(space, pin, { name: 'u', url }, clock)))).toBe(0);
  got(updatePin(space, pin, { url: 'mailto:a@example.org' }, clock));
  expect(space.view.record('pin', pin)?.target).toEqual({ pinType: 'url', url: 'mailto:a@example.org' });
  expect(failureOf(updatePin(space, doc, { url }, clock))).toMatchObject({ faults: [{ path: 'url', type: 'one-of' }] });
  got(updatePin(space, doc, { name: 'e' }, clock));
  expect(space.view.record('pin', doc)?.name).toBe('e');
});

test('[M5, D2] pins and dashboards move between sections of their kind, go to the trash and come back', () => {
  const space = replica();
  const second = got(createSection(space, defaultList('pin'), { name: '2' }, clock));
  const [a, b] = ['a', 'b'].map((name) => got(createPin(space, pins, { name, pinType: 'url', url }, clock)));
  if (!a || !b) throw new Error('no pins');
  got(movePin(space, b, undefined, { before: a }, clock));
  expect(space.view.pins(pins).map(({ id }) => id)).toEqual([b, a]);
  got(movePin(space, b, second, {}, clock));
  expect(space.view.pins(second).map(({ id }) => id)).toEqual([b]);
  expect(failureOf(movePin(space, b, firstSection(), {}, clock))).toMatchObject({
    kind: 'not-found',
    path: 'pinSection.id',
  });
  const board = got(createDashboard(space, boards, { name: 'd' }, clock));
  expect(moveDashboard(space, board, boards, {}, clock)).toMatchObject({ changed: false });
  for (const ref of [
    { kind: 'pin', id: a },
    { kind: 'dashboard', id: board },
  ] as const) {
    got(deleteRecord(space, ref, clock));
    got(restoreRecord(space, ref, clock));
  }
  expect(space.view.pins(pins).map(({ id }) => id)).toEqual([a]);
  expect(space.view.dashboards(boards).map(({ id }) => id)).toEqual([board]);
});

test('[B1] two people each add a widget: both are there', () => {
  const [a, b] = [replica(), replica()];
  const board = got(
    createDashboard(a, boards, { name: 'd', description: 'what', widgets: [{ type: 'count' }] }, clock),
  );
  sync(a, b);
  got(addWidget(a, board, { type: 'due', title: 'Due' }, clock));
  got(
    updateDashboard(
      b,
      board,
      {
        widgets: [
          ...(b.view.record('dashboard', board)?.widgets ?? []).map(({ id, type }) => ({ id, type })),
          { type: 'burnup' },
        ],
      },
      clock,
    ),
  );
  sync(a, b);
  for (const { view } of [a, b]) {
    const types = view.record('dashboard', board)?.widgets.map(({ type }) => type);
    expect(types?.toSorted()).toEqual(['burnup', 'count', 'due']);
    expect(types?.[0]).toBe('count');
  }
});

test('[B2] setting the widgets keeps those that are named, in the order given, and drops the rest', () => {
  const space = replica();
  const types = ['status', 'priority', 'due'] as const;
  const board = got(createDashboard(space, boards, { name: 'd', widgets: types.map((type) => ({ type })) }, clock));
  const shown = () => space.view.record('dashboard', board)?.widgets ?? [];
  const [s, p, d] = shown().map(({ id }) => id);
  if (!s || !p || !d) throw new Error('no widgets');
  const again = shown().map(({ id, type }) => ({ id, type }));
  expect(writesDuring(space, () => got(updateDashboard(space, board, { widgets: again }, clock)))).toBe(0);
  got(
    updateDashboard(
      space,
      board,
      {
        widgets: [
          { id: d, type: 'due' },
          { type: 'count', lists: ['l'] },
          { id: s, type: 'status', title: 'S' },
        ],
      },
      clock,
    ),
  );
  expect(shown().map(({ type, title, lists }) => [type, title, lists])).toEqual([
    ['due', undefined, undefined],
    ['count', undefined, ['l']],
    ['status', 'S', undefined],
  ]);
  expect([shown()[0]?.id, shown()[2]?.id]).toEqual([d, s]);
  got(updateWidget(space, board, s, { type: 'assignee' }, clock));
  got(removeWidget(space, board, d, clock));
  expect(shown().map(({ type }) => type)).toEqual(['count', 'assignee']);
  expect(failureOf(removeWidget(space, board, d, clock))).toMatchObject({ faults: [{ type: 'no-widget' }] });
  const many = Array.from({ length: 51 }, () => ({ type: 'count' as const }));
  expect(failureOf(updateDashboard(space, board, { widgets: many }, clock))).toMatchObject({
    faults: [{ path: 'widgets', type: 'too-big' }],
  });
  got(updateDashboard(space, board, { widgets: many.slice(1), description: null }, clock));
  expect(failureOf(addWidget(space, board, { type: 'count' }, clock))).toMatchObject({
    faults: [{ type: 'too-many' }],
  });
  const twice = [
    { id: 'w', type: 'count' },
    { id: 'w', type: 'due' },
  ] as const;
  expect(failureOf(updateDashboard(space, board, { widgets: [...twice] }, clock))).toMatchObject({
    faults: [{ path: 'widgets.1.id', type: 'duplicate' }],
  });
});

test('[B1, B2] one widget that is put elsewhere is the only one that is written', () => {
  const [a, b] = [replica(), replica()];
  const types = ['status', 'priority', 'due', 'count'] as const;
  const board = got(createDashboard(a, boards, { name: 'd', widgets: types.map((type) => ({ type })) }, clock));
  sync(a, b);
  const row = (a.view.record('dashboard', board)?.widgets ?? []).map(({ id, type }) => ({ id, type }));
  const [first, second, third, last] = row;
  if (!first || !second || !third || !last) throw new Error('no widgets');
  got(updateDashboard(a, board, { widgets: [last, first, second, third] }, clock));
  got(updateWidget(b, board, second.id, { type: 'burnup' }, clock));
  got(updateWidget(b, board, third.id, { type: 'assignee' }, clock));
  sync(a, b);
  for (const { view } of [a, b]) {
    expect(view.record('dashboard', board)?.widgets.map(({ type }) => type)).toEqual([
      'count',
      'status',
      'burnup',
      'assignee',
    ]);
  }
});

test('[B2, L8] widgets past the bound do not come up where fewer are set, and stay out of the way of those that are shown', () => {
  const space = replica();
  const widgets = Array.from({ length: 50 }, () => ({ type: 'count' as const }));
  const board = got(createDashboard(space, boards, { name: 'd', widgets }, clock));
  const shown = () => space.view.record('dashboard', board)?.widgets ?? [];
  for (let at = 0; at < 10; at++)
    poke(space, 'dashboard', board, `widget:${at}`, { type: 'due', order: `a1${'ABCDEFGHIJ'[at]}` });
  const row = shown().map(({ id, type }) => ({ id, type }));
  expect(row.filter(({ type }) => type === 'count')).toHaveLength(40);
  expect(writesDuring(space, () => got(updateDashboard(space, board, { widgets: row }, clock)))).toBe(0);
  const [first, ...others] = row;
  if (!first) throw new Error('no widgets');
  got(moveWidget(space, board, first.id, undefined, clock));
  expect(shown().map(({ id }) => id)).toEqual([...others, first].map(({ id }) => id));
  got(updateDashboard(space, board, { widgets: [{ type: 'priority' }] }, clock));
  expect(shown().map(({ type }) => type)).toEqual(['priority']);
});

test('[L9, T4] what a newer version wrote into a widget stays, and is no reason to write', () => {
  const space = replica();
  const widgets = [{ type: 'count' }, { type: 'due' }, { type: 'status' }] as const;
  const board = got(createDashboard(space, boards, { name: 'd', widgets: [...widgets] }, clock));
  const map = recordMap(space.doc, 'dashboard', board);
  const shown = () => space.view.record('dashboard', board)?.widgets ?? [];
  const [first, second] = shown();
  if (!first || !second) throw new Error('no widgets');
  const held = () => map?.get(`widget:${first.id}`);
  poke(space, 'dashboard', board, `widget:${first.id}`, { type: 'count', order: first.order, size: 3 });
  const row = shown().map(({ id, type }) => ({ id, type }));
  expect(writesDuring(space, () => got(updateDashboard(space, board, { widgets: row }, clock)))).toBe(0);
  expect(writesDuring(space, () => got(updateWidget(space, board, first.id, { type: 'count' }, clock)))).toBe(0);
  got(updateWidget(space, board, first.id, { type: 'burnup', title: 'T' }, clock));
  got(moveWidget(space, board, first.id, undefined, clock));
  expect(held()).toMatchObject({ type: 'burnup', title: 'T', size: 3 });
  got(
    updateDashboard(
      space,
      board,
      {
        widgets: [
          { id: first.id, type: 'due' },
          { id: second.id, type: 'due' },
        ],
      },
      clock,
    ),
  );
  expect(held()).toEqual({ type: 'due', order: shown()[0]?.order, size: 3 });
  // Those in the way get new keys and keep the rest.
  poke(space, 'dashboard', board, `widget:${first.id}`, { type: 'count', size: 4 });
  got(addWidget(space, board, { type: 'due' }, clock));
  expect(held()).toMatchObject({ type: 'count', size: 4 });
});
