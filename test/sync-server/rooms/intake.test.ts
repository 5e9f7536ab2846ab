/** The entries of a log come into a room in order, whoever has appended them. */
import { describe, expect, test } from 'vitest';
import { Intake } from '../../../sync-server/rooms/intake';
import { waitFor } from '../../support/wait';

interface Entry {
  readonly sequence: number;
  readonly from: string;
}
const entry = (sequence: number, from = 'here'): Entry => ({ sequence, from });

/** A log that others append to, and the intake of a room that follows it. */
function following(patience: number, isAlone = false) {
  const stored: Entry[] = [];
  const taken: Entry[] = [];
  const errors: unknown[] = [];
  const state = { reads: 0, away: false, folded: 0 };
  /** Readings wait for this. */
  let gate: Promise<void> = Promise.resolve();
  const intake = new Intake<Entry>(0, {
    take: (entries) => {
      taken.push(...entries);
      return entries.length;
    },
    read: async (after) => {
      state.reads++;
      const through = Math.max(after, state.folded);
      const entries = stored.filter(({ sequence }) => sequence > through);
      await gate;
      if (state.away) throw new Error('away');
      return { through, entries };
    },
    isAlone,
    patience,
    failed: (error) => errors.push(error),
  });
  const hold = (): (() => void) => {
    let open: () => void = () => undefined;
    gate = new Promise((done) => {
      open = done;
    });
    return open;
  };
  return { intake, stored, taken, errors, state, hold, sequences: () => taken.map(({ sequence }) => sequence) };
}

describe('[W11] the intake of a room', () => {
  test('takes what follows at once, and nothing twice', () => {
    const { intake, sequences, state } = following(0);
    expect([intake.offer([entry(1), entry(2)]), intake.offer([entry(2), entry(3)]), intake.offer([entry(1)])]).toEqual([
      2, 1, 0,
    ]);
    expect([sequences(), intake.last, state.reads]).toEqual([[1, 2, 3], 3, 0]);
  });

  test('takes everything at once where nobody else appends: a place that is empty stays so', () => {
    const { intake, sequences, state } = following(0, true);
    expect([intake.offer([entry(1)]), intake.offer([entry(3), entry(4)])]).toEqual([1, 2]);
    expect([sequences(), intake.last, state.reads]).toEqual([[1, 3, 4], 4, 0]);
  });

  test('waits a moment for what comes late, and then takes both in order without reading', () => {
    const { intake, taken, state } = following(60_000);
    expect(intake.offer([entry(3), entry(4)])).toBe(0);
    expect(intake.offer([entry(1, 'there'), entry(2, 'there')])).toBe(4);
    expect(taken).toEqual([entry(1, 'there'), entry(2, 'there'), entry(3), entry(4)]);
    expect(state.reads).toBe(0);
    intake.end();
  });

  test('reads what never comes; what came itself keeps whose it is', async () => {
    const { intake, stored, taken, state } = following(1);
    stored.push(entry(1, 'store'), entry(2, 'store'), entry(3, 'store'));
    intake.offer([entry(2, 'own')]);
    await waitFor('all to be taken', () => taken.length === 3, { every: 2 });
    expect(taken).toEqual([entry(1, 'store'), entry(2, 'own'), entry(3, 'store')]);
    expect(state.reads).toBe(1);
  });

  test('who asks while it is being read gets what was written after that began', async () => {
    const { intake, stored, sequences, state, hold } = following(0);
    stored.push(entry(1));
    const open = hold();
    const first = intake.catchUp();
    stored.push(entry(2));
    const [second, third] = [intake.catchUp(), intake.catchUp()];
    open();
    await first;
    expect(sequences()).toEqual([1]);
    await Promise.all([second, third]);
    expect([sequences(), state.reads]).toEqual([[1, 2], 2]);
  });

  test('goes on after what stands for many entries', async () => {
    const { intake, stored, sequences, state } = following(0);
    stored.push(entry(1), entry(2), entry(3));
    state.folded = 2;
    await intake.catchUp();
    expect([sequences(), intake.last]).toEqual([[3], 3]);
  });

  test('what cannot be read is said to who asks, and read by who asks next', async () => {
    const { intake, stored, sequences, state, errors } = following(0);
    state.away = true;
    stored.push(entry(1), entry(2));
    await expect(intake.catchUp()).rejects.toThrow('away');
    intake.offer([entry(2)]);
    await waitFor('the failure to be told', () => errors.length === 1, { every: 2 });
    state.away = false;
    await intake.catchUp();
    expect(sequences()).toEqual([1, 2]);
  });

  test('takes nothing once it has ended', async () => {
    const { intake, stored, taken } = following(1);
    stored.push(entry(1), entry(2));
    const reading = intake.catchUp();
    intake.end();
    await reading;
    expect([intake.offer([entry(1)]), taken]).toEqual([0, []]);
  });
});
