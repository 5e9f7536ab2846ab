/** What the widgets of a dashboard count: their figures, the tasks behind each of their bars, and the filter that shows those in the tree. */

import { DUE_BUCKETS } from '../../../shared/due';
import { type Bar, type CountedTask, type Figures, figuresOf, NOBODY } from '../../../shared/figures';
import { asId, type UserId } from '../../../shared/ids';
import { TASK_PRIORITIES, TASK_STATUSES } from '../../../shared/layout';
import type { ShownBar, WidgetFigures } from '../../../shared/messages/dashboard-page';
import type { Widget } from '../../../shared/records';
import { dueBucket } from '../due-date';
import type { OpenSpace } from '../open-space';
import { meIn, nameForOthers, personName } from '../people';
import { spaceName } from '../space-name';
import { EVERYTHING, type TaskFilter } from '../tree/task-filter';
import type { PageParts } from './page';

/** The tasks of a bar, and what the tree is to be filtered by to show them. */
export interface BarTasks {
  readonly tasks: readonly CountedTask[];
  readonly filter: TaskFilter;
}

/** Counts for the widgets of one dashboard as things are at one moment; those that count the same lists share the counting. */
export class WidgetCounter {
  readonly #space: OpenSpace;
  readonly #parts: Pick<PageParts, 'desk' | 'environment'>;
  readonly #counted = new Map<string, Figures>();

  constructor(space: OpenSpace, parts: Pick<PageParts, 'desk' | 'environment'>) {
    this.#space = space;
    this.#parts = parts;
  }

  /** What a widget shows. */
  shown(widget: Widget): WidgetFigures {
    const figures = this.#figures(widget);
    if (widget.type === 'burnup') return { kind: 'burnup', days: [...figures.burnUp], all: figures.tasks.length };
    return {
      kind: 'bars',
      bars: barsOf(widget, figures).map(({ key, tasks }) => ({
        key,
        count: tasks.length,
        ...(widget.type === 'assignee' && key !== NOBODY && this.#person(asId(key), tasks)),
      })),
    };
  }

  /** The names of the lists that a widget counts, and how many of them are not there. */
  lists(widget: Widget): { readonly names: readonly string[]; readonly missing: number } {
    const missing = new Set(this.#figures(widget).missing);
    const names = (widget.lists ?? []).flatMap((list) => {
      if (missing.has(list)) return [];
      const views = this.#parts.desk.spaces.map(({ replica }) => replica.view);
      return views.flatMap((view) => view.record('list', list)?.name ?? []).slice(0, 1);
    });
    return { names, missing: missing.size };
  }

  /** The tasks of a bar of a widget; undefined where it has no such bar. */
  bar(widget: Widget, key: string): BarTasks | undefined {
    const bar = barsOf(widget, this.#figures(widget)).find((one) => one.key === key);
    if (!bar) return undefined;
    const within = widget.lists
      ? { lists: [...widget.lists], name: this.lists(widget).names.join(', ') }
      : { space: this.#space.known.id, name: spaceName(this.#space) };
    return { tasks: bar.tasks, filter: { ...EVERYTHING, within, ...this.#fields(widget, bar) } };
  }

  #fields({ type }: Widget, { key, tasks }: Bar): Partial<TaskFilter> {
    switch (type) {
      case 'status':
        return { status: TASK_STATUSES.find((status) => status === key) };
      case 'priority':
        return { priority: TASK_PRIORITIES.find((priority) => priority === key), hideCompleted: true };
      case 'assignee':
        return {
          assignee:
            key === NOBODY
              ? 'nobody'
              : { id: key, name: personName(asId(key), this.#spaceOf(tasks), this.#parts.desk) },
          hideCompleted: true,
        };
      case 'due':
        return { due: DUE_BUCKETS.find((due) => due === key) };
      case 'count':
        return key === 'left' ? { hideCompleted: true } : key === 'completed' ? { status: 'completed' } : {};
      case 'burnup':
        return {};
    }
  }

  #figures({ lists }: Widget): Figures {
    const of = JSON.stringify(lists ?? null);
    const counted = this.#counted.get(of);
    if (counted) return counted;
    const { desk, environment } = this.#parts;
    const sources = lists === undefined ? [this.#space] : desk.spaces;
    const figures = figuresOf(
      sources.map(({ known, replica }) => ({ id: known.id, view: replica.view })),
      { lists, now: new Date(environment.now()), dues: DUE_BUCKETS, dueOf: dueBucket },
    );
    this.#counted.set(of, figures);
    return figures;
  }

  #person(user: UserId, tasks: readonly CountedTask[]): Pick<ShownBar, 'name' | 'isMe'> {
    const { desk } = this.#parts;
    return { name: nameForOthers(user, desk), ...(user === meIn(this.#spaceOf(tasks), desk) && { isMe: true }) };
  }

  #spaceOf(tasks: readonly CountedTask[]): OpenSpace {
    return this.#parts.desk.space(tasks[0]?.space ?? '') ?? this.#space;
  }
}

/** The bars of a widget: of a count how many there are, are left, and are done. */
function barsOf({ type }: Widget, figures: Figures): readonly Bar[] {
  if (type === 'burnup') return [];
  if (type !== 'count') return figures[type];
  const { tasks } = figures;
  return [
    { key: 'all', tasks },
    { key: 'left', tasks: tasks.filter(({ task }) => task.status !== 'completed') },
    { key: 'completed', tasks: tasks.filter(({ task }) => task.status === 'completed') },
  ];
}
