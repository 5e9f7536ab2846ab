/** What a task's page shows of its task, as a plain value. */
import type { TaskState } from '../../../shared/messages/task-page';
import type { SpaceRecord, TaskRecord } from '../../../shared/records';
import { dueState, dueText } from '../due-date';
import type { OpenSpace } from '../open-space';
import { meIn, peopleOf, personName } from '../people';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import type { PageParts } from './page';

/** The state of a task's page now. Texts of people are handed on as they are. */
export function taskState(
  space: OpenSpace,
  task: TaskRecord,
  parts: Pick<PageParts, 'desk' | 'environment' | 'language'>,
): TaskState {
  const { view } = space.replica;
  const { desk, environment, language } = parts;
  const now = new Date(environment.now());
  const me = meIn(space, desk);
  const { name, status, priority, startDate, dueDate, completed } = task;
  const assigned = new Set<string>(task.assignees);
  return {
    kind: 'state',
    task: {
      name,
      status,
      priority,
      ...(startDate && { startDate }),
      ...(dueDate && { dueDate, due: status === 'completed' ? 'later' : dueState(dueDate, now) }),
      ...(completed && { completed }),
      assignees: task.assignees.map((id) => ({ id, name: personName(id, space, desk), isMe: id === me })),
    },
    subtasks: view.tasks({ kind: 'task', id: task.id }).map((subtask) => ({
      id: subtask.id,
      name: subtask.name,
      status: subtask.status,
      priority: subtask.priority,
      ...(subtask.dueDate && {
        due: {
          state: subtask.status === 'completed' ? 'later' : dueState(subtask.dueDate, now),
          text: dueText(subtask.dueDate, now, language),
        },
      }),
      below: countBelow(space, subtask),
    })),
    path: pathOf(space, task),
    people: peopleOf(space, desk)
      .filter(({ id }) => !assigned.has(id))
      .map((person) => ({ ...person, isMe: person.id === me })),
    canWrite: canWrite(space),
  };
}

/** How many subtasks a task has, and how many of them are completed. */
export function countBelow(space: OpenSpace, { id }: TaskRecord): { readonly all: number; readonly completed: number } {
  const below = space.replica.view.tasks({ kind: 'task', id });
  return { all: below.length, completed: below.filter(({ status }) => status === 'completed').length };
}

function pathOf(space: OpenSpace, task: TaskRecord): TaskState['path'] {
  const { view } = space.replica;
  const path: TaskState['path'] = [];
  let top: SpaceRecord = task;
  for (let above = view.parentOf(task); above; above = view.parentOf(above)) {
    top = above;
    if (above.kind === 'list' || above.kind === 'section' || above.kind === 'task')
      path.unshift({ kind: above.kind, id: above.id, name: above.name });
  }
  if (top.kind === 'task') path.unshift({ kind: 'unfiled', id: '', name: '' });
  path.unshift({ kind: 'space', id: space.known.id, name: spaceName(space) });
  return path;
}
