// People, each with three spaces of their own replicas and a history, who move one task about and hear of one another when told to.
import * as Y from 'yjs';
import { asId, type SpaceId, type TaskId } from '../../shared/ids';
import { History } from '../../shared/operations/history';
import { sweepMoves } from '../../shared/operations/late-edits';
import { moveToSpace } from '../../shared/operations/move-space';
import type { Surroundings } from '../../shared/operations/space';
import { createTask, type TaskPlace } from '../../shared/operations/tasks';
import type { TaskRecord } from '../../shared/records';
import { firstSection, got, type Replica, replica, surroundings, sync } from './replica';

/** The spaces, by their ids from the smallest to the greatest. */
export const SPACES = [
  '1d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e10',
  '2ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '3d444840-9dc0-11d1-b245-5ffdce74fad2',
].map((id) => asId<SpaceId>(id));

/** The first section for tasks of a space, by its number from 0. */
export const sectionOf = (space: number): TaskPlace & { readonly kind: 'section' } => ({
  kind: 'section',
  id: firstSection('task', SPACES[space]),
});

/** Someone in a window. */
export class Person {
  readonly spaces: Replica[];
  /** The spaces that are not open, by their numbers. */
  readonly closed = new Set<number>();
  readonly history: History;
  readonly by: Surroundings;

  /** @param from whose replicas this one has; undefined for fresh ones */
  constructor(clock: Surroundings, from?: Person) {
    this.spaces = SPACES.map((id, at) => {
      const other = from?.spaces[at];
      return other ? copyOf(other) : replica('user', id);
    });
    this.history = new History(
      (id) => this.spaces.find((space, at) => space.id === id && !this.closed.has(at)),
      clock.now,
    );
    this.by = { ...clock, history: this.history };
  }

  /** A space, by its number. */
  at(space: number): Replica {
    const found = this.spaces[space];
    if (!found) throw new Error(`there is no space ${space}`);
    return found;
  }

  /** Moves a task to another space, as one thing to undo. */
  move(task: TaskId, from: number, to: number, into: TaskPlace = sectionOf(to)): void {
    this.history.group(() => got(moveToSpace(this.at(from), { kind: 'task', id: task }, this.at(to), into, this.by)));
  }

  /** Closes a space and opens it again, as its replica was kept. */
  reopen(space: number): void {
    const before = this.at(space);
    this.spaces[space] = copyOf(before);
    before.view.dispose();
    before.doc.destroy();
  }

  sweep(): number {
    return sweepMoves(
      this.spaces.filter((_, at) => !this.closed.has(at)),
      this.by,
    );
  }
}

/** Where people see a task: the numbers of the spaces in which it is, and not in the trash. */
export function living(person: Person, task: TaskId): readonly number[] {
  return person.spaces.flatMap(({ view }, at) => {
    const record = view.record('task', task);
    return record && !view.isDeleted(record) ? [at] : [];
  });
}

/** Two people who have the same three spaces, and a task in the first. */
export function people() {
  const clock = surroundings();
  const ann = new Person(clock);
  const task = got(createTask(ann.at(0), sectionOf(0), { name: 'n', description: 'one two' }, clock));
  const ben = new Person(clock, ann);
  const both = [ann, ben];
  const meet = () => {
    for (const at of SPACES.keys()) sync(...both.map((person) => person.at(at)));
  };
  /** All hear of all, and bring over what is late, until nothing is left. */
  const settle = () => {
    meet();
    for (let round = 0; round < 4; round++) {
      for (const person of both) person.sweep();
      meet();
    }
  };
  const read = (space: number, id: TaskId = task): TaskRecord | undefined => ann.at(space).view.record('task', id);
  return { ann, ben, task, clock, meet, settle, read };
}

function copyOf({ id, doc }: Replica): Replica {
  const copy = replica('empty', id);
  Y.applyUpdate(copy.doc, Y.encodeStateAsUpdate(doc), 'stored');
  return copy;
}
