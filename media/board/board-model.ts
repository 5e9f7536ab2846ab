/** What the templates of a board draw from beside its cards, and what they call. */
import type { BoardColumns, BoardState, FromBoardPage } from '../../shared/messages/board-page';
import type { Draft } from '../draft';
import type { BoardFilter, Column, Direction } from './columns';

/** The board as it is looked at, and what a person's gestures come to. */
export interface BoardModel {
  readonly board: BoardState;
  readonly columns: readonly Column[];
  readonly by: BoardColumns;
  readonly filter: BoardFilter;
  /** The card that Tab leads to, and that keys act on. */
  readonly current: string | undefined;
  readonly dragged: string | undefined;
  /** Over which column the dragged card is, and above which card of it; `isPlace` where it would be put there. */
  readonly over: { readonly key: string; readonly index: number; readonly isPlace: boolean } | undefined;
  /** What is said to who does not see the board move. */
  readonly said: string;
  /** What is typed into a column's line, by its key. */
  draftOf(key: string): Draft;
  /** Why something was refused, by what it is about. */
  readonly faults: ReadonlyMap<string, string>;
  send(message: FromBoardPage): void;
  arrange(by: BoardColumns): void;
  look(filter: Partial<BoardFilter>): void;
  /** A card has the focus. */
  focused(id: string): void;
  /** Goes to the next card. */
  go(id: string, direction: Direction): void;
  /** Moves a card a step. */
  step(id: string, direction: Direction): void;
  drag(id: string | undefined): void;
  dragOver(key: string, index: number): void;
  drop(): void;
  typed(): void;
  add(column: Column): void;
}
