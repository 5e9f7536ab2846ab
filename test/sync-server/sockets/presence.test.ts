/** Which client a socket speaks for, of what it says and when. */
import { beforeEach, expect, test } from 'vitest';
import { AWARENESS_MAX } from '../../../shared/wire';
import { Presence } from '../../../sync-server/sockets/presence';

const shows = (client: number, clock = 1, state = `"${client}"`) => ({ client, clock, state });
const gone = (client: number, clock = 2) => shows(client, clock, 'null');
const tooLarge = (client: number) => shows(client, 1, JSON.stringify('x'.repeat(AWARENESS_MAX)));

let presence: Presence<string>;
beforeEach(() => {
  presence = new Presence();
});

test('[W8] of a first message the first id is taken that no other socket holds, and no other one later', () => {
  presence.take('ada', [shows(1)]);
  expect(presence.take('bob', [shows(1, 9), shows(2), shows(3)])).toEqual([shows(2)]);
  expect(presence.take('bob', [shows(3), shows(2, 2)])).toEqual([shows(2, 2)]);
  expect(presence.leave('bob')).toEqual([gone(2, 3)]);
});

test('[W8] who has shown too much holds its id all the same: nobody else shows it, and nothing is said when it leaves', () => {
  expect(presence.take('ada', [tooLarge(7)])).toEqual([]);
  expect(presence.take('bob', [shows(7)])).toEqual([]);
  expect(presence.leave('ada')).toEqual([]);
  expect(presence.take('bob', [shows(7, 2)])).toEqual([shows(7, 2)]);
  expect(presence.all()).toEqual([shows(7, 2)]);
});

test('[W8] who comes back under an id that its old socket still holds gets that one once it is free, whatever it says of others before', () => {
  presence.take('old', [shows(50)]);
  presence.take('ada', [shows(60)]);
  expect(presence.take('new', [shows(50, 2)])).toEqual([]);
  presence.leave('ada');
  expect(presence.take('new', [gone(60)])).toEqual([]);
  expect(presence.take('new', [shows(60, 3), shows(70)])).toEqual([]);
  expect(presence.leave('old')).toEqual([gone(50)]);
  expect(presence.take('new', [shows(50, 3)])).toEqual([shows(50, 3)]);
  expect(presence.leave('new')).toEqual([gone(50, 4)]);
});

test('[W8] that others are gone, or nothing, is no first message', () => {
  expect(presence.take('ada', [])).toEqual([]);
  expect(presence.take('ada', [gone(60)])).toEqual([]);
  expect(presence.take('ada', [shows(71)])).toEqual([shows(71)]);
});
