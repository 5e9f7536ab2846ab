/** What the commands on the trash do: take records out of it, with what they lie in where that is there too. */
import { t } from '@vscode/l10n';
import { done } from '../../../shared/failures';
import type { SpaceId } from '../../../shared/ids';
import { purgeRecords, restoreRecords } from '../../../shared/operations/trash';
import type { SpaceRecord } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
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
      if (!this.#writer.mayWrite([space])) continue;
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

  /** Deletes records for good, with all that lies under them, once that is confirmed. */
  async purge(nodes: readonly TrashNode[]): Promise<void> {
    const wanted = await this.#wanted(nodes, () => this.#pickToPurge());
    const kept = [...wanted.keys()].find((space) => !this.#desk.isHereOnly(space));
    if (kept !== undefined) {
      void this.#prompt.tell(serverPurges());
      return;
    }
    await this.#purge(wanted, (what) => t('Delete {0} permanently? Nothing brings that back.', what));
  }

  /** Deletes all for good that is in the trash of spaces that are on this machine only, once that is confirmed. */
  async empty(): Promise<void> {
    const roots = this.#tree.roots();
    const nodes = roots.filter(({ space }) => this.#desk.isHereOnly(space));
    if (nodes.length === 0) {
      void this.#prompt.tell(nothingToPurge(roots));
      return;
    }
    const wanted = await this.#wanted(nodes, async () => []);
    await this.#purge(wanted, (what) =>
      t('Empty the trash and delete {0} permanently? Nothing brings that back.', what),
    );
  }

  async #purge(
    wanted: ReadonlyMap<SpaceId, readonly SpaceRecord[]>,
    question: (what: string) => string,
  ): Promise<void> {
    const all = [...wanted].flatMap(([space, records]) => records.map((record) => ({ space, record })));
    const [first] = all;
    if (!first || !this.#writer.mayWrite([...wanted.keys()])) return;
    const below = this.#below(all.map(({ space, record }) => this.#tree.nodeOf(space, record)));
    const what = all.length === 1 ? quoted(first.record.name) : t('{0} records', all.length);
    const yes = t('Delete Permanently');
    if (!(await this.#prompt.confirm(question(withBelow(what, below)), yes))) return;
    for (const [space, records] of wanted) {
      // What another window has restored, or deleted for good, meanwhile is left as it is.
      await this.#writer.write(space, (replica, surroundings) =>
        done(purgeRecords(replica, records, { ...surroundings, origin: 'purge' })),
      );
    }
  }

  /** How many records lie under some places of the trash. */
  #below(nodes: readonly TrashNode[]): number {
    return nodes.flatMap((node) => this.#tree.children(node)).reduce((sum, child) => sum + 1 + this.#below([child]), 0);
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

  /** What a command acts on, by space: each record once, of what was deleted itself. */
  async #wanted(
    nodes: readonly TrashNode[],
    pick: () => Promise<readonly TrashNode[]> = () => this.#pick(),
  ): Promise<ReadonlyMap<SpaceId, SpaceRecord[]>> {
    const picked = nodes.length > 0 ? nodes : await pick();
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

  #pick(): Promise<readonly TrashNode[]> {
    const none = t('There is nothing in the trash that you could restore.');
    return this.#pickFrom(({ restorable }) => restorable, t('Restore what?'), none);
  }

  #pickToPurge(): Promise<readonly TrashNode[]> {
    const isHere = ({ space }: TrashContent) => this.#desk.isHereOnly(space.known.id);
    return this.#pickFrom(isHere, t('Delete what permanently?'), nothingToPurge(this.#tree.roots()));
  }

  async #pickFrom(
    wanted: (content: TrashContent) => boolean,
    title: string,
    none: string,
  ): Promise<readonly TrashNode[]> {
    const choices = this.#tree.roots().flatMap((value) => {
      const content = this.#tree.content(value);
      if (!content || !wanted(content)) return [];
      return [{ label: shownText(content.record.name), description: whereText(content), value }];
    });
    if (choices.length === 0) {
      void this.#prompt.tell(none);
      return [];
    }
    const node = await this.#prompt.pick(title, choices);
    return node ? [node] : [];
  }
}

/** Said of what a server has: how long it stays in the trash is the same for everyone who has the space. */
function serverPurges(): string {
  return t('What a server has too, the server deletes permanently, once its days in the trash are over.');
}

/** Why nothing in the trash is to be deleted for good here. */
function nothingToPurge(roots: readonly TrashNode[]): string {
  return roots.length === 0 ? t('Nothing is in the trash.') : serverPurges();
}

/** What is deleted for good, with what lies under it. @param what the records themselves, for a sentence */
function withBelow(what: string, below: number): string {
  if (below === 0) return what;
  return below === 1 ? t('{0} with 1 record in it', what) : t('{0} with {1} records in it', what, below);
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
