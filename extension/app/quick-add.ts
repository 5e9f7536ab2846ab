/** Quick add: a task typed as one line, "ship docs friday !high", taken apart into name, due date and priority. */
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import type { IsoDate } from '../../shared/dates';
import { toIsoDate } from '../../shared/dates';
import type { TaskPriority } from '../../shared/layout';

/** What a line says. */
export interface QuickTask {
  /** The line without what was understood; never empty where the line is not. */
  readonly name: string;
  /** A day is midnight UTC of that calendar day, wherever the person is; with a time of day it is that moment. */
  readonly dueDate: IsoDate | undefined;
  readonly priority: TaskPriority | undefined;
}

const PRIORITIES: Readonly<Record<string, TaskPriority>> = {
  '!': 'medium',
  '!!': 'high',
  '!none': 'none',
  '!low': 'low',
  '!medium': 'medium',
  '!high': 'high',
  '!niedrig': 'low',
  '!mittel': 'medium',
  '!hoch': 'high',
};

/**
 * Takes a line apart. A date counts only at the end or the start of what is left, so that "read Monday's minutes by Bo" keeps its name;
 * whoever wants a date word in a name puts the name in quotes.
 * @param line what was typed
 * @param now the moment that "tomorrow" is told from, in the person's own time zone
 * @param language of the date words, such as `en` or `de-AT`; English for those not known
 */
export function parseQuickTask(line: string, now: Date, language = 'en'): QuickTask {
  const typed = line.trim();
  const quoted = /^"([^"]+)"\s*(.*)$/s.exec(typed);
  const { rest, priority } = takePriority(quoted ? (quoted[2] ?? '') : typed);
  const date = takeDate(rest, now, language);
  const name = quoted?.[1]?.trim() || date.rest;
  // A line of nothing but date words is a name: a task must be called something.
  if (name === '') return { name: rest || typed, dueDate: undefined, priority: rest ? priority : undefined };
  return { name, dueDate: date.dueDate, priority };
}

/**
 * Reads a date in words or figures: "friday", "5 Dec 14:00", "2026-12-05".
 * @returns the date in the form of `QuickTask`; undefined where the text is anything else, or more than a date
 */
export function parseDueDate(text: string, now: Date, language = 'en'): IsoDate | undefined {
  const { rest, dueDate } = takeDate(text.trim(), now, language);
  return rest === '' ? dueDate : undefined;
}

function takePriority(text: string): { rest: string; priority: TaskPriority | undefined } {
  let priority: TaskPriority | undefined;
  const words = text.split(/\s+/).filter((word) => {
    const found = PRIORITIES[word.toLowerCase()];
    if (found !== undefined) priority = found;
    return found === undefined && word !== '';
  });
  return { rest: priority === undefined ? text.trim() : words.join(' '), priority };
}

function takeDate(text: string, now: Date, language: string): { rest: string; dueDate: IsoDate | undefined } {
  const parser = language.toLowerCase().startsWith('de') ? de : en;
  const found = parser.parse(text, now, { forwardDate: true }).at(-1);
  if (!found) return { rest: text, dueDate: undefined };
  const before = text.slice(0, found.index).trim().replace(LEAD_IN, '').trim();
  const after = text.slice(found.index + found.text.length).trim();
  // In the middle of a name it is a part of the name.
  if (before !== '' && after !== '') return { rest: text, dueDate: undefined };
  const start = found.start;
  const dueDate = start.isCertain('hour')
    ? toIsoDate(start.date().getTime())
    : toIsoDate(Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1));
  return { rest: `${before}${after}`, dueDate };
}

/** A word that leads to a date and says nothing without it. */
const LEAD_IN = /(?:^|\s)(?:by|on|due|until|till|bis|am|fällig)$/i;
