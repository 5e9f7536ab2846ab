// One run over several spaces: people move records between them, together, again and back; edit, delete, restore, purge and undo apart, with
// spaces open and closed, and start again from what they stored.
import { isDeepStrictEqual } from 'node:util';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import type { Result } from '../../shared/failures';
import { asId, type SpaceId, type UserId } from '../../shared/ids';
import { isMadeByMove } from '../../shared/items';
import { RECORD_KINDS, type RecordKind, recordMap, TASK_STATUSES } from '../../shared/layout';
import { History } from '../../shared/operations/history';
import { sweepMoves } from '../../shared/operations/late-edits';
import { type Destination, moveToSpace } from '../../shared/operations/move-space';
import { createPin, updatePin } from '../../shared/operations/pins';
import { seedUpdate } from '../../shared/operations/seed';
import type { Surroundings } from '../../shared/operations/space';
import { assign, createTask, moveTask, type TaskPlace, unassign, updateTask } from '../../shared/operations/tasks';
import { deleteRecord, purgeRecord, restoreRecord } from '../../shared/operations/trash';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { SpaceRecord } from '../../shared/records';
import { dump, misplaced } from '../shared/dump';
import { type Replica, sync } from '../shared/replica';
import { Intents } from './intents';
import { type Random, randomOf } from './random';
import { isDone } from './replica';

const SPACES = [
  '0d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e10',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '3d813cbb-47fb-32ba-91df-831e1593ac29',
].map((id) => asId<SpaceId>(id));
const USERS = ['ann', 'bob'].map((user) => asId<UserId>(user));
/** The number of what moves, of the things that people do. */
const MOVES = 12;
/** So many turns has a run. */
const TURNS = 120;

/** A person in one window. */
interface Person {
  readonly index: number;
  readonly spaces: Replica[];
  /** The one that is not open, if any: nothing is done in it, and it hears nothing. */
  closed: Replica | undefined;
  readonly by: Surroundings & { readonly history: History };
  /** Of the moves between spaces; some keep one history for everything. */
  readonly moving: Surroundings & { readonly history: History };
}

/** What people meant, over all spaces. */
interface Meant extends Intents {
  /** Records that someone made anew where they were before, since that space's had not come: what is in it is decided there (rule X10). */
  readonly anew: Set<string>;
  /** In which spaces someone has written a field: who sees two of a record, since a mark has not come, may do so in both. */
  readonly writtenIn: Map<string, Set<number>>;
  /** Records that were purged somewhere. */
  readonly purged: Set<string>;
}

/** Who makes it uncertain what was meant: of what one person writes to both of two copies, one counts (rule X10). */
const NOBODY = -1;

/**
 * Runs a seed.
 * @param count over so many spaces, two or three
 * @returns what is wrong in the end, empty if nothing is
 */
export function runSpaces(seed: number, count: number): string[] {
  const random = randomOf(seed);
  const own = SPACES.slice(0, count);
  let [ids, client, time] = [0, 1, Date.UTC(2026, 0, 1)];
  const now = () => {
    time += 1000;
    return toIsoDate(time);
  };
  const newId = () => `${random.below(1e6).toString(36)}-${ids++}`;
  const open = (id: SpaceId, state: Uint8Array): Replica => {
    const doc = new Y.Doc();
    doc.clientID = random.below(2 ** 16) * 2 ** 10 + client++;
    const view = new SpaceReader(doc);
    Y.applyUpdate(doc, state, 'stored');
    return { id, doc, view };
  };
  // In every other run few people move few tasks about, and seldom hear of one another.
  const isBusy = random.oneIn(2);
  const people = Array.from({ length: 3 + (isBusy ? 0 : random.below(4)) }, (_, index): Person => {
    const spaces = own.map((id) => open(id, seedUpdate(id, 'user')));
    const opened = (id: SpaceId) => spaces.find((space) => space.id === id && space !== person.closed);
    const histories = [new History(opened, now), new History(opened, now)] as const;
    const by = { origin: 'command', newId, now, history: histories[0] } as const;
    const moving = { ...by, history: random.oneIn(3) ? histories[0] : histories[1] };
    const person: Person = { index, spaces, closed: undefined, by, moving };
    return person;
  });
  const meant: Meant = Object.assign(new Intents(), {
    anew: new Set<string>(),
    writtenIn: new Map(),
    purged: new Set<string>(),
  });
  const [first] = people;
  const section = first?.spaces[0]?.view.lists('task').flatMap(({ id }) => first.spaces[0]?.view.sections(id) ?? [])[0];
  for (const name of section ? ['a', 'b', 'c'] : []) {
    const task =
      first?.spaces[0] &&
      createTask(first.spaces[0], section as TaskPlace, { name }, { ...first.by, history: undefined });
    if (task && isDone(task)) meant.made('task', task.value);
  }
  sync(...people.flatMap(({ spaces: [space] }) => space ?? []));
  for (let turn = 0; turn < TURNS; turn++) {
    const person = random.pick(people);
    if (person) {
      const before = person.spaces.map((space) => new Set(recordsOf(space).map(({ kind, id }) => `${kind} ${id}`)));
      act(person, random, meant, `w${turn}`, isBusy);
      person.spaces.forEach((space, at) => {
        for (const { kind, id } of recordsOf(space)) {
          // It was there before, and has not come from there.
          const known = people.flatMap(({ spaces }) => recordMap(spaces[at]?.doc ?? space.doc, kind, id) ?? []);
          const isNew = !before[at]?.has(`${kind} ${id}`);
          if (isNew && known.some((map) => map !== recordMap(space.doc, kind, id) && !isMadeByMove(map)))
            meant.anew.add(id);
        }
      });
    }
    const [one, other, which] = [random.pick(people), random.pick(people), random.below(count)];
    const [from, to] = [one?.spaces[which], other?.spaces[which]];
    // One space arrives without the other, as after a crash between the two.
    const isHeard = from !== one?.closed && to !== other?.closed;
    if (from && to && from !== to && isHeard && random.oneIn(isBusy ? 6 : 3))
      Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc), 'remote');
    if (one && random.oneIn(15)) one.closed = one.closed ? undefined : from;
    if (one && from && from !== one.closed && random.oneIn(20)) {
      from.view.dispose();
      one.spaces[which] = open(from.id, Y.encodeStateAsUpdate(from.doc));
      from.doc.destroy();
    }
  }
  for (const person of people) person.closed = undefined;
  const meet = () => {
    for (const which of own.keys()) sync(...people.flatMap(({ spaces }) => spaces[which] ?? []));
  };
  meet();
  // Everyone brings over what was written late, all at once, until nothing is left to bring.
  for (let round = 0; round < 4; round++) {
    for (const person of people) sweepMoves(person.spaces, person.by);
    meet();
  }
  return judge(people, meant, isBusy);
}

