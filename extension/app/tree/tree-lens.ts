/** How the tree of tasks is looked at: which filter is on and what lists are grouped by, kept for the workspace. */
import * as z from 'zod';
import type { SpaceRecord } from '../../../shared/records';
import { type Disposable, Emitter } from '../event';
import type { KeptValue } from '../kept-value';
import { EVERYTHING, isFiltering, readFilter, type TaskFilter } from './task-filter';

/** What the tasks of a list are grouped by: its own sections, or something else. */
export const GROUPINGS = ['section', 'status', 'priority', 'due', 'assignee'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** How the tree is looked at where the person has chosen nothing yet. */
export interface FirstLook {
  readonly hideCompleted: boolean;
  readonly grouping: Grouping;
}

const keptSchema = z.object({ filter: z.unknown(), grouping: z.enum(GROUPINGS).catch('section') });

/** The way that a tree is looked at, live. */
export class TreeLens implements Disposable {
  readonly #kept: KeptValue;
  readonly #changed = new Emitter<void>();
  #filter: TaskFilter;
  #grouping: Grouping;
  #isChosen: boolean;
  /** Records that are shown whatever the filter says, until that changes, by their ids. */
  readonly #excepted = new Map<string, Pick<SpaceRecord, 'kind' | 'id'>>();

  /** @param kept where it is kept what the person has chosen; what cannot be read counts as nothing */
  constructor(kept: KeptValue) {
    this.#kept = kept;
    const read = keptSchema.safeParse(kept.load()).data;
    this.#filter = readFilter(read?.filter);
    this.#grouping = read?.grouping ?? 'section';
    this.#isChosen = read !== undefined;
  }

  /** Looks at the tree in that way, unless the person has chosen one here. */
  begin({ hideCompleted, grouping }: FirstLook): void {
    const isSame = this.#filter.hideCompleted === hideCompleted && this.#grouping === grouping;
    if (this.#isChosen || isSame) return;
    this.#filter = { ...EVERYTHING, hideCompleted };
    this.#grouping = grouping;
    this.#excepted.clear();
    this.#changed.fire();
  }

  /** What is shown though the filter leaves it out. */
  get excepted(): readonly Pick<SpaceRecord, 'kind' | 'id'>[] {
    return [...this.#excepted.values()];
  }

  /** Shows a record whatever the filter says, until that changes: it was just added or asked for, and would vanish without a word. */
  except({ kind, id }: Pick<SpaceRecord, 'kind' | 'id'>): void {
    this.#excepted.set(id, { kind, id });
    this.#changed.fire();
  }

  get filter(): TaskFilter {
    return this.#filter;
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  /** Whether the tree shows less than there is. */
  get filtering(): boolean {
    return isFiltering(this.#filter);
  }

  /** Whether a change anywhere in a space can change what is shown elsewhere in it. */
  get isPlain(): boolean {
    return !this.filtering && this.#grouping === 'section';
  }

  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** Sets parts of the filter. */
  refine(parts: Partial<TaskFilter>): void {
    this.#excepted.clear();
    this.#filter = { ...this.#filter, ...parts };
    this.#keep();
  }

  /** Shows what a filter lets through and nothing else, whatever was filtered by before. */
  look(filter: TaskFilter): void {
    this.#excepted.clear();
    this.#filter = filter;
    this.#keep();
  }

  /** Shows everything again; the grouping stays. */
  clear(): void {
    this.look(EVERYTHING);
  }

  group(by: Grouping): void {
    this.#grouping = by;
    this.#keep();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #keep(): void {
    this.#isChosen = true;
    this.#kept.save({ filter: this.#filter, grouping: this.#grouping });
    this.#changed.fire();
  }
}
