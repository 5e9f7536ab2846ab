/** What the commands on members do: invite, give roles, take out, answer requests and invites. All of it needs the server. */
import { t } from '@vscode/l10n';
import { emailAddress } from '../../../shared/rest/references';
import { shownText } from '../../../shared/shown-text';
import { quoted } from '../quoted';
import { spaceName } from '../space-name';
import type { Role } from '../team/team-server';
import type { TeamNode } from '../tree/team-tree';
import { type PersonIn, roleWord, type TeamScope } from './team-scope';

/** Deciding who is in a workspace or project. Called on a place of the tree, or from the palette on none. */
export class MemberCommands {
  readonly #scope: TeamScope;

  constructor(scope: TeamScope) {
    this.#scope = scope;
  }

  /** Invites someone by e-mail, in a role, and puts a link for them on the clipboard. */
  async invite(node: TeamNode | undefined): Promise<void> {
    const { prompt } = this.#scope;
    const space = await this.#scope.space(node, t('Invite someone to which workspace or project?'), 'owner');
    const shared = space && (await this.#scope.shared(space));
    if (!space || !shared || this.#scope.isCutOff(cannotInvite())) return;
    const { team, account } = this.#scope.desk;
    const memberAt = (email: string) =>
      team?.roster.of(shared.id)?.members.find((member) => member.email.toLowerCase() === email.toLowerCase());
    const typed = await prompt.line({
      title: t('Invite Someone (1 of 2)'),
      prompt: t('The e-mail address of whom you invite to {0}', quoted(spaceName(space))),
      placeholder: 'ada@example.org',
      refuse: (text) => {
        if (!emailAddress.safeParse(text.trim()).success)
          return t('That is no e-mail address; it should look like ada@example.org.');
        // An invite would give them another role without a word.
        const member = memberAt(text.trim());
        if (!member) return undefined;
        return member.id === account?.user.id
          ? t('That is your own address, and you are in it already.')
          : t(
              '{0} is in it already, as {1}. “Change Role of Member…” gives another role.',
              quoted(nameOf({ person: member })),
              roleWord(member.role),
            );
      },
    });
    if (typed === undefined) return;
    const email = typed.trim();
    const role = await this.#pickRole(t('Invite Someone (2 of 2)'), undefined);
    if (!role || !(await this.#scope.change((server) => server.invite(shared, email, role), cannotInvite()))) return;
    const roster = this.#scope.desk.team?.roster.of(shared.id);
    const isHers = (person: { email: string }) => person.email.toLowerCase() === email.toLowerCase();
    const pending = roster?.pendingInvites.find(isHers);
    if (pending) await this.#copyLink({ space, person: pending });
    else
      void prompt.tell(
        t('{0} is in {1} already, now as {2}.', quoted(email), quoted(spaceName(space)), roleWord(role)),
      );
  }

  /** Puts a new link for someone who is invited on the clipboard. */
  async copyInviteLink(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['pending'], t('Copy the link of which invite?'));
    if (found) await this.#copyLink(found);
  }

  /** Gives a member, or someone who is invited, the role that is picked. */
  async changeRole(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['member', 'pending'], t('Change the role of whom?'));
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    const { person } = found;
    const what = t('The role of {0} cannot be changed', quoted(nameOf(found)));
    if (this.#scope.isCutOff(what)) return;
    const role = await this.#pickRole(t('The Role of {0}', nameOf(found)), [person.role, t('as it is')]);
    if (!role || role === person.role) return;
    await this.#scope.change((server) => server.setRole(shared, person.id, role), what);
  }

  /** Takes a member out, or an invite back, once that is confirmed. */
  async remove(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['member', 'pending'], t('Take out whom?'));
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    const { desk, prompt } = this.#scope;
    const isMe = found.person.id === desk.account?.user.id;
    const [name, space] = [quoted(nameOf(found)), quoted(spaceName(found.space))];
    const what = isMe ? t('You cannot leave {0}', space) : t('{0} cannot be taken out', name);
    if (this.#scope.isCutOff(what)) return;
    const sure = isMe
      ? await prompt.warn(leaveQuestion(found.space), t('Leave'))
      : await prompt.warn(t('Take {0} out of {1}? What they have done there stays.', name, space), t('Take Out'));
    if (sure === undefined) return;
    await this.#scope.change((server) => server.remove(shared, found.person.id), what);
  }

  /** Lets in who asks for access, in the role that is picked. */
  async grant(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['request'], t('Let in whom?'));
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    const what = t('{0} cannot be let in', quoted(nameOf(found)));
    if (this.#scope.isCutOff(what)) return;
    const role = await this.#pickRole(t('Let In {0} As', nameOf(found)), [found.person.role, t('as asked for')]);
    if (!role) return;
    await this.#scope.change((server) => server.grant(shared, found.person.id, role), what);
  }

  /** Denies who asks for access. */
  async deny(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['request'], t('Deny access to whom?'));
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    await this.#scope.change((server) => server.deny(shared, found.person.id), t('The request cannot be denied'));
  }

  /** Asks for access to a project that one sees but cannot open, or to a workspace or project whose id is typed. */
  async askAccess(node: TeamNode | undefined): Promise<void> {
    const { prompt, tree } = this.#scope;
    if (this.#scope.isCutOff(t('You cannot ask for access to this'))) return;
    const content = node && tree.content(node);
    const here = content?.kind === 'closed' ? content.project : undefined;
    const typed = here
      ? here.id
      : await prompt.line({
          title: t('Ask for Access'),
          prompt: t(
            'The id of the workspace or project; whoever is in it can copy it with “Copy Workspace or Project Id”',
          ),
          refuse: (text) => (text.trim() === '' ? t('Type or paste the id.') : undefined),
        });
    if (typed === undefined) return;
    const id = typed.trim();
    const role = await this.#pickRole(t('Ask for Access As'), undefined);
    if (!role) return;
    const answer = await this.#scope.ask(async (server) => {
      if (here) return server.askAccess({ kind: 'project', id }, role);
      const workspace = await server.askAccess({ kind: 'workspace', id }, role);
      const isNone = workspace.kind === 'refused' && workspace.status === 404;
      return isNone ? server.askAccess({ kind: 'project', id }, role) : workspace;
    }, t('You cannot ask for access to this'));
    if (!answer) return;
    const name = quoted(here?.name ?? id);
    void prompt.tell(
      answer.value.role === role
        ? t('You asked for access to {0}. Its owners see that, and it appears here once one of them agrees.', name)
        : t(
            'You asked for access to {0} before, as {1}. That stands until one of its owners answers; they can let you in with another role.',
            name,
            roleWord(answer.value.role),
          ),
    );
  }

  /** Accepts an invite to oneself. */
  async accept(node: TeamNode | undefined): Promise<void> {
    const invite = await this.#invite(node, t('Accept which invite?'));
    if (!invite) return;
    const { desk } = this.#scope;
    if (await this.#scope.change((server) => server.accept(invite.id), t('The invite cannot be accepted')))
      desk.team?.roster.dropInvite(invite.id);
    else void desk.team?.refresh();
  }

  /** Declines an invite to oneself. */
  async decline(node: TeamNode | undefined): Promise<void> {
    const invite = await this.#invite(node, t('Decline which invite?'));
    if (!invite) return;
    const { desk } = this.#scope;
    if (await this.#scope.ask((server) => server.decline(invite.id), t('The invite cannot be declined')))
      desk.team?.roster.dropInvite(invite.id);
    else void desk.team?.refresh();
  }

  async #copyLink(found: PersonIn): Promise<void> {
    const { prompt } = this.#scope;
    const shared = await this.#scope.shared(found.space);
    const answer =
      shared && (await this.#scope.ask((server) => server.inviteLink(shared, found.person.id), cannotInvite()));
    if (!answer) return;
    await prompt.copy(answer.value.url);
    void prompt.tell(
      t(
        'The link that lets {0} in is on the clipboard. Send it to them: it works once, for a week. Who is on the server already finds the invite in the view Workspaces.',
        quoted(found.person.email),
      ),
    );
  }

  async #invite(node: TeamNode | undefined, title: string) {
    const { desk, prompt, tree } = this.#scope;
    const content = node && tree.content(node);
    if (content?.kind === 'invite') return content.invite;
    const invites = desk.team?.roster.invites ?? [];
    if (invites.length === 0) {
      await prompt.tell(t('There is no invite to you here.'));
      return undefined;
    }
    return prompt.pick(
      title,
      invites.map((value) => ({
        label: shownText(value.workspace?.name ?? value.project?.name ?? ''),
        description: shownText(t('as {0}, from {1}', roleWord(value.role), value.invitedBy.name)),
        value,
      })),
    );
  }

  /** @param marked one of the roles, and what is said beside it */
  #pickRole(title: string, marked: readonly [Role, string] | undefined): Promise<Role | undefined> {
    return this.#scope.prompt.pick(
      title,
      ROLES.map((value) => {
        const description = roleDescription(value);
        return {
          label: roleTitle(value),
          description: value === marked?.[0] ? `${description} · ${marked[1]}` : description,
          value,
        };
      }),
    );
  }
}

/** Asks whether one wants to leave. */
export function leaveQuestion(space: PersonIn['space']): string {
  return t('Leave {0}? You will not see it any more until someone lets you in again.', quoted(spaceName(space)));
}

function nameOf({ person }: Pick<PersonIn, 'person'>): string {
  return person.name || person.email;
}

/** The one that is given most often first. */
const ROLES: readonly Role[] = ['contributor', 'viewer', 'owner'];

function roleTitle(role: Role): string {
  switch (role) {
    case 'contributor':
      return t('Contributor');
    case 'viewer':
      return t('Viewer');
    case 'owner':
      return t('Owner');
  }
}

function roleDescription(role: Role): string {
  switch (role) {
    case 'contributor':
      return t('reads and changes everything in it');
    case 'viewer':
      return t('reads');
    case 'owner':
      return t('also decides who is in it, and can delete it');
  }
}

function cannotInvite(): string {
  return t('Nobody can be invited');
}
