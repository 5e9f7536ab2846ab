// Dates in words: the style that is asked for, and each format made once.
import { expect, test } from 'vitest';
import { dateWords } from '../../shared/date-words';

const DATE = new Date('2026-12-04T15:30:00Z');

test('a date reads as the language and the style want it', () => {
  expect(dateWords(DATE, 'en', { month: 'short', day: 'numeric', timeZone: 'UTC' })).toBe('Dec 4');
  expect(dateWords(DATE, 'de', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })).toBe('04.12.2026, 15:30');
  expect(dateWords(DATE, 'en', { timeZone: 'UTC' })).toBe('12/4/2026');
});

test('a thousand dates of one style need one format', () => {
  const { DateTimeFormat } = Intl;
  let made = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    construct: (target, args) => {
      made++;
      return Reflect.construct(target, args);
    },
  });
  try {
    for (let day = 0; day < 1_000; day++)
      dateWords(new Date(DATE.getTime() + day * 86_400_000), 'en', { weekday: 'long' });
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
  expect(made).toBe(1);
});
