// A space with something of each kind in it, and what a case of an operation says.
import { toIsoDate } from '../../../../shared/dates';
import type { Result } from '../../../../shared/failures';
import { asId } from '../../../../shared/ids';
import * as dashboards from '../../../../shared/operations/dashboards';
import { History } from '../../../../shared/operations/history';
import * as lists from '../../../../shared/operations/lists';
import * as pins from '../../../../shared/operations/pins';
import * as fields from '../../../../shared/operations/space-fields';
import * as tasks from '../../../../shared/operations/tasks';
import * as trash from '../../../../shared/operations/trash';
import { firstSection, got, type Replica, replica, surroundings } from '../../replica';

let open: readonly Replica[] = [];
const clock = surroundings('rest');
/** What was done in the room that was furnished last. */
export const history = new History((id) => open.find((space) => space.id === id), clock.now);
export const by = { ...clock, history };
export const TEAM = asId<Replica['id']>('6ba7b810-9dad-11d1-80b4-00c04fd430c8');
export const url = 'https://example.org/';
export const half = 'a\ud83d';
export const gone = asId<never>('gone');

/** A space with something of each kind in it, another one to move to, and a history that begins here. */
export function furnished() {
  const space = replica();
  const inSection = { kind: 'section', id: firstSection() } as const;
  const task = (name: string, parent: tasks.TaskPlace = inSection) =>
    got(tasks.createTask(space, parent, { name, description: 'one two', dueDate: toIsoDate(0) }, by));
  const pin = (name: string) => got(pins.createPin(space, firstSection('pin'), { name, pinType: 'url', url }, by));
  const board = (name: string) =>
    got(
      dashboards.createDashboard(
        space,
        firstSection('dashboard'),
        { name, description: 'd', widgets: [{ type: 'count', title: 'Count' }, { type: 'due' }] },
        by,
      ),
    );
  const [a, b, lost] = [task('a'), task('b'), task('lost')];
  const { list, section } = got(lists.createList(space, { name: 'L', listKind: 'task' }, by));
  const known = {
    space,
    team: replica('project', TEAM),
    inSection,
    a,
    b,
    lost,
    child: task('child', { kind: 'task', id: a }),
    list,
    section,
    pin: pin('p'),
    otherPin: pin('q'),
    board: board('d'),
    otherBoard: board('e'),
    listPin: got(lists.createList(space, { name: 'P', listKind: 'pin' }, by)).section,
  };
  got(tasks.assign(space, a, [asId('ann')], by));
  got(trash.deleteRecord(space, { kind: 'task', id: lost }, by));
  got(fields.updateSpace(space, { name: 'mine', description: 'd' }, by));
  open = [space, known.team];
  history.clear();
  return { ...known, widget: space.view.record('dashboard', known.board)?.widgets[0]?.id ?? '' };
}
/** What there is to work on. */
export type Room = ReturnType<typeof furnished>;

/** What is said of one operation. */
export interface Case {
  /** What changes something. */
  readonly acts: readonly ((room: Room) => Result<unknown>)[];
  /** What changes nothing. */
  readonly rests?: readonly ((room: Room) => Result<unknown>)[];
  /** What is refused, and what the refusal says. */
  readonly refused: readonly (readonly [(room: Room) => Result<unknown>, string])[];
  /** The transactions that it takes, where it is not one in the space. */
  readonly inTwo?: true;
}

export const longName = 'n'.repeat(101);
export const NAME = 'name must have 1 to 100 characters; it has 101.';
export const TASK_NAME = 'name must have 1 to 200 characters; it has 201.';
export const HALF = 'holds half of a character (a lone surrogate).';
export const noSibling = 'before: There is no such record beside which it could stand.';
export const bothSides = 'before: Say either before or after, not both.';
export const noTask = 'There is no such task; it may have been deleted.';
export const noSection = 'There is no such section; it may have been deleted.';
