/** What moving does, by drag and drop, by keyboard, or to a place that the person picks: all of it one thing to undo. */
import { t } from '@vscode/l10n';
import type { Result } from '../../../shared/failures';
import type { TaskId, UserId } from '../../../shared/ids';
import type { TaskPriority, TaskStatus } from '../../../shared/layout';
import { moveList, moveSection } from '../../../shared/operations/lists';
import { moveToSpace } from '../../../shared/operations/move-space';
import { assign, moveTasks, unassign, updateTasks } from '../../../shared/operations/tasks';
import type { SpaceRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';
import { type Held, type Move, planDrop, planGroupDrop, planStep, type Step, topmost } from '../tree/move-plan';
import type { GroupContent, NodeContent, TreeNode } from '../tree/task-tree';
import { type Called, nodesOf, type TaskScope } from './task-scope';

/** Moving what a command was called on. */
export class MoveCommands {
  readonly #scope: TaskScope;

  constructor(scope: TaskScope) {
    this.#scope = scope;
  }

  /** Moves what was dropped to the place that it was dropped on; a drop that makes no sense does nothing. */
  async drop(dropped: readonly TreeNode[], on: TreeNode | undefined): Promise<void> {
    const { tree } = this.#scope;
    const target = on && tree.content(on);
    if (!target) return;
    const contents = this.#contents(dropped);
    const group = tree.groupOf(on);
    if (!group || contents.some(({ kind }) => kind !== 'task')) return this.#run(planDrop(contents, target));
    // A stretch of time is no date: only what is due then already can go there, be it from another list.
    if (group.by === 'due' && dropped.some((node) => tree.groupOf(node)?.key !== group.key))
      return void this.#scope.prompt.tell(
        t('Dragging does not change when something is due. Set the due date instead.'),
      );
    await this.#run(planGroupDrop(contents, target, group));
  }

  /** Moves a step: up or down in the row, in under the task above, out beside the parent. At the end of the row nothing happens. */
  async step(called: Called, step: Step): Promise<void> {
    const nodes = nodesOf(called);
    // Nobody waits for the answer, there is none; least of all the next move.
    if (nodes.length === 0) void this.#scope.prompt.tell(t('Select what is to be moved in the view Tasks first.'));
    else await this.#run(planStep(this.#contents(nodes), step, (one) => this.#shownBeside(one)));
  }

  /** Moves tasks to a section, sections to a list, lists to a workspace, which the person picks; other spaces are among them. */
  async moveTo(called: Called): Promise<void> {
    const targets = topmost(this.#scope.writable(await this.#scope.targets(called, t('Move which task?'))));
    const [first] = targets;
    if (!first) return;
    const { kind } = first.record;
    if (kind !== 'task' && kind !== 'section' && kind !== 'list') return;
    if (targets.some(({ record }) => record.kind !== kind)) {
      await this.#scope.prompt.warn(
        t('Choose tasks only, or sections only, or lists only: they go to different places.'),
      );
      return;
    }
    const title = {
      task: t('Move to which section?'),
      section: t('Move to which list?'),
      list: t('Move to which space?'),
    }[kind];
    const on = await this.#scope.prompt.pick(title, this.#places(kind));
    const target = on && this.#scope.tree.content(on);
    // What was picked from is looked up again: it may have changed while the person looked.
    const { tree } = this.#scope;
    const nodes = targets.map(({ space, record }) => tree.nodeOf(space.known.id, record));
    if (target) await this.#run(planDrop(this.#contents(nodes), target));
  }

  #shownBeside({ space, record }: Held<SpaceRecord>): readonly SpaceRecord[] {
    const { tree } = this.#scope;
    return this.#contents(tree.row(tree.nodeOf(space.known.id, record))).flatMap((content) =>
      'record' in content && content.record.kind === record.kind ? [content.record] : [],
    );
  }

  #contents(nodes: readonly TreeNode[]): readonly NodeContent[] {
    return nodes.flatMap((node) => this.#scope.tree.content(node) ?? []);
  }

  /** The places that a record of a kind can go to, with the node that stands for each. */
  #places(kind: 'task' | 'section' | 'list') {
    const { desk, tree } = this.#scope;
    return desk.spaces.filter(canWrite).flatMap((space) => {
      const { view } = space.replica;
      const { id } = space.known;
      const description = shownText(spaceName(space));
      if (kind === 'list') {
        const value = tree.roots().find((root) => root.space === id);
        return value ? [{ label: description, description: '', value }] : [];
      }
      return view.lists('task').flatMap((list) =>
        kind === 'section'
          ? [{ label: shownText(list.name), description, value: tree.nodeOf(id, list) }]
          : view.sections(list.id).map((section) => ({
              label: shownText(`${list.name} / ${section.name}`),
              description,
              value: tree.nodeOf(id, section),
            })),
      );
    });
  }

  async #run(moves: readonly Move[]): Promise<void> {
    if (moves.length === 0) return;
    const ids = new Set(moves.flatMap((move) => (move.kind === 'across' ? [move.from, move.to] : [move.space])));
    await this.#scope.writer.writeTo([...ids], (spaces) => {
      const bySpace = new Map(spaces.map((space) => [space.known.id as string, space]));
      const results: Result<unknown>[] = [];
      for (const move of moves) {
        const result = this.#write(move, bySpace);
        results.push(...result);
        // What did not come cannot be put in its place.
        if (result.some(({ kind }) => kind !== 'done')) break;
      }
      return results;
    });
  }

  #write(move: Move, spaces: ReadonlyMap<string, OpenSpace>): readonly Result<unknown>[] {
    const { surroundings } = this.#scope;
    const space = spaces.get(move.kind === 'across' ? move.from : move.space)?.replica;
    if (!space) return [];
    switch (move.kind) {
      case 'tasks':
        return [moveTasks(space, move.ids, move.to, move.position, surroundings)];
      case 'section':
        return [moveSection(space, move.record.id, move.list, move.position, surroundings)];
      case 'list':
        return [moveList(space, move.record.id, move.position as Parameters<typeof moveList>[2], surroundings)];
      case 'group':
        return this.#join(space, move.ids, move.group);
      case 'across': {
        const to = spaces.get(move.to)?.replica;
        return to ? [moveToSpace(space, move.ref, to, move.destination, surroundings)] : [];
      }
    }
  }

  /** Gives tasks what those of a group have in common. */
  #join(space: LiveReplica, ids: readonly TaskId[], { by, key }: GroupContent): readonly Result<unknown>[] {
    const { surroundings } = this.#scope;
    switch (by) {
      case 'status':
        return [updateTasks(space, ids, { status: key as TaskStatus }, surroundings)];
      case 'priority':
        return [updateTasks(space, ids, { priority: key as TaskPriority }, surroundings)];
      case 'due':
        return [];
      case 'assignee': {
        const users = JSON.parse(key) as UserId[];
        return ids.flatMap((id) => {
          const others = (space.view.record('task', id)?.assignees ?? []).filter((user) => !users.includes(user));
          return [assign(space, id, users, surroundings), unassign(space, id, others, surroundings)];
        });
      }
    }
  }
}
