/** A machine for tests of the extension without VS Code: real replica files in a temp folder, with as many windows on them as wanted. */
import { join } from 'node:path';
import { accountKey } from '../../extension/app/account';
import { AccountCommands } from '../../extension/app/commands/account-commands';
import { AsideCommands } from '../../extension/app/commands/aside-commands';
import { TaskCommands } from '../../extension/app/commands/task-commands';
import { TaskScope } from '../../extension/app/commands/task-scope';
import { Desk, type DeskOptions } from '../../extension/app/desk';
import type { Environment } from '../../extension/app/environment';
import { LiveReplica } from '../../extension/app/live-replica';
import { LocalReplica } from '../../extension/app/local-replica';
import { readSetting, type SettingName } from '../../extension/app/settings';
import { TaskTree, type TreeNode } from '../../extension/app/tree/task-tree';
import { FileReplicaStore } from '../../extension/node/file-replica-store';
import { asId } from '../../shared/ids';
import { type HandEnvironment, handEnvironment } from './hand-environment';
import { MemoryAccounts } from './memory-accounts';
import { ScriptedPrompt } from './scripted-prompt';
import { tempFolder } from './temp-folder';

/** One window: its desk, and what stands on it. */
export interface DeskWindow {
  readonly desk: Desk;
  readonly environment: HandEnvironment;
  readonly tree: TaskTree;
  readonly prompt: ScriptedPrompt;
  readonly scope: TaskScope;
  readonly tasks: TaskCommands;
  readonly accounts: AccountCommands;
  /** What is written in the settings; nothing at first. */
  readonly settings: Partial<Record<SettingName, unknown>>;
  /** The texts that were opened to be read. */
  readonly shownTexts: readonly string[];
  /** How often it was asked to start anew. */
  readonly reloads: { readonly count: number };
  /** The tree as lines, two blanks a level: `Personal`, `  Personal Tasks` … */
  lines(): string[];
  /** The place in the tree that shows a label. @throws where none or several do */
  node(label: string): TreeNode;
  /** Adds a task to the first section of the first space, by command. */
  add(name: string): Promise<TreeNode>;
  close(): Promise<void>;
}

export class DeskPlace implements AsyncDisposable {
  readonly accounts = new MemoryAccounts();
  readonly #folder = tempFolder('desk');
  readonly #windows: DeskWindow[] = [];

  /** Opens a window. It is closed with the place. */
  async window(
    choice: Partial<Environment> & { readonly openStore?: DeskOptions['openStore']; readonly isDeaf?: boolean } = {},
  ): Promise<DeskWindow> {
    const {
      isDeaf = false,
      openStore = (key) => new FileReplicaStore({ folder: join(this.#folder.path, key) }),
      ...parts
    } = choice;
    const environment = handEnvironment(parts);
    const desk = new Desk({ accounts: this.accounts.keeper(isDeaf), openStore, environment });
    const window = deskWindow(desk, environment);
    this.#windows.push(window);
    await desk.start();
    return window;
  }

  /** A replica of this machine alone, as a window that has not heard of anything has it open; to be closed. */
  localReplica(number = 0): Promise<LocalReplica> {
    const folder = join(this.#folder.path, number === 0 ? 'local' : `local-${number}`);
    return LocalReplica.open(new FileReplicaStore({ folder }), handEnvironment());
  }

  /** The names of the tasks that are kept of a space of an account, in the trash or not. */
  async keptSpace(url: string, { id, name }: { id: string; name: string }, space: string): Promise<string[]> {
    const store = new FileReplicaStore({
      folder: join(this.#folder.path, accountKey({ url, user: { id: asId(id), name } })),
    });
    const replica = await LiveReplica.open(store, asId(space), handEnvironment());
    const names = [...replica.view.records('task')].map((task) => task.name);
    await replica.close();
    await store.close();
    return names;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#windows.map((window) => window.close()));
    await this.#folder.remove();
  }
}

function deskWindow(desk: Desk, environment: HandEnvironment): DeskWindow {
  const tree = new TaskTree(desk);
  const prompt = new ScriptedPrompt();
  const scope = new TaskScope(desk, tree, prompt);
  const tasks = new TaskCommands(scope);
  const shownTexts: string[] = [];
  const settings: DeskWindow['settings'] = {};
  const reloads = { count: 0 };
  const below = (nodes: readonly TreeNode[], depth: number): { node: TreeNode; label: string; depth: number }[] =>
    nodes.flatMap((node) => [{ node, label: labelOf(tree, node), depth }, ...below(tree.children(node), depth + 1)]);
  const node = (label: string) => {
    const [found, ...more] = below(tree.roots(), 0).filter((it) => it.label === label);
    if (!found || more.length > 0) throw new Error(`not one place is called ${label}`);
    return found.node;
  };
  return {
    desk,
    environment,
    tree,
    prompt,
    scope,
    tasks,
    shownTexts,
    settings,
    reloads,
    accounts: new AccountCommands(
      desk,
      prompt,
      new AsideCommands(desk, prompt, async (_title, text) => void shownTexts.push(text), environment),
      { get: (name) => readSetting(name, settings[name]) },
      () => reloads.count++,
    ),
    lines: () => below(tree.roots(), 0).map(({ label, depth }) => '  '.repeat(depth) + label),
    node,
    add: async (name) => {
      const [top] = tree.roots();
      prompt.lines.push(name);
      const added = await tasks.addTask(top);
      if (!added) throw new Error(`${name} was not added: ${prompt.warned.join(' ')}`);
      return added;
    },
    close: async () => {
      tree.dispose();
      await desk.close();
    },
  };
}

function labelOf(tree: TaskTree, node: TreeNode): string {
  const content = tree.content(node);
  if (!content) return '(gone)';
  switch (content.kind) {
    case 'unfiled':
      return 'Unfiled';
    case 'group':
      return content.key;
    case 'space':
      return content.space.known.kind === 'user' ? content.space.known.id : content.space.replica.view.fields.name;
    default:
      return content.record.name;
  }
}
