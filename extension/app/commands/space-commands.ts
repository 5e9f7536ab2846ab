/** What the commands on workspaces and projects do: make, rename, describe, leave, delete, restore. */
import { t } from '@vscode/l10n';
import type { IsoDate } from '../../../shared/dates';
import { spaceStatusWord } from '../../../shared/field-words';
import { MAX, SPACE_STATUSES } from '../../../shared/layout';
import type { Done } from '../../../shared/operations/history';
import { type UpdateSpace, updateSpace } from '../../../shared/operations/space-fields';
import { shownText } from '../../../shared/shown-text';
import { codePointCount } from '../../../shared/text';
import type { OpenSpace } from '../open-space';
import { quoted } from '../quoted';
import { spaceName } from '../space-name';
import type { SharedSpace } from '../team/team-server';
import type { TeamNode } from '../tree/team-tree';
import { leaveQuestion } from './member-commands';
import { nameFault } from './name-fault';
import { askDate } from './quick-line';
import { renameSpace } from './renaming';
import type { TeamScope } from './team-scope';

/** Workspaces and projects themselves. What is in their documents works without the server. */
export class SpaceCommands {
  readonly #scope: TeamScope;

  constructor(scope: TeamScope) {
    this.#scope = scope;
  }

  /** Makes a workspace, with its default lists. @returns its place */
  async addWorkspace(): Promise<TeamNode | undefined> {
    const name = await this.#askName(t('New Workspace'), t('The name of the workspace'));
    return name === undefined ? undefined : this.#create('workspace', undefined, name);
  }

  /** Makes a project in the workspace that it is called on, or in one that the person picks. @returns its place */
  async addProject(node: TeamNode | undefined): Promise<TeamNode | undefined> {
    const isWorkspace = ({ known }: OpenSpace) => known.kind === 'workspace';
    const called = await this.#scope.space(node, t('Make a project in which workspace?'), 'writer', isWorkspace);
    const workspace = called?.known.workspace ? this.#scope.desk.space(called.known.workspace) : called;
    if (!workspace) return undefined;
    const name = await this.#askName(t('New Project'), t('Make a project in {0}', quoted(spaceName(workspace))));
    return name === undefined ? undefined : this.#create('project', workspace, name);
  }

  /** Renames it. */
  async rename(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, t('Rename which workspace or project?'), 'writer');
    if (space) await renameSpace(this.#scope, space);
  }

