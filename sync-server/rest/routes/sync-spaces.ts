/** `/v1/sync/spaces`: the spaces that the caller can open, and those born offline. */
import { done, type Failure, invalid, type Result } from '../../../shared/failures';
import { asId, isRandomUuid, type SpaceId } from '../../../shared/ids';
import { registerSpaceBody, spaceReference } from '../../../shared/rest/sync-spaces';
import type { SpaceRow } from '../../storage/storage';
import type { Call } from '../call';
import { agePosition, listRoute } from '../list-route';
import { findSpace } from '../open-space';
import { type Route, route } from '../route';
import { spaceReference as referenceOf } from '../space-reference';

const TAKEN: Failure = { kind: 'forbidden', reason: 'id-in-use', message: 'This id is in use.', path: '' };
const IN_TRASH: Failure = {
  ...TAKEN,
  message: 'The space with this id is yours and in the trash; bring it back from there instead.',
};
const NOT_RANDOM = 'The id has to be a random UUID (version 4), in small letters.';

export const syncSpaceRoutes: readonly Route[] = [
  listRoute({
    path: '/v1/sync/spaces',
    summary: 'List every space that the caller can open',
    entry: spaceReference,
    target: async () => done(undefined, false),
    list: async (call) => done(await call.services.storage.spaces.spacesOf(call.bearer.user.id), false),
    positionOf: agePosition,
    show: async (call, _, spaces) => spaces.map((space) => referenceOf(space, call.bearer.token.readOnly)),
  }),
  route({
    method: 'PUT',
    path: '/v1/sync/spaces/:id',
    summary: 'Register a space that was born offline; its content comes over the websocket',
    success: 201,
    answer: spaceReference,
    target: findOwn,
    body: registerSpaceBody,
    act: async (call, found, { kind, workspace }) => {
      const { storage, rightsChanged } = call.services;
      const id = asId<SpaceId>(call.param('id'));
      const faults = [
        ...(kind === found?.kind || !found ? [] : [differs('kind', `It is a ${found.kind} already.`)]),
        ...(workspace?.id === found?.workspace || !found
          ? []
          : [differs('workspace.id', 'It is in another workspace.')]),
      ];
      if (faults.length > 0) return { kind: 'invalid', faults };
      const again = found && done(referenceOf({ ...found, role: 'owner' }, false), false);
      if (again) return again;
      const above = workspace && (await findSpace(call, 'workspace', workspace.id, 'contributor', 'workspace.id'));
      if (above && above.kind !== 'done') return above;
      const row: SpaceRow = {
        id,
        kind,
        workspace: above?.value.row.id,
        created: call.now,
        modified: call.now,
        deleted: undefined,
      };
      if (!(await storage.spaces.create(row, call.bearer.user.id, [], undefined))) return TAKEN;
      await rightsChanged();
      return done(referenceOf({ ...row, role: 'owner' }, false));
    },
  }),
];

/**
 * The space of the caller's own that has the id already, or undefined for a new one. What has the id otherwise, a record or a space,
 * is not told: only that it is in use.
 */
async function findOwn(call: Call): Promise<Result<SpaceRow | undefined>> {
  const id = call.param('id');
  const { spaces } = call.services.storage;
  const row = await spaces.space(id);
  if (!row) {
    if (await isInUse(call, id.toLowerCase())) return TAKEN;
    return isRandomUuid(id) ? done(undefined, false) : invalid('uuid', 'id', NOT_RANDOM);
  }
  const members = await spaces.members(id);
  const owns = members.some(({ user, role }) => role === 'owner' && user.id === call.bearer.user.id);
  if (!owns) return TAKEN;
  return row.deleted === undefined ? done(row, false) : IN_TRASH;
}

/** Whether a space or a record has an id that no space has as it was written. */
async function isInUse({ services }: Call, id: string): Promise<boolean> {
  if (await services.storage.spaces.space(id)) return true;
  return services.rooms.holders.any(id);
}

function differs(path: string, message: string) {
  return { type: 'differs', path, message };
}
