/** Tasks as responses carry them (rules R12 to R14). */
import { toResponseDate } from '../../../shared/dates';
import { done, notFound, type Result } from '../../../shared/failures';
import type { TaskRecord } from '../../../shared/records';
import type { AssigneeInfo } from '../../../shared/rest/references';
import type { Task } from '../../../shared/rest/tasks';
import type { Call } from '../call';
import { livingRecord, type OpenSpace } from '../open-space';
import { infoOf, nameOf, type Parents, parentsOf, timesOf } from './common';

/** Tasks, in the order given; all of them hang in a section, themselves or above. */
export async function tasks(call: Call, space: OpenSpace, records: readonly TaskRecord[]): Promise<Task[]> {
  const parents = await parentsOf(call, space);
  return records.flatMap((record) => taskOf(space, parents, record) ?? []);
}

/** One task as an answer; not found where it is in the trash or hangs nowhere. */
export async function oneTask(call: Call, space: OpenSpace, id: string): Promise<Result<Task>> {
  const record = livingRecord(space.live, 'task', id, 'task');
  const [body] = record ? await tasks(call, space, [record]) : [];
  return body ? done(body) : notFound('task', id);
}

function taskOf({ live, people }: OpenSpace, parents: Parents, record: TaskRecord): Task | undefined {
  const { view } = live;
  const section = view.sectionOf(record);
  if (!section) return undefined;
  const { parent, startDate, dueDate } = record;
  return {
    id: record.id,
    ...timesOf(live, 'task', record.id),
    name: record.name,
    description: record.description,
    ...(startDate && { startDate: toResponseDate(startDate) }),
    ...(dueDate && { dueDate: toResponseDate(dueDate) }),
    status: record.status,
    priority: record.priority,
    assignees: record.assignees.flatMap((id): AssigneeInfo[] => {
      const user = people.get(id);
      return user ? [{ id, name: user.name, email: user.email }] : [];
    }),
    ...parents,
    taskList: nameOf(live, 'list', section.list),
    taskSection: infoOf(section),
    ...(parent.kind === 'task' && { parentTask: nameOf(live, 'task', parent.id) }),
    subtasks: view.tasks({ kind: 'task', id: record.id }).map(infoOf),
  };
}
