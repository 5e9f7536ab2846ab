// A person's text on one line.
import { expect, test } from 'vitest';
import { shownLines, shownText } from '../../shared/shown-text';

test('white space of any kind is one blank', () => {
  expect(shownText('one\ntwo\r\n\tthree\u2028four')).toBe('one two three four');
});

test('marks that would turn what stands behind the text are not shown', () => {
  expect(shownText('a\u202ebc\u2066d\u2069')).toBe('abcd');
  expect(shownLines('a\u202eb\n\nc\u2066d\u2069')).toBe('ab\n\ncd');
});

test('letters of any script, and signs of any markup, are shown as they are', () => {
  const text = '**שלום** [x](command:y) $(bug) <b>&amp;</b> مرحبا\u200f 🗂';
  expect(shownText(text)).toBe(text);
});
