/** Who is in the spaces of an account, as the server last said: kept on this machine, so that it can be read without the server. */
import type * as Y from 'yjs';
import * as z from 'zod';
import { isSame } from '../../../shared/operations/pen';
import { type Invite, invite } from '../../../shared/rest/invites';
import type { Project } from '../../../shared/rest/projects';
import { documentInfo, type MemberInfo, memberInfo } from '../../../shared/rest/references';
import type { Workspace } from '../../../shared/rest/workspaces';
import { Emitter } from '../event';
import type { KnownSpace } from '../known-spaces';
import type { TeamNow } from './team-server';

const entry = z.object({
  kind: z.enum(['workspace', 'project']),
  name: z.string(),
  /** The workspace of a project. */
  workspace: documentInfo.optional(),
  /** The projects of a workspace, also those that one cannot open. */
  projects: z.array(documentInfo),
  members: z.array(memberInfo),
  /** Who asks for access, and who is invited: only owners are told. */
  requests: z.array(memberInfo),
  pendingInvites: z.array(memberInfo),
});

/** Who is in a space. */
export type SpaceRoster = Readonly<z.infer<typeof entry>>;

const invitesSchema = z.array(invite);
const INVITES = 'invites';
const SPACE = 'space ';

/** One value a space in a Yjs map, set whole when it differs; all windows of the account share it. */
export class Roster {
  readonly #map: Y.Map<unknown>;
  readonly #changed = new Emitter<void>();
  readonly #read = new Map<string, { readonly kept: unknown; readonly entry: SpaceRoster | undefined }>();
  readonly #assignable = new Map<string, ReadonlySet<string>>();
  #invites: readonly Invite[] | undefined;
  readonly #hear = () => {
    this.#invites = undefined;
    this.#changed.fire();
  };

  /** @param map where it is kept */
  constructor(map: Y.Map<unknown>) {
    this.#map = map;
    map.observe(this.#hear);
  }

  /** Tells that somebody has come, gone or changed, also by another window. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** Who is in a space; undefined where the server has never said. The same object until it changes. */
  of(space: string): SpaceRoster | undefined {
    const kept = this.#map.get(SPACE + space);
    const known = this.#read.get(space);
    if (known && known.kept === kept) return known.entry;
    const read = { kept, entry: entry.safeParse(kept).data };
    this.#read.set(space, read);
    return read.entry;
  }

  /**
   * Who can be given tasks of a space: its members, and the owners of its workspace. The same set until that changes.
   * @returns undefined where it is not known who they all are
   */
  assignable({ id, workspace }: Pick<KnownSpace, 'id' | 'workspace'>): ReadonlySet<string> | undefined {
    const own = this.of(id);
    const above = workspace && this.of(workspace);
    if (!own || (workspace && !above)) return undefined;
    const owners = above?.members.filter(({ role }) => role === 'owner') ?? [];
    const users = new Set([...own.members, ...owners].map((member) => member.id));
    const known = this.#assignable.get(id);
    if (known && known.size === users.size && [...users].every((user) => known.has(user))) return known;
    this.#assignable.set(id, users);
    return users;
  }

  /** What somebody is called in any of the spaces; undefined where that is not known. */
  nameOf(user: string): string | undefined {
    for (const space of this.spaces) {
      const found = this.of(space)?.members.find(({ id }) => id === user);
      if (found) return found.name;
    }
    return undefined;
  }

  /** The ids of the spaces that the server has said anything of. */
  get spaces(): readonly string[] {
    return [...this.#map.keys()].flatMap((key) => (key.startsWith(SPACE) ? [key.slice(SPACE.length)] : []));
  }

  /** The invites that wait for one's own answer. */
  get invites(): readonly Invite[] {
    this.#invites ??= invitesSchema.safeParse(this.#map.get(INVITES)).data ?? [];
    return this.#invites;
  }

  /** Takes what the server says of everything: what it does not name any more is forgotten. */
  takeAll({ spaces, invites }: TeamNow): void {
    const named = new Set(spaces.map(({ id }) => id));
    this.#write(() => {
      for (const space of this.spaces) if (!named.has(space)) this.#map.delete(SPACE + space);
      for (const space of spaces) this.#set(SPACE + space.id, entryOf(space));
      this.#set(INVITES, invites);
    });
  }

  /** Takes what the server says of one space. */
  take(space: Workspace | Project): void {
    this.#write(() => this.#set(SPACE + space.id, entryOf(space)));
  }

  /** Forgets an invite that was answered. */
  dropInvite(id: string): void {
    this.#write(() =>
      this.#set(
        INVITES,
        this.invites.filter((one) => one.id !== id),
      ),
    );
  }

  dispose(): void {
    this.#map.unobserve(this.#hear);
    this.#changed.dispose();
  }

  #write(change: () => void): void {
    this.#map.doc?.transact(change);
  }

  #set(key: string, value: unknown): void {
    if (!isSame(this.#map.get(key), value)) this.#map.set(key, value);
  }
}

function entryOf(space: Workspace | Project): SpaceRoster {
  const { name, members, requests, pendingInvites } = space;
  return {
    ...('workspace' in space
      ? { kind: 'project', workspace: space.workspace, projects: [] }
      : { kind: 'workspace', projects: space.projects }),
    name,
    members: members.map(plain),
    requests: requests.map(plain),
    pendingInvites: pendingInvites.map(plain),
  };
}

/** Without what a newer server may add. */
function plain({ id, role, name, email }: MemberInfo): MemberInfo {
  return { id, role, name, email };
}
