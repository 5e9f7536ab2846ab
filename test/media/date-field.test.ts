// A date as two inputs, and in words: a day is midnight UTC, wherever one is, and half a year is no date.
import { expect, test } from 'vitest';
import { dateText, fromDateInput, toDateInput } from '../../media/task/date-field';
import { toIsoDate } from '../../shared/dates';

test('a day stays that day, a moment that moment', () => {
  const day = toIsoDate(Date.UTC(2026, 11, 5));
  expect(toDateInput(day)).toEqual({ day: '2026-12-05', time: '' });
  expect(fromDateInput(toDateInput(day))).toBe(day);
  const moment = toIsoDate(new Date(2026, 11, 5, 14, 30).getTime());
  expect(toDateInput(moment)).toEqual({ day: '2026-12-05', time: '14:30' });
  expect(fromDateInput(toDateInput(moment))).toBe(moment);
});

test('a moment that is midnight UTC, as 16:00 is in California, stays that moment', () => {
  const local = new Date(Date.UTC(2026, 11, 5));
  const two = (number: number) => String(number).padStart(2, '0');
  const [day, time] = [
    `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    `${two(local.getHours())}:${two(local.getMinutes())}`,
  ];
  const date = fromDateInput({ day, time });
  expect(date).toBe('2026-12-05T00:00:00.001Z');
  expect(toDateInput(date ?? undefined)).toEqual({ day, time });
});

test('no day is no date, and a year of which the first figures are typed is none yet', () => {
  expect(toDateInput(undefined)).toEqual({ day: '', time: '' });
  expect(fromDateInput({ day: '', time: '14:00' })).toBeNull();
  expect(fromDateInput({ day: '0202-12-05', time: '' })).toBeUndefined();
});

test('in words, a day is that day wherever one is, and a moment says its time', () => {
  expect(dateText(toIsoDate(Date.UTC(2026, 11, 5)), 'de')).toBe('05.12.2026');
  expect(dateText(toIsoDate(new Date(2026, 11, 5, 14, 30).getTime()), 'de')).toBe('05.12.2026, 14:30');
});
