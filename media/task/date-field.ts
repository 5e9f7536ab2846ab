/** A date as a task's page shows it, in words or in two inputs: a day, and a time where it has one. */
import { dateWords } from '../../shared/date-words';
import { type DateFigures, dateFigures, type IsoDate, isDay, toIsoDate, toMoment } from '../../shared/dates';

/** What the inputs show; both are empty for no date. */
export type DateInput = DateFigures;

/** What the inputs show of a date. */
export function toDateInput(date: IsoDate | undefined): DateInput {
  return date === undefined ? { day: '', time: '' } : dateFigures(date);
}

/**
 * The date that the inputs say.
 * @returns null for none; undefined where it is not one yet, as while the figures of a year are typed
 */
export function fromDateInput({ day, time }: DateInput): IsoDate | null | undefined {
  if (day === '') return null;
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts || Number(parts[1]) < 1000) return undefined;
  if (time === '') return toIsoDate(Date.parse(`${day}T00:00:00.000Z`));
  const moment = Date.parse(`${day}T${time}`);
  return Number.isNaN(moment) ? undefined : toMoment(moment);
}

/**
 * A date in words, for who only reads it: of a moment also the time, in the time zone of who reads it.
 * @param language as BCP 47 names it
 */
export function dateText(date: IsoDate, language: string): string {
  return isDay(date)
    ? dateWords(new Date(date), language, { dateStyle: 'medium', timeZone: 'UTC' })
    : dateWords(new Date(date), language, { dateStyle: 'medium', timeStyle: 'short' });
}
