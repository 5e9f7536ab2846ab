/** The tree of workspaces, without VS Code: workspace, project, who is in them, who asks, who is invited; and the invites to oneself. */
import { asId, type SpaceId } from '../../../shared/ids';
import type { Invite } from '../../../shared/rest/invites';
import type { DocumentInfo, MemberInfo } from '../../../shared/rest/references';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore, Emitter } from '../event';
import type { OpenSpace } from '../open-space';
import { Places, type RecordPlace, type SpacePlace } from './places';

/** Those of one kind in a space: its members, those who ask for access, those who are invited. */
export const PEOPLE = ['members', 'requests', 'invited'] as const;
export type PeopleKind = (typeof PEOPLE)[number];

/** A place in the tree. The same place is always the same object. `closed` is a project that one cannot open. */
export type TeamNode =
  | SpacePlace<'space' | 'invites' | PeopleKind>
  | RecordPlace<'closed' | 'invite' | 'member' | 'request' | 'pending'>;

/** What a place shows now. */
export type TeamContent =
  | { readonly kind: 'invites'; readonly invites: readonly Invite[] }
  | { readonly kind: 'invite'; readonly invite: Invite }
  /** `isBorn`: the server does not have it yet. */
  | { readonly kind: 'space'; readonly space: OpenSpace; readonly isBorn: boolean }
  | { readonly kind: 'closed'; readonly space: OpenSpace; readonly project: DocumentInfo }
  | { readonly kind: PeopleKind; readonly space: OpenSpace; readonly people: readonly MemberInfo[] }
  | { readonly kind: 'member'; readonly space: OpenSpace; readonly person: MemberInfo; readonly isMe: boolean }
  | { readonly kind: 'request' | 'pending'; readonly space: OpenSpace; readonly person: MemberInfo };

/** The workspaces and projects of the desk, with the last that is known of who is in them. */
export class TeamTree implements Disposable {
  readonly #desk: Desk;
  readonly #places = new Places<TeamNode>();
  readonly #changed = new Emitter<void>();
  readonly #disposables = new DisposableStore();

  constructor(desk: Desk) {
    this.#desk = desk;
    for (const event of [desk.onSpaces, desk.onTeam]) this.#disposables.add(event(() => this.#changed.fire()));
    this.#disposables.add(desk.onRecords(({ change }) => change.space && this.#changed.fire()));
  }

  /** Tells that the tree must be shown anew; it is small. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** The places at the top: invites, workspaces, and projects whose workspace one cannot open. */
  roots(): readonly TeamNode[] {
    const invites = this.#places.at({ kind: 'invites', space: NO_SPACE });
    const tops = this.#desk.spaces.filter(
      ({ known }) => known.kind === 'workspace' || (known.kind === 'project' && !this.#workspaceOf(known.workspace)),
    );
    return [...(this.#invites.length > 0 ? [invites] : []), ...tops.map(({ known }) => this.ofSpace(known.id))];
  }

  /** The places right under one. */
  children(node: TeamNode): readonly TeamNode[] {
    const content = this.content(node);
    switch (content?.kind) {
      case 'invites':
        return content.invites.map(({ id }) => this.#places.at({ kind: 'invite', space: NO_SPACE, record: id }));
      case 'space':
        return this.#under(content.space);
      case 'members':
      case 'requests':
      case 'invited':
        return content.people.map(({ id }) =>
          this.#places.at({ kind: PERSON_OF[content.kind], space: node.space, record: id }),
        );
      default:
        return [];
    }
  }

  /** The place right above; undefined at the top. */
  parent(node: TeamNode): TeamNode | undefined {
    switch (node.kind) {
      case 'invites':
        return undefined;
      case 'invite':
        return this.#places.at({ kind: 'invites', space: NO_SPACE });
      case 'space': {
        const above = this.#workspaceOf(this.#desk.space(node.space)?.known.workspace);
        return above && this.ofSpace(above.known.id);
      }
      case 'closed':
      case 'members':
      case 'requests':
      case 'invited':
        return this.ofSpace(node.space);
      case 'member':
        return this.#places.at({ kind: 'members', space: node.space });
      case 'request':
        return this.#places.at({ kind: 'requests', space: node.space });
      case 'pending':
        return this.#places.at({ kind: 'invited', space: node.space });
    }
  }

  /** What a place shows now; undefined where it is gone. */
  content(node: TeamNode): TeamContent | undefined {
    if (node.kind === 'invites') return { kind: 'invites', invites: this.#invites };
    if (node.kind === 'invite') {
      const invite = this.#invites.find(({ id }) => id === node.record);
      return invite && { kind: 'invite', invite };
    }
    const space = this.#desk.space(node.space);
    if (!space) return undefined;
    switch (node.kind) {
      case 'space':
        return { kind: 'space', space, isBorn: this.#desk.isBorn(node.space) };
      case 'closed': {
        const project = this.#roster(space)?.projects.find(({ id }) => id === node.record);
        return project && { kind: 'closed', space, project };
      }
      case 'members':
      case 'requests':
      case 'invited':
        return { kind: node.kind, space, people: this.#people(space, node.kind) };
      case 'member': {
        const person = this.#people(space, 'members').find(({ id }) => id === node.record);
        return person && { kind: 'member', space, person, isMe: person.id === this.#desk.account?.user.id };
      }
      case 'request':
      case 'pending': {
        const list = node.kind === 'request' ? 'requests' : 'invited';
        const person = this.#people(space, list).find(({ id }) => id === node.record);
        return person && { kind: node.kind, space, person };
      }
    }
  }

  /** The place of a space. */
  ofSpace(space: SpaceId): TeamNode {
    return this.#places.at({ kind: 'space', space });
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  get #invites(): readonly Invite[] {
    return this.#desk.team?.roster.invites ?? [];
  }

  #roster({ known }: OpenSpace) {
    return this.#desk.team?.roster.of(known.id);
  }

  #people(space: OpenSpace, kind: PeopleKind): readonly MemberInfo[] {
    const roster = this.#roster(space);
    if (!roster) return [];
    return { members: roster.members, requests: roster.requests, invited: roster.pendingInvites }[kind];
  }

  #workspaceOf(id: SpaceId | undefined): OpenSpace | undefined {
    return id && this.#desk.space(id);
  }

  #under(space: OpenSpace): readonly TeamNode[] {
    const { id } = space.known;
    const people = PEOPLE.filter((kind) => this.#people(space, kind).length > 0);
    const projects = this.#desk.spaces.filter(({ known }) => known.workspace === id);
    const open = new Set(projects.map(({ known }) => known.id as string));
    const closed = this.#roster(space)?.projects.filter((project) => !open.has(project.id)) ?? [];
    return [
      ...people.map((kind) => this.#places.at({ kind, space: id })),
      ...projects.map(({ known }) => this.ofSpace(known.id)),
      ...closed.map((project) => this.#places.at({ kind: 'closed', space: id, record: project.id })),
    ];
  }
}

const NO_SPACE = asId<SpaceId>('');

const PERSON_OF = { members: 'member', requests: 'request', invited: 'pending' } as const;
