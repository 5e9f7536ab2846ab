/** Moving a record, with all that lies under it, to another space: the same ids there, a trace here (rules X1 to X4, X9). */
import { done, type Failure, invalid, notFound, type Result } from '../failures';
import { legsOf } from '../journey';
import { KEY, recordMap, type StoredPlace } from '../layout';
import { makeRoom, type Ordered, type Room } from '../order';
import type { RecordRef } from '../reader/view';
import type { SpaceRecord } from '../records';
import type { Step } from './pen';
import { isAmongOrUnder, livingRecord, missingSection, writeRekeyed } from './place';
import { type Space, type Surroundings, write } from './space';
import { goingAlong, isMovedTooOften, planTransfer, tasksMade, transfer } from './transfer';

/** Where a record goes in the other space: to the end of a parent there, or (a list) to the end of its kind. */
export type Destination =
  | { readonly kind: 'lists' }
  | { readonly kind: 'list' | 'section' | 'task'; readonly id: string };

/**
 * Moves a record to another space. First it is made there, then marked here: a crash between leaves two and never none. Doing it again
 * repairs that, and brings what was added here since (rule X3); nothing that is there already is changed.
 * A record that came from there before is taken out of its trace again, with what it reads as now.
 * With a history, it is one thing to undo.
 * @returns how many records went; `not-found` where the record or the destination is not there, `invalid` where it cannot hold it, or another record has its id
 */
export function moveToSpace(
  from: Space,
  ref: RecordRef,
  to: Space,
  destination: Destination,
  surroundings: Surroundings,
): Result<number> {
  if (from.id === to.id) return invalid('same-space', '', 'It is in that space already.');
  const root = from.view.record(ref.kind, ref.id);
  if (!root || !(root.movedTo === to.id || livingRecord(from, ref.kind, ref.id))) return notFound(ref.kind, ref.id);
  const wrong = wrongDestination(to, root, destination);
  if (wrong) return wrong;
  const plan = planTransfer(from, [root], to, surroundings.now());
  if (isMovedTooOften(plan)) {
    const message = 'Its document says that it, or what is in it, was moved more often than anything can be.';
    return invalid('moved-too-often', '', message);
  }
  const stranger = plan.find(({ record }) => isStrangerThere(from, to, record))?.record;
  if (stranger) {
    const { kind, name } = stranger;
    return invalid(
      'id-taken',
      'destination',
      `Another ${kind} has the id of "${name}" there, though it never went there.`,
    );
  }
  // Also there may be one of it, and of what goes with it: a crash, or a mark that has not come yet, leaves two.
  if (destination.kind === 'task' && isAmongOrUnder(to, destination.id, tasksMade(plan)))
    return invalid('own-descendant', 'destination.id', 'A task cannot be moved under itself.');
  if (plan.length === 0) return done(0, false);
  const siblings = siblingsAt(to, root, destination);
  const room = makeRoom(siblings, siblings.length);
  const before = recordMap(from.doc, root.kind, root.id)?.get(KEY.place);
  const own = plan.find(({ record }) => record === root);
  const steps: Step[] = [];
  if (own?.isMade && room.rekeyed.length > 0) {
    const history = surroundings.history && { record: (_: Space, more: readonly Step[]) => steps.push(...more) };
    write(to, { origin: surroundings.origin, history }, (pen) => writeRekeyed(pen, to, root.kind, room));
  }
  transfer(from, plan, to, new Map([[root, placeAt(destination, room)]]), surroundings.origin);
  if (own && root.movedTo === undefined) {
    const after = recordMap(to.doc, root.kind, root.id)?.get(KEY.place);
    const { kind: record, id } = root;
    surroundings.history?.record(to, [
      ...steps,
      { kind: 'moved', record, id, leg: own.leg, prior: root.journey, along: goingAlong(plan, root), before, after },
    ]);
  }
  return done(plan.filter(({ isMade }) => isMade).length);
}

/**
 * Whether a record of the same id lives in the other space that is not this one: neither was ever moved between the two, and they have not
 * the same name, as those that another program made there before it marked them here.
 */
function isStrangerThere(from: Space, to: Space, { kind, id, name, movedTo }: SpaceRecord): boolean {
  const [here, there] = [recordMap(from.doc, kind, id), livingRecord(to, kind, id)];
  if (!here || !there || movedTo !== undefined || there.journey || there.name === name) return false;
  return !legsOf(here).some((leg) => leg.from === to.id || leg.to === to.id);
}

function wrongDestination(to: Space, root: SpaceRecord, destination: Destination): Failure | undefined {
  const fits =
    root.kind === 'list'
      ? destination.kind === 'lists'
      : root.kind === 'section'
        ? destination.kind === 'list'
        : destination.kind === 'section' || (root.kind === 'task' && destination.kind === 'task');
  if (!fits) return invalid('wrong-kind', 'destination', `A ${root.kind} cannot be moved there.`);
  switch (destination.kind) {
    case 'lists':
      return undefined;
    case 'section':
      return missingSection(to, destination.id, root.kind as 'task' | 'pin' | 'dashboard', 'destination.id');
    case 'list': {
      const list = livingRecord(to, 'list', destination.id);
      const same = root.kind === 'section' && list?.listKind === root.listKind;
      return same ? undefined : notFound('list', destination.id, 'destination.id');
    }
    case 'task':
      return livingRecord(to, 'task', destination.id) ? undefined : notFound('task', destination.id, 'destination.id');
  }
}

function siblingsAt({ view }: Space, root: SpaceRecord, destination: Destination): readonly Ordered[] {
  const section = destination.kind === 'section' ? view.record('section', destination.id) : undefined;
  const list = destination.kind === 'list' ? view.record('list', destination.id) : undefined;
  const task = destination.kind === 'task' ? view.record('task', destination.id) : undefined;
  if (root.kind === 'list') return view.lists(root.listKind);
  if (list) return view.sections(list.id);
  if (task) return view.tasks({ kind: 'task', id: task.id });
  if (!section) return [];
  if (root.kind === 'task') return view.tasks({ kind: 'section', id: section.id });
  return root.kind === 'pin' ? view.pins(section.id) : view.dashboards(section.id);
}

function placeAt(destination: Destination, { order }: Room): StoredPlace {
  switch (destination.kind) {
    case 'lists':
      return { order };
    case 'list':
      return { list: destination.id, order };
    case 'section':
      return { section: destination.id, order };
    case 'task':
      return { task: destination.id, order };
  }
}
