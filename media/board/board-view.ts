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
import { Draft } from '../draft';
import { PageLink } from '../page-link';
import type { BoardModel } from './board-model';
import { boardPage, columnName, goneBoard } from './board-template';
import {
  type BoardFilter,
  type Column,
  columnsOf,
  type Direction,
  dropAt,
  neighbourOf,
  type Spot,
  stepOf,
} from './columns';

const kept = z.object({
  by: z.enum(BOARD_COLUMNS),
  filter: z.object({ text: z.string(), mine: z.boolean() }),
  current: z.string().optional(),
  drafts: z.record(z.string(), z.string()),
});

/** The board in one element. */
export class BoardView implements BoardModel {
  readonly faults = new Map<string, string>();
  by: BoardColumns = 'status';
  filter: BoardFilter = { text: '', mine: false };
  current: string | undefined;
  dragged: string | undefined;
  over: { key: string; index: number } | undefined;
  said = '';
  columns: readonly Column[] = [];
  readonly #root: HTMLElement;
  readonly #link: PageLink<ToBoardPage, FromBoardPage>;
  readonly #cards = new Map<string, Card>();
  readonly #drafts = new Map<string, Draft>();
  readonly #sent = new Map<string, string>();
  #order: readonly string[] = [];
  #board: BoardState | undefined;
  #gone: Extract<ToBoardPage, { kind: 'gone' }> | undefined;
  /** The card that was moved by keyboard: the focus goes with it. */
  #follow: string | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#link = new PageLink(toBoardPage, (message) => this.#told(message));
    const before = this.#link.kept(kept);
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
    this.#changed();
  }

  focused(id: string): void {
    if (this.current === id) return;
    this.current = id;
    this.#changed();
  }

  go(id: string, direction: Direction): void {
    const to = neighbourOf(this.columns, id, direction);
    if (to) this.#focus(to.id);
  }

  step(id: string, direction: Direction): void {
    const spot = this.board.canWrite ? stepOf(this.columns, id, direction) : undefined;
    if (!spot) return;
    this.#follow = id;
    this.#move(id, spot);
  }

  drag(id: string | undefined): void {
    this.dragged = id;
    this.over = undefined;
    this.#draw();
  }

  dragOver(key: string, index: number): void {
    if (this.over?.key === key && this.over.index === index) return;
    this.over = { key, index };
    this.#draw();
  }

  drop(): void {
    const { dragged, over } = this;
    const column = this.columns.find(({ ref }) => ref.key === over?.key);
    if (dragged !== undefined && over && column) {
      const spot = dropAt(column, over.index, dragged);
      if (spot) this.#move(dragged, spot);
    }
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

  #move(id: string, { column, before, after }: Spot): void {
    const to = this.columns.find(({ ref }) => ref.key === column.key);
    const name = this.#cards.get(id)?.name ?? '';
    if (to) this.said = t('{0}: moved in {1}', name, columnName(to));
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

  #changed(): void {
    const drafts = [...this.#drafts].flatMap(([key, { typed }]) => (typed === undefined ? [] : [[key, typed]]));
    const { by, filter, current } = this;
    this.#link.keep({ by, filter, current, drafts: Object.fromEntries(drafts) });
    this.#draw();
  }

  #focus(id: string): void {
    this.#root.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`)?.focus();
  }

  #draw(): void {
    if (this.#gone) {
      render(goneBoard(this.#gone, this), this.#root);
      return;
    }
    if (!this.#board) return;
    this.columns = columnsOf(this.#board, this.by, this.#order, this.#cards, this.filter);
    const isThere = this.columns.some(({ cards }) => cards.some(({ id }) => id === this.current));
    if (!isThere) this.current = this.columns.find(({ cards }) => cards.length > 0)?.cards[0]?.id;
    render(boardPage(this), this.#root);
    const follow = this.#follow;
    if (follow === undefined) return;
    // A card that has gone to another column is drawn anew there: the focus goes where it was.
    const element = this.#root.querySelector<HTMLElement>(`[data-card="${CSS.escape(follow)}"]`);
    if (element && document.activeElement !== element) element.focus();
  }
}
