/** Quick add takes a line apart as a person means it. */
import { describe, expect, test } from 'vitest';
import { parseQuickTask } from '../../../extension/app/quick-add';
import { wholeDate } from '../../../extension/app/typed-date';

/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 10, 0);

const cases: readonly [line: string, name: string, due: string | undefined, priority: string | undefined][] = [
  ['ship docs friday !high', 'ship docs', '2026-11-27T00:00:00.000Z', 'high'],
  ['ship docs !high by friday', 'ship docs', '2026-11-27T00:00:00.000Z', 'high'],
  ['tomorrow call Bo', 'call Bo', '2026-11-26T00:00:00.000Z', undefined],
  ['pay rent on 1 December !!', 'pay rent', '2026-12-01T00:00:00.000Z', 'high'],
  ['plain words', 'plain words', undefined, undefined],
  ['read the Monday minutes of Bo', 'read the Monday minutes of Bo', undefined, undefined],
  ['"undefined" is not a function', '"undefined" is not a function', undefined, undefined],
  ['"monday" planning tomorrow', '"monday" planning', '2026-11-26T00:00:00.000Z', undefined],
  ['"quoted" rest of it', '"quoted" rest of it', undefined, undefined],
  ['"Fix" the "foo" bug !high', '"Fix" the "foo" bug', undefined, 'high'],
  ['say "!high" to "friday"', 'say "!high" to "friday"', undefined, undefined],
  ['a 5" screen and a 6" one tomorrow', 'a 5" screen and a 6" one', '2026-11-26T00:00:00.000Z', undefined],
  ['“friday”', 'friday', undefined, undefined],
  ['friday: ship docs', 'ship docs', '2026-11-27T00:00:00.000Z', undefined],
  ['ship docs, friday.', 'ship docs', '2026-11-27T00:00:00.000Z', undefined],
  ['tomorrow call Bo about friday', 'call Bo about friday', '2026-11-26T00:00:00.000Z', undefined],
  ['file the taxes of 2025 by 2026-10-01', 'file the taxes of 2025', '2026-10-01T00:00:00.000Z', undefined],
  ['"call friday" tomorrow', 'call friday', '2026-11-26T00:00:00.000Z', undefined],
  ['friday', 'friday', undefined, undefined],
  ['!high', '!high', undefined, undefined],
  ['wow! such task !', 'wow! such task', undefined, 'medium'],
  ['  spaces   kept  inside  ', 'spaces   kept  inside', undefined, undefined],
  ['', '', undefined, undefined],
];

/** Lines in which it is in doubt whether there is a date: they stay as they are. */
const whole = [
  'start 2026-13-01',
  'x in 10000 years',
  'water plants every friday',
  'water plants every second friday',
  'review weekly on friday',
  'fix test from last week',
  'look at the log of yesterday',
  'undo it 2 days ago',
  'plan Black Friday',
  'prepare for monday',
  'walk in the sun',
  'ask whether she may',
  'do it now',
  'say good night',
  'plan this week',
  'step 1/2',
  'sprint 5 dec - 8 dec',
  'update to 1.2.3',
  'mend the friday-deploy',
];

describe('quick add', () => {
  test.each(whole)('"%s" stays whole', (line) => {
    expect(parseQuickTask(line, NOW)).toEqual({ name: line, dueDate: undefined, priority: undefined });
  });

  test.each([
    'Guten Morgen',
    'guten morgen',
    'jeden Freitag',
    'Müll jeden zweiten Freitag',
    'Version 1.2',
    'Fehler von gestern',
    'mach das so',
  ])('in German "%s" stays whole', (line) => {
    expect(parseQuickTask(line, NOW, 'de')).toEqual({ name: line, dueDate: undefined, priority: undefined });
  });

  test.each([
    ['Doku ausliefern am 5.12.', 'Doku ausliefern', '2026-12-05T00:00:00.000Z'],
    ['Doku ausliefern am 5.12', 'Doku ausliefern', '2026-12-05T00:00:00.000Z'],
    ['Doku 3.2.', 'Doku', '2027-02-03T00:00:00.000Z'],
    ['5.12. Doku ausliefern', 'Doku ausliefern', '2026-12-05T00:00:00.000Z'],
    ['Doku bis 5.12.2026', 'Doku', '2026-12-05T00:00:00.000Z'],
    ['Morgen Bo anrufen', 'Bo anrufen', '2026-11-26T00:00:00.000Z'],
    ['„Freitag“ lesen morgen', '„Freitag“ lesen', '2026-11-26T00:00:00.000Z'],
  ])('in German "%s" is "%s", due %s', (line, name, dueDate) => {
    expect(parseQuickTask(line, NOW, 'de')).toEqual({ name, dueDate, priority: undefined });
  });

  test.each(cases)('"%s" is "%s", due %s, priority %s', (line, name, dueDate, priority) => {
    expect(parseQuickTask(line, NOW)).toEqual({ name, dueDate, priority });
  });

  test('a time of day is a moment in the time zone of the person', () => {
    const { name, dueDate } = parseQuickTask('stand-up tomorrow at 9:30', NOW);
    expect(name).toBe('stand-up');
    expect(dueDate).toBe(new Date(2026, 10, 26, 9, 30).toISOString());
  });

  test('German words in a German VS Code', () => {
    expect(parseQuickTask('Doku abgeben morgen !hoch', NOW, 'de')).toEqual({
      name: 'Doku abgeben',
      dueDate: '2026-11-26T00:00:00.000Z',
      priority: 'high',
    });
  });
});

describe('a due date by itself', () => {
  test.each([
    ['friday', '2026-11-27T00:00:00.000Z'],
    ['by friday', '2026-11-27T00:00:00.000Z'],
    [' 2026-12-05 ', '2026-12-05T00:00:00.000Z'],
    ['5 december 14:00', new Date(2026, 11, 5, 14, 0).toISOString()],
    ['some day', undefined],
    ['friday and more', undefined],
    ['2026-13-01', undefined],
    ['in 10000 years', undefined],
    ['yesterday', '2026-11-24T00:00:00.000Z'],
    ['sun', '2026-11-29T00:00:00.000Z'],
    ['', undefined],
  ])('"%s" is %s', (text, date) => {
    expect(wholeDate(text, NOW, 'en')).toBe(date);
  });
});
