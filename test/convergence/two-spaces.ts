// One run over two spaces: people move records between them, together, again and after a crash; edit, delete and undo them apart.
import { isDeepStrictEqual } from 'node:util';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { asId, type SpaceId } from '../../shared/ids';
import { RECORD_KINDS } from '../../shared/layout';
import { History } from '../../shared/operations/history';
import { carryLateEdits } from '../../shared/operations/late-edits';
import { type Destination, moveToSpace } from '../../shared/operations/move-space';
import { seedUpdate } from '../../shared/operations/seed';
import type { Surroundings } from '../../shared/operations/space';
import { createTask, type TaskPlace, updateTask } from '../../shared/operations/tasks';
import { deleteRecord, restoreRecord } from '../../shared/operations/trash';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { SpaceRecord } from '../../shared/records';
import { dump, misplaced } from '../shared/dump';
import { type Replica, sync } from '../shared/replica';
import { type Random, randomOf } from './random';
import { isDone } from './replica';

const SPACES = ['0d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e10', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'].map((id) =>
  asId<SpaceId>(id),
);
const TURNS = 80;

/** A person with both spaces open. */
interface Person {
  readonly spaces: readonly Replica[];
  readonly by: Surroundings & { readonly history: History };
}

/**
 * Runs a seed.
 * @returns what is wrong in the end, empty if nothing is
 */
export function runTwoSpaces(seed: number): string[] {
  const random = randomOf(seed);
  let [ids, client, time] = [0, 1, Date.UTC(2026, 0, 1)];
  const now = () => {
    time += 1000;
    return toIsoDate(time);
  };
  const newId = () => `${random.below(1e6).toString(36)}-${ids++}`;
  const people = Array.from({ length: 3 + random.below(4) }, (): Person => {
    const spaces = SPACES.map((id): Replica => {
      const doc = new Y.Doc();
      doc.clientID = random.below(2 ** 16) * 2 ** 10 + client++;
      const view = new SpaceReader(doc);
      Y.applyUpdate(doc, seedUpdate(id, 'user'), 'seed');
      return { id, doc, view };
    });
    const history = new History((id) => spaces.find((space) => space.id === id), now);
    return { spaces, by: { origin: 'command', newId, now, history } };
  });
  const made = new Set<string>();
  for (let turn = 0; turn < TURNS; turn++) {
    const person = random.pick(people);
    if (person) act(person, random, made, `w${turn}`);
    const [one, other, which] = [random.pick(people), random.pick(people), random.below(SPACES.length)];
    const [from, to] = [one?.spaces[which], other?.spaces[which]];
    // One space arrives without the other, as after a crash between the two.
    if (from && to && from !== to && random.oneIn(3)) Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc), 'remote');
  }
  const meet = () => {
    for (const which of SPACES.keys()) sync(...people.flatMap(({ spaces }) => spaces[which] ?? []));
  };
  meet();
  // Everyone brings over what was written late, all at once; the second time nothing is left to bring.
  for (let round = 0; round < 4; round++) {
    for (const person of people) carryAll(person);
    meet();
  }
  return judge(people, made);
}

function carryAll({ spaces: [one, other], by }: Person): number {
  return one && other ? carryLateEdits(one, other, by) + carryLateEdits(other, one, by) : 0;
}

function act({ spaces, by }: Person, random: Random, made: Set<string>, word: string): void {
  const which = random.below(2);
  const [here, there] = [spaces[which], spaces[1 - which]];
  if (!here || !there) return;
  const tasks = [...here.view.records('task')].sort((a, b) => (a.id < b.id ? -1 : 1));
  const task = random.pick(random.oneIn(2) ? tasks.slice(0, 3) : tasks);
  const sections = [...here.view.records('section')];
  switch (random.below(9)) {
    case 0:
    case 1: {
      const section = random.pick(sections);
      const parent: TaskPlace | undefined =
        task && random.oneIn(2) ? { kind: 'task', id: task.id } : section && { kind: 'section', id: section.id };
      const created = parent && createTask(here, parent, { name: word, description: word }, by);
      if (created && isDone(created)) made.add(created.value);
      return;
    }
    case 2:
    case 3:
      if (task) updateTask(here, task.id, random.oneIn(2) ? { name: word } : { description: `${word} ${word}` }, by);
      return;
    case 4:
      if (task) deleteRecord(here, task, by);
      return;
    case 5: {
      const gone = random.pick(here.view.trash());
      if (gone) restoreRecord(here, gone, by);
      return;
    }
    case 6:
      if (random.oneIn(3)) by.history.redo();
      else by.history.undo();
      return;
    default: {
      const record: SpaceRecord | undefined = random.oneIn(4) ? random.pick(sections) : task;
      const to = record && destination(there, record, random);
      if (record && to) by.history.group(() => moveToSpace(here, record, there, to, by));
      if (random.oneIn(6)) carryLateEdits(here, there, by);
    }
  }
}

function destination({ view }: Replica, { kind }: SpaceRecord, random: Random): Destination | undefined {
  if (kind === 'section') {
    const list = random.pick(view.lists('task'));
    return list && { kind: 'list', id: list.id };
  }
  const into = random.oneIn(3) ? random.pick([...view.records('task')]) : random.pick([...view.records('section')]);
  return into && { kind: into.kind, id: into.id };
}

function judge(people: readonly Person[], made: ReadonlySet<string>): string[] {
  const wrong: string[] = [];
  const [first] = people;
  if (!first) return ['there is nobody'];
  people.forEach((person, index) => {
    person.spaces.forEach(({ view, doc }, which) => {
      const shown = first.spaces[which];
      if (!shown || !isDeepStrictEqual(dump(view), dump(shown.view)))
        wrong.push(`person ${index} sees another space ${which}`);
      if (!isDeepStrictEqual(dump(new SpaceReader(doc)), dump(view)))
        wrong.push(`person ${index} sees else than a fresh reading`);
      wrong.push(...misplaced(view));
    });
    if (carryAll(person) > 0) wrong.push(`person ${index} still has something to bring over`);
  });
  for (const id of made) {
    const found = first.spaces.flatMap(({ view }) => RECORD_KINDS.flatMap((kind) => view.record(kind, id) ?? []));
    // In one space, in a tree, unfiled or in the trash there: not only as traces of one another.
    if (!found.some(({ movedTo }) => movedTo === undefined)) wrong.push(`task ${id} is nowhere but in traces`);
  }
  return wrong;
}
