/** What the commands on filter and grouping do: ask how the tree is to be looked at. */
import { t } from '@vscode/l10n';
import { DUE_BUCKETS } from '../../../shared/due';
import { dueTitle, statusWord } from '../../../shared/field-words';
import { TASK_STATUSES } from '../../../shared/layout';
import { isSame } from '../../../shared/operations/pen';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import { peopleOf } from '../people';
import type { Prompt } from '../prompt';
import type { TaskFilter } from '../tree/task-filter';
import { GROUPINGS, type Grouping, type TreeLens } from '../tree/tree-lens';

/** Filtering and grouping, as a person asks for it. */
export class LensCommands {
  readonly #lens: TreeLens;
  readonly #desk: Desk;
  readonly #prompt: Prompt;

  /** @param desk whose people can be picked to filter by */
  constructor(lens: TreeLens, desk: Desk, prompt: Prompt) {
    this.#lens = lens;
    this.#desk = desk;
    this.#prompt = prompt;
  }

  /** Shows only tasks whose name or description holds what the person types; an empty line takes that back. */
  async filterByText(): Promise<void> {
    const text = await this.#prompt.line({
      title: t('Filter Tasks'),
      prompt: t('Show only tasks with this text. Leave it empty to show all.'),
      value: this.#lens.filter.text,
      refuse: (typed) => (typed.length > 200 ? t('At most 200 characters.') : undefined),
    });
    if (text !== undefined) this.#lens.refine({ text: text.trim() });
  }

  /** Shows only tasks of a status, a due date or an assignee that the person picks. */
  async filterBy(): Promise<void> {
    const now = this.#lens.filter;
    const choice = (part: keyof typeof PART, label: string, parts: Partial<TaskFilter>) => ({
      label: capital(label),
      description: isPartOf(now, parts) ? t('{0}, on', PART[part]()) : PART[part](),
      value: parts,
    });
    const parts = await this.#prompt.pick(t('Show only which tasks?'), [
      choice('assignee', t('assigned to me'), { assignee: 'me' }),
      choice('assignee', t('assigned to nobody'), { assignee: 'nobody' }),
      ...this.#others().map((assignee) =>
        choice('assignee', t('assigned to {0}', shownText(assignee.name)), { assignee }),
      ),
      ...DUE_BUCKETS.map((due) => choice('due', dueTitle(due), { due })),
      ...TASK_STATUSES.map((status) => choice('status', statusWord(status), { status })),
    ]);
    if (!parts) return;
    // What is on already is taken off by picking it again.
    const off = Object.fromEntries(Object.keys(parts).map((key) => [key, undefined]));
    this.#lens.refine(isPartOf(now, parts) ? (off as Partial<TaskFilter>) : parts);
  }

  /** Everyone but oneself who can be given tasks of any space, by name. */
  #others(): readonly { readonly id: string; readonly name: string }[] {
    const others = new Map<string, string>();
    for (const space of this.#desk.spaces) {
      const [, ...people] = peopleOf(space, this.#desk);
      for (const { id, name } of people) others.set(id, name);
    }
    return [...others].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Hides what is completed, or shows it again. */
  async hideCompleted(hideCompleted: boolean): Promise<void> {
    this.#lens.refine({ hideCompleted });
  }

  /** Shows everything again. */
  async clear(): Promise<void> {
    this.#lens.clear();
  }

  /** Groups the tasks of each list by what the person picks. */
  async groupBy(): Promise<void> {
    const by = await this.#prompt.pick(
      t('Group the tasks of a list by what?'),
      GROUPINGS.map((value) => ({
        label: groupingTitle(value),
        description: value === this.#lens.grouping ? t('as it is') : '',
        value,
      })),
    );
    if (by !== undefined) this.#lens.group(by);
  }
}

function isPartOf(filter: TaskFilter, parts: Partial<TaskFilter>): boolean {
  return Object.entries(parts).every(([key, value]) => isSame(filter[key as keyof TaskFilter], value));
}

/** What a choice of the filter is about. */
const PART = { assignee: () => t('assignee'), due: () => t('due'), status: () => t('status') } as const;

function groupingTitle(by: Grouping): string {
  switch (by) {
    case 'section':
      return t('Section');
    case 'status':
      return t('Status');
    case 'priority':
      return t('Priority');
    case 'due':
      return t('Due Date');
    case 'assignee':
      return t('Assignee');
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
