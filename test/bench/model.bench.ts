// Size and speed of the model, in a table: `npx tsx test/bench/model.bench.ts [--worst]`. Ends with 1 where a bound is not kept.
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { asId, derivedId, type TaskId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import type { Surroundings } from '../../shared/operations/space';
import { createTask, updateTask } from '../../shared/operations/tasks';
import { SpaceReader } from '../../shared/reader/space-reader';

const SPACE = asId<Parameters<typeof seedUpdate>[0]>('0d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e10');
const section = { kind: 'section', id: asId<never>(derivedId(SPACE, 'task-list/section')) } as const;
const TASKS = 10_000;

let time = Date.UTC(2026, 0, 1);
const surroundings: Surroundings = {
  origin: 'command',
  newId: () => crypto.randomUUID(),
  now: () => {
    time += 1000;
    return toIsoDate(time);
  },
};

interface Line {
  readonly what: string;
  readonly value: string;
  readonly bound: string;
  readonly kept: boolean;
}
const lines: Line[] = [];

function line(what: string, value: number, unit: string, bound?: number): void {
  const text = (number: number) => `${number.toFixed(number < 10 ? 2 : 0)} ${unit}`;
  lines.push({
    what,
    value: text(value),
    bound: bound === undefined ? '' : `≤ ${text(bound)}`,
    kept: !(value > (bound ?? Number.POSITIVE_INFINITY)),
  });
}

/** The median time of several rounds, in milliseconds. */
function timed(rounds: number, act: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    act();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

function newSpace() {
  const doc = new Y.Doc();
  const view = new SpaceReader(doc);
  Y.applyUpdate(doc, seedUpdate(SPACE, 'user'), 'seed');
  return { id: SPACE, doc, view };
}

function fill(count: number) {
  const space = newSpace();
  const ids: TaskId[] = [];
  const assignee = asId<never>(crypto.randomUUID());
  for (let at = 0; at < count; at++) {
    const input = { name: `Task number ${at}`, dueDate: surroundings.now(), assigneeIds: [assignee] };
    const made = createTask(space, section, input, surroundings);
    if (made.kind === 'done') ids.push(made.value);
  }
  return { space, ids };
}

function apply(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
}

/** Toggles tasks between open and completed, in turn. */
function toggle(space: ReturnType<typeof newSpace>, ids: readonly TaskId[], times: number): void {
  for (let at = 0; at < times; at++) {
    const id = ids[at % ids.length];
    if (!id) return;
    const status = space.view.record('task', id)?.status === 'completed' ? 'open' : 'completed';
    updateTask(space, id, { status }, surroundings);
  }
}

const { space, ids } = fill(TASKS);
const state = Y.encodeStateAsUpdate(space.doc);
line(`${TASKS} tasks with due date and assignee, encoded`, state.length / 1e6, 'MB', 3.5);

const applied = timed(9, () => apply(state));
const doc = apply(state);
const read = timed(9, () => new SpaceReader(doc).dispose());
line('Yjs applies that state', applied, 'ms');
line('the reader reads it the first time', read, 'ms', applied * 1.3);
const shown = new SpaceReader(doc);
line(
  'their order, the first time',
  timed(1, () => shown.tasks(section)),
  'ms',
);

const [, , third] = ids;
let round = 0;
const written = timed(201, () => {
  const map = doc.getMap<Y.Map<unknown>>('tasks').get(third ?? '');
  map?.set('name', `name ${round++}`);
  shown.tasks(section);
});
shown.dispose();
const bare = timed(
  201,
  () =>
    void doc
      .getMap<Y.Map<unknown>>('tasks')
      .get(third ?? '')
      ?.set('name', `name ${round++}`),
);
line('one field of one task changes, and all are shown again', written - bare, 'ms', 1);
line('the same write without a reader', bare, 'ms');

toggle(space, ids, 20_000);
const toggled = Y.encodeStateAsUpdate(space.doc);
line('20,000 toggles add', (toggled.length / state.length - 1) * 100, '%', 15);

/** A year of toggling 200 tasks in turn. @param daily toggles a day, over all of them */
function year(daily: number, label: string, bounded: boolean): void {
  const { space: busy, ids: toggled } = fill(200);
  const fresh = Y.encodeStateAsUpdate(busy.doc);
  toggle(busy, toggled, daily * 365);
  const old = Y.encodeStateAsUpdate(busy.doc);
  line(`${label}, encoded`, old.length / 1e6, 'MB', bounded ? 15 : undefined);
  line(`${label}, encoded as version 2`, Y.encodeStateAsUpdateV2(busy.doc).length / 1e6, 'MB', 15);
  const freshTime = timed(21, () => apply(fresh));
  line(`${label}, decoded`, timed(21, () => apply(old)) / freshTime, 'times fresh', bounded ? 20 : undefined);
}

year(20, '200 tasks, twenty toggles a day', true);
// Yjs keeps a trace of every value that was overwritten: what that comes to in the worst case, to be looked at, not held to.
if (process.argv.includes('--worst')) year(20 * 200, '200 tasks, each twenty toggles a day', false);

const width = Math.max(...lines.map(({ what }) => what.length));
for (const { what, value, bound, kept } of lines) {
  console.log(`${what.padEnd(width)}  ${value.padStart(12)}  ${bound.padEnd(16)} ${kept ? '' : 'NOT KEPT'}`);
}
process.exitCode = lines.every(({ kept }) => kept) ? 0 : 1;
