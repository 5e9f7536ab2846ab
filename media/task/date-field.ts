/** A date as a task's page shows it, in words or in two inputs: a day, and a time where it has one. */
import { dateWords } from '../../shared/date-words';
import { type IsoDate, isDay, toIsoDate } from '../../shared/dates';

/** What the inputs show; `time` is empty for a date that is a day and not a moment, both for no date. */
export interface DateInput {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `hh:mm`, in the time zone of who reads it */
  readonly time: string;
}

/** What the inputs show of a date. Midnight UTC is a day, wherever one is. */
export function toDateInput(date: IsoDate | undefined): DateInput {
  if (date === undefined) return { day: '', time: '' };
  if (isDay(date)) return { day: date.slice(0, 10), time: '' };
  const local = new Date(date);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
  return { day, time: `${two(local.getHours())}:${two(local.getMinutes())}` };
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
  return Number.isNaN(moment) ? undefined : toIsoDate(moment);
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
