/** The board on the screen: holds what it was told and how it is looked at, draws, and sends what the person does. */
import { t } from '@vscode/l10n';
import { render } from 'lit';
import * as z from 'zod';
import {
  BOARD_COLUMNS,
  type BoardColumns,
  type BoardState,
  type Card,
  type FromBoardPage,
  type ToBoardPage,
  toBoardPage,
} from '../../shared/messages/board-page';
import { shownText } from '../../shared/shown-text';
import { Draft } from '../draft';
import { drawKeepingFocus } from '../keep-focus';
import { PageLink } from '../page-link';
import { ScrollPlaces, scrolledTo } from '../scroll-places';
import type { BoardModel } from './board-model';
import { boardPage, columnName, goneBoard } from './board-template';
import {
  type BoardFilter,
  type Column,
  columnsOf,
  type Direction,
  dropAt,
  neighbourOf,
  type Place,
  placeOf,
  type Spot,
  stepOf,
} from './columns';

const kept = z.object({
  by: z.enum(BOARD_COLUMNS),
  filter: z.object({ text: z.string(), mine: z.boolean() }),
  current: z.string().optional(),
  drafts: z.record(z.string(), z.string()),
  scrolled: scrolledTo.optional(),
});

/** The board in one element. */
export class BoardView implements BoardModel {
  readonly faults = new Map<string, string>();
  by: BoardColumns = 'status';
  filter: BoardFilter = { text: '', mine: false };
  current: string | undefined;
  dragged: string | undefined;
  over: BoardModel['over'];
  said = '';
  columns: readonly Column[] = [];
  readonly #root: HTMLElement;
  readonly #link: PageLink<ToBoardPage, FromBoardPage>;
  readonly #cards = new Map<string, Card>();
  readonly #drafts = new Map<string, Draft>();
  readonly #sent = new Map<string, string>();
  /** The cards that the person has added or moved: they show until the filter is changed. */
  readonly #spared = new Set<string>();
  readonly #scrolls: ScrollPlaces;
  #order: readonly string[] | undefined;
  #board: BoardState | undefined;
  #gone: Extract<ToBoardPage, { kind: 'gone' }> | undefined;
  /** The card that the person moves, until it stands elsewhere. */
  #moving: { readonly id: string; readonly from: Place | undefined } | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#link = new PageLink(toBoardPage, (message) => this.#told(message));
    const before = this.#link.kept(kept);
    this.#scrolls = new ScrollPlaces(root, 'card', before?.scrolled, () => this.#keep());
    if (!before) return;
    this.by = before.by;
    this.filter = before.filter;
    this.current = before.current;
    for (const [key, text] of Object.entries(before.drafts)) this.draftOf(key).type(text);
  }

  /** Asks for what there is to show. */
  start(): void {
    this.send({ kind: 'ready' });
  }

  get board(): BoardState {
    if (!this.#board) throw new Error('nothing is drawn before the board is there');
    return this.#board;
  }

  send(message: FromBoardPage): void {
    this.#link.send(message);
  }

  draftOf(key: string): Draft {
    const there = this.#drafts.get(key);
    if (there) return there;
    const draft = new Draft();
    this.#drafts.set(key, draft);
    return draft;
  }

  arrange(by: BoardColumns): void {
    this.by = by;
    this.#changed();
  }

  look(filter: Partial<BoardFilter>): void {
    this.filter = { ...this.filter, ...filter };
    this.#spared.clear();
    this.#changed();
  }

  focused(id: string): void {
    if (this.current === id) return;
    this.current = id;
    this.#changed();
  }

  go(id: string, direction: Direction): void {
    const to = neighbourOf(this.columns, id, direction);
    if (to) this.#cardElement(to.id)?.focus();
  }

  step(id: string, direction: Direction): void {
    const spot = this.board.canWrite ? stepOf(this.columns, id, direction) : undefined;
    if (spot) this.#move(id, spot);
  }

  drag(id: string | undefined): void {
    this.dragged = id;
    this.over = undefined;
    this.#draw();
  }

  dragOver(key: string, index: number): void {
    if (this.over?.key === key && this.over.index === index) return;
    const spot = this.#dropAt(key, index);
    const isBeside = spot !== undefined && spot !== 'apart' && (spot.before ?? spot.after) !== undefined;
    const isEmpty = this.columns.find(({ ref }) => ref.key === key)?.cards.length === 0;
    this.over = { key, index, isPlace: isBeside || isEmpty };
    this.#draw();
  }

  drop(): void {
    const { dragged, over } = this;
    const spot = over && this.#dropAt(over.key, over.index);
    if (dragged !== undefined && spot) this.#move(dragged, spot);
    this.drag(undefined);
  }

  typed(): void {
    this.#changed();
  }

  add({ ref }: Column): void {
    const draft = this.draftOf(ref.key);
    const line = draft.commit();
    draft.revert();
    if (line !== undefined) {
      this.#sent.set(ref.key, line);
      this.faults.delete(ref.key);
      this.send({ kind: 'add', column: ref, line });
    }
    this.#changed();
  }

  #dropAt(key: string, index: number): Spot | 'apart' | undefined {
    const column = this.columns.find(({ ref }) => ref.key === key);
    const card = this.dragged === undefined ? undefined : this.#cards.get(this.dragged);
    return column && card && dropAt(column, index, card);
  }

  #move(id: string, spot: Spot | 'apart'): void {
    if (spot === 'apart') {
      const name = this.#cards.get(id)?.name ?? '';
      this.said = t('{0} stays where it is: cards are put in order within their section', shownText(name));
      this.#draw();
      return;
    }
    const { column, before, after } = spot;
    this.#spared.add(id);
    this.#moving = { id, from: placeOf(this.columns, id) };
    this.send({
      kind: 'move',
      card: id,
      column,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    });
  }

  #told(message: ToBoardPage): void {
    switch (message.kind) {
      case 'board':
        this.#board = message;
        this.#gone = undefined;
        break;
      case 'added':
        this.#spared.add(message.card);
        break;
      case 'cards':
        for (const card of message.put) this.#cards.set(card.id, card);
        if (message.order) this.#reorder(message.order);
        break;
      case 'gone':
        this.#gone = message;
        break;
      case 'refused': {
        this.faults.set(message.about, message.message);
        const sent = this.#sent.get(message.about);
        if (sent !== undefined) this.draftOf(message.about).refused(sent);
        break;
      }
    }
    this.#draw();
  }

  #reorder(order: readonly string[]): void {
    this.#order = order;
    const there = new Set(order);
    for (const id of this.#cards.keys()) if (!there.has(id)) this.#cards.delete(id);
  }

  /** Says where the card stands now that the person has moved. @returns its id, once it does */
  #arrived(): string | undefined {
    const { id, from } = this.#moving ?? {};
    const place = id === undefined ? undefined : placeOf(this.columns, id);
    const column = place && this.columns[place.column];
    if (!column || (place.column === from?.column && place.row === from.row)) return undefined;
    this.#moving = undefined;
    const { name = '' } = column.cards[place.row] ?? {};
    this.said = t(
      '{0}: moved to place {1} of {2} in {3}',
      shownText(name),
      place.row + 1,
      column.cards.length,
      columnName(column),
    );
    return id;
  }

  #changed(): void {
    this.#moving = undefined;
    this.#keep();
    this.#draw();
  }

  #keep(): void {
    const drafts = [...this.#drafts].flatMap(([key, { typed }]) => (typed === undefined ? [] : [[key, typed]]));
    const { by, filter, current } = this;
    this.#link.keep({ by, filter, current, drafts: Object.fromEntries(drafts), scrolled: this.#scrolls.kept });
  }

  #cardElement(id: string | undefined): HTMLElement | null {
    return id === undefined ? null : this.#root.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
  }

  #draw(): void {
    if (this.#gone) {
      this.#scrolls.lost();
      render(goneBoard(this.#gone, this), this.#root);
      return;
    }
    if (!this.#board) return;
    const before = this.current === undefined ? undefined : placeOf(this.columns, this.current);
    const keys = keysOf(this.columns);
    this.columns = columnsOf(this.#board, this.by, this.#order ?? [], this.#cards, this.filter, this.#spared);
    const isThere = this.current !== undefined && placeOf(this.columns, this.current);
    // What was kept of before a reload stays until the cards have come.
    if (!isThere && this.#cards.size > 0) this.current = this.#nextTo(before)?.id;
    const arrived = this.#arrived();
    drawKeepingFocus(boardPage(this), this.#root, (lost) => {
      const card = lost.closest<HTMLElement>('[data-card]');
      return card && (this.#cardElement(card.dataset.card) ?? this.#cardElement(this.current));
    });
    if (keysOf(this.columns) !== keys) this.#scrolls.lost();
    if (this.#order) this.#scrolls.drawn();
    this.#cardElement(arrived)?.scrollIntoView({ block: 'nearest' });
  }

  /** The card that stands where one did that is gone, or else the first one. */
  #nextTo(place: Place | undefined): Card | undefined {
    const there = (place && this.columns[place.column]?.cards) ?? [];
    return (
      there[Math.min(place?.row ?? 0, there.length - 1)] ?? this.columns.find(({ cards }) => cards.length > 0)?.cards[0]
    );
  }
}

function keysOf(columns: readonly Column[]): string {
  return columns.map(({ ref }) => ref.key).join();
}
