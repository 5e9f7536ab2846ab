// The name of a file made of what somebody called a dashboard: what no system refuses, with no holes in it.
import { expect, test } from 'vitest';
import { fileName } from '../../../../extension/app/pages/file-name';

test('what a file may not be called goes, and leaves one blank', () => {
  expect(fileName('Dash <b>', 'dashboard')).toBe('Dash b');
  expect(fileName('a / b\\c: "d"?', 'dashboard')).toBe('a b c d');
  expect(fileName('Week\n\u0000 12', 'dashboard')).toBe('Week 12');
});

test('no name begins or ends with a dot or a blank, and none is empty', () => {
  expect(fileName(' ..Week. ', 'dashboard')).toBe('Week');
  expect(fileName('../..', 'dashboard')).toBe('dashboard');
  expect(fileName('???', 'dashboard')).toBe('dashboard');
});
