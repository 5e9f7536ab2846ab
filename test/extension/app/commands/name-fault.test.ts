// Names as people type them: what is refused, with the reason.
import { expect, test } from 'vitest';
import { nameFault } from '../../../../extension/app/commands/name-fault';

const fault = nameFault(200);

test.each(['', ' ', ' \t\n', '\u00a0\u3000', '\u200b', '\u200e \u2060', '\u2800'])(
  '[V6] nothing that shows: %j',
  (text) => {
    expect(fault(text)).toBe('Type a name; it cannot be empty or only spaces.');
  },
);

test('[V1] at most so many code points, without what is around them', () => {
  expect(fault('x'.repeat(200))).toBeUndefined();
  expect(fault(`  ${'x'.repeat(200)}  `)).toBeUndefined();
  expect(fault('🗂'.repeat(200))).toBeUndefined();
  expect(fault('x'.repeat(201))).toBe('A name has at most 200 characters; this one has 201.');
  expect(nameFault(100)('🗂'.repeat(101))).toBe('A name has at most 100 characters; this one has 101.');
});

test.each(['a\u0000b', 'bell\u0007'])('a control character, which would show as a box: %j', (text) => {
  expect(nameFault(10)(text)).toBe('The name holds a control character, which cannot be shown.');
});

test('[V2] half of a character is refused', () => {
  expect(fault('a\ud800')).toBe('The name holds half of a character (a lone surrogate).');
});

test('anything else is a name', () => {
  for (const text of ['0', '[x](command:y)', '$(bug)', '<b>', '__proto__', 'שלום\u200f', '👩‍👩‍👧'])
    expect(fault(text)).toBeUndefined();
});
