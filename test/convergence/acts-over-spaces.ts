// What people do at random in several spaces and between them, with what they mean by it.
import type { Result } from '../../shared/failures';
import { asId, spaceTag, type UserId } from '../../shared/ids';
import { editOf, knows } from '../../shared/items';
import { RECORD_KINDS, type RecordKind, recordMap, TASK_STATUSES } from '../../shared/layout';
import type { History } from '../../shared/operations/history';
import { sweepMoves } from '../../shared/operations/late-edits';
import { type Destination, moveToSpace } from '../../shared/operations/move-space';
import { createPin, updatePin } from '../../shared/operations/pins';
import type { Surroundings } from '../../shared/operations/space';
import { assign, createTask, moveTask, type TaskPlace, unassign, updateTask } from '../../shared/operations/tasks';
import { deleteRecord, purgeRecord, restoreRecord } from '../../shared/operations/trash';
import type { SpaceRecord } from '../../shared/records';
import type { Replica } from '../shared/replica';
import { Intents } from './intents';
import type { Random } from './random';
import { isDone } from './replica';

const USERS = ['ann', 'bob'].map((user) => asId<UserId>(user));
/** The number of what moves, of the things that people do. */
const MOVES = 12;

/** Who makes it uncertain what was meant: of what one person writes to two copies, before what they wrote to one has followed, one counts (rule X10). */
const NOBODY = -1;

/** A person in one window. */
export interface Person {
  readonly index: number;
  readonly spaces: Replica[];
  /** The one that is not open, if any: nothing is done in it, and it hears nothing. */
  closed: Replica | undefined;
  readonly by: Surroundings & { readonly history: History };
  /** Of the moves between spaces; some keep one history for everything. */
  readonly moving: Surroundings & { readonly history: History };
}

/** What people meant, over all spaces. */
export class Meant extends Intents {
  /** Records that someone made anew where they were before, since that space's had not come: what is in it is decided there (rule X10). */
  readonly anew = new Set<string>();
  /** In which spaces someone has written a field: who sees two of a record, since a mark has not come, may do so in both. */
  readonly writtenIn = new Map<string, Set<number>>();
  /** Records that were purged somewhere. */
  readonly purged = new Set<string>();
}

/** All that a replica reads, in the trash and elsewhere too. */
export const recordsOf = ({ view }: Replica) => RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...view.records(kind)]);

/**
 * One thing that a person does, in one of their open spaces or between two.
 * @param word what they write, like no other
 * @param isBusy whether few move few tasks about, seldom anything else
 */
