/** What the commands on the trash do: take records out of it, with what they lie in where that is there too. */
import { t } from '@vscode/l10n';
import type { SpaceId } from '../../../shared/ids';
import { restoreRecords } from '../../../shared/operations/trash';
import type { SpaceRecord } from '../../../shared/records';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import { quoted, shownText } from '../shown-text';
import type { TrashContent, TrashNode, TrashTree } from '../tree/trash-tree';
import { deletedAbove } from './deleted-above';
import { SpaceWriter } from './space-writer';

/** Commands on the tree of the trash. `nodes` are the places that a command was called on; none from the palette. */
export class TrashCommands {
  readonly #desk: Desk;
  readonly #tree: TrashTree;
  readonly #prompt: Prompt;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, tree: TrashTree, prompt: Prompt) {
    this.#desk = desk;
    this.#tree = tree;
    this.#prompt = prompt;
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /**
   * Restores records to where they were. Where something above them is in the trash too, it says which and offers to restore that as
   * well. What only lies under a deleted record comes back with that, so for it that record is meant.
   * @returns the records that are back
   */
  async restore(
    nodes: readonly TrashNode[],
  ): Promise<readonly { readonly space: SpaceId; readonly record: SpaceRecord }[]> {
    const wanted = await this.#wanted(nodes);
    const back: { space: SpaceId; record: SpaceRecord }[] = [];
    for (const [space, records] of wanted) {
      const view = this.#desk.space(space)?.replica.view;
      const above = view ? deletedAbove(view, records) : [];
      if (above.length > 0 && !(await this.#agrees(records, above))) continue;
      const all = [...above, ...records];
      const done = await this.#writer.write(space, (replica, surroundings) => {
        const result = restoreRecords(replica, all, surroundings);
        return result.kind === 'done' ? { ...result, value: true } : result;
      });
      if (done) back.push(...all.map((record) => ({ space, record })));
    }
    if (back.length > 0) {
      const what = back.length === 1 && back[0] ? quoted(back[0].record.name) : t('{0} records', back.length);
      // Nobody waits for the answer: there is none.
      void this.#prompt.tell(t('Restored {0}.', what));
    }
    return back;
  }

  async #agrees(records: readonly SpaceRecord[], above: readonly SpaceRecord[]): Promise<boolean> {
    const what = records.length === 1 && records[0] ? quoted(records[0].name) : t('{0} records', records.length);
    const names = above.map(({ kind, name }) => namedRecord(kind, quoted(name))).join(', ');
    const yes = records.length + above.length === 2 ? t('Restore Both') : t('Restore All');
    const alone =
      above.length === 1
        ? t('{0} cannot be restored alone: {1} is in the trash too.', what, names)
        : t('{0} cannot be restored alone: {1} are in the trash too.', what, names);
    return (await this.#prompt.warn(alone, yes)) === yes;
  }

  /** What is to be restored, by space: each record once, of what was deleted itself. */
  async #wanted(nodes: readonly TrashNode[]): Promise<ReadonlyMap<SpaceId, SpaceRecord[]>> {
    const picked = nodes.length > 0 ? nodes : await this.#pick();
    const bySpace = new Map<SpaceId, SpaceRecord[]>();
    let gone = 0;
    for (const node of picked) {
      const content = this.#topmost(node);
      if (!content) {
        gone++;
        continue;
      }
      const { id } = content.space.known;
      const records = bySpace.get(id) ?? [];
      if (!records.some((record) => record.kind === content.record.kind && record.id === content.record.id))
        records.push(content.record);
      bySpace.set(id, records);
    }
    if (gone > 0 && bySpace.size === 0) await this.#prompt.warn(t('That is not in the trash any more.'));
    return bySpace;
  }

  #topmost(node: TrashNode): TrashContent | undefined {
    for (let at: TrashNode | undefined = node; at; at = this.#tree.parent(at)) {
      const content = this.#tree.content(at);
      if (!content || content.deleted) return content;
    }
    return undefined;
  }

  async #pick(): Promise<readonly TrashNode[]> {
    const choices = this.#tree.roots().flatMap((value) => {
      const content = this.#tree.content(value);
      if (!content?.restorable) return [];
      return [{ label: shownText(content.record.name), description: whereText(content), value }];
    });
    if (choices.length === 0) {
      await this.#prompt.tell(t('There is nothing in the trash that you could restore.'));
      return [];
    }
    const node = await this.#prompt.pick(t('Restore what?'), choices);
    return node ? [node] : [];
  }
}

/** Where a deleted record was, in one line. */
export function whereText({ path }: TrashContent): string {
  return path.map(shownText).join(' / ');
}

/** A record with what it is, for a sentence that begins with something else. @param name quoted */
function namedRecord(kind: SpaceRecord['kind'], name: string): string {
  switch (kind) {
    case 'list':
      return t('the list {0}', name);
    case 'section':
      return t('the section {0}', name);
    case 'task':
      return t('the task {0}', name);
    case 'pin':
      return t('the pin {0}', name);
    case 'dashboard':
      return t('the dashboard {0}', name);
  }
}
