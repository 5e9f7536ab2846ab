/** The dashboards of a window, with the command that opens them. */
import * as vscode from 'vscode';
import { asId } from '../../shared/ids';
import { MAX } from '../../shared/layout';
import { type PageSubject, pageSubject } from '../../shared/messages/page';
import { createDashboard } from '../../shared/operations/dashboards';
import { nameFault } from '../app/commands/name-fault';
import { SpaceWriter } from '../app/commands/space-writer';
import type { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type DashboardGestures, DashboardPage } from '../app/pages/dashboard-page';
import { shownText } from '../app/shown-text';
import { canWrite } from '../app/space-access';
import { spaceName } from '../app/space-name';
import { registerCommands } from './commands';
import { PagePanels } from './page-panels';
import { saveFile } from './save-file';
import type { ShownTasks } from './tasks';
import { vscodePrompt } from './vscode-prompt';

/**
 * Makes the dashboards of a window.
 * @param extension the extension's folder
 * @param tasks the view that tasks are shown in
 * @param ready what the command and the pages wait for
 */
export function showDashboardPages(
  extension: vscode.Uri,
  desk: Desk,
  environment: Environment,
  tasks: ShownTasks,
  ready: Promise<void>,
): vscode.Disposable {
  const writer = new SpaceWriter(desk, vscodePrompt);
  const gestures: DashboardGestures = {
    listTasks: async (counted) => {
      const choices = counted.map(({ space, task }) => ({
        label: shownText(task.name),
        description: placeOf(desk, space, task.id),
        value: { space, id: task.id },
      }));
      const picked = await vscodePrompt.pick(vscode.l10n.t('Show which task?'), choices);
      if (picked) await tasks.show(tasks.tree.nodeOf(asId(picked.space), { kind: 'task', id: picked.id }));
    },
    save: saveFile,
  };
  const panels = new PagePanels(
    extension,
    {
      name: 'dashboard',
      open: (subject, tell) =>
        new DashboardPage(subject, tell, { desk, writer, environment, language: vscode.env.language, gestures }),
    },
    ready,
  );
  return vscode.Disposable.from(
    panels,
    registerCommands(
      {
        'tackboard.openDashboard': async (node?: unknown) => {
          const subject = pageSubject.safeParse(node).data ?? (await pickDashboard(desk, writer));
          if (subject) await panels.open(subject);
        },
      },
      ready,
    ),
  );
}

/** Asks for a dashboard; where there is none yet, or none of them is meant, a new one is made. */
async function pickDashboard(desk: Desk, writer: SpaceWriter): Promise<PageSubject | undefined> {
  const there = desk.spaces.flatMap((space) =>
    space.replica.view
      .lists('dashboard')
      .flatMap(({ id }) => space.replica.view.sections(id))
      .flatMap(({ id }) => space.replica.view.dashboards(id))
      .map(({ id, name }) => ({
        label: shownText(name),
        description: shownText(spaceName(space)),
        value: { space: space.known.id as string, record: id as string } as PageSubject | 'new',
      })),
  );
  const isNew = { label: vscode.l10n.t('New Dashboard…'), description: '', value: 'new' as const };
  const picked = await vscodePrompt.pick(vscode.l10n.t('Open which dashboard?'), [...there, isNew]);
  return picked === 'new' ? newDashboard(desk, writer) : picked;
}

async function newDashboard(desk: Desk, writer: SpaceWriter): Promise<PageSubject | undefined> {
  const sections = desk.spaces.filter(canWrite).flatMap((space) =>
    space.replica.view.lists('dashboard').flatMap((list) =>
      space.replica.view.sections(list.id).map((section) => ({
        label: shownText(`${list.name} / ${section.name}`),
        description: shownText(spaceName(space)),
        value: { space: space.known.id, section: section.id },
      })),
    ),
  );
  const [only, ...more] = sections;
  if (!only) {
    await vscodePrompt.warn(vscode.l10n.t('There is no section of a dashboard list that you may write to.'));
    return undefined;
  }
  const to = more.length === 0 ? only.value : await vscodePrompt.pick(vscode.l10n.t('Where to?'), sections);
  if (!to) return undefined;
  const name = await vscodePrompt.line({
    title: vscode.l10n.t('New Dashboard'),
    prompt: vscode.l10n.t('What is it called?'),
    refuse: nameFault(MAX.name),
  });
  if (name === undefined) return undefined;
  const id = await writer.write(
    to.space,
    (replica, surroundings) => createDashboard(replica, to.section, { name }, surroundings),
    name,
  );
  return id && { space: to.space, record: id };
}

function placeOf(desk: Desk, id: string, task: string): string {
  const space = desk.space(id);
  const record = space?.replica.view.record('task', task);
  const section = record && space?.replica.view.sectionOf(record);
  const list = section && space?.replica.view.record('list', section.list);
  return [space && spaceName(space), list?.name, section?.name]
    .flatMap((part) => (part && shownText(part)) || [])
    .join(' / ');
}
