// Dates: the stored form, what requests may send, what responses show.
import { expect, test } from 'vitest';
import { isIsoDate, parseRequestDate, toIsoDate, toResponseDate } from '../../shared/dates';

test('[L6] a stored date has one form and is possible', () => {
  expect(isIsoDate('2026-02-28T23:59:59.999Z')).toBe(true);
  for (const bad of [
    '2026-02-30T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-13-01T00:00:00.000Z',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.000+00:00',
    '2026-01-01',
    '',
    0,
    null,
    new Date(0),
  ]) {
    expect(isIsoDate(bad)).toBe(false);
  }
});

test('[L6] a day that is possible is one that the calendar has', () => {
  const two = (number: number) => String(number).padStart(2, '0');
  for (const year of [1900, 2000, 2023, 2024]) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const date = new Date(Date.UTC(year, month - 1, day));
        const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        const text = `${year}-${two(month)}-${two(day)}T12:00:00.000Z`;
        expect([text, isIsoDate(text)]).toEqual([text, isReal]);
      }
    }
  }
});

test('[L6] an hour, a minute and a second that are none are refused', () => {
  for (const time of ['24:00:00', '25:00:00', '12:60:00', '12:00:60', '12:00:61', '99:99:99'])
    expect([time, isIsoDate(`2026-01-30T${time}.000Z`)]).toEqual([time, false]);
});

test('dates of requests come in two forms, cut to milliseconds', () => {
  expect(parseRequestDate('2026-05-01T09:00:00Z')).toBe('2026-05-01T09:00:00.000Z');
  expect(parseRequestDate('2026-05-01T09:00:00.1Z')).toBe('2026-05-01T09:00:00.100Z');
  expect(parseRequestDate('2026-05-01T09:00:00.123999999Z')).toBe('2026-05-01T09:00:00.123Z');
  expect(parseRequestDate('2026-05-01T09:00:00.1239999')).toBe('2026-05-01T09:00:00.123Z');
  for (const bad of [
    '2026-05-01',
    '2026-05-01T09:00:00',
    '2026-05-01T09:00:00.123',
    '2026-05-01T09:00:00.Z',
    '2026-05-01T09:00:00.1234567890Z',
    '2026-05-01T09:00:00+02:00',
    '2026-02-30T09:00:00Z',
    '2026-05-01T24:00:00Z',
    ' 2026-05-01T09:00:00Z',
  ]) {
    expect(parseRequestDate(bad)).toBeUndefined();
  }
});

test('[L6] any time at all can be said as a stored date', () => {
  expect(toIsoDate(0)).toBe('1970-01-01T00:00:00.000Z');
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, -1e20, 1e20, 1.5])
    expect(isIsoDate(toIsoDate(time))).toBe(true);
  expect(toResponseDate(toIsoDate(1999))).toBe('1970-01-01T00:00:01.0000000');
});
