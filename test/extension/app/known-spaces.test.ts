// The spaces that a server names: what is read of its news, and of what was kept.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKept, readNews, toKept } from '../../../extension/app/known-spaces';

const space = { id: '5f0c0f1e-0000-4000-8000-000000000001', kind: 'workspace', role: 'viewer' };
const project = { ...space, id: 'p', kind: 'project', role: 'owner', workspace: { id: space.id } };
const news = (spaces: unknown[], protocol: unknown = 1) => JSON.stringify({ protocol, spaces });

test('news names the spaces in the order of the server', () => {
  expect(readNews(news([space, project]))).toEqual([
    { ...space, workspace: undefined },
    { ...project, workspace: space.id },
  ]);
});

test('news may carry what this version does not know', () => {
  expect(readNews(JSON.stringify({ protocol: 1, more: 1, spaces: [{ ...space, colour: 'red' }] }))).toHaveLength(1);
});

test.each([
  ['no JSON', 'news!'],
  ['nothing', ''],
  ['another protocol', news([space], 2)],
  ['no protocol', JSON.stringify({ spaces: [] })],
  ['no spaces', JSON.stringify({ protocol: 1 })],
  ['an unknown kind', news([{ ...space, kind: 'galaxy' }])],
  ['an unknown role', news([{ ...space, role: 'emperor' }])],
  ['an id that is none', news([{ ...space, id: '' }])],
  ['an id that is too long', news([{ ...space, id: 'x'.repeat(201) }])],
])('news with %s is not understood', (_what, json) => {
  expect(readNews(json)).toBeUndefined();
});

test('what was kept comes back, and what cannot be read of it is left out alone', () => {
  const known = readNews(news([space, project])) ?? [];
  const kept = JSON.parse(JSON.stringify(toKept(known)));
  expect(readKept(kept)).toEqual(known);
  expect(readKept([kept[0], { ...space, kind: 'galaxy' }, 'no space', null, kept[1]])).toEqual(known);
});

test('nothing that was kept can break the reading', () => {
  fc.assert(fc.property(fc.anything(), (kept) => void readKept(kept)));
  fc.assert(fc.property(fc.string(), (json) => void readNews(json)));
  expect(readKept(undefined)).toEqual([]);
});
