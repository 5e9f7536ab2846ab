/**
 * What a window does with a large space that is on its disk, measured in a process of its own: `fill|hurry|compact|yjs|updates|desk FOLDER`. `fill`
 * writes the space, once, in sittings as long as people have them, in which the store makes snapshots when it thinks fit; `hurry` in sittings
 * that are too short for that. `compact` makes one snapshot of all; `yjs` only decodes it, `updates` as the updates that lie there; `desk`
 * opens the extension on it, without VS Code. Prints one line of JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as Y from 'yjs';
import { Desk } from '../../../extension/app/desk';
import type { Environment } from '../../../extension/app/environment';
import type { LiveReplica } from '../../../extension/app/live-replica';
import { RefreshPace } from '../../../extension/app/tree/refresh-pace';
import { TaskTree, type TreeNode } from '../../../extension/app/tree/task-tree';
import { FileReplicaStore } from '../../../extension/node/file-replica-store';
import { nodeEnvironment } from '../../../extension/node/node-environment';
import { machineTime, type ReplicaTime } from '../../../extension/node/replica-time';
import type { SectionId, TaskId } from '../../../shared/ids';
import type { Surroundings } from '../../../shared/operations/space';
import { createTask, updateTask } from '../../../shared/operations/tasks';
import { MemoryAccounts } from '../../support/memory-accounts';
import { updatesFigures, type WindowFigures, yjsFigures } from '../measures/window-figures';

const TASKS = 10_000;
const SITTINGS = 5;
const CHANGES_A_SITTING = 4_000;
const EDITS = 300;
const BURST = 500;
const BURST_MS = 2_000;
/** The longest that a snapshot takes to begin and to be there in fast time, and how often it is looked for. */
const LONGEST_FAST_MS = 1_500;
const FAST_LOOK_MS = 50;
const PRIORITIES = ['low', 'medium', 'high', 'none'] as const;

const [what, folder = ''] = process.argv.slice(2);
const environment: Environment = { ...nodeEnvironment, log: { warn: () => {} } };
const newDesk = (time: ReplicaTime = machineTime): Desk =>
  new Desk({
    accounts: new MemoryAccounts().keeper(),
    // Where the extension keeps what is nobody's account's.
    openStore: (key) => new FileReplicaStore({ folder: join(folder, 'replicas', key), time }),
    environment,
  });
/** Time in which two minutes are over in an eighth of a second. */
const fastTime: ReplicaTime = { ...machineTime, after: (ms, run) => machineTime.after(ms / 1_000, run) };
const surroundings: Surroundings = { origin: 'command', newId: environment.newId, now: environment.now };
const stateFile = join(folder, 'state');

/** The bytes that are held, after everything that can go has gone. */
function held(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Waits until the store has made a snapshot, where it thinks that one is due. */
async function letCompact(): Promise<void> {
  const spaces = join(folder, 'replicas', 'local', 'format-1', 'spaces');
  for (let quiet = 0; quiet < LONGEST_FAST_MS; quiet += FAST_LOOK_MS) {
    const before = await filesIn(spaces);
    await pause(FAST_LOOK_MS);
    if ((await filesIn(spaces)) !== before) quiet = 0;
  }
}

async function filesIn(path: string): Promise<string> {
  return (await readdir(path, { recursive: true }).catch(() => [])).sort().join();
}

/**
 * Written in several sittings, as a folder grows: each leaves a log of its own, which builds on the others'.
 * @param time the store's
 */
async function fill(time: ReplicaTime): Promise<void> {
  let ids: readonly TaskId[] = [];
  for (let sitting = 0; sitting < SITTINGS; sitting++) {
    const desk = newDesk(time);
    await desk.start();
    if (time === fastTime) await letCompact();
    const { replica } = only(desk.spaces);
    const list = only(replica.view.lists('task'));
    const section = only(replica.view.sections(list.id));
    if (sitting === 0) ids = Array.from({ length: TASKS }, (_, at) => newTask(replica, section.id, at));
    for (let at = sitting * CHANGES_A_SITTING; at < (sitting + 1) * CHANGES_A_SITTING; at++) {
      // 37 has no factor in common with the tasks: each has its turn.
      const id = ids[(at * 37) % TASKS];
      const change = at < TASKS ? { name: `Renamed ${at}` } : { priority: PRIORITIES[at % 4] ?? 'none' };
      if (id) updateTask(replica, id, change, surroundings);
    }
    await desk.kept();
    writeFileSync(stateFile, Y.encodeStateAsUpdate(replica.doc));
    await desk.close();
  }
}

/** Reads what lies there into a document, without the extension. @param receive is told all updates at once */
async function read(doc: Y.Doc, receive: (updates: Iterable<Uint8Array>) => void) {
  const store = new FileReplicaStore({ folder: join(folder, 'replicas', 'local') });
  const opened = await store.open('local', {
    receive: (updates) => {
      receive(updates);
      return [];
    },
    wholeState: () => Y.encodeStateAsUpdate(doc),
    problem: () => {},
    writing: () => {},
  });
  if (opened.kind !== 'opened') throw new Error(opened.message);
  return { store, replica: opened.replica };
}

/** Applies updates as one change of the document: each of its own would be tidied up after. */
function applyAll(doc: Y.Doc, updates: Iterable<Uint8Array>): void {
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
}

async function compact(): Promise<void> {
  const doc = new Y.Doc();
  const { store, replica } = await read(doc, (updates) => applyAll(doc, updates));
  const done = await replica.compact();
  if (done.kind !== 'compacted') throw new Error(`Nothing was compacted: ${JSON.stringify(done)}`);
  await store.close();
}

function newTask(replica: LiveReplica, section: SectionId, at: number): TaskId {
  const input = { name: `Task ${at}: mend the sign-in page after an invite`, dueDate: environment.now() };
  const made = createTask(replica, { kind: 'section', id: section }, input, surroundings);
  if (made.kind !== 'done') throw new Error(`No task was made: ${made.kind}`);
  return made.value;
}

function only<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('There is none.');
  return one;
}

