/** What the commands on members do: invite, give roles, take out, answer requests and invites. All of it needs the server. */
import { emailAddress } from '../../../shared/rest/references';
import { shownText } from '../shown-text';
import { spaceName } from '../space-name';
import type { Role } from '../team/team-server';
import type { TeamNode } from '../tree/team-tree';
import { quoted } from './space-writer';
import { type PersonIn, ROLE_WORD, type TeamScope } from './team-scope';

/** Deciding who is in a workspace or project. Called on a place of the tree, or from the palette on none. */
export class MemberCommands {
  readonly #scope: TeamScope;

  constructor(scope: TeamScope) {
    this.#scope = scope;
  }

  /** Invites someone by e-mail, in a role, and puts a link for them on the clipboard. */
  async invite(node: TeamNode | undefined): Promise<void> {
    const { prompt } = this.#scope;
    const space = await this.#scope.space(node, 'Invite someone to which workspace or project?', 'owner');
    const shared = space && (await this.#scope.shared(space));
    if (!space || !shared) return;
    const typed = await prompt.line({
      title: 'Invite Someone (1 of 2)',
      prompt: `The e-mail address of whom you invite to ${quoted(spaceName(space))}`,
      placeholder: 'ada@example.org',
      refuse: (text) =>
        emailAddress.safeParse(text.trim()).success
          ? undefined
          : 'That is no e-mail address; it should look like ada@example.org.',
    });
    if (typed === undefined) return;
    const email = typed.trim();
    const role = await this.#pickRole('Invite Someone (2 of 2)', undefined);
    if (!role || !(await this.#scope.change((server) => server.invite(shared, email, role), CANNOT_INVITE))) return;
    const roster = this.#scope.desk.team?.roster.of(shared.id);
    const isHers = (person: { email: string }) => person.email.toLowerCase() === email.toLowerCase();
    const pending = roster?.pendingInvites.find(isHers);
    if (pending) await this.#copyLink({ space, person: pending });
    else void prompt.tell(`${quoted(email)} is in ${quoted(spaceName(space))} already, now as ${ROLE_WORD[role]}.`);
  }

  /** Puts a new link for someone who is invited on the clipboard. */
  async copyInviteLink(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['pending'], 'Copy the link of which invite?');
    if (found) await this.#copyLink(found);
  }

  /** Gives a member, or someone who is invited, the role that is picked. */
  async changeRole(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['member', 'pending'], 'Change the role of whom?');
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    const { person } = found;
    const role = await this.#pickRole(`The Role of ${nameOf(found)}`, person.role);
    if (!role || role === person.role) return;
    const what = `The role of ${quoted(nameOf(found))} cannot be changed`;
    await this.#scope.change((server) => server.setRole(shared, person.id, role), what);
  }

  /** Takes a member out, or an invite back, once that is confirmed. */
  async remove(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['member', 'pending'], 'Take out whom?');
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    const { desk, prompt } = this.#scope;
    const isMe = found.person.id === desk.account?.user.id;
    const name = isMe ? 'yourself' : quoted(nameOf(found));
    const sure = `Take ${name} out of ${quoted(spaceName(found.space))}? What they have done there stays.`;
    if ((await prompt.warn(isMe ? leaveQuestion(found.space) : sure, isMe ? LEAVE : TAKE_OUT)) === undefined) return;
    const what = isMe ? `You cannot leave ${quoted(spaceName(found.space))}` : `${name} cannot be taken out`;
    await this.#scope.change((server) => server.remove(shared, found.person.id), what);
  }

