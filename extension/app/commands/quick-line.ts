/** The line in which a task or a date is typed: what is refused, and how it is understood while it is typed. */
import type { IsoDate } from '../../../shared/dates';
import { MAX } from '../../../shared/layout';
import { dueText } from '../due-date';
import type { Prompt } from '../prompt';
import { parseDueDate, parseQuickTask, type QuickTask } from '../quick-add';
import { shownText } from '../shown-text';
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
    placeholder: 'What is to be done? For example: ship docs friday !high',
    refuse: (text) => fault(read(text).name),
    hint: (text) => {
      const { name, dueDate, priority } = read(text);
      if (dueDate === undefined && priority === undefined) return undefined;
      const due = dueDate && `due ${dueText(dueDate, new Date(now()), language)}`;
      return [`“${shownText(name)}”`, due, priority && `priority ${priority}`].filter((part) => part).join(' · ');
    },
  });
  return line === undefined ? undefined : read(line);
}

/** Asks for a due date, as `askDate` does. */
export function askDueDate(prompt: Prompt, now: () => IsoDate): Promise<IsoDate | null | undefined> {
  const words = { title: 'Set Due Date', prompt: 'When is it due? Leave it empty for no due date.' };
  return askDate(prompt, now, words, 'Due ');
}

/**
 * Asks for a date in words or figures.
 * @param reads said before the date, as it is understood while it is typed
 * @returns the date, null for none, undefined where the person went away
 */
export async function askDate(
  prompt: Prompt,
  now: () => IsoDate,
  words: { readonly title: string; readonly prompt: string },
  reads = '',
): Promise<IsoDate | null | undefined> {
  const { language } = prompt;
  const read = (text: string) => parseDueDate(text, new Date(now()), language);
  const line = await prompt.line({
    ...words,
    placeholder: 'tomorrow, friday, 5 december, 2026-12-05 14:00',
    refuse: (text) =>
      text.trim() === '' || read(text) ? undefined : 'That is no date. Try “tomorrow”, “friday” or “2026-12-05”.',
    hint: (text) => {
      const date = read(text);
      return date ? `${reads}${dueText(date, new Date(now()), language)}` : undefined;
    },
  });
  if (line === undefined) return undefined;
  return read(line) ?? null;
}
