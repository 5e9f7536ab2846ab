// One run: windows do things at random, apart and together; in the end everything must have come together right.
import { isDeepStrictEqual } from 'node:util';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { derivedId } from '../../shared/ids';
import { recordMap } from '../../shared/layout';
import { seedUpdate } from '../../shared/operations/seed';
import { SpaceReader } from '../../shared/reader/space-reader';
import { dump, misplaced } from '../shared/dump';
import { SPACE, sync } from '../shared/replica';
import { actAtRandom } from './acts';
import { Intents } from './intents';
import { randomOf } from './random';
import { Window } from './replica';

/** So many turns has a run; in each a window does something and some messages arrive. */
const TURNS = 140;

/**
 * Runs a seed.
 * @returns what is wrong in the end, empty if nothing is
 */
export function runSeed(seed: number): string[] {
  const random = randomOf(seed);
  const meant = new Intents();
  const windows: Window[] = [];
  let ids = 0;
  let clients = 1;
  let time = Date.UTC(2026, 0, 1);
  const surroundings = {
    origin: 'command' as const,
    newId: () => `${random.below(1e6).toString(36)}-${ids++}`,
    newClient: () => random.below(2 ** 16) * 2 ** 10 + clients++,
    now: () => {
      time += 1000;
      return toIsoDate(time);
    },
  };
  for (let index = 0; index < 3 + random.below(4); index++) {
    windows.push(
      new Window(index, surroundings, (update) => {
        for (const other of windows) if (other.index !== index) other.inbox.push(update);
      }),
    );
  }
  for (const { doc } of windows) if (!random.oneIn(3)) Y.applyUpdate(doc, seedUpdate(SPACE, 'user'), 'seed');
  for (let turn = 0; turn < TURNS; turn++) {
    const at = random.pick(windows);
    if (!at) break;
    actAtRandom(at, random, meant, `w${turn}`);
    if (random.oneIn(20)) at.offline = 10 + random.below(30);
    if (random.oneIn(40)) at.restart();
    for (const window of windows) {
      if (window.offline > 0) window.offline--;
      else for (let count = random.below(3) - 1; count > 0 && window.inbox.length > 0; count--) window.receive(random);
    }
  }
  sync(...windows);
  sync(...windows);
  return judge(windows, meant);
}

function judge(windows: readonly Window[], meant: Intents): string[] {
  const [first] = windows;
  if (!first) return ['there is no window'];
  const wrong: string[] = [];
  const shown = dump(first.view);
  for (const { index, view, doc } of windows) {
    if (!isDeepStrictEqual(dump(view), shown)) wrong.push(`window ${index} shows something else than window 0`);
    if (!isDeepStrictEqual(dump(new SpaceReader(doc)), dump(view)))
      wrong.push(`window ${index} shows else than a fresh reading`);
    wrong.push(...misplaced(view));
  }
  for (const { kind, id } of meant.created.values()) {
    if (!meant.isUntold(kind, id) && !recordMap(first.doc, kind, id)) wrong.push(`${kind} ${id} is gone`);
  }
  for (const { kind, id, key, value } of meant.certain()) {
    const now = recordMap(first.doc, kind, id)?.get(key);
    if (!isDeepStrictEqual(now, value)) wrong.push(`${kind} ${id} has ${key} ${String(now)}, not ${String(value)}`);
  }
  for (const { id, token } of meant.words()) {
    const text = first.view.record('task', id)?.description ?? '';
    const times = text.split(token).length - 1;
    if (times !== 1) wrong.push(`the description of ${id} has ${token} ${times} times: ${text}`);
  }
  const defaults = new Set(
    ['task-list', 'pin-list', 'dashboard-list'].map((name) => derivedId(SPACE, name as 'task-list')),
  );
  for (const { id, name } of first.view.records('list')) {
    if (!defaults.has(id) && !/^w\d+$/.test(name)) wrong.push(`the list ${id} "${name}" was made by nobody`);
  }
  return wrong;
}