  /** Lets in who asks for access, in the role that is picked. */
  async grant(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['request'], 'Let in whom?');
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    const role = await this.#pickRole(`Let In ${nameOf(found)} As`, found.person.role);
    if (!role) return;
    const what = `${quoted(nameOf(found))} cannot be let in`;
    await this.#scope.change((server) => server.grant(shared, found.person.id, role), what);
  }

  /** Denies who asks for access. */
  async deny(node: TeamNode | undefined): Promise<void> {
    const found = await this.#scope.person(node, ['request'], 'Deny access to whom?');
    const shared = found && (await this.#scope.shared(found.space));
    if (!found || !shared) return;
    await this.#scope.change((server) => server.deny(shared, found.person.id), 'The request cannot be denied');
  }

  /** Asks for access to a project that one sees but cannot open, or to a workspace or project whose id is typed. */
  async askAccess(node: TeamNode | undefined): Promise<void> {
    const { prompt, tree } = this.#scope;
    const content = node && tree.content(node);
    const here = content?.kind === 'closed' ? content.project : undefined;
    const typed = here
      ? here.id
      : await prompt.line({
          title: 'Ask for Access',
          prompt: 'The id of the workspace or project; whoever is in it can copy it with “Copy Id”',
          refuse: (text) => (text.trim() === '' ? 'Type or paste the id.' : undefined),
        });
    if (typed === undefined) return;
    const id = typed.trim();
    const role = await this.#pickRole('Ask for Access As', 'contributor');
    if (!role) return;
    const answer = await this.#scope.ask(async (server) => {
      if (here) return server.askAccess({ kind: 'project', id }, role);
      const workspace = await server.askAccess({ kind: 'workspace', id }, role);
      const isNone = workspace.kind === 'refused' && workspace.status === 404;
      return isNone ? server.askAccess({ kind: 'project', id }, role) : workspace;
    }, 'You cannot ask for access to this');
    if (answer)
      void prompt.tell(
        `You asked for access to ${quoted(here?.name ?? id)}. Its owners see that, and it appears here once one of them agrees.`,
      );
  }

  /** Accepts an invite to oneself. */
  async accept(node: TeamNode | undefined): Promise<void> {
    const invite = await this.#invite(node, 'Accept which invite?');
    if (!invite) return;
    const { desk } = this.#scope;
    if (await this.#scope.change((server) => server.accept(invite.id), 'The invite cannot be accepted'))
      desk.team?.roster.dropInvite(invite.id);
    else void desk.team?.refresh();
  }

  /** Declines an invite to oneself. */
  async decline(node: TeamNode | undefined): Promise<void> {
    const invite = await this.#invite(node, 'Decline which invite?');
    if (!invite) return;
    const { desk } = this.#scope;
    if (await this.#scope.ask((server) => server.decline(invite.id), 'The invite cannot be declined'))
      desk.team?.roster.dropInvite(invite.id);
    else void desk.team?.refresh();
  }

  async #copyLink(found: PersonIn): Promise<void> {
    const { prompt } = this.#scope;
    const shared = await this.#scope.shared(found.space);
    const answer =
      shared && (await this.#scope.ask((server) => server.inviteLink(shared, found.person.id), CANNOT_INVITE));
    if (!answer) return;
    await prompt.copy(answer.value.url);
    void prompt.tell(
      `The link that lets ${quoted(found.person.email)} in is on the clipboard. Send it to them: it works once, for a week. Who is on the server already finds the invite in the view Workspaces.`,
    );
  }

  async #invite(node: TeamNode | undefined, title: string) {
    const { desk, prompt, tree } = this.#scope;
    const content = node && tree.content(node);
    if (content?.kind === 'invite') return content.invite;
    const invites = desk.team?.roster.invites ?? [];
    if (invites.length === 0) {
      await prompt.tell('There is no invite to you here.');
      return undefined;
    }
    return prompt.pick(
      title,
      invites.map((value) => ({
        label: shownText(value.workspace?.name ?? value.project?.name ?? ''),
        description: shownText(`as ${ROLE_WORD[value.role]}, from ${value.invitedBy.name}`),
        value,
      })),
    );
  }

  #pickRole(title: string, now: Role | undefined): Promise<Role | undefined> {
    return this.#scope.prompt.pick(
      title,
      ROLES.map(({ value, label, description }) => ({
        label,
        description: value === now ? `${description} · as it is` : description,
        value,
      })),
    );
  }
}

/** Asks whether one wants to leave. */
export function leaveQuestion(space: PersonIn['space']): string {
  return `Leave ${quoted(spaceName(space))}? You will not see it any more until someone lets you in again.`;
}

function nameOf({ person }: PersonIn): string {
  return person.name || person.email;
}

const ROLES: readonly { readonly value: Role; readonly label: string; readonly description: string }[] = [
  { value: 'contributor', label: 'Contributor', description: 'reads and changes everything in it' },
  { value: 'viewer', label: 'Viewer', description: 'reads' },
  { value: 'owner', label: 'Owner', description: 'also decides who is in it, and can delete it' },
];

const CANNOT_INVITE = 'Nobody can be invited';
const TAKE_OUT = 'Take Out';
const LEAVE = 'Leave';
