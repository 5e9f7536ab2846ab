/** Damaged updates, thousands of them: the real process goes on serving, and nothing of them is kept or forwarded. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { asId, type SpaceId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import { createTask } from '../../shared/operations/tasks';
import { SpaceReader } from '../../shared/reader/space-reader';
import { CLOSE } from '../../shared/wire';
import { waitFor } from '../support/wait';
import { type Ground, startGround } from './ground';
import { openRaw, type RawSocket, syncFrame } from './raw-socket';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

/** A generator of the same numbers at every run, 0 to below `max`. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

/** An update of a few tasks, as people make them. */
function goodUpdate(): Uint8Array {
  const id = asId<SpaceId>(randomUUID());
  const doc = new Y.Doc();
  const view = new SpaceReader(doc);
  Y.applyUpdate(doc, seedUpdate(id, 'workspace'));
  const section = view.lists('task').flatMap((list) => view.sections(list.id))[0];
  if (!section) throw new Error('a seed has a section');
  const surroundings = { origin: 'command', newId: randomUUID, now: () => toIsoDate(0) } as const;
  for (let n = 0; n < 5; n++) {
    createTask({ id, doc, view }, section, { name: `Task ${n}`, description: 'Words' }, surroundings);
  }
  return Y.encodeStateAsUpdate(doc);
}

function damage(update: Uint8Array, random: (max: number) => number): Uint8Array {
  const damaged = Uint8Array.from(update);
  switch (random(3)) {
    case 0:
      return damaged.subarray(0, random(damaged.length));
    case 1:
      for (let n = random(4) + 1; n > 0; n--) damaged[random(damaged.length)] = random(256);
      return damaged;
    default:
      damaged.copyWithin(random(damaged.length), random(damaged.length), random(damaged.length));
      return damaged;
  }
}

const MUTATIONS = 4_000;
/** So many sockets send at once. */
const LANES = 8;

test(`[W4] of ${MUTATIONS} damaged updates, what is refused is not forwarded, and what is forwarded every replica can take`, {
  timeout: 150_000,
}, async () => {
  const { id } = await ground.workspace();
  const random = numbers(20_261_128);
  await using reader = await openRaw(ground.server.url, id, ground.ada.token);
  await reader.message('the question', ({ step }) => step === 0);
  const good = Array.from({ length: 20 }, goodUpdate);
  let refused = 0;
  const lane = async (): Promise<void> => {
    let sender: RawSocket | undefined;
    for (let n = 0; n < MUTATIONS / LANES; n++) {
      sender ??= await openRaw(ground.server.url, id, ground.ada.token);
      sender.send(syncFrame(2, damage(good[random(good.length)] ?? goodUpdate(), random)));
      await sender.barrier();
      if (sender.closed() === undefined) continue;
      expect([CLOSE.badMessage, CLOSE.tryLater]).toContain(sender.closed());
      refused++;
      sender = undefined;
    }
    await sender?.[Symbol.asyncDispose]();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(refused).toBeGreaterThan(MUTATIONS / 4);
  const copy = new Y.Doc();
  for (const { step, content } of reader.received) if (step === 2) Y.applyUpdate(copy, content);
  // The server's own document took it all too, and one that comes anew.
  expect((await ground.ada.call('GET', `/v1/workspaces/${id}`)).status).toBe(200);
  reader.send(syncFrame(0, Uint8Array.of(0)));
  await reader.message('the answer', ({ step }) => step === 1);
  const fresh = new Y.Doc();
  for (const { step, content } of reader.received) if (step !== undefined && step > 0) Y.applyUpdate(fresh, content);
  new SpaceReader(fresh).dispose();
});

test('[W4] a refused update closes its sender alone and comes to nobody', async () => {
  const { id } = await ground.workspace();
  await using reader = await openRaw(ground.server.url, id, ground.ada.token);
  await using sender = await openRaw(ground.server.url, id, ground.ada.token);
  const good = goodUpdate();
  sender.send(syncFrame(2, good.subarray(0, good.length - 3)));
  sender.send(syncFrame(2, good));
  await waitFor('the close', () => sender.closed());
  expect(sender.closed()).toBe(CLOSE.badMessage);
  await reader.barrier();
  expect(reader.closed()).toBeUndefined();
  expect(reader.received.some(({ step }) => step === 2)).toBe(false);
});