function yjs(): object {
  const state = readFileSync(stateFile);
  const before = held();
  const start = performance.now();
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  const applied = performance.now() - start;
  const figures = { applied, memory: (held() - before) / 2 ** 20 };
  // It is still needed: otherwise it would have gone before it was counted.
  return yjsFigures.parse({ ...figures, tasks: doc.getMap('tasks').size });
}

async function updates(): Promise<object> {
  const doc = new Y.Doc();
  let applied = 0;
  const { store } = await read(doc, (found) => {
    const start = performance.now();
    applyAll(doc, found);
    applied += performance.now() - start;
  });
  if (doc.getMap('tasks').size !== TASKS) throw new Error('Not all has come.');
  await store.close();
  return updatesFigures.parse({ applied });
}

async function desk(): Promise<WindowFigures> {
  const before = held();
  const start = performance.now();
  const desk = newDesk();
  const tree = new TaskTree(desk);
  await desk.start();
  const started = performance.now();
  const list = only(tree.children(only(tree.roots())));
  const section = only(tree.children(list));
  const rows = tree.children(section);
  const ready = performance.now();
  // VS Code asks for every row of what is unfolded.
  for (const row of rows) if (!tree.content(row)) throw new Error('A row shows nothing.');
  const opened = performance.now();
  if (rows.length !== TASKS) throw new Error(`${rows.length} rows instead of ${TASKS}.`);
  const memory = (held() - before) / 2 ** 20;

  const { doc } = only(desk.spaces).replica;
  const peer = new Y.Doc();
  Y.applyUpdate(peer, Y.encodeStateAsUpdate(doc));
  const tasks = [...peer.getMap<Y.Map<unknown>>('tasks').values()];
  const updates: Uint8Array[] = [];
  peer.on('update', (update: Uint8Array) => updates.push(update));
  for (let at = 0; at < EDITS + BURST; at++) tasks[(at * 31) % tasks.length]?.set('name', `From elsewhere ${at}`);

  const show = (nodes: readonly TreeNode[] | undefined): void => {
    for (const node of nodes ?? tree.roots()) {
      tree.content(node);
      tree.children(node);
    }
  };
  const listening = tree.onChange(show);
  const times = updates.slice(0, EDITS).map((update) => {
    const from = performance.now();
    Y.applyUpdate(doc, update, 'elsewhere');
    return performance.now() - from;
  });
  listening.dispose();

  let redraws = 0;
  const pace = new RefreshPace<TreeNode>(environment, (nodes) => {
    redraws++;
    show(nodes);
  });
  const burst = tree.onChange((nodes) => pace.ask(nodes));
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (const [at, update] of updates.slice(EDITS).entries()) {
    const due = began + (at * BURST_MS) / BURST;
    if (performance.now() < due) await pause(due - performance.now());
    Y.applyUpdate(doc, update, 'elsewhere');
  }
  const lasted = performance.now() - began;
  burst.dispose();
  pace.dispose();
  const used = process.cpuUsage(cpu);
  await desk.kept();
  tree.dispose();
  await desk.close();
  return {
    started: started - start,
    ready: ready - start,
    opened: opened - ready,
    memory,
    edit: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN,
    slowEdit: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    redraws: redraws / (lasted / 1_000),
    burst: (used.user + used.system) / 1_000,
  };
}

async function main(): Promise<void> {
  if (what === 'fill') return fill(fastTime);
  if (what === 'hurry') return fill(machineTime);
  if (what === 'compact') return compact();
  if (what === 'yjs') console.log(JSON.stringify(yjs()));
  else console.log(JSON.stringify(what === 'updates' ? await updates() : await desk()));
}
main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
