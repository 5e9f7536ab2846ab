// A dashboard as a person with a keyboard has it, in a page of the real Chromium: where the focus is, what keys do in a form, and what saving sends.
import { Chart } from 'chart.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../media/dashboard/dashboard.css';
import { DashboardView } from '../../../media/dashboard/dashboard-view';
import type { DashboardState, ShownWidget } from '../../../shared/messages/dashboard-page';
import { frames, PageHost, scrolled, TURNING, TURNS } from './page-host';

const widget = (id: string): ShownWidget => ({
  ...{ id, type: 'count', title: `Widget ${id}`, names: [], missing: 0 },
  figures: { kind: 'bars', bars: [{ key: 'all', count: 3 }] },
});
let host: PageHost;
beforeEach(() => {
  host = new PageHost();
  new DashboardView(host.root).start();
  tell({});
});

const tell = (changes: Partial<DashboardState>) =>
  host.tell({
    ...{ kind: 'dashboard', name: 'Week', description: '', space: 'Orchard', canWrite: true, lists: [] },
    ...{ widgets: [widget('a'), widget('b'), widget('c')] },
    ...changes,
  });
const edit = (id: string) => userEvent.click(host.at(`[data-widget="${id}"] [aria-label^="Edit"]`));
const title = () => host.at('input[name="title"]') as HTMLInputElement;
const sent = (kind: string) => host.sent.filter((message) => (message as { kind: string }).kind === kind);

test('Alt and an arrow key move a widget, but are what they always are in its form', async () => {
  host.at('[data-widget="b"]').focus();
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(sent('move')).toEqual([{ kind: 'move', id: 'b', before: 'a' }]);
  await edit('b');
  for (const [field, key] of [
    ['title', 'ArrowLeft'],
    ['type', 'ArrowDown'],
  ] as const) {
    const press = new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true });
    host.at(`[name="${field}"]`).dispatchEvent(press);
    expect(press.defaultPrevented).toBe(false);
  }
  expect(sent('move')).toHaveLength(1);
});

test('who types in the form of a widget types on while somebody moves the widgets, or removes that one', async () => {
  await edit('b');
  await userEvent.fill(title(), 'Half');
  tell({ widgets: [widget('b'), widget('c'), widget('a')] });
  await userEvent.keyboard(' typed');
  tell({ widgets: [widget('c'), widget('a')] });
  await userEvent.keyboard(' on');
  expect(title().value).toBe('Half typed on');
});

test('the focus stays on a button of a widget that is moved, and is not lost with one that is removed', async () => {
  host.at('[data-widget="a"] [aria-label^="Move"][aria-label$="on"]').focus();
  tell({ widgets: [widget('b'), widget('c'), widget('a')] });
  expect(document.activeElement?.closest<HTMLElement>('[data-widget]')?.dataset.widget).toBe('a');
  host.at('[data-widget="b"] [aria-label^="Remove"]').focus();
  tell({ widgets: [widget('c'), widget('a')] });
  expect(document.activeElement).toBe(host.at('[data-widget="c"]'));
});

test('only what was set in the form of a dashboard is sent; what somebody changes meanwhile shows there', async () => {
  await userEvent.click(host.at('header .icon-button'));
  await userEvent.fill(host.at('[name="description"]'), 'Mine');
  tell({ name: 'Theirs' });
  expect(host.at('input[name="name"]')).toHaveProperty('value', 'Theirs');
  await userEvent.click(host.at('button[type="submit"]'));
  expect(sent('describe')).toEqual([{ kind: 'describe', description: 'Mine' }]);
});

test('a description has the lines that it has: in the form, in what that sends, and on the page', async () => {
  tell({ description: 'one\r\ntwo' });
  await userEvent.click(host.at('header .icon-button'));
  await userEvent.keyboard('{Enter}');
  expect(sent('describe')).toEqual([]);
  await userEvent.click(host.at('header .icon-button'));
  const description = () => host.at('[name="description"]') as HTMLTextAreaElement;
  await userEvent.click(description());
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}three');
  tell({ name: 'Theirs', description: 'one\r\ntwo' });
  await userEvent.keyboard('!');
  expect(description().value).toBe('one\ntwo\nthree!');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent('describe')).toEqual([{ kind: 'describe', description: 'one\ntwo\nthree!' }]);
  expect(host.root.querySelector('form')).toBeNull();
  tell({ description: 'one\ntwo\nthree!' });
  const shown = document.createRange();
  shown.selectNodeContents(host.at('header .description'));
  const lines = [...shown.getClientRects()].filter(({ width }) => width > 0);
  expect(new Set(lines.map(({ top }) => top)).size).toBe(3);
});

test('the same of the form of a widget, also where the page was closed meanwhile', async () => {
  await edit('a');
  await userEvent.selectOptions(host.at('select[name="type"]'), 'status');
  host = host.reloaded();
  new DashboardView(host.root).start();
  tell({ widgets: [{ ...widget('a'), title: 'Theirs' }] });
  expect(title().value).toBe('Theirs');
  await userEvent.click(host.at('button[type="submit"]'));
  expect(sent('set')).toEqual([{ kind: 'set', id: 'a', changes: { type: 'status' } }]);
});

