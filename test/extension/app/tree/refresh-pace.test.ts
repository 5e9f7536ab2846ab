// How often a tree is shown anew.
import { beforeEach, describe, expect, test } from 'vitest';
import { REFRESH_MS, RefreshPace } from '../../../../extension/app/tree/refresh-pace';
import { HandTime } from '../../../support/hand-time';

describe('a pace', () => {
  let time: HandTime;
  let shown: (readonly string[] | 'all')[];
  let pace: RefreshPace<string>;
  beforeEach(() => {
    time = new HandTime();
    shown = [];
    pace = new RefreshPace<string>({ after: (ms, run) => time.after(ms, run) }, (items) => shown.push(items ?? 'all'));
  });

  test('shows a change after a quiet time at once', () => {
    pace.ask(['a']);
    expect(shown).toEqual([['a']]);
    time.pass(REFRESH_MS);
    pace.ask(['b']);
    expect(shown).toEqual([['a'], ['b']]);
  });

  test('gathers what comes in a burst, each item once', () => {
    for (let count = 0; count < 500; count++) pace.ask(['a', `item ${count % 3}`]);
    expect(shown).toHaveLength(1);
    time.pass(REFRESH_MS - 50);
    expect(shown).toHaveLength(1);
    time.pass(50);
    expect(shown).toEqual([
      ['a', 'item 0'],
      ['a', 'item 1', 'item 2', 'item 0'],
    ]);
  });

  test('shows a burst that does not end twice a second', () => {
    for (let step = 0; step < 100; step++) {
      pace.ask(['a']);
      time.pass(100);
    }
    expect(shown.length).toBeGreaterThanOrEqual(17);
    expect(shown.length).toBeLessThanOrEqual(21);
  });

  test('shows everything where everything was asked for, whatever else was', () => {
    pace.ask(['a']);
    pace.ask(['b']);
    pace.ask(undefined);
    pace.ask(['c']);
    time.pass(REFRESH_MS);
    expect(shown).toEqual([['a'], 'all']);
    pace.ask(['d']);
    time.pass(REFRESH_MS);
    expect(shown).toEqual([['a'], 'all', ['d']]);
  });

  test('shows what waits at once where someone is to see it, and nothing twice', () => {
    pace.ask(['a']);
    pace.flush();
    pace.ask(['b']);
    pace.flush();
    expect(shown).toEqual([['a'], ['b']]);
    time.pass(REFRESH_MS);
    pace.dispose();
    pace.ask(['c']);
    pace.flush();
    expect(shown).toEqual([['a'], ['b']]);
  });

  test('rests when nothing is asked for', () => {
    pace.ask(['a']);
    time.pass(REFRESH_MS);
    time.pass(REFRESH_MS);
    expect(shown).toEqual([['a']]);
    expect(time.pending).toBe(0);
  });

  test('shows nothing after its end', () => {
    pace.ask(['a']);
    pace.ask(['b']);
    pace.dispose();
    time.pass(REFRESH_MS);
    pace.ask(['c']);
    expect(shown).toEqual([['a']]);
    const other = new RefreshPace<string>({ after: (ms, run) => time.after(ms, run) }, () => shown.push('all'));
    other.dispose();
    other.dispose();
    other.ask(undefined);
    expect(shown).toEqual([['a']]);
  });
});
