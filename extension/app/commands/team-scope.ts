/** What the commands on workspaces and their members act on: the place they were called on, or what the person picks. */
import { t } from '@vscode/l10n';
import type { Done } from '../../../shared/operations/history';
import type { MemberInfo } from '../../../shared/rest/references';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import type { Prompt } from '../prompt';
import { quoted } from '../quoted';
import { canWrite, isOwner } from '../space-access';
import { spaceName } from '../space-name';
import type { Team } from '../team/team';
import { teamMessage } from '../team/team-failure';
import type { Answer, Role, SharedSpace } from '../team/team-server';
import type { TeamContent, TeamNode, TeamTree } from '../tree/team-tree';
import { SpaceWriter } from './space-writer';

/** Somebody in a space, or on the way there. */
export interface PersonIn {
  readonly space: OpenSpace;
  readonly person: MemberInfo;
}

/** What one has to be in a space for something. */
export type Need = 'reader' | 'writer' | 'owner';

/** Finds spaces and people, and asks the server, telling the person what it refuses. */
export class TeamScope {
  readonly desk: Desk;
  readonly tree: TeamTree;
  readonly prompt: Prompt;
  readonly writer: SpaceWriter;

  constructor(desk: Desk, tree: TeamTree, prompt: Prompt) {
    this.desk = desk;
    this.tree = tree;
    this.prompt = prompt;
    this.writer = new SpaceWriter(desk, prompt);
  }

  /**
   * The workspace or project of a place, or one that the person picks among those in which they are what it needs.
   * @returns undefined where the person went away, and where they are not that there, which they have been told
   */
  async space(
    node: TeamNode | undefined,
    title: string,
    need: Need,
    wanted: (space: OpenSpace) => boolean = () => true,
  ): Promise<OpenSpace | undefined> {
    const content = node && this.tree.content(node);
    if (content && 'space' in content) {
      const { space } = content;
      if (IS[need](space)) return space;
      if (need === 'owner') await this.prompt.warn(t('Only an owner can do this in {0}.', quoted(spaceName(space))));
      else this.writer.mayWrite([space.known.id]);
      return undefined;
    }
    const choices = this.desk.spaces
      .filter((space) => space.known.kind !== 'user' && IS[need](space) && wanted(space))
      .map((space) => ({ label: shownText(spaceName(space)), description: kindWord(space.known.kind), value: space }));
    if (choices.length > 0) return this.prompt.pick(title, choices);
    await this.prompt.tell(t('There is no workspace or project here that you could do this with.'));
    return undefined;
  }

  /** The person of a place of these kinds, or one that is picked among all of them in spaces that one owns. */
  async person(
    node: TeamNode | undefined,
    kinds: readonly Extract<TeamContent, { person: unknown }>['kind'][],
    title: string,
  ): Promise<PersonIn | undefined> {
    const content = node && this.tree.content(node);
    if (content && 'person' in content && kinds.includes(content.kind)) return this.#owned(content);
    const space = await this.space(node, title, 'owner');
    if (!space) return undefined;
    const under = this.tree.children(this.tree.ofSpace(space.known.id)).flatMap((group) => this.tree.children(group));
    const choices = under.flatMap((one) => {
      const found = this.tree.content(one);
      if (!found || !('person' in found) || !kinds.includes(found.kind)) return [];
      const { name, email, role } = found.person;
      return [
        { label: shownText(name || email), description: shownText(`${roleWord(role)} · ${email}`), value: found },
      ];
    });
    if (choices.length > 0) return this.prompt.pick(title, choices);
    await this.prompt.tell(t('There is nobody in {0} to choose.', quoted(spaceName(space))));
    return undefined;
  }

  /**
   * Has the server do something in a space that it answers with the space as it is then.
   * @param what was wanted, as the start of a sentence that says that it failed: `Members cannot be changed`
   * @param undoes what this takes back: neither of the two is left for *Undo* then
   * @returns whether it was done; if not, the person has been told
   */
  async change(request: Parameters<Team['change']>[0], what: string, undoes?: Done): Promise<boolean> {
    const failure = this.desk.team ? await this.desk.team.change(request) : ({ kind: 'no-account' } as const);
    if (!failure) {
      const { history } = this.desk;
      if (undoes) history.undo(undoes);
      else history.bar();
      return true;
    }
    await this.prompt.warn(teamMessage(failure, what));
    return false;
  }

  /** Asks the server anything. @returns its answer; undefined where there is none, which the person has been told */
  async ask<T>(request: (server: Parameters<Parameters<Team['ask']>[0]>[0]) => Promise<Answer<T>>, what: string) {
    const answer = this.desk.team ? await this.desk.team.ask(request) : ({ kind: 'no-account' } as const);
    if (answer.kind === 'done') return answer;
    await this.prompt.warn(teamMessage(answer, what));
    return undefined;
  }

  /**
   * Whether the server cannot be asked now, to be known before the person is asked for anything. Says so.
   * @param what was wanted, as the start of a sentence that says that it failed
   */
  isCutOff(what: string): boolean {
    const { account, status } = this.desk;
    if (account && status.kind !== 'offline') return false;
    void this.prompt.warn(
      teamMessage(account ? { kind: 'no-answer', url: account.url } : { kind: 'no-account' }, what),
    );
    return true;
  }

  /** Asks the server who is in which space now. Says so where it cannot be asked. */
  async refresh(): Promise<void> {
    const what = t('Members cannot be brought up to date');
    const failure = this.desk.team ? await this.desk.team.refresh() : ({ kind: 'no-account' } as const);
    if (failure) void this.prompt.warn(teamMessage(failure, what));
  }

  /** A space for requests to the server. Of one that it does not have yet that is said. */
  async shared(space: OpenSpace): Promise<SharedSpace | undefined> {
    const { id, kind } = space.known;
    if (kind !== 'user' && !this.desk.isBorn(id)) return { kind, id };
    await this.prompt.warn(
      t(
        '{0} is on this machine only until a server has it: nobody else can be in it before.',
        quoted(spaceName(space)),
      ),
    );
    return undefined;
  }

  async #owned(found: PersonIn): Promise<PersonIn | undefined> {
    if (isOwner(found.space)) return found;
    await this.prompt.warn(t('Only an owner of {0} decides who is in it.', quoted(spaceName(found.space))));
    return undefined;
  }
}

/** A role in a sentence. */
export function roleWord(role: Role): string {
  switch (role) {
    case 'owner':
      return t('owner');
    case 'contributor':
      return t('contributor');
    case 'viewer':
      return t('viewer');
  }
}

function kindWord(kind: OpenSpace['known']['kind']): string {
  switch (kind) {
    case 'user':
      return '';
    case 'workspace':
      return t('workspace');
    case 'project':
      return t('project');
  }
}

const IS: Readonly<Record<Need, (space: OpenSpace) => boolean>> = {
  reader: () => true,
  writer: canWrite,
  owner: isOwner,
};
