/** The spaces and edits that every contender gets: real documents, made once by the model's own operations, the same bytes for all. */
import { parse, v4, v5 } from 'uuid';
import * as Y from 'yjs';
import { toIsoDate } from '../../../shared/dates';
import { asId, derivedId, type SpaceId, type TaskId } from '../../../shared/ids';
import { createSection } from '../../../shared/operations/lists';
import { seedUpdate } from '../../../shared/operations/seed';
import type { Space, Surroundings } from '../../../shared/operations/space';
import { createTask, updateTask } from '../../../shared/operations/tasks';
import { SpaceReader } from '../../../shared/reader/space-reader';
import type { Clocks } from './clocks';

/** Ids are made of names, so that they are the same in every run. */
const NAMESPACE = '6f2b7c1a-3d94-4e05-8b1f-2a7c9d4e6051';
const PRIORITIES = ['low', 'medium', 'high', 'none'] as const;
const WORDS = 'mend the sign-in page after an invite link was opened twice on a slow network in the morning'.split(' ');

/** An edit: its update, and the clock of its author's that it leads to. */
export interface Edit {
  readonly update: Uint8Array;
  readonly author: number;
  readonly end: number;
}

/** A document with tasks in its first section. */
export interface BenchSpace {
  /** the name of its room */
  readonly id: SpaceId;
  /** the id of the section that all its tasks are in */
  readonly section: string;
  readonly tasks: readonly TaskId[];
  readonly state: Uint8Array;
  readonly stateVector: Uint8Array;
  readonly clocks: Clocks;
}

/** An id that looks like a random one, as a server wants it, and is the same for the same name. */
function madeId(name: string, namespace: string): string {
  return v4({ random: parse(v5(name, namespace)) });
}

/** The id of a space, by its name in this benchmark. */
function spaceId(name: string): SpaceId {
  return asId<SpaceId>(madeId(name, NAMESPACE));
}

const made = new Map<string, BenchSpace>();

/**
 * A space of so many tasks, each made by an operation of its own; the same one for the same arguments.
 * @param perSection so many in a section, the first of which is named in what is given; all in one unless told
 */
export function benchSpace(name: string, count: number, perSection = Infinity): BenchSpace {
  const key = `${name}/${count}/${perSection}`;
  const known = made.get(key);
  if (known) return known;
  const { space, section, tasks } = filled(name, count, () => {}, perSection);
  const result = closed(space, section, tasks);
  made.set(key, result);
  return result;
}

/** A space with the edits that made it, in order. */
export interface History extends BenchSpace {
  readonly edits: readonly Edit[];
}

const AUTHORS = 5;
const histories = new Map<number, History>();

/** A space of so many tasks and three changes on each, by several authors in turn, with every edit that led there. */
export function history(count: number): History {
  const known = histories.get(count);
  if (known) return known;
  const edits: Edit[] = [];
  const { space, section, tasks, surroundings } = filled('history', count, (edit) => edits.push(edit));
  for (let at = 0; at < 3 * count; at++) {
    if (at % 200 === 0) space.doc.clientID = 2_000 + ((at / 200) % AUTHORS);
    // 37 has no factor in common with the counts in use: every task has its turn.
    const id = tasks[(at * 37) % count];
    const name = `${WORDS[at % WORDS.length]} ${at}`;
    const change = at < count ? { name } : { priority: PRIORITIES[(at + Math.floor(at / count)) % 4] ?? 'none' };
    if (id) updateTask(space, id, change, surroundings);
  }
  const result = { ...closed(space, section, tasks), edits };
  histories.set(count, result);
  return result;
}

/** One author's edits of a space: each sets the priority of one task. Made when asked for, and kept: the same bytes for every contender. */
export class Author {
  private readonly edits: Edit[] = [];
  private writer: { readonly doc: Y.Doc; readonly tasks: readonly Y.Map<unknown>[] } | undefined;

  /** @param id the author's client id in Yjs */
  constructor(
    private readonly space: BenchSpace,
    readonly id: number,
  ) {}

  /** The edit with this number, from 0 on. */
  edit(at: number): Edit {
    while (this.edits.length <= at) this.more();
    return this.edits[at] as Edit;
  }

