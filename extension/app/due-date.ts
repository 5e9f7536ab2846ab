/** Due dates as people read them: which day it is, and whether it has passed. */
import { dateWords } from '../../shared/date-words';
import { type IsoDate, isDay } from '../../shared/dates';
import type { Due, DueBucket } from '../../shared/due';

/**
 * Compares a due date with now: a day by the calendar of the person's own time zone, a moment by the clock.
 * @param now this moment
 */
export function dueState(date: IsoDate, now: Date): Due {
  const today = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10);
  if (isDay(date)) {
    const day = date.slice(0, 10);
    return day < today ? 'overdue' : day === today ? 'today' : 'later';
  }
  const moment = new Date(date);
  if (moment.getTime() < now.getTime()) return 'overdue';
  return moment.toDateString() === now.toDateString() ? 'today' : 'later';
}

/**
 * Where a due date stands among others, in milliseconds: a moment at its own, a day where it begins for the person, whose day begins hours
 * before or after that of UTC.
 */
export function dueOrder(date: IsoDate): number {
  return isDay(date) ? new Date(`${date.slice(0, 10)}T00:00`).getTime() : Date.parse(date);
}

/** Sorts a due date into what people plan by. */
export function dueBucket(date: IsoDate | undefined, now: Date): DueBucket {
  if (date === undefined) return 'none';
  const state = dueState(date, now);
  if (state !== 'later') return state;
  const inAWeek = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 8);
  return dueState(date, inAWeek) === 'overdue' ? 'week' : 'later';
}

/**
 * A due date in words of a language: "Fri, 5 Dec", with the year where it is not this one and the time where it has one.
 * @param language as VS Code names it, such as `en` or `de`
 */
export function dueText(date: IsoDate, now: Date, language: string): string {
  const day = isDay(date);
  const year = day ? Number(date.slice(0, 4)) : new Date(date).getFullYear();
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year !== now.getFullYear() && { year: 'numeric' }),
    ...(day ? { timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit' }),
  };
  return dateWords(new Date(date), language, options);
}
