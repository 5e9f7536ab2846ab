// What is typed into a field while the record changes: what was not typed follows, and only what was typed is sent.
import { expect, test } from 'vitest';
import { Draft } from '../../media/draft';

const draft = (current: string) => {
  const made = new Draft();
  made.current = current;
  return made;
};

test('a field that nobody types in follows the record and sends nothing', () => {
  const name = draft('Old');
  name.current = 'New';
  expect(name.value).toBe('New');
  expect(name.commit()).toBeUndefined();
});

test('what is typed stays while the record changes, and is sent', () => {
  const name = draft('Old');
  name.type('Mine');
  name.current = 'Theirs';
  expect(name.value).toBe('Mine');
  expect(name.commit()).toBe('Mine');
});

test('what was sent is never sent again, also where somebody renames it at that moment', () => {
  const name = draft('Old');
  name.type('Mine');
  name.commit();
  expect(name.value).toBe('Mine');
  name.current = 'Theirs';
  expect(name.value).toBe('Theirs');
  expect(name.commit()).toBeUndefined();
});

test('typing back what is there is typing nothing', () => {
  const name = draft('Old');
  name.type('Older');
  name.type('Old');
  name.current = 'New';
  expect(name.value).toBe('New');
});

test('what is refused is in the field again, and can be let go of', () => {
  const name = draft('Old');
  name.type('  ');
  const sent = name.commit() ?? '';
  name.refused(sent);
  expect([name.value, name.typed]).toEqual(['  ', '  ']);
  name.revert();
  expect(name.value).toBe('Old');
});
