/** Quick add takes a line apart as a person means it. */
import { describe, expect, test } from 'vitest';
import { parseQuickTask } from '../../../extension/app/quick-add';
import { wholeDate } from '../../../extension/app/typed-date';
import { dateFigures, toMoment } from '../../../shared/dates';

/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 10, 0);

/** A moment of this month, in the time zone of the person. */
const moment = (day: number, hour: number, minute = 0) => toMoment(new Date(2026, 10, day, hour, minute).getTime());

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
  ['do x in 3 days', 'do x', '2026-11-28T00:00:00.000Z', undefined],
  ['do x within 3 days', 'do x', '2026-11-28T00:00:00.000Z', undefined],
  ['do x 3 days from now', 'do x', '2026-11-28T00:00:00.000Z', undefined],
  ['do x 3 days after friday', 'do x', '2026-11-30T00:00:00.000Z', undefined],
  ['do x +3d', 'do x', '2026-11-28T00:00:00.000Z', undefined],
  ['do x in an hour', 'do x', moment(25, 11), undefined],
  ['do x next week', 'do x', '2026-12-02T00:00:00.000Z', undefined],
  ['do x end of next month', 'do x', '2026-12-31T00:00:00.000Z', undefined],
  ['do x by March', 'do x', '2027-03-01T00:00:00.000Z', undefined],
  ['call mum 8pm', 'call mum', moment(25, 20), undefined],
  ['call mum at 3pm', 'call mum', moment(25, 15), undefined],
  ['call mum at 15:00', 'call mum', moment(25, 15), undefined],
  ['call mum @ 15:00', 'call mum', moment(25, 15), undefined],
  ['call mum by 15:00', 'call mum', moment(25, 15), undefined],
  ['15:00 call mum', 'call mum', moment(25, 15), undefined],
  ['call mum friday 15:00', 'call mum', moment(27, 15), undefined],
  ['call mum tomorrow 9:00', 'call mum', moment(26, 9), undefined],
  ['call mum tomorrow at 5', 'call mum', moment(26, 5), undefined],
  ['ship at noon', 'ship', moment(25, 12), undefined],
  ['ship tomorrow noon', 'ship', moment(26, 12), undefined],
  ['meet at midnight', 'meet', moment(26, 0), undefined],
  ['x coming friday', 'x', '2026-11-27T00:00:00.000Z', undefined],
  ['x on the coming friday', 'x', '2026-11-27T00:00:00.000Z', undefined],
  ['x due by friday', 'x', '2026-11-27T00:00:00.000Z', undefined],
  ['x later today', 'x', '2026-11-25T00:00:00.000Z', undefined],
  ['pay 24.12.2026', 'pay', '2026-12-24T00:00:00.000Z', undefined],
  ['release 2.0 by 24.12.2026', 'release 2.0', '2026-12-24T00:00:00.000Z', undefined],
  ['friday 30 minutes run', '30 minutes run', '2026-11-27T00:00:00.000Z', undefined],
  ['call June tomorrow', 'call June', '2026-11-26T00:00:00.000Z', undefined],
  ['set TTL 24h tomorrow', 'set TTL 24h', '2026-11-26T00:00:00.000Z', undefined],
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
  // How long, not when.
  'Set cache TTL 24h',
  'Add retention 90 days',
  'increase timeout 30 seconds',
  'make session last 8 hours',
  'sleep for 8 hours',
  'expire after 3 days',
  'plan the next 3 days',
  'wait a week',
  'plan the week',
  '30 day trial',
  '1 second delay',
  '24h clock support',
  'boot in 5 seconds',
  'party friday in 3 weeks',
  'ship tomorrow friday',
  // A month may be somebody, or what something is about.
  'ask April',
  'April fools',
  'email June',
  'report June 2027',
  'do x mid december',
  'mail the invoice 12/2026',
  // A clock time may be a verse, a line, a ratio, a number.
  'read John 3:16',
  'fix error at foo.ts 12:34',
  'watch High Noon',
  'Noon meeting',
  'cap it at 5',
  'look at the log from 3pm',
  // Figures may be the number of something, or another day.
  'version 4.5.2027',
  'release 12.1.26',
  'read 12.1.26',
  'pay 4.5.2027',
  'chapter 24.12.2026',
  'look at bug 1/2/2027',
  'do x early next week',
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
    'TTL 24h',
    'Frist 30 Tage',
    'Logs für 3 Tage',
    'die letzten 8 Stunden',
    'in den nächsten 3 Tagen',
    'innerhalb von 3 Tagen',
    'Start in 5 Sekunden',
    'Joh 3:16',
    'Temperatur um 5',
    'Version 4.5.2027',
    'Release 12.1.26',
    'Kapitel 3.4.',
    'Müll Anfang nächster Woche',
    'Freitag in 3 Wochen',
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
    ['Doku 12.1.27', 'Doku', '2027-01-12T00:00:00.000Z'],
    ['Version 2 am 4.5.2027', 'Version 2', '2027-05-04T00:00:00.000Z'],
    ['Schritt 2 am Freitag', 'Schritt 2', '2026-11-27T00:00:00.000Z'],
    ['Schritt 2 am 5.12', 'Schritt 2', '2026-12-05T00:00:00.000Z'],
    ['Kapitel 3 Freitag', 'Kapitel 3', '2026-11-27T00:00:00.000Z'],
    ['Folge 12 morgen', 'Folge 12', '2026-11-26T00:00:00.000Z'],
    ['Folge 12 am 24.12.2026', 'Folge 12', '2026-12-24T00:00:00.000Z'],
    ['Müll Freitag um 5', 'Müll', moment(27, 5)],
    ['Müll 5.12. um 15 Uhr', 'Müll', new Date(2026, 11, 5, 15).toISOString()],
    ['Müll 5.12. 15:00', 'Müll', new Date(2026, 11, 5, 15).toISOString()],
    ['Müll kommenden Freitag', 'Müll', '2026-11-27T00:00:00.000Z'],
    ['Müll am kommenden Freitag', 'Müll', '2026-11-27T00:00:00.000Z'],
    ['Müll bis spätestens Freitag', 'Müll', '2026-11-27T00:00:00.000Z'],
    ['Müll bis zum 5. Dezember', 'Müll', '2026-12-05T00:00:00.000Z'],
    ['Müll in 3 Tagen', 'Müll', '2026-11-28T00:00:00.000Z'],
    ['Müll nächste Woche', 'Müll', '2026-12-02T00:00:00.000Z'],
    ['Müll kommende Woche', 'Müll', '2026-12-02T00:00:00.000Z'],
    ['Müll um 17 Uhr', 'Müll', moment(25, 17)],
    ['Müll 17 Uhr', 'Müll', moment(25, 17)],
    ['Müll um 17:30', 'Müll', moment(25, 17, 30)],
    ['Müll bis 17:30', 'Müll', moment(25, 17, 30)],
    ['Müll Freitag 15:00', 'Müll', moment(27, 15)],
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
  test('is a moment also where that is midnight UTC, as 16:00 is in California', () => {
    const { day, time } = dateFigures(toMoment(Date.UTC(2026, 11, 5)));
    expect(wholeDate(`${day} ${time}`, NOW, 'en')).toBe('2026-12-05T00:00:00.001Z');
  });

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
    ['3 days', '2026-11-28T00:00:00.000Z'],
    ['15:00', moment(25, 15)],
    ['at noon', moment(25, 12)],
    ['coming friday', '2026-11-27T00:00:00.000Z'],
    ['', undefined],
  ])('"%s" is %s', (text, date) => {
    expect(wholeDate(text, NOW, 'en')).toBe(date);
  });
});
