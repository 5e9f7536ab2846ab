/** What the server decides of workspaces and projects, asked for over REST: members, requests, invites, deleting and registering. */
import * as z from 'zod';
import { type Invite, type InviteLink, invite, inviteLink } from '../../../shared/rest/invites';
import { problem } from '../../../shared/rest/problem';
import { type Project, project } from '../../../shared/rest/projects';
import { itemsOf, type MemberInfo, memberInfo, type ROLE_NAMES } from '../../../shared/rest/references';
import { spaceReference } from '../../../shared/rest/sync-spaces';
import { type TrashItem, trashItem } from '../../../shared/rest/trash';
import { type Workspace, workspace } from '../../../shared/rest/workspaces';
import type { Environment } from '../environment';
import type { KnownSpace } from '../known-spaces';
import type { TeamFailure } from './team-failure';

export type Role = (typeof ROLE_NAMES)[number];

/** A workspace or a project by its id. */
export interface SharedSpace {
  readonly kind: 'workspace' | 'project';
  readonly id: string;
}

/** What the server answered, as it was asked for; or why it did not. */
export type Answer<T> = { readonly kind: 'done'; readonly value: T } | TeamFailure;

/** Everything that the server says of who is where, at one moment. */
export interface TeamNow {
  readonly spaces: readonly (Workspace | Project)[];
  /** The invites that wait for the caller's own answer. */
  readonly invites: readonly Invite[];
}

/** How long a server may take to answer, in milliseconds. */
const ANSWER_MS = 15_000;

const spaceRecord = z.union([workspace, project]);
const nothing = z.undefined();

/** The REST side of one account. Every method is one request (`now` is three); none of them throws. */
export class TeamServer {
  readonly #url: string;
  readonly #token: string;
  readonly #environment: Pick<Environment, 'fetch' | 'after'>;

  /** @param url the server's address without a slash at the end */
  constructor(url: string, token: string, environment: Pick<Environment, 'fetch' | 'after'>) {
    this.#url = url;
    this.#token = token;
    this.#environment = environment;
  }

  /** All workspaces and projects that the caller can open, with their members; and the caller's own invites. */
  async now(): Promise<Answer<TeamNow>> {
    const [workspaces, projects, invites] = await Promise.all([
      this.#ask('GET', '/workspaces', itemsOf(workspace)),
      this.#ask('GET', '/projects', itemsOf(project)),
      this.#ask('GET', '/invites', itemsOf(invite)),
    ]);
    if (workspaces.kind !== 'done') return workspaces;
    if (projects.kind !== 'done') return projects;
    if (invites.kind !== 'done') return invites;
    return {
      kind: 'done',
      value: { spaces: [...workspaces.value.items, ...projects.value.items], invites: invites.value.items },
    };
  }

  /** Invites someone by e-mail. */
  invite(space: SharedSpace, email: string, role: Role): Promise<Answer<Workspace | Project>> {
    return this.#ask('POST', `${pathOf(space)}/members`, spaceRecord, { items: [{ email, role }] });
  }

  /** Makes a link for someone who is invited; an older one ends. */
  inviteLink(space: SharedSpace, inviteId: string): Promise<Answer<InviteLink>> {
    return this.#ask('POST', `${pathOf(space)}/invites/${encodeURIComponent(inviteId)}/link`, inviteLink);
  }

  /** Gives a member, or someone who is invited, another role. @param id of the user or of the invite */
  setRole(space: SharedSpace, id: string, role: Role): Promise<Answer<Workspace | Project>> {
    return this.#ask('PATCH', `${pathOf(space)}/members`, spaceRecord, { items: [{ id, role }] });
  }

  /** Takes a member, oneself or someone who is invited out. @param id of the user or of the invite */
  remove(space: SharedSpace, id: string): Promise<Answer<Workspace | Project>> {
    return this.#ask('DELETE', `${pathOf(space)}/members`, spaceRecord, { items: [{ id }] });
  }

  /** Asks for access to a space. @returns the request that stands, which is an earlier one where there was one */
  askAccess(space: SharedSpace, role: Role): Promise<Answer<MemberInfo>> {
    return this.#ask('POST', `${pathOf(space)}/requests`, memberInfo, { role });
  }

  /** Grants a request for access, in that role. */
  grant(space: SharedSpace, user: string, role: Role): Promise<Answer<Workspace | Project>> {
    return this.#ask('PATCH', `${pathOf(space)}/requests`, spaceRecord, { items: [{ id: user, role }] });
  }

  /** Denies a request for access. */
  deny(space: SharedSpace, user: string): Promise<Answer<Workspace | Project>> {
    return this.#ask('DELETE', `${pathOf(space)}/requests`, spaceRecord, { items: [{ id: user }] });
  }

  /** Accepts an invite to oneself. */
  accept(inviteId: string): Promise<Answer<Workspace | Project>> {
    return this.#ask('POST', `/invites/${encodeURIComponent(inviteId)}/accept`, spaceRecord);
  }

  /** Declines an invite to oneself. */
  decline(inviteId: string): Promise<Answer<undefined>> {
    return this.#ask('POST', `/invites/${encodeURIComponent(inviteId)}/decline`, nothing);
  }

  /** Puts a space into the server's trash, a workspace with its projects. */
  delete(space: SharedSpace): Promise<Answer<undefined>> {
    return this.#ask('DELETE', pathOf(space), nothing);
  }

  /** Takes a space out of the server's trash. */
  restore(space: SharedSpace): Promise<Answer<Workspace | Project>> {
    return this.#ask('POST', `${pathOf(space)}/restore`, spaceRecord);
  }

  /** The deleted workspaces and projects that the caller owned. */
  async trash(): Promise<Answer<readonly TrashItem[]>> {
    const answer = await this.#ask('GET', '/trash', itemsOf(trashItem));
    return answer.kind === 'done' ? { kind: 'done', value: answer.value.items } : answer;
  }

  /** Registers a space that was made on this machine under the id that it has; doing so again changes nothing. */
  register({ id, kind, workspace: above }: KnownSpace): Promise<Answer<unknown>> {
    const body = { kind, ...(above !== undefined && { workspace: { id: above } }) };
    return this.#ask('PUT', `/sync/spaces/${encodeURIComponent(id)}`, spaceReference, body);
  }

  async #ask<T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown): Promise<Answer<T>> {
    const { fetch, after } = this.#environment;
    const url = this.#url;
    const abort = new AbortController();
    const cancel = after(ANSWER_MS, () => abort.abort());
    try {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A server that sends elsewhere would be sent the token there.
        redirect: 'manual',
        signal: abort.signal,
      });
      const { status } = response;
      const text = await response.text();
      const answered: unknown = text === '' ? undefined : JSON.parse(text);
      if (response.ok) {
        const value = schema.safeParse(answered);
        return value.success ? { kind: 'done', value: value.data } : { kind: 'trouble', url, status };
      }
      const refusal = problem.safeParse(answered);
      if (!refusal.success || status >= 500 || status === 429) return { kind: 'trouble', url, status };
      return { kind: 'refused', url, status, faults: refusal.data.errors };
    } catch (error) {
      // What is no JSON came from somebody else than a sync server.
      return error instanceof SyntaxError ? { kind: 'trouble', url, status: 200 } : { kind: 'no-answer', url };
    } finally {
      cancel();
    }
  }
}

function pathOf({ kind, id }: SharedSpace): string {
  return `/${kind}s/${encodeURIComponent(id)}`;
}
