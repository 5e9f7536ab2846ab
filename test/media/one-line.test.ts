// Names on one line: what is pasted or typed into them brings no line break in.
import { expect, test } from 'vitest';
import { oneLine } from '../../media/one-line';

test('each line break becomes a space, whatever kind it is and whatever blanks are beside it', () => {
  expect(oneLine('Plant\ntrees')).toBe('Plant trees');
  expect(oneLine('Plant \r\n\r\n\t trees')).toBe('Plant trees');
  expect(oneLine('one\rtwo\nthree')).toBe('one two three');
});

test('breaks at either end go; other blanks stay, so that one can type them', () => {
  expect(oneLine('\nPlant trees\r\n')).toBe('Plant trees');
  expect(oneLine('Plant  trees ')).toBe('Plant  trees ');
});
