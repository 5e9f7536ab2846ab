// One run over several spaces: people move records between them, together, again and back; edit, delete, restore, purge and undo apart, with
// spaces open and closed, and start again from what they stored.
import { isDeepStrictEqual } from 'node:util';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { asId, type SpaceId } from '../../shared/ids';
import { isMadeByMove } from '../../shared/items';
import { type RecordKind, recordMap } from '../../shared/layout';
import { History } from '../../shared/operations/history';
import { sweepMoves } from '../../shared/operations/late-edits';
import { seedUpdate } from '../../shared/operations/seed';
import { createTask, type TaskPlace } from '../../shared/operations/tasks';
import { SpaceReader } from '../../shared/reader/space-reader';
import { dump, misplaced } from '../shared/dump';
import { type Replica, sync } from '../shared/replica';
import { actOverSpaces, Meant, type Person, recordsOf } from './acts-over-spaces';
import { randomOf } from './random';
import { isDone } from './replica';

const SPACES = [
  '0d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e10',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '3d813cbb-47fb-32ba-91df-831e1593ac29',
].map((id) => asId<SpaceId>(id));
/** So many turns has a run. */
const TURNS = 120;

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
  const meant = new Meant();
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
      actOverSpaces(person, random, meant, `w${turn}`, isBusy);
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
  // Everyone brings over what was written late, all at once, until nothing is left to bring: some of it goes by several spaces.
  for (let round = 0; round < 6; round++) {
    for (const person of people) sweepMoves(person.spaces, person.by);
    meet();
  }
  return judge(people, meant);
}

function judge(people: readonly Person[], meant: Meant): string[] {
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
      // Nobody here writes what is none; of what was made anew something may be gone (rule X10).
      for (const { kind, record, id, key } of view.problems())
        if (kind === 'bad-value' && !meant.anew.has(id))
          wrong.push(`${record} ${id} has a bad ${key} in space ${which}`);
    });
    let writes = 0;
    for (const { doc } of person.spaces) doc.on('update', () => writes++);
    const swept = sweepMoves(person.spaces, person.by);
    if (swept + writes > 0) wrong.push(`person ${index} still has ${swept} to bring over, in ${writes} writes`);
  });
  const found = (kind: RecordKind, id: string) =>
    // In one space, in a tree, unfiled or in the trash there: not only as traces of one another.
    first.spaces.filter(({ view }) => view.record(kind, id) && view.record(kind, id)?.movedTo === undefined);
  for (const { kind, id } of meant.created.values()) {
    const places = found(kind, id);
    const isPurged = meant.purged.has(`${kind} ${id}`);
    if (places.length === 0 && !isPurged) wrong.push(`${kind} ${id} is nowhere but in traces`);
    // What was moved to two spaces at once, and purged where it was before the marks came, has nothing that connects the two (rule X10).
    if (places.length > 1 && !isPurged) wrong.push(`${kind} ${id} lives in ${places.length} spaces`);
  }
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
