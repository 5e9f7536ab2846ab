/** What the commands on workspaces and projects do: make, rename, describe, leave, delete, restore. */
import { MAX, type SpaceStatus } from '../../../shared/layout';
import { type UpdateSpace, updateSpace } from '../../../shared/operations/space-fields';
import { codePointCount } from '../../../shared/text';
import type { OpenSpace } from '../open-space';
import { shownText } from '../shown-text';
import { spaceName } from '../space-name';
import type { SharedSpace } from '../team/team-server';
import type { TeamNode } from '../tree/team-tree';
import { leaveQuestion } from './member-commands';
import { nameFault } from './name-fault';
import { askDate } from './quick-line';
import { renameSpace } from './renaming';
import { quoted } from './space-writer';
import type { TeamScope } from './team-scope';

/** Workspaces and projects themselves. What is in their documents works without the server. */
export class SpaceCommands {
  readonly #scope: TeamScope;

  constructor(scope: TeamScope) {
    this.#scope = scope;
  }

  /** Makes a workspace, with its default lists. @returns its place */
  async addWorkspace(): Promise<TeamNode | undefined> {
    const name = await this.#askName('New Workspace', 'The name of the workspace');
    return name === undefined ? undefined : this.#create('workspace', undefined, name);
  }

  /** Makes a project in the workspace that it is called on, or in one that the person picks. @returns its place */
  async addProject(node: TeamNode | undefined): Promise<TeamNode | undefined> {
    const isWorkspace = ({ known }: OpenSpace) => known.kind === 'workspace';
    const called = await this.#scope.space(node, 'Make a project in which workspace?', 'writer', isWorkspace);
    const workspace = called?.known.workspace ? this.#scope.desk.space(called.known.workspace) : called;
    if (!workspace) return undefined;
    const name = await this.#askName('New Project', `Make a project in ${quoted(spaceName(workspace))}`);
    return name === undefined ? undefined : this.#create('project', workspace, name);
  }

  /** Renames it. */
  async rename(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, 'Rename which workspace or project?', 'writer');
    if (space) await renameSpace(this.#scope, space);
  }

  /** Changes its description; an empty line takes it away. */
  async describe(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, 'Describe which workspace or project?', 'writer');
    if (!space) return;
    const before = space.replica.view.fields.description ?? '';
    const typed = await this.#scope.prompt.line({
      title: 'Description',
      prompt: `What is ${quoted(spaceName(space))} for? Leave it empty for no description.`,
      value: before,
      refuse: (text) => {
        const length = codePointCount(text.trim());
        return length > MAX.description
          ? `A description has at most ${MAX.description} characters; this one has ${length}.`
          : undefined;
      },
    });
    if (typed === undefined || typed === before) return;
    await this.#update(space, { description: typed.trim() === '' ? null : typed.trim() }, typed);
  }

  /** Sets its status to one that is picked. */
  async setStatus(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, 'Set the status of which workspace or project?', 'writer');
    if (!space) return;
    const now = space.replica.view.fields.status;
    const status = await this.#scope.prompt.pick(
      `The Status of ${spaceName(space)}`,
      (Object.keys(SPACE_STATUS_WORD) as SpaceStatus[]).map((value) => ({
        label: SPACE_STATUS_WORD[value],
        description: value === now ? 'as it is' : '',
        value,
      })),
    );
    if (status !== undefined) await this.#update(space, { status });
  }

  /** Sets when it starts and when it ends. */
  async setDates(node: TeamNode | undefined): Promise<void> {
    const space = await this.#scope.space(node, 'Set the dates of which workspace or project?', 'writer');
    if (!space) return;
    const { desk, prompt } = this.#scope;
    const ask = (title: string, question: string) =>
      askDate(prompt, desk.surroundings.now, { title, prompt: question });
    const startDate = await ask('Dates (1 of 2)', 'When does it start? Leave it empty for no start.');
    if (startDate === undefined) return;
    const endDate = await ask('Dates (2 of 2)', 'When does it end? Leave it empty for no end.');
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
        : (await this.#scope.space(node, 'Copy the id of which?', 'reader'))?.known.id;
    if (id !== undefined) await prompt.copy(id);
  }

  /** Leaves it, once that is confirmed. */
  async leave(node: TeamNode | undefined): Promise<void> {
    const { desk, prompt } = this.#scope;
    const space = await this.#scope.space(node, 'Leave which workspace or project?', 'reader');
    const shared = space && (await this.#scope.shared(space));
    const me = desk.account?.user.id;
    if (!space || !shared || me === undefined || (await prompt.warn(leaveQuestion(space), LEAVE)) !== LEAVE) return;
    // What comes back is a space that one is no longer in.
    await this.#scope.ask((server) => server.remove(shared, me), `You cannot leave ${quoted(spaceName(space))}`);
  }

  /** Deletes it with all that is in it, once that is confirmed, and offers to take that back. */
  async delete(node: TeamNode | undefined): Promise<void> {
    const { desk, prompt } = this.#scope;
    const space = await this.#scope.space(node, 'Delete which workspace or project?', 'owner');
    if (!space) return;
    const name = quoted(spaceName(space));
    const projects = desk.spaces.filter(({ known }) => known.workspace === space.known.id).length;
    const what = projects === 0 ? name : `${name} with ${projects === 1 ? '1 project' : `${projects} projects`}`;
    if (desk.isBorn(space.known.id)) {
      const sure = `Delete ${what}? The server does not have it yet: it cannot be restored.`;
      if ((await prompt.warn(sure, DELETE)) === DELETE) await desk.discard(space.known.id);
      return;
    }
    const shared = await this.#scope.shared(space);
    if (!shared || (await prompt.warn(`Delete ${what} for everyone in it?`, DELETE)) !== DELETE) return;
    if (!(await this.#scope.ask((server) => server.delete(shared), `${name} cannot be deleted`))) return;
    if ((await prompt.tell(`Deleted ${what}.`, 'Undo')) === 'Undo') await this.#restore(shared, name);
  }

  /** Takes one that is picked out of the server's trash. */
  async restore(): Promise<void> {
    const { prompt } = this.#scope;
    const answer = await this.#scope.ask((server) => server.trash(), 'What was deleted cannot be shown');
    if (!answer) return;
    if (answer.value.length === 0) {
      await prompt.tell('No workspace or project that you owned was deleted.');
      return;
    }
    const item = await prompt.pick(
      'Restore which workspace or project?',
      answer.value.map((value) => ({
        label: shownText(value.name),
        description: shownText(value.workspace ? `project in ${value.workspace.name}` : 'workspace'),
        value,
      })),
    );
    if (item) await this.#restore(item, quoted(item.name));
  }

  async #restore(space: SharedSpace, name: string): Promise<void> {
    await this.#scope.change((server) => server.restore(space), `${name} cannot be restored`);
  }

  async #create(
    kind: 'workspace' | 'project',
    workspace: OpenSpace | undefined,
    name: string,
  ): Promise<TeamNode | undefined> {
    const { desk, tree, writer } = this.#scope;
    const space = await desk.create(kind, workspace?.known.id, { name });
    if (space) return tree.ofSpace(space.known.id);
    await writer.refuse('Nothing is open in this window that it could be made in.', name);
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

/** The statuses of workspaces and projects as people read them. */
export const SPACE_STATUS_WORD: Readonly<Record<SpaceStatus, string>> = {
  none: 'No Status',
  ontarget: 'On Target',
  atrisk: 'At Risk',
  danger: 'In Danger',
  completed: 'Completed',
};

const DELETE = 'Delete';
const LEAVE = 'Leave';
