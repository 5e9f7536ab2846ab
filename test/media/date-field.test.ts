// A date as two inputs: a day is midnight UTC, wherever one is, and half a year is no date.
import { expect, test } from 'vitest';
import { fromDateInput, toDateInput } from '../../media/task/date-field';
import { toIsoDate } from '../../shared/dates';

test('a day stays that day, a moment that moment', () => {
  const day = toIsoDate(Date.UTC(2026, 11, 5));
  expect(toDateInput(day)).toEqual({ day: '2026-12-05', time: '' });
  expect(fromDateInput(toDateInput(day))).toBe(day);
  const moment = toIsoDate(new Date(2026, 11, 5, 14, 30).getTime());
  expect(toDateInput(moment)).toEqual({ day: '2026-12-05', time: '14:30' });
  expect(fromDateInput(toDateInput(moment))).toBe(moment);
});

test('no day is no date, and a year of which the first figures are typed is none yet', () => {
  expect(toDateInput(undefined)).toEqual({ day: '', time: '' });
  expect(fromDateInput({ day: '', time: '14:00' })).toBeNull();
  expect(fromDateInput({ day: '0202-12-05', time: '' })).toBeUndefined();
});
