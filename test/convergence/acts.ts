// The operations that windows do at random, with what they mean by them.
import * as Y from 'yjs';
import { asId, type TaskId, type UserId } from '../../shared/ids';
import {
  LIST_KINDS,
  RECORD_KINDS,
  type RecordKind,
  TASK_PRIORITIES,
  TASK_STATUSES,
  WIDGET_TYPES,
} from '../../shared/layout';
import {
  addWidget,
  createDashboard,
  moveDashboard,
  removeWidget,
  updateDashboard,
  updateWidget,
} from '../../shared/operations/dashboards';
import { descriptionText, typeDescription } from '../../shared/operations/description';
import { createList, createSection, moveList, moveSection, renameContainer } from '../../shared/operations/lists';
import { createPin, movePin, updatePin } from '../../shared/operations/pins';
import { seedUpdate } from '../../shared/operations/seed';
import { updateSpace } from '../../shared/operations/space-fields';
import {
  assign,
  createTask,
  moveTask,
  moveTasks,
  type TaskPlace,
  unassign,
  updateTask,
  updateTasks,
} from '../../shared/operations/tasks';
import { deleteRecord, deleteRecords, purgeRecord, restoreRecord, restoreRecords } from '../../shared/operations/trash';
import type { RecordRef } from '../../shared/reader/view';
import type { RecordOf } from '../../shared/records';
import { SPACE } from '../shared/replica';
import type { Intents } from './intents';
import type { Random } from './random';
import { isDone, type Window } from './replica';

type Act = (at: Window, random: Random, meant: Intents, word: string) => void;

/** A record of a kind; every other time one of the few that everyone's eyes are on, so that they meet. */
function some<Kind extends RecordKind>({ view }: Window, random: Random, kind: Kind): RecordOf[Kind] | undefined {
  const all = [...view.records(kind)].sort((a, b) => (a.id < b.id ? -1 : 1));
  return random.pick(random.oneIn(2) ? all.slice(0, 4) : all);
}

function somewhere(at: Window, random: Random): TaskPlace {
  const task = random.oneIn(2) ? some(at, random, 'task') : undefined;
  if (task) return { kind: 'task', id: task.id };
  return { kind: 'section', id: some(at, random, 'section')?.id ?? asId('none') };
}

/** Before or after a random sibling there, or at the end. */
function position(siblings: readonly { readonly id: string }[], random: Random) {
  const sibling = random.oneIn(2) ? random.pick(siblings) : undefined;
  if (!sibling) return {};
  return random.oneIn(2) ? { before: sibling.id } : { after: sibling.id };
}

const USERS = ['ann', 'bob', 'cyd'].map((user) => asId<UserId>(user));

