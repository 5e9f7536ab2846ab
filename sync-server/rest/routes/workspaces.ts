/** `/v1/workspaces`: workspaces. */
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import type { z } from 'zod';
import { toIsoDate } from '../../../shared/dates';
import { done, type Failure, notFound } from '../../../shared/failures';
import { asId, type SpaceId } from '../../../shared/ids';
import { seedUpdate } from '../../../shared/operations/seed';
import { type UpdateSpace, updateSpace } from '../../../shared/operations/space-fields';
import { SpaceReader } from '../../../shared/reader/space-reader';
import { createWorkspaceBody, updateSpaceBody, type WorkspaceWithItems } from '../../../shared/rest/workspaces';
import type { LiveSpace } from '../../rooms/live-space';
import type { MemberChange } from '../../storage/storage';
import { additions } from '../members';
import { findSpace, openSpace } from '../open-space';
import { workspaceOf } from '../records';
import { type Call, type Route, route } from '../route';

const byPath = (call: Call, need: 'viewer' | 'contributor' | 'owner') =>
  findSpace(call, 'workspace', call.params.id ?? '', need);

export const workspaceRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/workspaces',
    summary: 'Create a workspace, with its default lists; the caller is its owner',
    success: 201,
    target: async () => done(undefined, false),
    body: createWorkspaceBody,
    act: async (call, _, { members = [], ...fields }) => {
      const { storage, rooms, rightsChanged } = call.services;
      const id = asId<SpaceId>(randomUUID());
      const changes = await additions(call, undefined, members, 'members');
      if (changes.kind !== 'done') return changes;
      const row = { id, kind: 'workspace', workspace: undefined, created: call.now, modified: call.now } as const;
      const first = firstUpdate(id, fields, call);
      if (first.kind !== 'done') return first;
      const space = { ...row, deleted: undefined };
      const others = changes.value.filter(
        (one: MemberChange) => one.kind !== 'set' || one.user !== call.bearer.user.id,
      );
      await storage.spaces.create(space, call.bearer.user.id, others, first.value);
      rooms.onCreated(id);
      await rightsChanged();
      return done(await workspaceOf(call, await openSpace(call, space, 'owner')));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/workspaces',
    summary: "List the caller's workspaces, oldest first",
    success: 200,
    target: async () => done(undefined, false),
    act: async (call) => {
      const items = [];
      for (const space of await call.services.storage.spaces.spacesOf(call.bearer.user.id)) {
        if (space.kind !== 'workspace') continue;
        items.push(await workspaceOf(call, await openSpace(call, space, space.role)));
      }
      return done({ items }, false);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/workspaces/:id',
    summary: 'Get a workspace: the record, which is also the one entry of its items',
    success: 200,
    target: (call) => byPath(call, 'viewer'),
    act: async (call, space) => {
      const record = await workspaceOf(call, space);
      const body: WorkspaceWithItems = { ...record, items: [record] };
      return done(body, false);
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/workspaces/:id',
    summary: 'Change the name, description, dates and status of a workspace',
    success: 200,
    target: (call) => byPath(call, 'contributor'),
    body: updateSpaceBody,
    act: async (call, space, fields) => {
      const { room, live } = space;
      const written = room.write(live, call.now, () => updateSpace(live, changed(live, fields), call.surroundings));
      return written.kind === 'done' ? done(await workspaceOf(call, space)) : written;
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/workspaces/:id',
    summary: 'Delete a workspace with its projects',
    success: 204,
    target: (call) => byPath(call, 'owner'),
    act: async (call, { row }) => {
      const { storage, rightsChanged } = call.services;
      await storage.spaces.remove(row.id, call.now);
      await rightsChanged();
      return (await storage.spaces.space(row.id)) ? done(undefined) : notFound('space', row.id);
    },
  }),
];

type UpdateFields = z.output<typeof updateSpaceBody>;
type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Only the fields that were sent. */
function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** Only the fields that are to read otherwise than they do: a status that was never set reads as none already. */
function changed<T extends UpdateFields>({ view }: LiveSpace, fields: T): Given<T> {
  const differs = ([key, value]: [string, unknown]) => (view.fields[key as keyof UpdateFields] ?? null) !== value;
  return Object.fromEntries(Object.entries(given(fields)).filter(differs)) as Given<T>;
}

/** The first entry of a new space's document: its default lists and its own fields. */
function firstUpdate(
  id: SpaceId,
  fields: UpdateSpace,
  call: Call,
): { readonly kind: 'done'; readonly value: Uint8Array } | Failure {
  const doc = new Y.Doc();
  const view = new SpaceReader(doc);
  Y.applyUpdate(doc, seedUpdate(id, 'workspace'));
  const surroundings = { origin: 'rest', newId: randomUUID, now: () => toIsoDate(call.now) } as const;
  const written = updateSpace({ id, doc, view }, given(fields), surroundings);
  const value = Y.encodeStateAsUpdate(doc);
  view.dispose();
  doc.destroy();
  return written.kind === 'done' ? { kind: 'done', value } : written;
}
