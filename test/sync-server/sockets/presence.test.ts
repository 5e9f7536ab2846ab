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

test('[W8, W11] what clients of other servers show is shown, and goes with them or with their server', () => {
  presence.take('ada', [shows(1)]);
  expect(presence.hear('two', [shows(2), shows(3)], false)).toEqual([shows(2), shows(3)]);
  expect(presence.hear('two', [shows(2, 5), shows(3, 0)], false)).toEqual([shows(2, 5)]);
  expect(presence.all()).toEqual([shows(1), shows(2, 5), shows(3)]);
  expect(presence.own()).toEqual([shows(1)]);
  expect(presence.hear('two', [gone(3)], false)).toEqual([gone(3)]);
  presence.hear('three', [shows(4)], true);
  // All that it shows: whoever is not named is gone.
  expect(presence.hear('two', [shows(6)], true)).toEqual([shows(6), gone(2, 6)]);
  expect(presence.forgetServer('two')).toEqual([gone(6)]);
  expect(presence.all()).toEqual([shows(1), shows(4)]);
});

test('[W8, W11] a client that has moved is its new server’s, whatever the old one says of it', () => {
  presence.hear('two', [shows(2)], false);
  presence.hear('three', [shows(2)], false);
  expect(presence.hear('two', [gone(2)], false)).toEqual([]);
  expect(presence.forgetServer('two')).toEqual([]);
  // Here itself now: what the others say of it is old.
  presence.take('ada', [shows(2, 2)]);
  expect(presence.hear('three', [shows(2, 2), gone(2, 3)], false)).toEqual([]);
  expect(presence.all()).toEqual([shows(2, 2)]);
});

test('[W8, W11] a socket that goes takes nobody away who is on another server by then', () => {
  presence.take('ada', [shows(2)]);
  presence.hear('three', [shows(2)], false);
  expect(presence.leave('ada')).toEqual([]);
  expect(presence.all()).toEqual([shows(2)]);
});
