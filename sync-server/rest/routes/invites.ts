/** Invites: the caller's own, the links that owners hand on, and joining by one (rules R26, R27). */
import { randomBytes, randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { done, type Failure, notFound, type Result } from '../../../shared/failures';
import { asId, type SpaceId, type UserId } from '../../../shared/ids';
import { seedUpdate } from '../../../shared/operations/seed';
import {
  type Invite,
  type InviteLink,
  invite,
  inviteLink,
  type Joined,
  joinBody,
  joined,
} from '../../../shared/rest/invites';
import type { Project } from '../../../shared/rest/projects';
import type { Workspace } from '../../../shared/rest/workspaces';
import { hashOf, makeToken } from '../../bearer';
import { emailKey } from '../../email-key';
import type { PendingInvite } from '../../storage/storage';
import type { Call } from '../call';
import { listRoute } from '../list-route';
import { findSpace, openSpace } from '../open-space';
import { dateOf, spaceInfo } from '../records/common';
import { spaceRecordOf, userOf } from '../records/spaces';
import { type Route, route } from '../route';
import { SHARED_KINDS, type SharedKind, spaceAnswer, spaceInPath } from '../space-kinds';

/** How long the code of an invite is good for. */
const LINK_MS = 7 * 24 * 60 * 60 * 1_000;

export const inviteRoutes: readonly Route[] = [
  listRoute<undefined, PendingInvite, Invite>({
    path: '/v1/invites',
    summary: "List the invites that wait for the caller's answer",
    entry: invite,
    target: async () => done(undefined, false),
    list: async (call) => done(await call.services.storage.admissions.invitesFor(call.bearer.user.email), false),
    positionOf: ({ id }) => ({ id, key: '' }),
    show: async (call, _, invites) => {
      const items = [];
      for (const one of invites) items.push(await inviteOf(call, one));
      return items;
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invites/:id/accept',
    summary: 'Accept an invite: the caller becomes a member',
    success: 200,
    answer: spaceAnswer,
    target: ownInvite,
    act: async (call, { id, space }): Promise<Result<Workspace | Project>> => {
      const { storage, rightsChanged } = call.services;
      const { user } = call.bearer;
      if (!(await storage.admissions.accept(id, user.id, call.now))) return notFound('invite', id);
      await rightsChanged();
      const row = await storage.spaces.space(space);
      const role = await storage.spaces.role(space, user.id);
      return row && role ? done(await spaceRecordOf(call, await openSpace(call, row, role))) : notFound('space', space);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invites/:id/decline',
    summary: 'Decline an invite',
    success: 204,
    target: ownInvite,
    act: async (call, { id, space }) => {
      await call.services.storage.spaces.changeMembers(space, [{ kind: 'uninvite', id }], call.now);
      return done(undefined);
    },
  }),
  ...SHARED_KINDS.map(([kind]) => linkRoute(kind)),
  route({
    method: 'POST',
    path: '/v1/join',
    summary: 'Become a user of this server by the code of an invite; no credential is needed',
    success: 201,
    answer: joined,
    open: true,
    target: async () => done(undefined, false),
    body: joinBody,
    act: join,
  }),
];

function linkRoute(kind: SharedKind): Route {
  return route<{ readonly id: string }, undefined, InviteLink>({
    method: 'POST',
    path: `/v1/${kind}s/:id/invites/:inviteId/link`,
    summary: `Make a link by which someone who is invited to a ${kind} becomes a user; an older one ends`,
    success: 201,
    answer: inviteLink,
    target: async (call) => {
      // Whether there is such an invite is told before the right to it, but to nobody who cannot read the space.
      const space = await spaceInPath(call, kind, 'viewer');
      if (space.kind !== 'done') return space;
      const id = call.param('inviteId');
      const found = await call.services.storage.admissions.invite(id);
      if (found?.space !== space.value.row.id) return notFound('invite', id);
      const owned = await spaceInPath(call, kind, 'owner');
      return owned.kind === 'done' ? done({ id }, false) : owned;
    },
    act: async (call, { id }) => {
      const code = randomBytes(32).toString('base64url');
      const expires = call.now + LINK_MS;
      await call.services.storage.admissions.putCode(id, hashOf(code), expires);
      // After the #, which no client sends: the code gets into no log on its way.
      return done({ url: `${call.asked.base}/join#${code}`, code, expires: dateOf(expires) });
    },
  });
}

/** The invite of the path, which has to be the caller's. */
async function ownInvite(call: Call): Promise<Result<PendingInvite>> {
  const { storage } = call.services;
  const id = call.param('id');
  const found = await storage.admissions.invite(id);
  if (!found) return notFound('invite', id);
  if (emailKey(found.email) !== emailKey(call.bearer.user.email)) return NOT_YOURS;
  const row = await storage.spaces.space(found.space);
  const above = row?.workspace && (await storage.spaces.space(row.workspace));
  const isGone = !row || row.deleted !== undefined || (above && above.deleted !== undefined);
  return isGone ? notFound('space', found.space) : done(found, false);
}

const NOT_YOURS: Failure = {
  kind: 'forbidden',
  reason: 'invite-of-another',
  message: 'This invite is for someone else.',
  path: '',
};

async function inviteOf(call: Call, { id, role, space, by }: PendingInvite): Promise<Invite> {
  const { spaces, accounts } = call.services.storage;
  const row = await spaces.space(space);
  const info = await spaceInfo(call, space);
  const inviter = (await accounts.usersById([by])).get(by);
  return {
    id,
    role,
    ...(row?.kind === 'project' ? { project: info } : { workspace: info }),
    invitedBy: {
      id: by,
      // Who invited was an owner then; it may be otherwise now.
      role: (await spaces.role(space, by)) ?? 'owner',
      name: inviter?.name ?? '',
      email: inviter?.email ?? '',
    },
  };
}

const BAD_CODE: Failure = {
  kind: 'forbidden',
  reason: 'no-good-code',
  message: 'This code is not good, or not any more.',
  path: 'code',
};
const IN_USE: Failure = {
  kind: 'forbidden',
  reason: 'email-in-use',
  message: 'Who was invited is a user of this server already; they accept the invite themselves.',
  path: 'code',
};

async function join(call: Call, _: undefined, { code, name }: z.output<typeof joinBody>): Promise<Result<Joined>> {
  const { storage, rooms, rightsChanged } = call.services;
  const id = asId<UserId>(randomUUID());
  const space = asId<SpaceId>(id);
  const token = makeToken();
  const made = { id, name, created: call.now, modified: call.now };
  const user = await storage.accounts.join(hashOf(code), made, token.kept, seedUpdate(space, 'user'));
  if (user === 'no-code') return BAD_CODE;
  if (user === 'in-use') return IN_USE;
  rooms.onCreated(space);
  await rightsChanged();
  const bearer = await storage.accounts.bearer(token.kept.hash, call.now);
  if (!bearer) throw new Error('a token that was just made is not known');
  const own = call.as(bearer);
  const found = await findSpace(own, 'user', id, 'viewer');
  if (found.kind !== 'done') return found;
  return done({ user: await userOf(own, found.value), token: token.text });
}
