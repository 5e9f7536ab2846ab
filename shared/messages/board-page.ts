/** What a board (the page of a task list) and the extension say to each other. */
import * as z from 'zod';
import { DUES } from '../due';
import { taskPriority, taskStatus } from '../fields';
import { gone, person, ready, refused, restore, subjectMoved, words } from './page';

/** What the columns of a board stand for. */
export const BOARD_COLUMNS = ['status', 'section'] as const;
export type BoardColumns = (typeof BOARD_COLUMNS)[number];

const card = z.object({
  id: z.string(),
  name: z.string(),
  /** The id of its section. */
  section: z.string(),
  status: taskStatus,
  priority: taskPriority,
  /** Its due date in words, and how it stands to now; what is completed is never overdue. */
  due: z.object({ state: z.enum(DUES), text: z.string() }).optional(),
  assignees: z.array(person),
  below: z.object({ all: z.number(), completed: z.number() }),
});
export type Card = Readonly<z.infer<typeof card>>;

/** The list and what its board needs beside the cards. */
const board = z.object({
  kind: z.literal('board'),
  name: z.string(),
  space: z.string(),
  sections: z.array(z.object({ id: z.string(), name: z.string() })),
  canWrite: z.boolean(),
});
export type BoardState = Readonly<z.infer<typeof board>>;

/** What the extension tells a board. */
export const toBoardPage = z.discriminatedUnion('kind', [
  words,
  subjectMoved,
  gone,
  refused,
  board,
  /** What was added is this card. */
  z.object({ kind: z.literal('added'), card: z.string() }),
  /** Cards that are new or read otherwise, and the ids of all cards in order where that has changed; what is not in it is gone. */
  z.object({ kind: z.literal('cards'), put: z.array(card), order: z.array(z.string()).optional() }),
]);
export type ToBoardPage = z.infer<typeof toBoardPage>;

const column = z.object({ by: z.enum(BOARD_COLUMNS), key: z.string() });
export type ColumnRef = Readonly<z.infer<typeof column>>;

/** What a board asks for. */
export const fromBoardPage = z.discriminatedUnion('kind', [
  ready,
  /** Puts a card into a column, beside another one of it, or at its end. */
  z.object({
    kind: z.literal('move'),
    card: z.string(),
    column,
    before: z.string().optional(),
    after: z.string().optional(),
  }),
  /** Adds a task at the end of a column: a line as in quick add. */
  z.object({ kind: z.literal('add'), column, line: z.string() }),
  z.object({ kind: z.literal('open-task'), id: z.string() }),
  z.object({ kind: z.literal('show') }),
  restore,
]);
export type FromBoardPage = z.infer<typeof fromBoardPage>;
