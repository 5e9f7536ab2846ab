/** What the commands on the tree act on, and how they write: to the selection or to what the person picks, as one thing to undo. */
import { failureMessage, type Result } from '../../../shared/failures';
import type { Surroundings } from '../../../shared/operations/space';
import type { TaskRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import type { OpenSpace } from '../session';
import { shownText } from '../shown-text';
import { spaceName } from '../space-name';
import type { NodeContent, TaskTree, TreeNode } from '../tree/task-tree';

/** A task, a section or a list that is there. */
export type Target = Extract<NodeContent, { kind: 'task' | 'section' | 'list' }>;
/** A task that is there. */
export type TaskTarget = Extract<NodeContent, { kind: 'task' }>;
/** The places that a command was called on; none from the palette with nothing selected. */
export type Called = TreeNode | readonly TreeNode[] | undefined;

/** Finds what commands act on, and writes. */
export class TaskScope {
  readonly desk: Desk;
  readonly tree: TaskTree;
  readonly prompt: Prompt;
  readonly surroundings: Surroundings;

  constructor(desk: Desk, tree: TaskTree, prompt: Prompt) {
    this.desk = desk;
    this.tree = tree;
    this.prompt = prompt;
    this.surroundings = desk.surroundings;
  }

  /** What a command was called on, without what cannot be changed as a record; or the task that the person picks. */
  async targets(called: Called, title: string): Promise<readonly Target[]> {
    const nodes = nodesOf(called);
    if (nodes.length === 0) return this.tasks(undefined, title);
    return (await this.#there(nodes)).flatMap((content) =>
      content.kind === 'task' || content.kind === 'section' || content.kind === 'list' ? [content] : [],
    );
  }

  /**
   * The tasks that a command was called on, or the one that the person picks.
   * @param wanted which ones are offered to pick from
   */
  async tasks(
    called: Called,
    title: string,
    wanted: (task: TaskRecord) => boolean = () => true,
  ): Promise<readonly TaskTarget[]> {
    let nodes = nodesOf(called);
    if (nodes.length === 0) {
      const picked = await this.prompt.pick(title, this.#choices(wanted));
      if (!picked) return [];
      nodes = [picked];
    }
    return (await this.#there(nodes)).flatMap((content) => (content.kind === 'task' ? [content] : []));
  }

  /**
   * Writes to a space as it is open now: while the person typed it may have been closed, and what is written to a closed replica
   * is kept nowhere. Says what did not work.
   * @returns the operation's result; undefined where the space cannot be written to
   */
  async write<T>({ known }: OpenSpace, operation: (space: OpenSpace) => Result<T>): Promise<Result<T> | undefined> {
    const space = await this.#writable(known.id);
    if (!space) return undefined;
    const result = operation(space);
    if (result.kind !== 'done') await this.prompt.warn(failureMessage(result));
    return result;
  }

  /**
   * Writes to all that a command acts on: one operation a space, all of it one thing to undo. Where a space cannot be written to,
   * nothing is written anywhere. Says what did not work.
   * @returns whether all of it was done
   */
  async writeEach<T extends Target>(
    targets: readonly T[],
    operation: (space: OpenSpace, targets: readonly T[]) => Result<unknown>,
  ): Promise<boolean> {
    const bySpace = new Map<string, T[]>();
    for (const target of targets) {
      const { id } = target.space.known;
      const others = bySpace.get(id);
      if (others) others.push(target);
      else bySpace.set(id, [target]);
    }
    return this.writeTo([...bySpace.keys()], (spaces) =>
      spaces.map((space) => operation(space, bySpace.get(space.known.id) ?? [])),
    );
  }

  /**
   * Writes to several spaces as one thing to undo, or to none where one of them cannot be written to. Says what did not work.
   * @param operations are handed the spaces in the order of the ids
   * @returns whether all of it was done
   */
  async writeTo(
    ids: readonly string[],
    operations: (spaces: readonly OpenSpace[]) => readonly Result<unknown>[],
  ): Promise<boolean> {
    const spaces: OpenSpace[] = [];
    for (const id of ids) {
      const space = await this.#writable(id);
      if (!space) return false;
      spaces.push(space);
    }
    const results = this.desk.history.group(() => operations(spaces));
    const refusals = new Set(results.flatMap((result) => (result.kind === 'done' ? [] : [failureMessage(result)])));
    if (refusals.size > 0) await this.prompt.warn([...refusals].join(' '));
    return refusals.size === 0;
  }

  async #writable(id: string): Promise<OpenSpace | undefined> {
    const space = this.desk.space(id);
    if (space && space.known.role !== 'viewer') return space;
    await this.prompt.warn(space ? `You may read ${quoted(spaceName(space))}, but not change it.` : CLOSED);
    return undefined;
  }

  /** What the places show now. Where nothing of it is there any more, that is said. */
  async #there(nodes: readonly TreeNode[]): Promise<readonly NodeContent[]> {
    const contents = nodes.flatMap((node) => this.tree.content(node) ?? []);
    if (contents.length === 0) await this.prompt.warn(GONE);
    return contents;
  }

  #choices(wanted: (task: TaskRecord) => boolean) {
    return this.desk.spaces.flatMap((space) =>
      [...space.replica.view.records('task')]
        .filter((record) => wanted(record) && !space.replica.view.isDeleted(record))
        .map((record) => ({
          label: shownText(record.name),
          description: shownText(spaceName(space)),
          value: this.tree.nodeOf(space.known.id, record),
        })),
    );
  }
}

/** The places of a call as an array. */
export function nodesOf(called: Called): readonly TreeNode[] {
  if (called === undefined) return [];
  return 'kind' in called ? [called] : called;
}

const GONE = 'That is not there any more; it may have been deleted.';
const CLOSED = 'The space is no longer open in this window. Nothing has changed.';

/** A name in a sentence. */
export function quoted(name: string): string {
  return `“${shownText(name)}”`;
}
