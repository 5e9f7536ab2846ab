/** The pages of a window: a task's, a board; with the commands that open them. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asId } from '../../shared/ids';
import type { PageSubject } from '../../shared/messages/page';
import { shownText } from '../../shared/shown-text';
import { SpaceWriter } from '../app/commands/space-writer';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import type { OpenSpace } from '../app/open-space';
import { BoardPage } from '../app/pages/board-page';
import type { PageParts } from '../app/pages/page';
import { TaskPage } from '../app/pages/task-page';
import { spaceName } from '../app/space-name';
import type { TaskTree, TreeNode } from '../app/tree/task-tree';
import { registerCommands } from './commands';
import { PagePanels } from './page-panels';
import type { ShownPins } from './pins';
import type { ShownTasks } from './tasks';
import { vscodePrompt } from './vscode-prompt';

/**
 * Makes the pages of a window.
 * @param extension the extension's folder
 * @param views the views that records are opened from and shown in, and links are opened by
 * @param ready what commands wait for; a page waits for its own space
 */
export function showPages(
  extension: vscode.Uri,
  desk: Desk,
  environment: Environment,
  views: { readonly tasks: ShownTasks; readonly pins: ShownPins },
  ready: Promise<void>,
): vscode.Disposable {
  const { tasks, pins } = views;
  const parts: PageParts = {
    desk,
    writer: new SpaceWriter(desk, vscodePrompt),
    environment,
    language: vscode.env.language,
  };
  const ownSpace = ({ space }: PageSubject) => desk.opened(space);
  const nodeOf = ({ known }: OpenSpace, kind: 'list' | 'section' | 'task', id: string) =>
    tasks.tree.nodeOf(known.id, { kind, id: asId(id) });
  const taskPages: PagePanels = new PagePanels(
    extension,
    {
      name: 'task',
      open: (subject, tell) =>
        new TaskPage(subject, tell, {
          ...parts,
          gestures: {
            openTask: ({ known }, id) => void taskPages.open({ space: known.id, record: id }),
            show: (space, of, id) =>
              tasks.show(of === 'space' ? tasks.tree.spaceNode(space.known.id) : nodeOf(space, of, id)),
            moveTo: (space, id) => tasks.moves.moveTo(nodeOf(space, 'task', id)),
            delete: async (space, id) => void (await tasks.commands.delete(nodeOf(space, 'task', id))),
            openLink: (url) => pins.opening.openUrl(url),
          },
        }),
    },
    ownSpace,
  );
  const boards = new PagePanels(
    extension,
    {
      name: 'board',
      open: (subject, tell) =>
        new BoardPage(subject, tell, {
          ...parts,
          gestures: {
            openTask: ({ known }, id) => void taskPages.open({ space: known.id, record: id }),
            show: (space, list) => tasks.show(nodeOf(space, 'list', list)),
          },
        }),
    },
    ownSpace,
  );
  const openTasks = async (called: readonly TreeNode[]) => {
    const found = await tasks.scope.tasks(called, t('Open which task?'));
    for (const { space, record } of found) await taskPages.open({ space: space.known.id, record: record.id });
  };
  return vscode.Disposable.from(
    taskPages,
    boards,
    registerCommands(
      {
        'tackboard.openTask': (node?: unknown, nodes?: unknown) => openTasks(tasks.view.calledOn(node, nodes)),
        'tackboard.openSelected': async () => {
          const [selected] = tasks.view.calledOn();
          // What is no task folds and unfolds by Enter, as in any tree.
          if (selected?.kind === 'task') await openTasks([selected]);
          else await vscode.commands.executeCommand('list.toggleExpand');
        },
        'tackboard.openBoard': async (node?: unknown) => {
          const [called] = tasks.view.calledOn(node);
          const subject =
            listAbove(tasks.tree, called) ??
            (await vscodePrompt.pick(t('Open the board of which list?'), listChoices(desk)));
          if (subject) await boards.open(subject);
        },
      },
      ready,
    ),
  );
}

/** The list that a place of the tree is, or lies in; undefined for a space, and where there is none. */
function listAbove(tree: TaskTree, node: TreeNode | undefined): PageSubject | undefined {
  for (let at = node; at; at = tree.parent(at)) {
    if (at.kind === 'list') return { space: at.space, record: at.record };
  }
  return undefined;
}

function listChoices(desk: Desk) {
  return desk.spaces.flatMap((space) =>
    space.replica.view.lists('task').map(({ id, name }) => ({
      label: shownText(name),
      description: shownText(spaceName(space)),
      value: { space: space.known.id as string, record: id as string },
    })),
  );
}
