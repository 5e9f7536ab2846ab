// The board as a person with a keyboard has it, in a page of the real Chromium: where the focus is, and what is said.
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { BoardView } from '../../../media/board/board-view';
import type { Card } from '../../../shared/messages/board-page';
import { frames, PageHost, scrolled, TURNING, TURNS } from './page-host';
import '../../../media/board/board.css';

const card = (id: string, status: Card['status'] = 'open', section = 'first'): Card => ({
  ...{ id, name: `Card ${id}`, status, section, priority: 'none', assignees: [], below: { all: 0, completed: 0 } },
});
let host: PageHost;
beforeEach(() => {
  host = new PageHost();
  new BoardView(host.root).start();
  const sections = ['first', 'second'].map((id) => ({ id, name: id }));
  host.tell({ kind: 'board', name: 'List', space: 'Orchard', sections, canWrite: true });
  host.tell({ kind: 'cards', put: [card('a'), card('b'), card('c', 'open', 'second')], order: ['a', 'b', 'c'] });
});

const cardAt = (id: string) => host.at(`[data-card="${id}"]`);
const focused = () => document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset.card;
const said = () => host.at('[aria-live]').textContent;
const moves = () => host.sent.filter((message) => (message as { kind: string }).kind === 'move');
/** What the extension tells when a card is in another column. */
const moved = (id: string, status: Card['status']) => host.tell({ kind: 'cards', put: [card(id, status)] });

test('the focus goes with a card that is moved by keyboard, and then where the person goes', async () => {
  cardAt('a').focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  moved('a', 'progress');
  expect(focused()).toBe('a');
  await userEvent.click(host.at('input[type="search"]'));
  await userEvent.keyboard('card b');
  expect(host.at('input[type="search"]')).toHaveProperty('value', 'card b');
  moved('a', 'review');
  expect(document.activeElement).toBe(host.at('input[type="search"]'));
});

test('what somebody else moves keeps the focus that it has, and takes none', () => {
  cardAt('a').focus();
  moved('a', 'review');
  expect(focused()).toBe('a');
  host.tell({ kind: 'cards', put: [], order: ['c', 'b', 'a'] });
  moved('b', 'review');
  expect(focused()).toBe('a');
});

test('where a card with the focus is deleted elsewhere, the next one has it', () => {
  cardAt('b').focus();
  host.tell({ kind: 'cards', put: [], order: ['a', 'c'] });
  expect(focused()).toBe('c');
});

test('a move is said once the card is there, with its place, so that the second one is heard too', async () => {
  cardAt('a').focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(said()).toBe('');
  host.tell({ kind: 'cards', put: [], order: ['b', 'a', 'c'] });
  expect(said()).toBe('Card a: moved to place 2 of 3 in Open');
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  host.tell({ kind: 'cards', put: [], order: ['a', 'b', 'c'] });
  expect(said()).toBe('Card a: moved to place 1 of 3 in Open');
  moved('a', 'review');
  expect(said()).toBe('Card a: moved to place 1 of 3 in Open');
});

test('beside a card of another section a card stays, and that is said', async () => {
  cardAt('b').focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(said()).toBe('Card b stays where it is: cards are put in order within their section');
  expect(moves()).toEqual([]);
});

test('what the person adds shows where the filter would hide it, until that is changed', async () => {
  await userEvent.fill(host.at('input[type="search"]'), 'card b');
  await userEvent.fill(host.at('input.add'), 'New');
  await userEvent.keyboard('{Enter}');
  host.tell({ kind: 'added', card: 'new' });
  host.tell({ kind: 'cards', put: [card('new')], order: ['a', 'b', 'new', 'c'] });
  const shown = () => [...host.root.querySelectorAll<HTMLElement>('[data-card]')].map(({ dataset }) => dataset.card);
  expect(shown()).toEqual(['b', 'new']);
  await userEvent.fill(host.at('input[type="search"]'), 'card c');
  expect(shown()).toEqual(['c']);
});

test('a board that is shown again is scrolled as it was left, also where cards have come above meanwhile', async () => {
  // Some names take several lines: how high a card is that was never in sight is not known.
  const many = Array.from({ length: 120 }, (_, at) => ({
    ...card(`${at}`),
    name: 'long name '.repeat(1 + (at % 7) * 4),
  }));
  const orderOf = (cards: readonly Card[]) => cards.map(({ id }) => id);
  const board = { kind: 'board', name: 'List', space: 'Orchard', canWrite: true };
  const sections = (...ids: string[]) => ids.map((id) => ({ id, name: id }));
  const topOf = (id: string) => Math.round(cardAt(id).getBoundingClientRect().top);
  host.tell({ kind: 'cards', put: many, order: orderOf(many) });
  await userEvent.selectOptions(host.at('select'), 'section');
  const cards = () => host.at('.cards');
  await scrolled(cards(), () => cards().scrollTo(0, cardAt('70').offsetTop));
  await scrolled(host.at('.columns'), () => host.at('.columns').scrollTo(60, 0));
  await frames();
  const before = topOf('75');
  expect(cards().scrollTop).toBeGreaterThan(1_000);

  host = host.reloaded();
  new BoardView(host.root).start();
  host.tell({ ...board, sections: sections('first', 'second') });
  const more = [card('new'), ...many];
  host.tell({ kind: 'cards', put: more, order: orderOf(more) });
  await frames();
  expect([topOf('75'), host.at('.columns').scrollLeft]).toEqual([before, 60]);
  host.tell({ ...board, sections: sections('second', 'first') });
  expect(topOf('75')).toBe(before);
  const list = [...host.root.querySelectorAll<HTMLElement>('.cards')][1];
  if (!list) throw new Error('there are two columns');
  await scrolled(list, () => list.scrollTo(0, 0));
  host.tell({ kind: 'cards', put: [card('newer')], order: ['newer', ...orderOf(more)] });
  expect(list.scrollTop).toBe(0);
});

test('no name on a board turns the direction of what stands behind it', async () => {
  const names = { name: TURNING, assignees: [{ id: 'ada', name: TURNING, isMe: false }] };
  const sections = ['first', 'second'].map((id) => ({ id, name: TURNING }));
  host.tell({ kind: 'board', name: TURNING, space: TURNING, sections, canWrite: true });
  host.tell({ kind: 'cards', put: ['a', 'b', 'c'].map((id) => ({ ...card(id), ...names })), order: ['a', 'b', 'c'] });
  cardAt('a').focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  host.tell({ kind: 'cards', put: [], order: ['b', 'a', 'c'] });
  expect(said()).toMatch(/^abc: moved/);
  expect(host.root.innerHTML).not.toMatch(TURNS);
  await userEvent.selectOptions(host.at('select'), 'section');
  expect(host.root.textContent).toContain('abc');
  expect(host.root.innerHTML).not.toMatch(TURNS);
});
