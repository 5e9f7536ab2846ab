// A replica of a space for tests: a document, the view that follows it, and surroundings that repeat themselves exactly.
import * as Y from 'yjs';
import { type IsoDate, toIsoDate } from '../../shared/dates';
import type { Failure, Result } from '../../shared/failures';
import { asId, derivedId, type ListId, type SectionId, type SpaceId, type TaskId } from '../../shared/ids';
import type { RecordKind } from '../../shared/layout';
import { type SpaceKind, seedUpdate } from '../../shared/operations/seed';
import type { Origin, Space, Surroundings } from '../../shared/operations/space';
import { createTask, type TaskPlace } from '../../shared/operations/tasks';
import { SpaceReader } from '../../shared/reader/space-reader';

/** The space that tests use when they need only one. */
export const SPACE = asId<SpaceId>('0d0a4c1e-6d2b-4f6e-9a55-3a4f1c2b7e10');

/** A space with its reader: what operations take. */
export interface Replica extends Space {
  readonly view: SpaceReader;
}

/** A replica of a space, seeded with its default lists unless it is to be `empty`. */
export function replica(kind: SpaceKind | 'empty' = 'user', id: SpaceId = SPACE): Replica {
  const doc = new Y.Doc();
  const view = new SpaceReader(doc);
  if (kind !== 'empty') Y.applyUpdate(doc, seedUpdate(id, kind), 'seed');
  return { id, doc, view };
}

let made = 0;

/** Surroundings with ids that count up over the whole run, and a clock that moves by a second at each look. */
export function surroundings(origin: Origin = 'command'): Surroundings {
  let time = Date.UTC(2026, 0, 1);
  return {
    origin,
    newId: () => `id-${String(++made).padStart(6, '0')}`,
    now: (): IsoDate => {
      time += 1000;
      return toIsoDate(time);
    },
  };
}

/** The value of a result that has to be a success. */
export function got<T>(result: Result<T>): T {
  if (result.kind !== 'done') throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.value;
}

/** The refusal in a result that has to be one. */
export function failureOf(result: Result<unknown>): Failure {
  if (result.kind === 'done') throw new Error('it was not refused');
  return result;
}

/** The default list of a space. */
export function defaultList(kind: 'task' | 'pin' | 'dashboard' = 'task', space = SPACE): ListId {
  return asId<ListId>(derivedId(space, `${kind}-list`));
}

/** The first section of a default list. */
export function firstSection(kind: 'task' | 'pin' | 'dashboard' = 'task', space = SPACE): SectionId {
  return asId<SectionId>(derivedId(space, `${kind}-list/section`));
}

/** Makes a task with only a name, in the first section unless told otherwise. */
export function addTask(
  space: Space,
  name: string,
  parent: TaskPlace = { kind: 'section', id: firstSection() },
): TaskId {
  return got(createTask(space, parent, { name }, surroundings()));
}

/** Brings every replica what every other one has. */
export function sync(...replicas: readonly Space[]): void {
  for (const from of replicas) {
    for (const to of replicas) {
      if (from !== to) Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc, Y.encodeStateVector(to.doc)), 'remote');
    }
  }
}

/** The number of updates that a document sends out while something is done to it. */
export function writesDuring({ doc }: Space, act: () => void): number {
  let writes = 0;
  const count = () => writes++;
  doc.on('update', count);
  act();
  doc.off('update', count);
  return writes;
}

/** Writes a raw value under a record's key as a peer with other software could, making the record where it is missing. */
export function poke({ doc }: Pick<Space, 'doc'>, kind: RecordKind, id: string, key: string, value: unknown): void {
  const root = doc.getMap(`${kind}s`);
  doc.transact(() => {
    let map = root.get(id);
    if (!(map instanceof Y.Map)) {
      map = new Y.Map();
      root.set(id, map);
    }
    if (map instanceof Y.Map) map.set(key, value);
  }, 'peer');
}
