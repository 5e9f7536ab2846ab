/** Due dates: days by the calendar of the person, moments by the clock. */
import { describe, expect, test } from 'vitest';
import { dueState, dueText } from '../../../extension/app/due-date';
import { type IsoDate, toIsoDate } from '../../../shared/dates';

const NOW = new Date(2026, 10, 25, 10, 0);
const day = (text: string) => `${text}T00:00:00.000Z` as IsoDate;

describe('due dates', () => {
  test.each([
    ['2026-11-24', 'overdue'],
    ['2026-11-25', 'today'],
    ['2026-11-26', 'later'],
    ['2027-01-01', 'later'],
  ])('the day %s is %s', (text, state) => {
    expect(dueState(day(text), NOW)).toBe(state);
  });

  test('a moment is overdue when it has passed, not when its day has', () => {
    expect(dueState(toIsoDate(NOW.getTime() - 60_000), NOW)).toBe('overdue');
    expect(dueState(toIsoDate(NOW.getTime() + 60_000), NOW)).toBe('today');
    expect(dueState(toIsoDate(NOW.getTime() + 86_400_000), NOW)).toBe('later');
  });

  test('a day reads the same in every time zone; the year only where it is another', () => {
    expect(dueText(day('2026-12-04'), NOW, 'en')).toBe('Fri, Dec 4');
    expect(dueText(day('2027-12-03'), NOW, 'en')).toBe('Fri, Dec 3, 2027');
    expect(dueText(day('2026-12-04'), NOW, 'de')).toBe('Fr., 4. Dez.');
  });
});