/** Each with how often it is chosen. */
const ACTS: readonly (readonly [number, Act])[] = [
  [
    8,
    (at, random, meant, word) => {
      const parent = somewhere(at, random);
      const made = createTask(at, parent, { name: word }, at.by, position(at.view.tasks(parent), random));
      if (!isDone(made)) return;
      meant.made('task', made.value);
      meant.set(at.index, 'task', made.value, 'name', word);
    },
  ],
  [
    8,
    (at, random, meant, word) => {
      const task = some(at, random, 'task');
      if (!task) return;
      const status = random.pick(TASK_STATUSES);
      const priority = random.pick(TASK_PRIORITIES);
      const input = random.pick([
        { name: word },
        { status },
        { priority },
        { dueDate: at.by.now() },
        { dueDate: null },
      ]);
      if (!input || !isDone(updateTask(at, task.id, input, at.by))) return;
      for (const [key, value] of Object.entries(input)) meant.set(at.index, 'task', task.id, key, value ?? undefined);
    },
  ],
  [
    14,
    (at, random, meant, word) => {
      const task = some(at, random, 'task');
      if (!task) return;
      const words = (task.description ?? '').split(' ').filter((one) => one !== '');
      if (random.oneIn(25) && words.length > 0) {
        words.splice(random.below(words.length), 1);
        if (isDone(updateTask(at, task.id, { description: words.join(' ') }, at.by))) meant.shortened(task.id);
        return;
      }
      words.splice(random.below(words.length + 1), 0, `<${word}>`);
      if (isDone(updateTask(at, task.id, { description: words.join(' ') }, at.by))) meant.typed(task.id, `<${word}>`);
    },
  ],
  [
    10,
    (at, random) => {
      const task = some(at, random, 'task');
      if (!task) return;
      const parent = random.oneIn(3) ? undefined : somewhere(at, random);
      moveTask(at, task.id, parent, position(at.view.tasks(parent ?? task.parent), random), at.by);
    },
  ],
  [
    2,
    (at, random) => {
      const ids = [1, 2, 3].flatMap(() => some(at, random, 'task')?.id ?? []);
      const parent = somewhere(at, random);
      moveTasks(at, [...new Set<TaskId>(ids)], parent, position(at.view.tasks(parent), random), at.by);
    },
  ],
  [
    4,
    (at, random, meant, word) => {
      const task = some(at, random, 'task');
      const text = task && descriptionText(at.doc, task.id);
      if (!text) return;
      const [retain, insert] = [random.oneIn(2) ? 0 : text.length, `<${word}>`];
      if (isDone(typeDescription(at, task.id, [{ retain }, { insert }], at.by))) meant.typed(task.id, insert);
    },
  ],
  [
    2,
    (at, random, meant) => {
      const ids = [1, 2, 3].flatMap(() => some(at, random, 'task')?.id ?? []);
      const status = random.pick(TASK_STATUSES) ?? 'open';
      if (isDone(updateTasks(at, ids, { status }, at.by)))
        for (const id of ids) meant.set(at.index, 'task', id, 'status', status);
    },
  ],
  [
    4,
    (at, random, meant) => {
      const task = some(at, random, 'task');
      const user = random.pick(USERS);
      if (!task || !user) return;
      const on = random.oneIn(2);
      if (!isDone((on ? assign : unassign)(at, task.id, [user], at.by))) return;
      meant.set(at.index, 'task', task.id, `assignee:${user}`, on || undefined);
    },
  ],
  [
    4,
    (at, random) => {
      const kind = random.pick(RECORD_KINDS) ?? 'task';
      const record = some(at, random, random.oneIn(2) ? 'task' : kind);
      if (record) deleteRecord(at, record, at.by);
      if (random.oneIn(4))
        deleteRecords(
          at,
          [1, 2, 3].flatMap(() => some(at, random, 'task') ?? []),
          at.by,
        );
    },
  ],
  [
    4,
    (at, random) => {
      const record = random.pick(at.view.trash());
      if (record) restoreRecord(at, record, at.by);
      if (random.oneIn(4)) restoreRecords(at, at.view.trash().slice(0, 2), at.by);
    },
  ],
  [
    2,
    (at, random, meant, word) => {
      const made = createList(at, { name: word, listKind: random.pick(LIST_KINDS) ?? 'task' }, at.by);
      if (!isDone(made)) return;
      meant.made('list', made.value.list);
      meant.made('section', made.value.section);
      meant.set(at.index, 'list', made.value.list, 'name', word);
    },
  ],
  [
    3,
    (at, random, meant, word) => {
      const list = some(at, random, 'list');
      if (!list) return;
      const made = createSection(at, list.id, { name: word }, at.by, position(at.view.sections(list.id), random));
      if (isDone(made)) meant.made('section', made.value);
    },
  ],
  [
    3,
    (at, random, meant, word) => {
      const kind = random.oneIn(2) ? 'list' : 'section';
      const record = some(at, random, kind);
      if (!record || !isDone(renameContainer(at, kind, record.id, { name: word }, at.by))) return;
      meant.set(at.index, kind, record.id, 'name', word);
    },
  ],
  [
    3,
    (at, random) => {
      const section = some(at, random, 'section');
      if (!section) return;
      const list = random.oneIn(2) ? section.list : (some(at, random, 'list')?.id ?? section.list);
      moveSection(at, section.id, list, position(at.view.sections(list), random), at.by);
    },
  ],
  [
    2,
    (at, random) => {
      const list = some(at, random, 'list');
      if (list) moveList(at, list.id, position(at.view.lists(list.listKind), random) as object, at.by);
    },
  ],
  [
    3,
    (at, random, meant, word) => {
      const section = some(at, random, 'section');
      if (!section) return;
      const made = createPin(at, section.id, { name: word, pinType: 'url', url: `https://example.org/${word}` }, at.by);
      if (isDone(made)) meant.made('pin', made.value);
    },
  ],
  [
    2,
    (at, random, meant, word) => {
      const pin = some(at, random, 'pin');
      if (!pin) return;
      if (isDone(updatePin(at, pin.id, { name: word }, at.by))) meant.set(at.index, 'pin', pin.id, 'name', word);
      const url = `https://example.org/${word}`;
      if (random.oneIn(2) && isDone(updatePin(at, pin.id, { url }, at.by)))
        meant.set(at.index, 'pin', pin.id, 'url', url);
      if (random.oneIn(2)) movePin(at, pin.id, some(at, random, 'section')?.id, {}, at.by);
    },
  ],
  [
    3,
    (at, random, meant, word) => {
      const section = some(at, random, 'section');
      if (!section) return;
      const made = createDashboard(at, section.id, { name: word, widgets: [{ type: 'count' }] }, at.by);
      if (isDone(made)) meant.made('dashboard', made.value);
    },
  ],
  [
    4,
    (at, random, _, word) => {
      const board = some(at, random, 'dashboard');
      if (!board) return;
      const widget = random.pick(board.widgets);
      const type = random.pick(WIDGET_TYPES) ?? 'count';
      switch (random.below(5)) {
        case 0:
          addWidget(at, board.id, { type, title: word }, at.by);
          break;
        case 1:
          if (widget) removeWidget(at, board.id, widget.id, at.by);
          break;
        case 2:
          if (widget) updateWidget(at, board.id, widget.id, { type }, at.by);
          break;
        case 3:
          updateDashboard(
            at,
            board.id,
            { widgets: board.widgets.map(({ id, type: kept }) => ({ id, type: kept })).toReversed() },
            at.by,
          );
          break;
        default:
          moveDashboard(
            at,
            board.id,
            some(at, random, 'section')?.id,
            position(at.view.dashboards(undefined), random),
            at.by,
          );
      }
    },
  ],
  [
    1,
    (at, random, meant, word) => {
      const board = some(at, random, 'dashboard');
      if (!board || !isDone(updateDashboard(at, board.id, { name: word }, at.by))) return;
      meant.set(at.index, 'dashboard', board.id, 'name', word);
    },
  ],
  [
    1,
    (at, _, __, word) => {
      updateSpace(at, { name: word }, at.by);
    },
  ],
  [
    4,
    (at, random, meant) => {
      const outcome = random.oneIn(3) ? at.history.redo() : at.history.undo();
      for (const { kind, id } of outcome?.touched ?? []) meant.untold(kind, id);
    },
  ],
  [
    1,
    (at, random, meant) => {
      // Only the server purges: the first window stands for it.
      const record: RecordRef | undefined = at.index === 0 ? random.pick(at.view.trash()) : undefined;
      if (!record) return;
      const before = RECORD_KINDS.flatMap((kind): RecordRef[] => [...at.view.records(kind)]);
      if (!isDone(purgeRecord(at, record, at.surroundings))) return;
      for (const { kind, id } of before) if (!at.view.record(kind, id)) meant.untold(kind, id);
    },
  ],
  [1, (at) => Y.applyUpdate(at.doc, seedUpdate(SPACE, 'user'), 'seed')],
];

const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0);

/** Lets a window do one thing at random. @param word a name that nothing else has */
export function actAtRandom(at: Window, random: Random, meant: Intents, word: string): void {
  let left = random.below(WEIGHT);
  for (const [weight, act] of ACTS) {
    left -= weight;
    if (left >= 0) continue;
    act(at, random, meant, word);
    return;
  }
}
