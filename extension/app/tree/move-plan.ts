/** What dropping places of the tree on another one, or moving them by keyboard, comes to: moves as plain values. Nothing is written here. */
import type { ListId, SpaceId, TaskId } from '../../../shared/ids';
import type { Destination } from '../../../shared/operations/move-space';
import type { Position } from '../../../shared/operations/place';
import type { TaskPlace } from '../../../shared/operations/tasks';
import type { RecordRef } from '../../../shared/reader/view';
import type { ListRecord, SectionRecord, SpaceRecord, TaskRecord } from '../../../shared/records';
import type { OpenSpace } from '../open-space';
import type { GroupContent, NodeContent } from './task-tree';

/** One thing to write. To be done in order: what comes from another space is there before it is put in its place. */
export type Move =
  | {
      readonly kind: 'tasks';
      readonly space: SpaceId;
      readonly ids: readonly TaskId[];
      readonly to: TaskPlace;
      readonly position: Position;
    }
  | {
      readonly kind: 'section';
      readonly space: SpaceId;
      readonly record: SectionRecord;
      readonly list: ListId;
      readonly position: Position;
    }
  | { readonly kind: 'list'; readonly space: SpaceId; readonly record: ListRecord; readonly position: Position }
  /** The tasks get what those of a group have in common. */
  | { readonly kind: 'group'; readonly space: SpaceId; readonly ids: readonly TaskId[]; readonly group: GroupContent }
  | {
      readonly kind: 'across';
      readonly from: SpaceId;
      readonly ref: RecordRef;
      readonly to: SpaceId;
      readonly destination: Destination;
    };

/** A record and the space that it is in. */
export interface Held<R extends SpaceRecord> {
  readonly space: OpenSpace;
  readonly record: R;
}

/**
 * What dropping comes to. On a container it goes to its end (into the first section of a list, the first list of a space); on one
 * of its own kind it takes that one's place in the row.
 * @returns none for a drop that makes no sense: on itself, under itself, of several kinds at once, where there is no room for it
 */
export function planDrop(dropped: readonly NodeContent[], on: NodeContent): readonly Move[] {
  const held = topmost(dropped);
  const kinds = new Set(held.map(({ record }) => record.kind));
  if (kinds.size !== 1 || held.some(({ space, record }) => isUnder(on, space, record))) return [];
  const of = <R extends SpaceRecord>(kind: R['kind']) =>
    inOrder(held.filter((one): one is Held<R> => one.record.kind === kind));
  const [kind] = kinds;
  if (kind === 'task') return planTasks(of<TaskRecord>('task'), on);
  return kind === 'section' ? planSections(of<SectionRecord>('section'), on) : planLists(of<ListRecord>('list'), on);
}

/**
 * What dropping tasks on a group comes to, or on a task in one: they get what its tasks have in common. What comes from elsewhere goes to
 * the group's list as well; beside a task of the same section they take that one's place in the row, and nothing changes its section.
 * @param on the group, or a task right in it
 */
export function planGroupDrop(dropped: readonly NodeContent[], on: NodeContent, group: GroupContent): readonly Move[] {
  const held = topmost(dropped);
  const tasks = held.filter((one): one is Held<TaskRecord> => one.record.kind === 'task');
  if (tasks.length !== held.length || tasks.some(({ space, record }) => isUnder(on, space, record))) return [];
  const { space, list } = group;
  const isHere = (one: Held<TaskRecord>) =>
    one.space.known.id === space.known.id &&
    one.record.parent.kind === 'section' &&
    space.replica.view.record('section', one.record.parent.id)?.list === list.id;
  const here = inOrder(tasks.filter(isHere));
  const strangers = inOrder(tasks.filter((one) => !isHere(one)));
  const isBeside = on.kind === 'task' && here.length > 0 && here.every((one) => parentKey(one) === parentKey(on));
  const ids = tasks.map(({ record }) => record.id);
  return [
    ...(strangers.length > 0 ? planTasks(strangers, { kind: 'list', space, record: list }) : []),
    ...(isBeside ? planTasks(here, on) : []),
    { kind: 'group', space: space.known.id, ids, group },
  ];
}

/** Where a step by keyboard leads. */
export type Step = 'up' | 'down' | 'in' | 'out';