  /** The number of the first edit that is not in a document with this clock. */
  arrived(clock: number, from: number): number {
    let at = from;
    while ((this.edits[at]?.end ?? Infinity) <= clock) at++;
    return at;
  }

  /** Makes so many edits at once and lets the document go that they were made in. */
  prepare(count: number): void {
    if (this.edits.length >= count) return;
    this.edit(count - 1);
    this.writer?.doc.destroy();
    this.writer = undefined;
  }

  private more(): void {
    const { tasks } = this.writer ?? this.open();
    const at = this.edits.length;
    // Not by the operation: a load of a million edits would be a measure of the operation.
    tasks[at % tasks.length]?.set('priority', PRIORITIES[(at + Math.floor(at / tasks.length)) % 4]);
  }

  private open() {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, this.space.state);
    for (const { update } of this.edits) Y.applyUpdate(doc, update);
    doc.clientID = this.id;
    const map = doc.getMap<Y.Map<unknown>>('tasks');
    doc.on('update', (update: Uint8Array) =>
      this.edits.push({ update, author: this.id, end: Y.getState(doc.store, this.id) }),
    );
    this.writer = { doc, tasks: this.space.tasks.flatMap((id) => map.get(id) ?? []) };
    return this.writer;
  }
}

const authors = new Map<string, Author>();

/** The author with this client id of a space; the same one for the same two. */
export function authorOf(space: BenchSpace, id: number): Author {
  const key = `${space.id}/${space.tasks.length}/${id}`;
  const author = authors.get(key) ?? new Author(space, id);
  authors.set(key, author);
  return author;
}

function filled(name: string, count: number, heard: (edit: Edit) => void, perSection = Infinity) {
  const id = spaceId(`${name}/${count}`);
  const doc = new Y.Doc();
  doc.clientID = 1_999;
  doc.on('update', (update: Uint8Array) => {
    // The seed's author is not ours; no one but the first edit brings it.
    heard({ update, author: doc.clientID, end: Y.getState(doc.store, doc.clientID) });
  });
  const view = new SpaceReader(doc);
  Y.applyUpdate(doc, seedUpdate(id, 'workspace'), 'seed');
  const space = { id, doc, view };
  let time = Date.UTC(2026, 0, 1);
  let ids = 0;
  const surroundings: Surroundings = {
    origin: 'command',
    newId: () => madeId(`task/${ids++}`, id),
    now: () => {
      time += 1_000;
      return toIsoDate(time);
    },
  };
  const section = derivedId(id, 'task-list/section');
  const tasks: TaskId[] = [];
  let into = section;
  for (let at = 0; at < count; at++) {
    if (at > 0 && at % perSection === 0) into = newSection(space, `Section ${at / perSection}`, surroundings);
    const input = {
      name: `Task ${at}: ${WORDS[at % WORDS.length]} ${WORDS[(at * 7) % WORDS.length]}`,
      description: WORDS.slice(at % 5, 12).join(' '),
      priority: PRIORITIES[at % 4] ?? 'none',
      dueDate: surroundings.now(),
    };
    const result = createTask(space, { kind: 'section', id: asId(into) }, input, surroundings);
    if (result.kind !== 'done') throw new Error(`No task was made: ${result.kind}`);
    tasks.push(result.value);
  }
  return { space, section, tasks, surroundings };
}

/** One more section of the default list. */
function newSection(space: Space, name: string, surroundings: Surroundings): string {
  const result = createSection(space, asId(derivedId(space.id, 'task-list')), { name }, surroundings);
  if (result.kind !== 'done') throw new Error(`No section was made: ${result.kind}`);
  return result.value;
}

function closed({ id, doc, view }: Space & { readonly view: SpaceReader }, section: string, tasks: readonly TaskId[]) {
  const state = Y.encodeStateAsUpdate(doc);
  const result = {
    id,
    section,
    tasks,
    state,
    stateVector: Y.encodeStateVector(doc),
    clocks: Y.parseUpdateMeta(state).to,
  };
  view.dispose();
  doc.destroy();
  return result;
}
