// Labels below bars: broken at blanks, cut where there is no room, never turned.
import { expect, test } from 'vitest';
import { labelLines } from '../../media/dashboard/label-lines';

const lines = (label: string, width: number) => labelLines(label, width, (text) => [...text].length);

test('a label stays on one line where it fits, and is broken at blanks where it does not', () => {
  expect(lines('Next 7 days', 11)).toEqual(['Next 7 days']);
  expect(lines('Next 7 days', 6)).toEqual(['Next 7', 'days']);
  expect(lines('No due date', 4)).toEqual(['No', 'due', 'date']);
});

test('a word that is too long is cut, and so is what would take a fourth line', () => {
  expect(lines('Abgeschlossen', 8)).toEqual(['Abgesch…']);
  expect(lines('one two three four', 5)).toEqual(['one', 'two', 'thre…']);
  expect(lines('🌳🌳🌳🌳', 2)).toEqual(['🌳…']);
  expect(lines('a', 0)).toEqual(['a']);
});
