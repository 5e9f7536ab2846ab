/** Quick add takes a line apart as a person means it. */
import { describe, expect, test } from 'vitest';
import { parseDueDate, parseQuickTask } from '../../../extension/app/quick-add';

/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 10, 0);

const cases: readonly [line: string, name: string, due: string | undefined, priority: string | undefined][] = [
  ['ship docs friday !high', 'ship docs', '2026-11-27T00:00:00.000Z', 'high'],
  ['ship docs !high by friday', 'ship docs', '2026-11-27T00:00:00.000Z', 'high'],
  ['tomorrow call Bo', 'call Bo', '2026-11-26T00:00:00.000Z', undefined],
  ['pay rent on 1 December !!', 'pay rent', '2026-12-01T00:00:00.000Z', 'high'],
  ['plain words', 'plain words', undefined, undefined],
  ['read the Monday minutes of Bo', 'read the Monday minutes of Bo', undefined, undefined],
  ['"call friday" tomorrow', 'call friday', '2026-11-26T00:00:00.000Z', undefined],
  ['friday', 'friday', undefined, undefined],
  ['!high', '!high', undefined, undefined],
  ['wow! such task !', 'wow! such task', undefined, 'medium'],
  ['  spaces   kept  inside  ', 'spaces   kept  inside', undefined, undefined],
  ['', '', undefined, undefined],
];

describe('quick add', () => {
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
    ['', undefined],
  ])('"%s" is %s', (text, date) => {
    expect(parseDueDate(text, NOW)).toBe(date);
  });
});
