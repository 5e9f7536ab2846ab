/** The line in which a task or a date is typed: what is refused, and how it is understood while it is typed. */
import { t } from '@vscode/l10n';
import type { IsoDate } from '../../../shared/dates';
import { MAX, type TaskPriority } from '../../../shared/layout';
import { dueText } from '../due-date';
import type { Prompt } from '../prompt';
import { parseQuickTask, type QuickTask } from '../quick-add';
import { quoted } from '../quoted';
import { wholeDate } from '../typed-date';
import { nameFault } from './name-fault';

/**
 * Asks for a task in one line, "ship docs friday !high", and shows while it is typed what of it is a date and a priority.
 * @returns what it says; undefined where the person went away
 */
export async function askTask(
  prompt: Prompt,
  now: () => IsoDate,
  words: { readonly title: string; readonly prompt: string },
): Promise<QuickTask | undefined> {
  const { language } = prompt;
  const read = (text: string) => parseQuickTask(text, new Date(now()), language);
  const fault = nameFault(MAX.taskName);
  const line = await prompt.line({
    ...words,
    placeholder: t('What is to be done? For example: ship docs friday !high'),
    refuse: (text) => fault(read(text).name),
    hint: (text) => {
      const { name, dueDate, priority } = read(text);
      if (dueDate === undefined && priority === undefined) return undefined;
      const due = dueDate && t('due {0}', dueText(dueDate, new Date(now()), language));
      return [quoted(name), due, priority && priorityText(priority)].filter((part) => part).join(' · ');
    },
  });
  return line === undefined ? undefined : read(line);
}

/** Asks for a due date, as `askDate` does. */
export function askDueDate(prompt: Prompt, now: () => IsoDate): Promise<IsoDate | null | undefined> {
  const words = { title: t('Set Due Date'), prompt: t('When is it due? Leave it empty for no due date.') };
  return askDate(prompt, now, words, undefined, (date) => t('Due {0}', date));
}

/**
 * Asks for a date in words or figures.
 * @param from the earliest that it may be
 * @param reads says how a date is understood while it is typed
 * @returns the date, null for none, undefined where the person went away
 */
export async function askDate(
  prompt: Prompt,
  now: () => IsoDate,
  words: { readonly title: string; readonly prompt: string },
  from?: IsoDate,
  reads: (date: string) => string = (date) => date,
): Promise<IsoDate | null | undefined> {
  const { language } = prompt;
  const read = (text: string) => wholeDate(text, new Date(now()), language);
  const line = await prompt.line({
    ...words,
    placeholder: t('tomorrow, friday, 5 december, 2026-12-05 14:00'),
    refuse: (text) => {
      if (text.trim() === '') return undefined;
      const date = read(text);
      if (!date) return t('That is no date. Try “tomorrow”, “friday” or “2026-12-05”.');
      if (from === undefined || date >= from) return undefined;
      return t('That is before it starts: {0}.', dueText(from, new Date(now()), language));
    },
    hint: (text) => {
      const date = read(text);
      return date ? reads(dueText(date, new Date(now()), language)) : undefined;
    },
  });
  if (line === undefined) return undefined;
  return read(line) ?? null;
}

function priorityText(priority: TaskPriority): string {
  switch (priority) {
    case 'none':
      return t('priority none');
    case 'low':
      return t('priority low');
    case 'medium':
      return t('priority medium');
    case 'high':
      return t('priority high');
  }
}
