/** What the commands on the tree of tasks act on: the selection, or what the person picks. */
import { t } from '@vscode/l10n';
import type { Surroundings } from '../../../shared/operations/space';
import type { TaskRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import { spaceName } from '../space-name';
import type { NodeContent, TaskTree, TreeNode } from '../tree/task-tree';
import { SpaceWriter } from './space-writer';

/** A task, a section or a list that is there. */
export type Target = Extract<NodeContent, { kind: 'task' | 'section' | 'list' }>;
/** A task that is there. */
export type TaskTarget = Extract<NodeContent, { kind: 'task' }>;
/** The places that a command was called on; none from the palette with nothing selected. */
export type Called = TreeNode | readonly TreeNode[] | undefined;

/** Finds what commands act on, and hands them what they need beside it. */
export class TaskScope {
  readonly desk: Desk;
  readonly tree: TaskTree;
  readonly prompt: Prompt;
  readonly surroundings: Surroundings;
  readonly writer: SpaceWriter;

  constructor(desk: Desk, tree: TaskTree, prompt: Prompt) {
    this.desk = desk;
    this.tree = tree;
    this.prompt = prompt;
    this.surroundings = desk.surroundings;
    this.writer = new SpaceWriter(desk, prompt);
  }

  /**
   * What a command was called on, without what cannot be changed as a record; or the task that the person picks.
   * @param whyNot said where it was called on nothing but such places, of the first of them
   */
  async targets(
    called: Called,
    title: string,
    whyNot: (content: NodeContent) => string = () => t('This works on tasks, sections and lists.'),
  ): Promise<readonly Target[]> {
    const nodes = nodesOf(called);
    if (nodes.length === 0) return this.tasks(undefined, title);
    const there = await this.#there(nodes);
    const targets = there.flatMap((content) =>
      content.kind === 'task' || content.kind === 'section' || content.kind === 'list' ? [content] : [],
    );
    const [first] = there;
    if (first && targets.length === 0) await this.prompt.tell(whyNot(first));
    return targets;
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
      const choices = this.#choices(wanted);
      if (choices.length === 0) {
        // Nobody waits for the answer: there is none.
        void this.prompt.tell(
          this.#choices(() => true).length === 0
            ? t('There are no tasks yet.')
            : t('There is no task that this can be done with.'),
        );
        return [];
      }
      const picked = await this.prompt.pick(title, choices);
      if (!picked) return [];
      nodes = [picked];
    }
    return (await this.#there(nodes)).flatMap((content) => (content.kind === 'task' ? [content] : []));
  }

  /** Those that may be changed, all or none, before the person is asked for anything. Says why not. */
  writable<T extends NodeContent>(targets: readonly T[]): readonly T[] {
    return this.writer.mayWrite(targets.map(({ space }) => space.known.id)) ? targets : [];
  }

  /** What the places show now. Where nothing of it is there any more, that is said. */
  async #there(nodes: readonly TreeNode[]): Promise<readonly NodeContent[]> {
    const contents = nodes.flatMap((node) => this.tree.content(node) ?? []);
    if (contents.length === 0) await this.prompt.warn(t('That is not there any more; it may have been deleted.'));
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