export function actOverSpaces(person: Person, random: Random, meant: Meant, word: string, isBusy: boolean): void {
  const { index, by, moving } = person;
  const spaces = person.spaces.filter((space) => space !== person.closed);
  const here = random.pick(spaces);
  const there = random.pick(spaces.filter((space) => space !== here));
  if (!here || !there) return;
  const which = person.spaces.indexOf(here);
  const tasks = [...here.view.records('task')]
    .filter(({ movedTo }) => !isBusy || movedTo === undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  // Everyone's eyes are on a few, so that they meet.
  const task = random.pick(isBusy || random.oneIn(2) ? tasks.slice(0, isBusy ? 2 : 3) : tasks);
  const sections = [...here.view.records('section')];
  const set = (kind: RecordKind, id: string, key: string, value: unknown) => {
    meant.set(index, kind, id, key, value);
    const field = `${index} ${kind} ${id} ${key}`;
    const written = (meant.writtenIn.get(field) ?? new Set()).add(which);
    meant.writtenIn.set(field, written);
    const others = person.spaces.flatMap((space) => (space === here ? [] : (space.view.record(kind, id) ?? [])));
    const side = ({ id: space, doc }: Replica) => {
      const map = recordMap(doc, kind, id);
      return map && { tag: spaceTag(space), map };
    };
    const own = side(here);
    const isApart = person.spaces.some((space) => {
      const there = space === here || !written.has(person.spaces.indexOf(space)) ? undefined : side(space);
      const edit = there && editOf(there, key);
      return edit && own && !knows(own, key, edit);
    });
    if (written.size > 1 && (isApart || others.some(({ movedTo }) => movedTo === undefined)))
      meant.set(NOBODY, kind, id, key, value);
  };
  switch (isBusy && random.oneIn(3) ? MOVES : random.below(16)) {
    case 0:
    case 1: {
      const section = random.pick(sections.filter(({ listKind }) => listKind === 'task'));
      const parent: TaskPlace | undefined =
        task && random.oneIn(2) ? { kind: 'task', id: task.id } : section && { kind: 'section', id: section.id };
      const created = parent && createTask(here, parent, { name: word, description: `<${word}>` }, by);
      if (!created || !isDone(created)) return;
      meant.made('task', created.value);
      set('task', created.value, 'name', word);
      meant.typed(created.value, `<${word}>`);
      return;
    }
    case 2:
    case 3: {
      const input = random.pick([{ name: word }, { dueDate: by.now() }, { dueDate: null }]);
      if (!task || !input || !isWritten(updateTask(here, task.id, input, by))) return;
      for (const [key, value] of Object.entries(input)) set('task', task.id, key, value ?? undefined);
      return;
    }
    case 4: {
      if (!task) return;
      const words = (task.description ?? '').split(' ').filter((one) => one !== '');
      const shorter = random.oneIn(12) && words.length > 0;
      words.splice(random.below(words.length + 1), shorter ? 1 : 0, ...(shorter ? [] : [`<${word}>`]));
      const wanted = words.join(' ');
      if (!isDone(updateTask(here, task.id, { description: wanted }, by))) return;
      const reads = here.view.record('task', task.id)?.description ?? '';
      if (reads !== wanted) throw new Error(`the description of ${task.id} reads ${reads}, not ${wanted}`);
      if (shorter) meant.shortened(task.id);
      else meant.typed(task.id, `<${word}>`);
      return;
    }
    case 5:
      if (task) deleteRecord(here, task, by);
      return;
    case 6: {
      const gone = random.pick(here.view.trash());
      if (gone) restoreRecord(here, gone, by);
      return;
    }
    case 7: {
      const { history } = random.oneIn(2) ? by : moving;
      const outcome = random.oneIn(3) ? history.redo() : history.undo();
      // A move that is undone changes nothing of what people wrote.
      if (history === by.history) for (const { kind, id } of outcome?.touched ?? []) meant.untold(kind, id);
      return;
    }
    case 14: {
      // Only the server purges: the first window stands for it.
      const gone = index === 0 && random.oneIn(2) ? random.pick(here.view.trash()) : undefined;
      if (!gone) return;
      const before = recordsOf(here);
      purgeRecord(here, gone, by);
      for (const { kind, id } of before) if (!here.view.record(kind, id)) meant.purged.add(`${kind} ${id}`);
      return;
    }
    case 15:
      if (random.oneIn(2)) sweepMoves(spaces, by);
      return;
    case 8: {
      const user = random.pick(USERS);
      if (!task || !user) return;
      const on = random.oneIn(2);
      if (!isWritten((on ? assign : unassign)(here, task.id, [user], by))) return;
      set('task', task.id, `assignee:${user}`, on || undefined);
      return;
    }
    case 9: {
      const status = random.pick(TASK_STATUSES) ?? 'open';
      if (task && isWritten(updateTask(here, task.id, { status }, by))) set('task', task.id, 'status', status);
      return;
    }
    case 10: {
      const [section, other] = [random.pick(sections), random.pick(tasks)];
      const parent: TaskPlace | undefined = other && random.oneIn(2) ? other : section;
      if (task && parent) moveTask(here, task.id, parent, {}, by);
      return;
    }
    case 11: {
      const [pin, section] = [random.pick(pinsOf(here)), random.pick(sections)];
      if (pin && random.oneIn(2)) {
        if (isWritten(updatePin(here, pin.id, { name: word }, by))) set('pin', pin.id, 'name', word);
        return;
      }
      const input = { name: word, pinType: 'url', url: 'https://example.org/' } as const;
      const created = section && createPin(here, section.id, input, by);
      if (!created || !isDone(created)) return;
      meant.made('pin', created.value);
      set('pin', created.value, 'name', word);
      return;
    }
    default: {
      const record: SpaceRecord | undefined = random.oneIn(3)
        ? random.pick([...sections, ...pinsOf(here), ...here.view.records('list')])
        : task;
      const to = record && destination(there, record, random);
      if (record && to) moving.history.group(() => moveToSpace(here, record, there, to, moving));
      if (random.oneIn(6)) sweepMoves([here, there], by);
    }
  }
}

/** Whether an operation wrote something: of what was so already nobody is the writer. */
function isWritten<T>(result: Result<T>): boolean {
  return isDone(result) && result.changed;
}

const pinsOf = ({ view }: Replica) => [...view.records('pin')].sort((a, b) => (a.id < b.id ? -1 : 1));

function destination({ view }: Replica, record: SpaceRecord, random: Random): Destination | undefined {
  if (record.kind === 'list') return { kind: 'lists' };
  if (record.kind === 'section') {
    const list = random.pick(view.lists(record.listKind));
    return list && { kind: 'list', id: list.id };
  }
  if (record.kind !== 'task') {
    const section = random.pick([...view.records('section')].filter(({ listKind }) => listKind === record.kind));
    return section && { kind: 'section', id: section.id };
  }
  const into = random.oneIn(3)
    ? random.pick([...view.records('task')])
    : random.pick([...view.records('section')].filter(({ listKind }) => listKind === 'task'));
  return into && { kind: into.kind, id: into.id };
}
