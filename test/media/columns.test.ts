// The columns of a board: what is in them, what a filter lets through, and where keys and drops lead.
import { expect, test } from 'vitest';
import { columnsOf, dropAt, neighbourOf, stepOf } from '../../media/board/columns';
import type { Card } from '../../shared/messages/board-page';

const board = {
  sections: [
    { id: 'first', name: 'Garden' },
    { id: 'second', name: 'House' },
  ],
};
const card = (id: string, status: Card['status'], section = 'first', more: Partial<Card> = {}): Card => ({
  ...{ id, name: `Card ${id}`, status, section, priority: 'none', assignees: [], below: { all: 0, completed: 0 } },
  ...more,
});
const cards = new Map(
  [
    card('a', 'open'),
    card('b', 'open', 'second', { assignees: [{ id: 'me', name: 'Ada', isMe: true }] }),
    card('c', 'review'),
    card('d', 'open'),
  ].map((one) => [one.id, one]),
);
const ORDER = ['a', 'c', 'd', 'b'];
const all = { text: '', mine: false };
const byStatus = columnsOf(board, 'status', ORDER, cards, all);
const ids = (columns: typeof byStatus) => columns.map((column) => column.cards.map(({ id }) => id).join(''));

test('cards stand in the column of their status or section, in the order of the list', () => {
  expect(ids(byStatus)).toEqual(['adb', '', 'c', '', '']);
  expect(ids(columnsOf(board, 'section', ORDER, cards, all))).toEqual(['acd', 'b']);
});

test('a filter looks at the name, the people and the section, and columns say how many there are without it', () => {
  const shown = (text: string, mine = false) => ids(columnsOf(board, 'status', ORDER, cards, { text, mine })).join('');
  expect([shown(' card A '), shown('ada'), shown('house'), shown('', true), shown('x')]).toEqual([
    'a',
    'b',
    'b',
    'b',
    '',
  ]);
  expect(columnsOf(board, 'status', ORDER, cards, { text: 'x', mine: false })[0]?.all).toBe(3);
});

test('what is spared shows where a filter would hide it', () => {
  const filter = { text: 'house', mine: true };
  expect(ids(columnsOf(board, 'status', ORDER, cards, filter, new Set(['d'])))).toEqual(['db', '', '', '', '']);
});

test('arrows lead to the next card, over empty columns', () => {
  expect(neighbourOf(byStatus, 'a', 'down')?.id).toBe('d');
  expect(neighbourOf(byStatus, 'a', 'up')).toBeUndefined();
  expect(neighbourOf(byStatus, 'b', 'right')?.id).toBe('c');
  expect(neighbourOf(byStatus, 'c', 'left')?.id).toBe('a');
  expect(neighbourOf(byStatus, 'gone', 'left')).toBeUndefined();
});

test('a step by keyboard goes past the neighbour, or into the next column at the same height', () => {
  const open = { by: 'status', key: 'open' };
  expect(stepOf(byStatus, 'd', 'up')).toEqual({ column: open, before: 'a' });
  expect(stepOf(byStatus, 'a', 'down')).toEqual({ column: open, after: 'd' });
  expect(stepOf(byStatus, 'a', 'right')).toEqual({ column: { by: 'status', key: 'progress' } });
  expect(stepOf(byStatus, 'a', 'left')).toBeUndefined();
  expect(stepOf(columnsOf(board, 'section', ORDER, cards, all), 'b', 'left')).toEqual({
    column: { by: 'section', key: 'first' },
    before: 'a',
  });
});

test('by status a card goes past none of another section, and is put beside none', () => {
  const open = byStatus[0];
  const [a, b, d] = ['a', 'b', 'd'].map((id) => cards.get(id) ?? card('', 'open'));
  if (!open || !a || !b || !d) throw new Error('there is a column with three cards');
  expect(stepOf(byStatus, 'd', 'down')).toBe('apart');
  expect(stepOf(byStatus, 'b', 'up')).toBe('apart');
  expect(stepOf(columnsOf(board, 'status', ORDER, cards, all), 'b', 'right')).toEqual({
    column: { by: 'status', key: 'progress' },
  });
  expect(dropAt(open, 0, b)).toBe('apart');
  // Between its own section and another one is the end of its own.
  expect(dropAt(open, 2, a)).toEqual({ column: open.ref, after: 'd' });
  expect(dropAt(open, 3, a)).toBe('apart');
});

test('what is dropped goes before the card at that height, and never beside itself', () => {
  const sections = columnsOf(board, 'section', ORDER, cards, all);
  const [first, second] = sections;
  const [a, b, d] = ['a', 'b', 'd'].map((id) => cards.get(id) ?? card('', 'open'));
  if (!first || !second || !a || !b || !d) throw new Error('there are two columns with cards');
  expect(dropAt(first, 0, b)).toEqual({ column: first.ref, before: 'a' });
  expect(dropAt(first, 2, d)).toEqual({ column: first.ref, after: 'c' });
  expect(dropAt(first, 1, d)).toEqual({ column: first.ref, before: 'c' });
  expect(dropAt(first, 3, b)).toEqual({ column: first.ref, after: 'd' });
  expect(dropAt(second, 1, b)).toEqual({ column: second.ref });
});

test('two thousand cards are sorted', () => {
  const many = new Map(Array.from({ length: 2_000 }, (_, at) => [`${at}`, card(`${at}`, at % 2 ? 'open' : 'blocked')]));
  expect(columnsOf(board, 'status', [...many.keys()], many, { text: 'card', mine: false })[0]?.all).toBe(1_000);
});
