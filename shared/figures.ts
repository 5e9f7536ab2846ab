/** The figures of a dashboard: what the tasks of lists or spaces come to, from the reader's views alone (rules B4 to B6). */
import type { IsoDate } from './dates';
import { asId, type ListId } from './ids';
import { TASK_PRIORITIES, TASK_STATUSES } from './layout';
import type { SpaceView } from './reader/view';
import type { TaskRecord } from './records';

/** A space that tasks are counted in. */
export interface FigureSource {
  readonly id: string;
  readonly view: SpaceView;
}

/** What is counted and by which time. */
export interface FigureChoice<Due extends string> {
  /** The ids of the task lists to count; undefined: all tasks of the sources, those in no section too. */
  readonly lists: readonly string[] | undefined;
  /** This moment; days are those of its time zone. */
  readonly now: Date;
  /** What due dates are sorted into, in the order in which it is shown. */
  readonly dues: readonly Due[];
  /** Sorts a due date, or none, as it stands to `now`. */
  readonly dueOf: (date: IsoDate | undefined, now: Date) => Due;
}

/** A task, with the id of its space. */
export interface CountedTask {
  readonly space: string;
  readonly task: TaskRecord;
}

/** The tasks that have something in common: a status, a priority, an assignee (by id; empty: nobody), a due date. */
export interface Bar {
  readonly key: string;
  readonly tasks: readonly CountedTask[];
}

/** How many were done by the end of a day, those of earlier days included. */
export interface DoneByDay {
  /** `YYYY-MM-DD` in the time zone of now. */
  readonly day: string;
  readonly done: number;
}

export interface Figures {
  readonly tasks: readonly CountedTask[];
  /** Those of the lists named that are in no source, or in the trash. */
  readonly missing: readonly string[];
  readonly status: readonly Bar[];
  readonly priority: readonly Bar[];
  /** Most tasks first, nobody last. */
  readonly assignee: readonly Bar[];
  readonly due: readonly Bar[];
  readonly burnUp: readonly DoneByDay[];
}

/** The fewest and the most days of which done over time tells. */
const DAYS = { least: 14, most: 90 } as const;

/** Counts the tasks of spaces, or of lists of them. */
export function figuresOf<Due extends string>(
  sources: readonly FigureSource[],
  { lists, now, dues, dueOf }: FigureChoice<Due>,
): Figures {
  const { tasks, missing } = lists === undefined ? allTasks(sources) : tasksOfLists(sources, lists);
  const left = tasks.filter(({ task }) => task.status !== 'completed');
  return {
    tasks,
    missing,
    status: barsOf(tasks, TASK_STATUSES, ({ status }) => [status]),
    priority: barsOf(left, TASK_PRIORITIES.toReversed(), ({ priority }) => [priority]),
    assignee: byAssignee(left),
    due: barsOf(left, dues, ({ dueDate }) => [dueOf(dueDate, now)]),
    burnUp: burnUp(tasks, now),
  };
}

interface Counted {
  readonly tasks: readonly CountedTask[];
  readonly missing: readonly string[];
}

function allTasks(sources: readonly FigureSource[]): Counted {
  const tasks: CountedTask[] = [];
  for (const { id, view } of sources) {
    for (const task of view.records('task')) if (!view.isDeleted(task)) tasks.push({ space: id, task });
  }
  return { tasks, missing: [] };
}

function tasksOfLists(sources: readonly FigureSource[], lists: readonly string[]): Counted {
  const tasks: CountedTask[] = [];
  const missing: string[] = [];
  for (const list of new Set(lists)) {
    const source = sources.find(({ view }) => isThere(view, list));
    if (source) collect(source, asId<ListId>(list), tasks);
    else missing.push(list);
  }
  return { tasks, missing };
}

function isThere(view: SpaceView, id: string): boolean {
  const list = view.record('list', id);
  return list?.listKind === 'task' && !view.isDeleted(list);
}

function collect({ id, view }: FigureSource, list: ListId, into: CountedTask[]): void {
  const left = view.sections(list).flatMap((section) => view.tasks({ kind: 'section', id: section.id }));
  for (let task = left.pop(); task; task = left.pop()) {
    into.push({ space: id, task });
    left.push(...view.tasks({ kind: 'task', id: task.id }));
  }
}

function barsOf(
  tasks: readonly CountedTask[],
  keys: readonly string[],
  keysOf: (task: TaskRecord) => readonly string[],
): readonly Bar[] {
  const bars = new Map<string, CountedTask[]>(keys.map((key) => [key, []]));
  for (const counted of tasks) {
    for (const key of keysOf(counted.task)) {
      const bar = bars.get(key);
      if (bar) bar.push(counted);
      else bars.set(key, [counted]);
    }
  }
  return [...bars].map(([key, those]) => ({ key, tasks: those }));
}

function byAssignee(tasks: readonly CountedTask[]): readonly Bar[] {
  const bars = barsOf(tasks, [], ({ assignees }) => (assignees.length === 0 ? [NOBODY] : assignees));
  const rank = ({ key, tasks: those }: Bar) => (key === NOBODY ? -1 : those.length);
  return bars.toSorted((a, b) => rank(b) - rank(a) || (a.key < b.key ? -1 : 1));
}

/** The key of the tasks that are nobody's. */
export const NOBODY = '';

function burnUp(tasks: readonly CountedTask[], now: Date): readonly DoneByDay[] {
  const dayAgo = (ago: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago));
  const oldest = dayAgo(DAYS.most - 1);
  const byDay = new Map<string, number>();
  let first = dayAgo(DAYS.least - 1);
  const today = dayAgo(0);
  for (const { task } of tasks) {
    if (task.status !== 'completed') continue;
    // What has no time of its own, or one of before, is in the first day; a clock that is ahead counts as today.
    const read = task.completed === undefined ? oldest : dayOf(new Date(task.completed));
    const day = [read, oldest, today].sort()[1] ?? today;
    byDay.set(day, (byDay.get(day) ?? 0) + 1);
    if (day < first) first = day;
  }
  const days: DoneByDay[] = [];
  let done = 0;
  for (let ago = DAYS.most - 1; ago >= 0; ago--) {
    const day = dayAgo(ago);
    done += byDay.get(day) ?? 0;
    if (day >= first) days.push({ day, done });
  }
  return days;
}

function dayOf(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
