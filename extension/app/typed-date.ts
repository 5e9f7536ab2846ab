/** Dates that people type, alone or at the start or end of a line. Where it is in doubt whether words are a date, they are not. */
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import type { IsoDate } from '../../shared/dates';
import { toIsoDate, toMoment } from '../../shared/dates';
import { dayOf, type FoundDate, isDoubtful, withoutLeadIn } from './doubtful-date';

/** A date in a line, with what the line says beside it. */
export interface DateInLine {
  readonly rest: string;
  /** A day is midnight UTC of that calendar day, wherever the person is; with a time of day it is that moment. */
  readonly date: IsoDate;
}

/** No task is due later than in so many years: such a figure is part of what is to be done. */
const YEARS_AHEAD = 100;

/**
 * Finds the date at the end or the start of a line, with words on the other side of it that make sense without it.
 * @param now the moment that "tomorrow" is told from, in the person's own time zone
 * @param language of the date words, such as `en` or `de-AT`; English for those not known
 * @returns undefined where there is none, and where what looks like one may be part of what is said: "read the minutes of Monday",
 *   "every friday", "last week", "Black Friday"
 */
export function dateInLine(line: string, now: Date, language: string): DateInLine | undefined {
  const dates = parse(line, now, language).filter(
    (found) => isSound(found, now) && !isDoubtful(found, line.slice(0, found.index), now, languageOf(language)),
  );
  for (const found of dates.toReversed()) {
    const rest = restOf(line.slice(0, found.index), found, line.slice(endOf(found)));
    if (rest !== undefined && !isBesideAnother(found, dates, line)) return { rest, date: dateOf(found) };
  }
  return undefined;
}

/**
 * Reads a text that is a date and nothing else, a past one too: "friday", "5 Dec 14:00", "2026-12-05".
 * @returns the date in the form of `DateInLine`; undefined where the text is anything else, or more than a date
 */
export function wholeDate(text: string, now: Date, language: string): IsoDate | undefined {
  const typed = text.trim();
  const [found, ...others] = parse(typed, now, language);
  if (!found || others.length > 0 || found.end || !isSound(found, now)) return undefined;
  const before = withoutLeadIn(typed.slice(0, found.index), found);
  const after = typed.slice(found.index + found.text.length).trim();
  return before === '' && (after === '' || after === '.') ? dateOf(found) : undefined;
}

function parse(text: string, now: Date, language: string): FoundDate[] {
  const parser = languageOf(language) === 'de' ? german : en;
  return parser.parse(text, now, { forwardDate: true });
}

function languageOf(language: string): 'de' | 'en' {
  return language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

const german = de.casual.clone();
// chrono takes each number for an hour: "Kapitel 3 Freitag", "Kapitel 3 am 24.12.2026".
german.parsers = german.parsers.map((parser) => ({
  pattern: (context) => parser.pattern(context),
  extract: (context, match) => {
    const found = parser.extract(context, match);
    return found && 'text' in found && /^\d{1,2}(?:\s+am)?$/i.test(`${found.text}`) ? null : found;
  },
}));
// "am 5.12.", which chrono does not know: a day and a month without a year. Without the last dot it may be a version.
german.parsers.push({
  pattern: () => /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)|(?<!\S)(?:am|bis|zum)\s+(\d{1,2})\.(\d{1,2})(?![\d.])/i,
  extract: (_, match) => {
    const day = Number(match[1] ?? match[3]);
    const month = Number(match[2] ?? match[4]);
    return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? { day, month } : null;
  },
});

/** What is left of a line without its date; undefined where the date stands in the middle, or is part of a word. */
function restOf(before: string, found: FoundDate, after: string): string | undefined {
  if (!/(?:^|\s)$/.test(before) || !/^(?:$|\s|[.!,;:]+(?:\s|$))/.test(after)) return undefined;
  const head = withoutLeadIn(before, found).replace(/[\s,;:–-]+$/, '');
  const tail = after.replace(/^[.!,;:]+/, '').trim();
  return head !== '' && tail !== '' ? undefined : `${head}${tail}`;
}

/** Whether another date follows or goes before at once: "friday in 3 weeks" means neither of the two. */
function isBesideAnother(found: FoundDate, dates: readonly FoundDate[], line: string): boolean {
  const isGap = (from: number, to: number) => /^[\s,]+$/.test(line.slice(from, to));
  return dates.some((other) => isGap(endOf(other), found.index) || isGap(endOf(found), other.index));
}

function endOf({ index, text }: FoundDate): number {
  return index + text.length;
}

/** Whether a date is one of the calendar, as people mean it. chrono reads 2026-13-01 as the 13th of January. */
function isSound({ text, start }: FoundDate, now: Date): boolean {
  const figures = /^\d{4}[-/.](\d{1,2})[-/.]\d{1,2}/.exec(text);
  if (figures && Number(figures[1]) > 12) return false;
  return (start.get('year') ?? 0) <= now.getFullYear() + YEARS_AHEAD;
}

function dateOf({ start }: FoundDate): IsoDate {
  return start.isCertain('hour') ? toMoment(start.date().getTime()) : toIsoDate(dayOf(start));
}
