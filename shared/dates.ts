/** Dates: the one form that documents hold, what a request may send, and what a response shows. */

/** A moment as documents hold it: `YYYY-MM-DDThh:mm:ss.mmmZ`, always a possible date (rule L6). */
export type IsoDate = string & { readonly __isoDate: true };

const STORED = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const REQUEST = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})Z|Z|\.\d{7})$/;

/** Whether a value is a date in the form of the layout, and possible: no 30 February, no hour 24 (rule L6). */
export function isIsoDate(value: unknown): value is IsoDate {
  if (typeof value !== 'string' || !STORED.test(value)) return false;
  // How long a month is the calendar knows, and it is dear to ask.
  const day = value.slice(8, 10);
  if (day <= '28' || (day <= '30' && value.slice(5, 7) !== '02')) return true;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}

/**
 * Reads a date from a request: `YYYY-MM-DDThh:mm:ss[.f{1,9}]Z`, or the form of responses (seven digits and no zone, read as UTC).
 * Fractions beyond milliseconds are cut (rule R9).
 * @returns the date as documents hold it, or undefined for any other text and for impossible dates
 */
export function parseRequestDate(text: string): IsoDate | undefined {
  const match = REQUEST.exec(text);
  if (!match) return undefined;
  const digits = match[2] ?? text.slice(20, 27).replace('Z', '');
  const date = `${match[1]}.${digits.slice(0, 3).padEnd(3, '0')}Z`;
  return isIsoDate(date) ? date : undefined;
}

/** A date as responses carry it: `YYYY-MM-DDThh:mm:ss.0000000`, seconds cut, not rounded (rule R10). */
export function toResponseDate(date: IsoDate): string {
  return `${date.slice(0, 19)}.0000000`;
}

/** Whether a date that was sent is what a response showed of one: then it is no change, though its milliseconds were cut. */
export function isAsRead(date: IsoDate | undefined, sent: unknown): boolean {
  return date !== undefined && sent === `${date.slice(0, 19)}.000Z`;
}

/** A time in milliseconds since 1970 as documents hold it; times that no four-digit year can say are brought to the nearest that one can. */
export function toIsoDate(time: number): IsoDate {
  const bounded = Math.min(Math.max(Math.trunc(time) || 0, -62167219200000), 253402300799999);
  return new Date(bounded).toISOString() as IsoDate;
}

/**
 * A time with an hour that a person chose, in milliseconds since 1970, as documents hold it. Midnight UTC stands for a day (`isDay`): a time
 * that falls on it, such as 16:00 in California, is held as a millisecond later, which nobody is shown (rule L6).
 */
export function toMoment(time: number): IsoDate {
  const date = toIsoDate(time);
  return isDay(date) ? toIsoDate(time + 1) : date;
}

/** A date in figures. */
export interface DateFigures {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `hh:mm`, in the time zone of who reads it; empty for a date that is a day and not a moment. */
  readonly time: string;
}

/** A date in figures: of a moment the day and the time that it is where one is. Midnight UTC is a day, wherever one is. */
export function dateFigures(date: IsoDate): DateFigures {
  if (isDay(date)) return { day: date.slice(0, 10), time: '' };
  const local = new Date(date);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
  return { day, time: `${two(local.getHours())}:${two(local.getMinutes())}` };
}

/** A date in figures as one text: `YYYY-MM-DD`, and `hh:mm` where it is a moment. */
export function figuresText(date: IsoDate): string {
  const { day, time } = dateFigures(date);
  return time === '' ? day : `${day} ${time}`;
}

/** Whether a date is a day and not a moment: midnight UTC stands for the calendar day, wherever one is. */
export function isDay(date: IsoDate): boolean {
  return date.endsWith('T00:00:00.000Z');
}
