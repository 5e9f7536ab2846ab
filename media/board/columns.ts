/** The columns of a board: which cards each holds, in order, through a filter; and where a step from one card leads. */
import { TASK_STATUSES } from '../../shared/layout';
import type { BoardColumns, BoardState, Card, ColumnRef } from '../../shared/messages/board-page';

/** What is looked for; empty parts look for nothing. */
export interface BoardFilter {
  /** What the name of the card, of a person on it or of its section has to hold, whatever the case. */
  readonly text: string;
  readonly mine: boolean;
}

/** A column with its cards. */
export interface Column {
  readonly ref: ColumnRef;
  /** The name of a section; empty for a status. */
  readonly name: string;
  /** The cards that the filter lets through, in order. */
  readonly cards: readonly Card[];
  /** How many there are without the filter. */
  readonly all: number;
}

/**
 * Sorts cards into columns.
 * @param order the ids of the cards, in the order of the list
 * @param spared the ids of those that show whatever is looked for
 */
export function columnsOf(
  board: Pick<BoardState, 'sections'>,
  by: BoardColumns,
  order: readonly string[],
  cards: ReadonlyMap<string, Card>,
  filter: BoardFilter,
  spared: ReadonlySet<string> = new Set(),
): readonly Column[] {
  const sections = new Map(board.sections.map(({ id, name }) => [id, name]));
  const keys = by === 'status' ? TASK_STATUSES : [...sections.keys()];
  const sorted = new Map(keys.map((key) => [key as string, { cards: [] as Card[], all: 0 }]));
  for (const id of order) {
    const card = cards.get(id);
    const column = card && sorted.get(card[by]);
    if (!card || !column) continue;
    column.all++;
    if (spared.has(id) || fits(card, filter, sections.get(card.section) ?? '')) column.cards.push(card);
  }
  return keys.map((key) => ({
    ref: { by, key },
    name: by === 'section' ? (sections.get(key) ?? '') : '',
    ...(sorted.get(key) ?? { cards: [], all: 0 }),
  }));
}

function fits({ name, assignees }: Card, { text, mine }: BoardFilter, section: string): boolean {
  if (mine && !assignees.some(({ isMe }) => isMe)) return false;
  const wanted = text.trim().toLowerCase();
  return (
    wanted === '' ||
    [name, section, ...assignees.map((person) => person.name)].some((one) => one.toLowerCase().includes(wanted))
  );
}

/** A step over the board. */
export type Direction = 'up' | 'down' | 'left' | 'right';

/** Where a card would stand: in a column, before or after another card of it, or at its end. */
export interface Spot {
  readonly column: ColumnRef;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The card that a step from another one leads to; undefined at the edge. Empty columns are stepped over. */
export function neighbourOf(columns: readonly Column[], id: string, direction: Direction): Card | undefined {
  const place = placeOf(columns, id);
  if (!place) return undefined;
  const { column, row } = place;
  if (direction === 'up' || direction === 'down') return columns[column]?.cards[row + (direction === 'up' ? -1 : 1)];
  const beside = direction === 'left' ? columns.slice(0, column).toReversed() : columns.slice(column + 1);
  const there = beside.find(({ cards }) => cards.length > 0)?.cards;
  return there?.[Math.min(row, there.length - 1)];
}

/**
 * Where a card goes that is moved a step by keyboard: in its column past its neighbour, into the next column at the same height.
 * @returns undefined at the edge, `apart` where its neighbour is no card that it could be put beside
 */
export function stepOf(columns: readonly Column[], id: string, direction: Direction): Spot | 'apart' | undefined {
  const place = placeOf(columns, id);
  const from = place && columns[place.column];
  const card = place && from?.cards[place.row];
  if (!from || !card) return undefined;
  if (direction === 'up' || direction === 'down') {
    const neighbour = neighbourOf(columns, id, direction);
    if (!neighbour) return undefined;
    if (!areInOrder(from, card, neighbour)) return 'apart';
    return { column: from.ref, ...(direction === 'up' ? { before: neighbour.id } : { after: neighbour.id }) };
  }
  const to = columns[place.column + (direction === 'left' ? -1 : 1)];
  if (!to) return undefined;
  const before = to.cards[place.row];
  return { column: to.ref, ...(before && areInOrder(to, card, before) && { before: before.id }) };
}

/**
 * The place of a card that is dropped at a height of a column: before the card there or after the one above; itself does not count.
 * @returns `apart` where it lies in the column, and could be put beside neither
 */
export function dropAt(column: Column, index: number, dragged: Card): Spot | 'apart' {
  const { ref, cards } = column;
  const isOther = ({ id }: Card) => id !== dragged.id;
  const next = cards.slice(index).find(isOther);
  const above = cards.slice(0, index).findLast(isOther);
  if (next && areInOrder(column, dragged, next)) return { column: ref, before: next.id };
  if (above && areInOrder(column, dragged, above)) return { column: ref, after: above.id };
  return cards.every(isOther) || cards.length === 1 ? { column: ref } : 'apart';
}

/** Whether two cards have an order in a column: by status, those of different sections have none of their own. */
function areInOrder({ ref }: Column, one: Card, other: Card): boolean {
  return ref.by === 'section' || one.section === other.section;
}

/** Where a card stands. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

/** Where a card stands; undefined where it is in no column. */
export function placeOf(columns: readonly Column[], id: string): Place | undefined {
  for (const [column, { cards }] of columns.entries()) {
    const row = cards.findIndex((card) => card.id === id);
    if (row >= 0) return { column, row };
  }
  return undefined;
}