  /** Changes its description; an empty line takes it away. */
  async describe(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, t('Describe which workspace or project?'), 'writer');
    if (!space) return;
    // An input box has one line and drops breaks: what it is offered is what an unchanged answer is compared with.
    const before = (space.replica.view.fields.description ?? '').replace(/[\r\n]+/g, ' ');
    const typed = await this.#scope.prompt.line({
      title: t('Description'),
      prompt: t('What is {0} for? Leave it empty for no description.', quoted(spaceName(space))),
      value: before,
      refuse: (text) => {
        const length = codePointCount(text.trim());
        return length > MAX.description
          ? t('A description has at most {0} characters; this one has {1}.', MAX.description, length)
          : undefined;
      },
    });
    if (typed === undefined || typed === before) return;
    await this.#update(space, { description: typed.trim() === '' ? null : typed.trim() }, typed);
  }

  /** Sets its status to one that is picked. */
  async setStatus(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, t('Set the status of which workspace or project?'), 'writer');
    if (!space) return;
    const now = space.replica.view.fields.status;
    const status = await this.#scope.prompt.pick(
      t('The Status of {0}', spaceName(space)),
      SPACE_STATUSES.map((value) => ({
        label: spaceStatusWord(value),
        description: value === now ? t('as it is') : '',
        value,
      })),
    );
    if (status !== undefined) await this.#update(space, { status });
  }

  /** Sets when it starts and when it ends. */
  async setDates(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, t('Set the dates of which workspace or project?'), 'writer');
    if (!space) return;
    const { desk, prompt } = this.#scope;
    const ask = (title: string, question: string, from?: IsoDate | null) =>
      askDate(prompt, desk.surroundings.now, { title, prompt: question }, from ?? undefined);
    const startDate = await ask(t('Dates (1 of 2)'), t('When does it start? Leave it empty for no start.'));
    if (startDate === undefined) return;
    const endDate = await ask(t('Dates (2 of 2)'), t('When does it end? Leave it empty for no end.'), startDate);
    if (endDate === undefined) return;
    await this.#update(space, { startDate, endDate });
  }

  /** Puts its id on the clipboard, by which others ask for access. */
  async copyId(node: TeamNode | undefined): Promise<void> {
    const { prompt, tree } = this.#scope;
    const content = node && tree.content(node);
    const id =
      content?.kind === 'closed'
        ? content.project.id
        : (await this.#scope.space(node, t('Copy the id of which?'), 'reader'))?.known.id;
    if (id !== undefined) await prompt.copy(id);
  }

  /** Leaves it, once that is confirmed. */
  async leave(node: TeamNode | undefined): Promise<void> {
    const { desk, prompt } = this.#scope;
    const isBorn = node?.kind === 'space' && desk.isBorn(node.space);
    if (!isBorn && this.#scope.isCutOff(t('You cannot leave a workspace or project'))) return;
    const space = await this.#scope.space(node, t('Leave which workspace or project?'), 'reader');
    const shared = space && (await this.#scope.shared(space));
    const me = desk.account?.user.id;
    if (!space || !shared || me === undefined || !(await prompt.warn(leaveQuestion(space), t('Leave')))) return;
    // What comes back is a space that one is no longer in.
    const what = t('You cannot leave {0}', quoted(spaceName(space)));
    if (await this.#scope.ask((server) => server.remove(shared, me), what)) desk.history.bar();
  }

  /** Deletes it with all that is in it, once that is confirmed, and offers to take that back. */
  async delete(node: TeamNode | undefined): Promise<void> {
    const { desk, prompt } = this.#scope;
    const space = await this.#scope.space(node, t('Delete which workspace or project?'), 'owner');
    if (!space) return;
    const name = quoted(spaceName(space));
    const projects = desk.spaces.filter(({ known }) => known.workspace === space.known.id).length;
    const what = withProjects(name, projects);
    if (desk.isBorn(space.known.id)) {
      const sure = t('Delete {0}? The server does not have it yet: it cannot be restored.', what);
      if (!(await prompt.warn(sure, t('Delete')))) return;
      await desk.discard(space.known.id);
      desk.history.bar();
      return;
    }
    if (this.#scope.isCutOff(t('{0} cannot be deleted', name))) return;
    const shared = await this.#scope.shared(space);
    if (!shared || !(await prompt.warn(t('Delete {0} for everyone in it?', what), t('Delete')))) return;
    if (!(await this.#scope.ask((server) => server.delete(shared), t('{0} cannot be deleted', name)))) return;
    const deed = desk.history.bar();
    if (await prompt.tell(t('Deleted {0}.', what), t('Undo'))) await this.#restore(shared, name, deed);
  }

  /** Takes one that is picked out of the server's trash. */
  async restore(): Promise<void> {
    const { prompt } = this.#scope;
    const answer = await this.#scope.ask((server) => server.trash(), t('What was deleted cannot be shown'));
    if (!answer) return;
    if (answer.value.length === 0) {
      await prompt.tell(t('No workspace or project that you owned was deleted.'));
      return;
    }
    // A project in a workspace that is there too comes back with that, or can come back once that has.
    const ids = new Set(answer.value.map(({ id }) => id));
    const restorable = answer.value.filter(({ workspace }) => !workspace || !ids.has(workspace.id));
    const item = await prompt.pick(
      t('Restore which workspace or project?'),
      restorable.map((value) => ({
        label: shownText(value.name),
        description: shownText(value.workspace ? t('project in {0}', value.workspace.name) : t('workspace')),
        value,
      })),
    );
    if (item) await this.#restore(item, quoted(item.name));
  }

  /** @param deed the deletion that this takes back, where it is that of this window */
  async #restore(space: SharedSpace, name: string, deed?: Done): Promise<void> {
    await this.#scope.change((server) => server.restore(space), t('{0} cannot be restored', name), deed);
  }

  async #create(
    kind: 'workspace' | 'project',
    workspace: OpenSpace | undefined,
    name: string,
  ): Promise<TeamNode | undefined> {
    const { desk, tree, writer } = this.#scope;
    const space = await desk.create(kind, workspace?.known.id, { name });
    if (space) {
      desk.history.bar();
      return tree.ofSpace(space.known.id);
    }
    await writer.refuse(t('Nothing is open in this window that it could be made in.'), name);
    return undefined;
  }

  async #update({ known }: OpenSpace, fields: UpdateSpace, typed?: string): Promise<void> {
    await this.#scope.writer.write(
      known.id,
      (replica, surroundings) => updateSpace(replica, fields, surroundings),
      typed,
    );
  }

  async #askName(title: string, prompt: string): Promise<string | undefined> {
    return (await this.#scope.prompt.line({ title, prompt, refuse: nameFault(MAX.name) }))?.trim();
  }
}

/** A workspace for a sentence, with what goes along with it. @param name quoted */
function withProjects(name: string, projects: number): string {
  if (projects === 0) return name;
  return projects === 1 ? t('{0} with 1 project', name) : t('{0} with {1} projects', name, projects);
}