const recordsOf = ({ view }: Replica) => RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...view.records(kind)]);

function act(person: Person, random: Random, meant: Meant, word: string, isBusy: boolean): void {
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
    if (written.size > 1 && others.some(({ movedTo }) => movedTo === undefined))
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
      if (!isDone(updateTask(here, task.id, { description: words.join(' ') }, by))) return;
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
      const before = RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...here.view.records(kind)]);
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

/** Where a view has its records: which are in it, in the trash, or elsewhere. */
function whereabouts(view: SpaceReader) {
  return RECORD_KINDS.flatMap((kind) =>
    [...view.records(kind)].map(({ id, movedTo, deleted }: SpaceRecord) =>
      [kind, id, movedTo, deleted !== undefined].join(' '),
    ),
  ).sort();
}

/** @param isBusy whether it is judged only where records are, the same for everyone */
function judge(people: readonly Person[], meant: Meant, isBusy: boolean): string[] {
  const sight = isBusy ? whereabouts : dump;
  const wrong: string[] = [];
  const [first] = people;
  if (!first) return ['there is nobody'];
  people.forEach((person, index) => {
    person.spaces.forEach(({ view, doc }, which) => {
      const shown = first.spaces[which];
      if (!shown || !isDeepStrictEqual(sight(view), sight(shown.view)))
        wrong.push(`person ${index} sees another space ${which}`);
      if (!isDeepStrictEqual(dump(new SpaceReader(doc)), dump(view)))
        wrong.push(`person ${index} sees else than a fresh reading`);
      wrong.push(...misplaced(view));
    });
    let writes = 0;
    for (const { doc } of person.spaces) doc.on('update', () => writes++);
    const swept = sweepMoves(person.spaces, person.by);
    if (!isBusy && swept + writes > 0)
      wrong.push(`person ${index} still has ${swept} to bring over, in ${writes} writes`);
  });
  const found = (kind: RecordKind, id: string) =>
    // In one space, in a tree, unfiled or in the trash there: not only as traces of one another.
    first.spaces.filter(({ view }) => view.record(kind, id) && view.record(kind, id)?.movedTo === undefined);
  for (const { kind, id } of meant.created.values()) {
    const places = found(kind, id);
    const isPurged = meant.purged.has(`${kind} ${id}`);
    if (places.length === 0 && !isPurged) wrong.push(`${kind} ${id} is nowhere but in traces`);
    if (places.length > 1) wrong.push(`${kind} ${id} lives in ${places.length} spaces`);
  }
  if (isBusy) return wrong;
  for (const { kind, id, key, value } of meant.certain()) {
    if (meant.anew.has(id) || meant.purged.has(`${kind} ${id}`)) continue;
    const now = found(kind, id).map(({ doc }) => recordMap(doc, kind, id)?.get(key) ?? undefined);
    if (!now.every((one) => isDeepStrictEqual(one, value)))
      wrong.push(`${kind} ${id} has ${key} ${String(now)}, not ${String(value)}`);
  }
  for (const { id, token } of meant.words()) {
    if (meant.anew.has(id) || meant.purged.has(`task ${id}`)) continue;
    for (const { view } of found('task', id)) {
      const text = view.record('task', id)?.description ?? '';
      const times = text.split(token).length - 1;
      if (times !== 1) wrong.push(`the description of ${id} has ${token} ${times} times: ${text}`);
    }
  }
  return wrong;
}
