/** Tasks as a Markdown checklist, to be pasted anywhere: nested as in the tree, lists and sections as headings. */
import { t } from '@vscode/l10n';
import { figuresText } from '../../../shared/dates';
import { statusInSentence } from '../../../shared/field-words';
import type { TaskPriority } from '../../../shared/layout';
import type { SpaceRecord, TaskRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { OpenSpace } from '../open-space';
import { topmost } from './move-plan';
import type { NodeContent } from './task-tree';

/**
 * The checklist of some places of the tree, each with all that lies under it: in their order, but single tasks first, so that none stands
 * under the heading of a section that it is not in.
 * @returns Markdown that ends with a line break; empty where there is nothing to write
 */
export function tasksMarkdown(contents: readonly NodeContent[]): string {
  const held = topmost(contents);
  const tasks = held.filter(({ record }) => record.kind === 'task');
  const blocks: (readonly string[])[] = [tasks.flatMap(({ space, record }) => taskLines(space, record, 0))];
  for (const content of contents) {
    if (content.kind !== 'space') continue;
    for (const list of content.space.replica.view.lists('task')) blocks.push(listLines(content.space, list));
  }
  for (const { space, record } of held) if (record.kind !== 'task') blocks.push(listLines(space, record));
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function listLines(space: OpenSpace, record: SpaceRecord): readonly string[] {
  const { view } = space.replica;
  if (record.kind === 'list') {
    const sections = view.sections(record.id).flatMap((section) => ['', ...listLines(space, section)]);
    return [`# ${escaped(record.name)}`, ...sections];
  }
  const tasks = record.kind === 'section' ? view.tasks({ kind: 'section', id: record.id }) : [];
  const heading = `## ${escaped(record.name)}`;
  return tasks.length === 0 ? [heading] : [heading, '', ...tasks.flatMap((task) => taskLines(space, task, 0))];
}

function taskLines(space: OpenSpace, record: SpaceRecord, depth: number): readonly string[] {
  if (record.kind !== 'task') return [];
  const subtasks = space.replica.view.tasks({ kind: 'task', id: record.id });
  return [`${'  '.repeat(depth)}${lineOf(record)}`, ...subtasks.flatMap((task) => taskLines(space, task, depth + 1))];
}

function lineOf({ name, status, priority, dueDate }: TaskRecord): string {
  const notes = [
    status === 'open' || status === 'completed' ? undefined : statusInSentence(status),
    priority === 'none' ? undefined : priorityNote(priority),
    dueDate && t('due {0}', figuresText(dueDate)),
  ].filter((note) => note !== undefined);
  const box = status === 'completed' ? '[x]' : '[ ]';
  return `- ${box} ${escaped(name)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

function priorityNote(priority: Exclude<TaskPriority, 'none'>): string {
  switch (priority) {
    case 'low':
      return t('low priority');
    case 'medium':
      return t('medium priority');
    case 'high':
      return t('high priority');
  }
}

/** A name as Markdown shows it letter for letter. */
function escaped(name: string): string {
  return shownText(name).replace(/[\\`*_{}[\]<>#|~$&!]/g, '\\$&');
}