/**
 * What a step comes to: up and down among the siblings, for a task also in (under the task above it) and out (beside its parent).
 * Above and below is what the person sees there.
 * @param shownBeside what stands in one row with a record on the screen, itself too, in order
 * @returns none at the end of the row, beside what lies elsewhere though it is shown there, and for what do not stand side by side
 */
export function planStep(
  chosen: readonly NodeContent[],
  step: Step,
  shownBeside: (one: Held<SpaceRecord>) => readonly SpaceRecord[],
): readonly Move[] {
  const held = inOrder(topmost(chosen));
  const [first] = held;
  const last = held.at(-1);
  if (!first || !last || new Set(held.map(parentKey)).size !== 1) return [];
  const row = shownBeside(first);
  const own = new Set<string>(held.map(({ record }) => record.id));
  const above = row.slice(0, Math.max(0, indexIn(row, first))).findLast(({ id }) => !own.has(id));
  const below = row.slice(indexIn(row, last) + 1).find(({ id }) => !own.has(id));
  const isSibling = (record: SpaceRecord) => parentKey({ space: first.space, record }) === parentKey(first);
  const { space } = first;
  const { view } = space.replica;
  switch (step) {
    case 'up':
      return above && isSibling(above) ? placed(held, { before: above.id }) : [];
    case 'down':
      return below && isSibling(below) ? placed(held, { after: below.id }) : [];
    case 'in':
      return above?.kind === 'task' ? tasksTo(held, { kind: 'task', id: above.id }, {}) : [];
    case 'out': {
      const parent = view.parentOf(first.record);
      return parent?.kind === 'task' && parent.parent.kind !== 'unfiled'
        ? tasksTo(held, parent.parent, { after: parent.id })
        : [];
    }
  }
}

function planTasks(held: readonly Held<TaskRecord>[], on: NodeContent): readonly Move[] {
  const to = taskPlaceOf(on);
  const [first] = held;
  if (!to || !first) return [];
  const position = on.kind === 'task' ? positionAt(held, on.space, on.record) : {};
  const across = acrossTo(held, on.space, to);
  const stays = across.length === held.length && on.kind !== 'task';
  // What came from elsewhere stands at the end already.
  if (stays) return across;
  const ids = held.map(({ record }) => record.id);
  return [...across, { kind: 'tasks', space: on.space.known.id, ids, to, position }];
}

/** Where a task goes that is dropped on a place. */
function taskPlaceOf(on: NodeContent): TaskPlace | undefined {
  const { view } = on.space.replica;
  switch (on.kind) {
    case 'task':
      return on.record.parent.kind === 'unfiled' ? undefined : on.record.parent;
    case 'section':
      return { kind: 'section', id: on.record.id };
    case 'list':
    case 'space': {
      const lists = on.kind === 'list' ? [on.record] : view.lists('task');
      const section = lists.flatMap(({ id }) => view.sections(id)).at(0);
      return section && { kind: 'section', id: section.id };
    }
    default:
      return undefined;
  }
}

function planSections(held: readonly Held<SectionRecord>[], on: NodeContent): readonly Move[] {
  if (on.kind !== 'list' && on.kind !== 'section') return [];
  const list = on.kind === 'list' ? on.record.id : on.record.list;
  const position = on.kind === 'section' ? positionAt(held, on.space, on.record) : {};
  const across = acrossTo(held, on.space, { kind: 'list', id: list });
  const space = on.space.known.id;
  const moves = held.map(({ record }): Move => ({ kind: 'section', space, record, list, position }));
  return [...across, ...rowOf(moves, position)];
}

function planLists(held: readonly Held<ListRecord>[], on: NodeContent): readonly Move[] {
  if (on.kind !== 'list' && on.kind !== 'space') return [];
  const across = acrossTo(held, on.space, { kind: 'lists' });
  if (on.kind === 'space') return across;
  const position = positionAt(held, on.space, on.record);
  const space = on.space.known.id;
  return [
    ...across,
    ...rowOf(
      held.map(({ record }): Move => ({ kind: 'list', space, record, position })),
      position,
    ),
  ];
}

function acrossTo(held: readonly Held<SpaceRecord>[], { known }: OpenSpace, destination: Destination): readonly Move[] {
  return held.flatMap(({ space, record }): Move[] =>
    space.known.id === known.id
      ? []
      : [{ kind: 'across', from: space.known.id, ref: record, to: known.id, destination }],
  );
}