test('"me" on the page is a name in the picture that others get, in its chart and below it', async () => {
  const person = (bar: object): ShownWidget => ({
    ...{ ...widget('a'), type: 'assignee' },
    figures: { kind: 'bars', bars: [{ key: 'ada', name: 'Ada', count: 3, ...bar }] },
  });
  const picture = async (bar: object) => {
    tell({ widgets: [person(bar)] });
    await userEvent.click(host.at('vscode-button:nth-of-type(2)'));
    return (sent('save-png').at(-1) as { picture: string }).picture;
  };
  const named = await picture({});
  expect(host.at('.widget th').textContent).toBe('Ada');
  expect((await picture({ isMe: true })) === named).toBe(true);
  expect(host.at('.widget th').textContent).toBe('me');
  expect((await picture({ name: 'Bea' })) === named).toBe(false);
});

test('a picture is as sharp from a narrow page as from a wide one, and says in words what is done', async () => {
  const days = Array.from({ length: 14 }, (_, at) => ({ day: `2031-01-${10 + at}`, done: at }));
  tell({ widgets: [{ ...widget('a'), type: 'burnup', figures: { kind: 'burnup', days, all: 20 } }] });
  const canvas = () => host.at('canvas') as HTMLCanvasElement;
  const write = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const picture = async (width: string) => {
    host.root.style.width = width;
    await frames();
    const before = canvas().width;
    await userEvent.click(host.root.querySelectorAll('.tools vscode-button')[1] as HTMLElement);
    expect(canvas().width).toBe(before);
    return (sent('save-png').at(-1) as { picture: string }).picture;
  };
  const [narrow, wide] = [await picture('300px'), await picture('900px')];
  const written = write.mock.calls.map(([text]) => text);
  write.mockRestore();
  expect(narrow === wide).toBe(true);
  expect(written).toContain('13 of 20 tasks are done.');
});

test('a line looks in the legend as it does in the chart', () => {
  const days = [{ day: '2031-01-10', done: 1 }];
  tell({ widgets: [{ ...widget('a'), type: 'burnup', figures: { kind: 'burnup', days, all: 20 } }] });
  const legend = Chart.getChart(host.at('canvas') as HTMLCanvasElement)?.legend;
  const looks = legend?.legendItems?.map(({ text, lineWidth, lineDash }) => [text, lineWidth, lineDash]);
  expect(looks).toEqual([
    ['Done', 3, []],
    ['All tasks now', 3, [4, 4]],
  ]);
});

test('figures stand below their heading', () => {
  const days = [{ day: '2031-01-10', done: 1 }];
  tell({ widgets: [{ ...widget('a'), type: 'burnup', figures: { kind: 'burnup', days, all: 20 } }] });
  const endOf = (selector: string) => getComputedStyle(host.at(selector)).textAlign;
  expect([endOf('thead th:last-child'), endOf('td')]).toEqual(['end', 'end']);
});

test('a dashboard that is shown again is scrolled and unfolded as it was left, whatever has changed above meanwhile', async () => {
  const days = Array.from({ length: 14 }, (_, at) => ({ day: `2031-01-${10 + at}`, done: at }));
  const burnUp = (id: string): ShownWidget => ({
    ...widget(id),
    type: 'burnup',
    figures: { kind: 'burnup', days, all: 9 },
  });
  const widgets = ['a', 'b', 'c', 'd', 'e', 'f'].map(burnUp);
  const opened = () => [...host.root.querySelectorAll('details')].map(({ open }) => open);
  const topOf = (id: string) => Math.round(host.at(`[data-widget="${id}"]`).getBoundingClientRect().top);
  tell({ widgets });
  for (const id of ['b', 'e']) await userEvent.click(host.at(`[data-widget="${id}"] summary`));
  const target = host.at('[data-widget="d"]').offsetTop + 40;
  await scrolled(document, () => window.scrollTo(0, target));
  const before = topOf('d');
  expect(before).toBeLessThan(0);

  host = host.reloaded();
  new DashboardView(host.root).start();
  window.scrollTo(0, 0);
  const described = { widgets, description: 'one\ntwo\nthree' };
  tell(described);
  expect([topOf('d'), opened()]).toEqual([before, [false, true, false, false, true, false]]);
  await scrolled(document, () => window.scrollTo(0, 100));
  tell({ ...described, name: 'Changed' });
  expect(window.scrollY).toBe(100);
  host.tell({ kind: 'gone', why: 'deleted', restore: { above: [] } });
  window.scrollTo(0, 0);
  tell(described);
  expect([window.scrollY, opened()]).toEqual([100, [false, true, false, false, true, false]]);
});

test('no name on a dashboard turns the direction of what stands behind it', async () => {
  const bars = [{ key: 'ada', name: TURNING, count: 3 }];
  const widgets: ShownWidget[] = [
    {
      ...widget('a'),
      title: TURNING,
      lists: ['l'],
      names: [TURNING],
      figures: { kind: 'bars', bars },
      type: 'assignee',
    },
  ];
  tell({ name: TURNING, space: TURNING, widgets, lists: [{ id: 'l', name: TURNING, space: TURNING }] });
  expect(host.at('h1').textContent).toBe('abc');
  expect(host.root.innerHTML).not.toMatch(TURNS);
  await edit('a');
  expect(title().value).toBe(TURNING);
  expect(host.root.innerHTML).not.toMatch(TURNS);
});
