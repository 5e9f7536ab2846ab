// Which spaces a session is to have open, out of what the server named and what was made here.
import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { KnownSpace } from '../../../extension/app/known-spaces';
import { BornSpaces } from '../../../extension/app/team/born-spaces';
import { WantedSpaces } from '../../../extension/app/wanted-spaces';
import { asId, type SpaceId } from '../../../shared/ids';

const ME = asId<SpaceId>('me');
const own: KnownSpace = { id: ME, kind: 'user', role: 'owner', workspace: undefined };
const workspace = (id: string): KnownSpace => ({
  id: asId<SpaceId>(id),
  kind: 'workspace',
  role: 'owner',
  workspace: undefined,
});

let born: BornSpaces;
beforeEach(() => {
  born = new BornSpaces(new Y.Doc().getMap('born'));
});
const ids = (wanted: WantedSpaces) => wanted.all.map(({ id }) => id);

test('one’s own comes first whatever is named, each is there once, and what was made here comes last', () => {
  born.add(workspace('made'));
  born.add(workspace('b'));
  const wanted = new WantedSpaces(ME, [workspace('b'), workspace('a'), { ...own, role: 'viewer' }], born);
  expect(ids(wanted)).toEqual(['me', 'b', 'a', 'made']);
  // What one may do in one's own space is not for a token to say.
  expect(wanted.all[0]?.role).toBe('owner');
});

test('what was made here is on the server once that has taken or named it, and its own from then on', () => {
  born.add(workspace('made'));
  const wanted = new WantedSpaces(ME, [own], born);
  expect(['me', 'other', 'made'].map((id) => wanted.isOnServer(asId(id)))).toEqual([true, true, false]);
  born.registered('made');
  expect(wanted.isOnServer(asId('made'))).toBe(true);
  born.add(workspace('made'));
  wanted.take([own, workspace('made'), workspace('a')]);
  expect(wanted.isOnServer(asId('made'))).toBe(true);
  expect(born.all).toEqual([]);
  expect(ids(wanted)).toEqual(['me', 'made', 'a']);
  wanted.take([own]);
  expect(ids(wanted)).toEqual(['me']);
});

test('a token that only reads shows in what the server says of one’s own space', () => {
  const wanted = new WantedSpaces(ME, [own, { ...workspace('a'), role: 'viewer' }], born);
  expect(wanted.isByReadingToken).toBe(false);
  wanted.take([{ ...own, role: 'viewer' }]);
  expect(wanted.isByReadingToken).toBe(true);
});