/** Puts siblings at another position among their own. */
function placed(held: readonly Held<SpaceRecord>[], position: Position): readonly Move[] {
  const [first] = held;
  if (first?.record.kind === 'task') {
    const { parent } = first.record;
    return parent.kind === 'unfiled' ? [] : tasksTo(held, parent, position);
  }
  const moves = held.flatMap(({ space, record }): Move[] => {
    const { id } = space.known;
    if (record.kind === 'section') return [{ kind: 'section', space: id, record, list: record.list, position }];
    return record.kind === 'list' ? [{ kind: 'list', space: id, record, position }] : [];
  });
  return rowOf(moves, position);
}

function tasksTo(held: readonly Held<SpaceRecord>[], to: TaskPlace, position: Position): readonly Move[] {
  const ids = held.flatMap(({ record }) => (record.kind === 'task' ? [record.id] : []));
  const [first] = held;
  return first ? [{ kind: 'tasks', space: first.space.known.id, ids, to, position }] : [];
}

/** Moves that go one by one: behind the same neighbour the last one goes first. */
function rowOf(moves: readonly Move[], { after }: Position): readonly Move[] {
  return after === undefined ? moves : moves.toReversed();
}

/** The place of a neighbour: behind it for what comes from above it in the same row, otherwise before it. */
function positionAt(held: readonly Held<SpaceRecord>[], space: OpenSpace, neighbour: SpaceRecord): Position {
  const siblings = siblingsOf({ space, record: neighbour });
  const [first] = held;
  const from = first && first.space.known.id === space.known.id ? indexIn(siblings, first) : -1;
  const comesFromAbove = from >= 0 && from < indexIn(siblings, { record: neighbour });
  return comesFromAbove ? { after: neighbour.id } : { before: neighbour.id };
}

function indexIn(siblings: readonly SpaceRecord[], { record }: { readonly record: SpaceRecord }): number {
  return siblings.findIndex(({ id }) => id === record.id);
}

function siblingsOf({ space, record }: Held<SpaceRecord>): readonly SpaceRecord[] {
  const { view } = space.replica;
  if (record.kind === 'task') return view.tasks(record.parent);
  if (record.kind === 'section') return view.sections(record.list);
  return record.kind === 'list' ? view.lists(record.listKind) : [];
}

function parentKey({ space, record }: Held<SpaceRecord>): string {
  return JSON.stringify([space.known.id, record.kind, space.replica.view.parentOf(record)?.id]);
}

/** What is held in the order in which it stands, where it stands in one row; otherwise in the order of the selection. */
function inOrder<R extends SpaceRecord>(held: readonly Held<R>[]): readonly Held<R>[] {
  const [first] = held;
  if (!first || new Set(held.map(parentKey)).size > 1) return held;
  const at = new Map(siblingsOf(first).map(({ id }, index) => [id as string, index]));
  return held.toSorted((a, b) => (at.get(a.record.id) ?? 0) - (at.get(b.record.id) ?? 0));
}

/** The records among the places, each once, without what lies under another of them: it goes with that. */
export function topmost(contents: readonly NodeContent[]): readonly Held<SpaceRecord>[] {
  const held = new Map<string, Held<SpaceRecord>>();
  for (const content of contents) {
    if (!('record' in content)) continue;
    held.set(keyOf(content.space, content.record), content);
  }
  return [...held.values()].filter(({ space, record }) => {
    const { view } = space.replica;
    for (let above = view.parentOf(record); above; above = view.parentOf(above)) {
      if (held.has(keyOf(space, above))) return false;
    }
    return true;
  });
}

function keyOf({ known }: OpenSpace, { kind, id }: SpaceRecord): string {
  return JSON.stringify([known.id, kind, id]);
}

/** Whether a place is a record itself, or lies under it. */
function isUnder(place: NodeContent, space: OpenSpace, record: SpaceRecord): boolean {
  if (!('record' in place) || place.space.known.id !== space.known.id) return false;
  const { view } = space.replica;
  for (let at: SpaceRecord | undefined = place.record; at; at = view.parentOf(at)) {
    if (at.kind === record.kind && at.id === record.id) return true;
  }
  return false;
}
