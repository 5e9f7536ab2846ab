/** Dates that people type, alone or at the start or end of a line. Where it is in doubt whether words are a date, they are not. */
import * as de from 'chrono-node/de';
import * as en from 'chrono-node/en';
import type { IsoDate } from '../../shared/dates';
import { toIsoDate } from '../../shared/dates';

type Found = ReturnType<typeof en.parse>[number];

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
  for (const found of parse(line, now, language).reverse()) {
    const before = line.slice(0, found.index);
    const after = line.slice(found.index + found.text.length);
    const rest = restOf(before, after);
    if (rest === undefined || !isSound(found, now) || isPartOfName(found, before, now)) continue;
    return { rest, date: dateOf(found) };
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
  const before = typed.slice(0, found.index).trim().replace(LEAD_IN, '').trim();
  const after = typed.slice(found.index + found.text.length).trim();
  return before === '' && (after === '' || after === '.') ? dateOf(found) : undefined;
}

function parse(text: string, now: Date, language: string): Found[] {
  const parser = language.toLowerCase().startsWith('de') ? german : en;
  return parser.parse(text, now, { forwardDate: true });
}

/** "am 5.12.", which chrono does not know: a day and a month without a year. Without the last dot it may be a version. */
const german = de.casual.clone();
german.parsers.push({
  pattern: () => /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)|(?<!\S)(?:am|bis|zum)\s+(\d{1,2})\.(\d{1,2})(?![\d.])/i,
  extract: (_, match) => {
    const day = Number(match[1] ?? match[3]);
    const month = Number(match[2] ?? match[4]);
    return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? { day, month } : null;
  },
});

/** What is left of a line without its date; undefined where the date stands in the middle, or is part of a word. */
function restOf(before: string, after: string): string | undefined {
  if (!/(?:^|\s)$/.test(before) || !/^(?:$|\s|[.!,;:]+(?:\s|$))/.test(after)) return undefined;
  const head = before
    .trim()
    .replace(LEAD_IN, '')
    .replace(/[\s,;:–-]+$/, '');
  const tail = after.replace(/^[.!,;:]+/, '').trim();
  return head !== '' && tail !== '' ? undefined : `${head}${tail}`;
}

/** Whether a date is one of the calendar, as people mean it. chrono reads 2026-13-01 as the 13th of January. */
function isSound({ text, start }: Found, now: Date): boolean {
  const figures = /^\d{4}[-/.](\d{1,2})[-/.]\d{1,2}/.exec(text);
  if (figures && Number(figures[1]) > 12) return false;
  return (start.get('year') ?? 0) <= now.getFullYear() + YEARS_AHEAD;
}

/** Whether what looks like a date may belong to what is to be done. */
function isPartOfName({ text, start, end }: Found, before: string, now: Date): boolean {
  const isLedTo = LEAD_IN.test(before.trim());
  // A span has two dates, and a task is due once.
  if (end) return true;
  // "this week", "night", "now": no day that one could name.
  if (/^(?:now|jetzt)$/i.test(text)) return true;
  if (!(['day', 'weekday', 'month', 'year', 'hour'] as const).some((part) => start.isCertain(part))) return true;
  if (BELONGS.test(before.trim()) || RECURS.test(before.trim())) return true;
  if (!isLedTo && (OTHER_WORD.test(text) || /^\d{1,2}\/\d{1,2}$/.test(text))) return true;
  // In German a noun: the morning. "Morgen" as the first word is tomorrow.
  if (before.trim() !== '' && /^(?:Morgen|Mittag|Nachmittag|Abend)$/.test(text)) return true;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const isPast = dayOf(start) < today;
  return isPast && !/\d{4}/.test(text);
}

function dateOf({ start }: Found): IsoDate {
  return toIsoDate(start.isCertain('hour') ? start.date().getTime() : dayOf(start));
}

function dayOf(start: Found['start']): number {
  return Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1);
}

/** A word that leads to a date and says nothing without it. */
const LEAD_IN = /(?:^|\s)(?:by|on|due|until|till|bis|am|fällig)$/i;

/** Words after which a date belongs to what is said before it. */
const BELONGS =
  /(?:^|\s)(?:of|from|about|since|for|before|after|during|between|to|with|and|or|than|per|the|a|last|past|good|black|cyber|casual|ash|easter|holy|von|vom|seit|über|für|vor|nach|zum|zur|ab|mit|auf|und|oder|der|die|das|dem|den|letzte[nrs]?|gute[nrs]?|schöne[nrs]?)$/i;

/** A task is due once; how it would come back is for the person to keep. */
const RECURS =
  /(?:^|\s)(?:(?:every|each|jede[nrsm]?|alle)(?:\s+(?:other|second|third|zweite[nrs]?|dritte[nrs]?|\d+))?|(?:daily|weekly|monthly|yearly|täglich|wöchentlich|monatlich|jährlich)(?:\s+(?:on|am))?)$/i;

/** Short names of days and months that are words of their own as well. */
const OTHER_WORD = /^(?:sun|sat|wed|mar|may|march|mo|di|mi|do|fr|sa|so)$/i;
