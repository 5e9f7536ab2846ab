/** What of a body counts: fields that were sent, and that are to read otherwise. */
import { type IsoDate, isAsRead } from '../../shared/dates';

export type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Only the fields that were sent: schemas leave the others in as undefined, which is no value. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

interface Dates {
  readonly startDate?: IsoDate | null | undefined;
  readonly dueDate?: IsoDate | null | undefined;
  readonly endDate?: IsoDate | null | undefined;
}

const DATES = ['startDate', 'dueDate', 'endDate'] as const;

/** The fields without the dates that were sent back as they were read (rule R4): those have lost the milliseconds that are there. */
export function withoutReadDates<T extends Dates>(fields: T, record: Dates): T {
  const read = DATES.filter((key) => isAsRead(record[key] ?? undefined, fields[key]));
  return read.length === 0 ? fields : { ...fields, ...Object.fromEntries(read.map((key) => [key, undefined])) };
}
