/** What moving and adding cards on a board comes to: operations on the tasks of the list. */
import { done, invalid, notFound, type Result } from '../../../shared/failures';
import { asId, type ListId, type SectionId, type TaskId } from '../../../shared/ids';
import { TASK_STATUSES, type TaskStatus } from '../../../shared/layout';
import type { ColumnRef, FromBoardPage } from '../../../shared/messages/board-page';
import type { Position } from '../../../shared/operations/place';
import type { Space, Surroundings } from '../../../shared/operations/space';
import { createTask, moveTask, updateTask } from '../../../shared/operations/tasks';
import type { QuickTask } from '../quick-add';

/**
 * Puts a card into a column. In columns of sections that is a move to the section. In columns of statuses it is the status, and,
 * beside a card of its own section, that place in the section too: cards of different sections have no order of their own.
 */
export function moveCard(
  space: Space,
  { card, column, before, after }: Extract<FromBoardPage, { kind: 'move' }>,
  surroundings: Surroundings,
): Result<undefined> {
  const id = asId<TaskId>(card);
  const position: Position = { before, after };
  if (column.by === 'section') {
    const to = { kind: 'section', id: asId<SectionId>(column.key) } as const;
    return moveTask(space, id, to, position, surroundings);
  }
  const status = statusOf(column);
  const task = space.view.record('task', id);
  if (!status) return invalid('no-column', 'column', 'There is no such column.');
  if (!task) return notFound('task', id);
  const changed = updateTask(space, id, { status }, surroundings);
  if (changed.kind !== 'done') return changed;
  const beside = before ?? after;
  const neighbour = beside === undefined ? undefined : space.view.record('task', beside);
  const isSibling =
    neighbour && 'id' in neighbour.parent && 'id' in task.parent && neighbour.parent.id === task.parent.id;
  return isSibling ? moveTask(space, id, undefined, position, surroundings) : done(undefined, changed.changed);
}

/** Adds a task at the end of a column: in one of statuses it goes to the first section of the list. */
export function addCard(
  space: Space,
  list: ListId,
  column: ColumnRef,
  { name, dueDate, priority }: QuickTask,
  surroundings: Surroundings,
): Result<TaskId> {
  const status = column.by === 'status' ? statusOf(column) : 'open';
  const section = column.by === 'section' ? column.key : space.view.sections(list)[0]?.id;
  if (section === undefined || !status)
    return invalid('no-column', 'column', 'There is no section here that a task could be added to.');
  const to = { kind: 'section', id: asId<SectionId>(section) } as const;
  return createTask(space, to, { name, dueDate, priority, status }, surroundings);
}

function statusOf({ key }: ColumnRef): TaskStatus | undefined {
  return TASK_STATUSES.find((status) => status === key);
}
