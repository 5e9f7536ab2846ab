/** A space as `GET /v1/sync/spaces` and the news name it. */
import type { SpaceReference } from '../../shared/rest/sync-spaces';
import type { Role, SpaceRow } from '../storage/storage';

/** @param readOnly whether the caller's token only reads: then they are a viewer everywhere */
export function spaceReference(space: SpaceRow & { readonly role: Role }, readOnly: boolean): SpaceReference {
  const { id, kind, workspace, role } = space;
  return {
    id,
    kind,
    role: readOnly ? 'viewer' : role,
    ...(workspace !== undefined && { workspace: { id: workspace } }),
  };
}
