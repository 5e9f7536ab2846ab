/** What looks like a date in a line and may belong to what is to be done: "every friday", "last week", "a timeout of 30 seconds". */
import type { ParsedResult } from 'chrono-node/en';

/** A date as chrono finds it in a line. */
export type FoundDate = ParsedResult;

/**
 * Tells whether what looks like a date may be part of a name.
 * @param before what the line says before it
 * @param language in which the line is read
 */
export function isDoubtful(found: FoundDate, before: string, now: Date, language: 'de' | 'en'): boolean {
  const { text, start, end } = found;
  // A span has two dates, and a task is due once.
  if (end) return true;
  // "this week", "night", "now": no day that one could name.
  if (/^(?:now|jetzt)$/i.test(text)) return true;
  if (!(['day', 'weekday', 'month', 'year', 'hour'] as const).some((part) => start.isCertain(part))) return true;
  const head = withoutLeadIn(before, found);
  // "late 2026-12-31" is what is late, and when.
  if (PART_OF_A_DAY.test(head) && !/^\d{4}-/.test(text)) return true;
  if (BELONGS.test(head) || RECURS.test(before.trim())) return true;
  if (isLength(found) || isMonth(found, before) || isBareTime(found, before)) return true;
  if (isNumber(text, head, language)) return true;
  const isLedTo = head !== before.trim();
  if (!isLedTo && (OTHER_WORD.test(text) || /^\d{1,2}\/\d{1,2}$/.test(text))) return true;
  // In German a noun: the morning. "Morgen" as the first word is tomorrow.
  if (before.trim() !== '' && /^(?:Morgen|Mittag|Nachmittag|Abend)$/.test(text)) return true;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const isPast = dayOf(start) < today;
  return isPast && !/\d{4}/.test(text);
}

/** What a line says before a date, without the words that lead to it and say nothing without it: "ship by", "meet at". */
export function withoutLeadIn(before: string, found: FoundDate): string {
  return before
    .trim()
    .replace(isTime(found) ? LEAD_TO_TIME : LEAD_IN, '')
    .trim();
}

/** The day of a date, as midnight UTC. */
export function dayOf(start: FoundDate['start']): number {
  return Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, start.get('day') ?? 1);
}

/** Whether it says how long and not when: "24h", "last 8 hours". "In 3 days" says when, seconds are nobody's due date. */
function isLength(found: FoundDate): boolean {
  if (!found.tags().has('result/relativeDate')) return false;
  return SECONDS.test(found.text) || !FROM_A_MOMENT.test(found.text);
}

/** Whether it is a month, which may be a name or what something is about: "ask April", "invoice 12/2026". "By April" is a date. */
function isMonth(found: FoundDate, before: string): boolean {
  const { start } = found;
  const isDay = start.isCertain('day') || start.isCertain('weekday') || start.isCertain('hour');
  return (
    start.isCertain('month') && !isDay && !found.tags().has('result/relativeDate') && !DEADLINE.test(before.trim())
  );
}

/** Whether it is a clock time that may be a verse, a ratio, a line, a number: "John 3:16", "cap at 5". */
function isBareTime(found: FoundDate, before: string): boolean {
  if (!isTime(found)) return false;
  const { text } = found;
  // "8pm", "17 Uhr"
  if (/^(?:at\s+|um\s+)?\d[\d:.]*\s*\p{L}/iu.test(text)) return false;
  const isExact = /\d[:.]\d\d|noon|midnight/i.test(text);
  const isLedTo = /^(?:at|um)\s/i.test(text) || LEAD_TO_TIME.test(before.trim());
  const isFirst = before.trim() === '' && /^\d/.test(text);
  return !(isExact && (isLedTo || isFirst));
}

/** Whether figures may be the number of something, or another day: "version 4.5.2027", in English "4.5.2027" at all. */
function isNumber(text: string, head: string, language: 'de' | 'en'): boolean {
  if (!/^\d{1,2}[./]/.test(text)) return false;
  if (NUMBERED.test(head)) return true;
  const [, first, second, year] = /^(\d{1,2})\.(\d{1,2})\.(\d+)/.exec(text) ?? [];
  if (language === 'de' || year === undefined) return false;
  return year.length < 4 || (Number(first) <= 12 && Number(second) <= 12 && first !== second);
}

/** Whether it is a time of day without a day. */
function isTime({ start }: FoundDate): boolean {
  return (
    start.isCertain('hour') && !(['day', 'weekday', 'month', 'year'] as const).some((part) => start.isCertain(part))
  );
}

/** Words that lead to a day and say nothing without it. */
const LEAD_IN =
  /(?:(?:^|\s+)(?:by|on|due|until|till|(?:this\s+|the\s+)?(?:up)?coming|later|bis(?:\s+zum)?|am|fällig|spätestens|kommende[mnrs]?))+$/i;

/** Words that lead to a time of day and say nothing without it. */
const LEAD_TO_TIME = /(?:(?:^|\s+)(?:by|at|@|due|until|till|bis|um|fällig|spätestens))+$/i;

/** Words that lead to the time until when. */
const DEADLINE = /(?:^|\s)(?:by|due|until|till|bis|fällig)$/i;

/** A length with the moment that it is counted from, and what follows this week or month. */
const FROM_A_MOMENT =
  /^(?:in|within)\s|^\+|\sfrom\snow$|\s(?:after|before|from)\s+\S|^(?:end of\s+)?(?:next|nächste\p{L}*|kommende\p{L}*)\s+\p{L}+$/iu;

/** A length in seconds. */
const SECONDS = /(?:\d|\s)(?:s|secs?|seconds?|sek\p{L}*)\b/iu;

/** What is numbered in figures. */
const NUMBERED =
  /(?:^|\s)(?:v|ver|version|release|rev|revision|build|patch|tag|chapter|section|part|page|line|step|figure|table|item|issue|ticket|bug|pr|no|nr|kapitel|abschnitt|teil|seite|zeile|schritt|punkt|ziffer|bild|abbildung|tabelle)[.:]?$/i;

/** Words after which a date belongs to what is said before it. */
const BELONGS =
  /(?:^|\s)(?:of|from|about|around|since|for|before|after|during|between|to|with|and|or|than|per|the|a|last|past|good|black|cyber|casual|ash|easter|holy|von|vom|seit|über|für|vor|nach|zum|zur|ab|mit|auf|und|oder|der|die|das|dem|den|gegen|anfang|mitte|ende|letzte[nrs]?|gute[nrs]?|schöne[nrs]?)$/i;

/** Words of which only a day that has a name makes one: "late friday". */
const PART_OF_A_DAY = /(?:^|\s)(?:early|late)$/i;

/** A task is due once; how it would come back is for the person to keep. */
const RECURS =
  /(?:^|\s)(?:(?:every|each|jede[nrsm]?|alle)(?:\s+(?:other|second|third|zweite[nrs]?|dritte[nrs]?|\d+))?|(?:daily|weekly|monthly|yearly|täglich|wöchentlich|monatlich|jährlich)(?:\s+(?:on|am))?)$/i;

/** Short names of days and months that are words of their own as well. */
const OTHER_WORD = /^(?:sun|sat|wed|mar|may|march|mo|di|mi|do|fr|sa|so)$/i;
