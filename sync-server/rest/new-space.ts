/** Makes a workspace or a project: its default lists, fields and first members, all or nothing (rules R7, R24). */
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { toIsoDate } from '../../shared/dates';
import { done, type Result } from '../../shared/failures';
import { asId, type SpaceId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import { type UpdateSpace, updateSpace } from '../../shared/operations/space-fields';
import { SpaceReader } from '../../shared/reader/space-reader';
import type { MemberWithRole } from '../../shared/rest/references';
import type { SpaceRow } from '../storage/storage';
import type { Call } from './call';
import { additions } from './members';
import { type OpenSpace, openSpace } from './open-space';

/** What a new space starts as. */
export interface NewSpace {
  readonly kind: 'workspace' | 'project';
  /** The workspace of a project. */
  readonly workspace: SpaceId | undefined;
  readonly fields: UpdateSpace;
  /** Those beside the caller, who is its owner. */
  readonly members: readonly MemberWithRole[];
}

/** Makes it. @returns the space in the caller's hands; a refusal where a member is not found */
export async function makeSpace(
  call: Call,
  { kind, workspace, fields, members }: NewSpace,
): Promise<Result<OpenSpace>> {
  const { storage, rooms, rightsChanged } = call.services;
  const { user } = call.bearer;
  const changes = await additions(call, { members: [{ user, role: 'owner' }], invites: [] }, members, 'members');
  if (changes.kind !== 'done') return changes;
  const id = asId<SpaceId>(randomUUID());
  const first = firstUpdate(id, kind, fields, call);
  if (first.kind !== 'done') return first;
  const row: SpaceRow = { id, kind, workspace, created: call.now, modified: call.now, deleted: undefined };
  // Whatever the body says of the caller, who makes a space is its owner.
  const others = changes.value.filter((one) => one.kind !== 'set' || one.user !== user.id);
  if (!(await storage.spaces.create(row, user.id, others, first.value))) throw new Error('a random id was in use');
  rooms.onCreated(id);
  await rightsChanged();
  return done(await openSpace(call, row, 'owner'));
}

/** The first entry of a new space's document: its default lists and its own fields. */
function firstUpdate(id: SpaceId, kind: NewSpace['kind'], fields: UpdateSpace, call: Call): Result<Uint8Array> {
  const doc = new Y.Doc();
  const view = new SpaceReader(doc);
  Y.applyUpdate(doc, seedUpdate(id, kind));
  const surroundings = { origin: 'rest', newId: randomUUID, now: () => toIsoDate(call.now) } as const;
  const written = updateSpace({ id, doc, view }, fields, surroundings);
  const value = Y.encodeStateAsUpdate(doc);
  view.dispose();
  doc.destroy();
  return written.kind === 'done' ? done(value) : written;
}
