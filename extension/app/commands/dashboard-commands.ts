/** What the commands do that dashboards have of their own: make one. The rest they share with pins (item-commands.ts). */
import { t } from '@vscode/l10n';
import { createDashboard } from '../../../shared/operations/dashboards';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';
import type { ItemNode, ItemTree } from '../tree/item-tree';
import type { ItemCommands } from './item-commands';
import { SpaceWriter } from './space-writer';

/** Commands on the tree of dashboards. */
export class DashboardCommands {
  readonly #tree: ItemTree;
  readonly #items: ItemCommands;
  readonly #writer: SpaceWriter;

  constructor(desk: Desk, tree: ItemTree, items: ItemCommands, prompt: Prompt) {
    this.#tree = tree;
    this.#items = items;
    this.#writer = new SpaceWriter(desk, prompt);
  }

  /** Adds an empty dashboard to the section that it is called in, or to one that the person picks. @returns its place */
  async add([node]: readonly ItemNode[]): Promise<ItemNode | undefined> {
    const found = await this.#items.section(node, t('Add the dashboard where?'));
    if (!found) return undefined;
    const { space, section, where } = found;
    const name = await this.#items.askName(t('New Dashboard'), t('Add a dashboard to {0}', where));
    if (name === undefined) return undefined;
    const id = await this.#writer.write(
      space,
      (replica, surroundings) => createDashboard(replica, section.id, { name }, surroundings),
      name,
    );
    return id && this.#tree.nodeOf(space, { kind: 'dashboard', id });
  }
}
