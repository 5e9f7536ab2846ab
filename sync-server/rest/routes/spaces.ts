/** `/v1/workspaces` and `/v1/projects` alike: list, change, delete, restore (rules R7, R8, R24, R28). */
import type * as z from 'zod';
import { done, type Failure, invalid, notFound, type Result } from '../../../shared/failures';
import { updateSpace } from '../../../shared/operations/space-fields';
import type { Project } from '../../../shared/rest/projects';
import { updateSpaceBody, type Workspace } from '../../../shared/rest/workspaces';
import type { LiveSpace } from '../../rooms/live-space';
import type { SpaceRow } from '../../storage/storage';
import type { Call } from '../call';
import { type Given, given, withoutReadDates } from '../given';
import { agePosition, listRoute } from '../list-route';
import { openSpace } from '../open-space';
import { spaceInfo } from '../records/common';
import { listedSpaceOf, spaceRecordOf } from '../records/spaces';
import { type Route, route } from '../route';
import { SHARED_KINDS, type SharedKind, spaceInPath } from '../space-kinds';

export const spaceRoutes: readonly Route[] = SHARED_KINDS.flatMap(([kind, answer]) => routesOf(kind, answer));

function routesOf(kind: SharedKind, answer: z.ZodType<Workspace | Project>): readonly Route[] {
  const path = `/v1/${kind}s`;
  return [
    listRoute({
      path,
      summary: `List the ${kind}s that the caller can open, oldest first`,
      entry: answer,
      target: async () => done(undefined, false),
      list: async (call) => {
        const spaces = await call.services.storage.spaces.spacesOf(call.bearer.user.id);
        return done(
          spaces.filter((space) => space.kind === kind),
          false,
        );
      },
      positionOf: agePosition,
      show: async (call, _, spaces) => {
        const items = [];
        for (const space of spaces) items.push(await listedSpaceOf(call, space, space.role));
        return items;
      },
    }),
    route({
      method: 'PATCH',
      path: `${path}/:id`,
      summary: `Change the name, description, dates and status of a ${kind}`,
      success: 200,
      answer,
      target: (call) => spaceInPath(call, kind, 'contributor'),
      body: updateSpaceBody,
      act: async (call, space, fields) => {
        const { room, live } = space;
        const written = room.write(live, call.now, () => updateSpace(live, changed(live, fields), call.surroundings));
        return written.kind === 'done' ? done(await spaceRecordOf(call, space)) : written;
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: kind === 'workspace' ? 'Delete a workspace with its projects' : 'Delete a project',
      success: 204,
      target: (call) => spaceInPath(call, kind, 'owner'),
      act: async (call, { row }) => {
        const { storage, rightsChanged } = call.services;
        await storage.spaces.remove(row.id, call.now);
        await rightsChanged();
        return done(undefined);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/:id/restore`,
      summary:
        kind === 'workspace'
          ? 'Take a workspace out of the trash, with the projects that were deleted with it'
          : 'Take a project out of the trash',
      success: 200,
      answer,
      target: (call) => findDeleted(call, kind),
      act: async (call, row) => {
        const { storage, rightsChanged } = call.services;
        const refused = await parentDeleted(call, row);
        if (refused) return refused;
        await storage.spaces.restore(row.id, call.now);
        await rightsChanged();
        const restored = (await storage.spaces.space(row.id)) ?? row;
        return done(await spaceRecordOf(call, await openSpace(call, restored, 'owner')));
      },
    }),
  ];
}

type UpdateFields = z.output<typeof updateSpaceBody>;

/** Only the fields that are to read otherwise than they do: a status that was never set reads as none already. */
function changed<T extends UpdateFields>({ view }: LiveSpace, fields: T): Given<T> {
  const differs = ([key, value]: [string, unknown]) => (view.fields[key as keyof UpdateFields] ?? null) !== value;
  const sent = given(withoutReadDates(fields, view.fields));
  return Object.fromEntries(Object.entries(sent).filter(differs)) as Given<T>;
}

const NOT_OWNED: Failure = {
  kind: 'forbidden',
  reason: 'needs-former-owner',
  message: 'Only who owned it takes it out of the trash.',
  path: '',
};

/** The deleted space of a path, for who owned it. */
async function findDeleted(call: Call, kind: SharedKind): Promise<Result<SpaceRow>> {
  const { spaces } = call.services.storage;
  const id = call.param('id');
  const row = await spaces.space(id);
  if (row?.kind !== kind || row.deleted === undefined) return notFound('space', id);
  const owned = await spaces.deletedOf(call.bearer.user.id);
  if (owned.some((one) => one.id === row.id)) return done(row, false);
  // What was purged is in the trash no more, and nobody's: every space that can come back has an owner.
  return (await spaces.members(id)).length === 0 ? notFound('space', id) : NOT_OWNED;
}

async function parentDeleted(call: Call, { workspace }: SpaceRow): Promise<Failure | undefined> {
  const above = workspace && (await call.services.storage.spaces.space(workspace));
  if (!above || above.deleted === undefined) return undefined;
  const { name } = await spaceInfo(call, above.id);
  const message = `The workspace "${name}" (${above.id}) that it is in is in the trash; restore that first.`;
  return invalid('parent-deleted', '', message);
}
