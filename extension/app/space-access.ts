/** What one may do in a space, by the role that the server last named, and what this version can. */
import { LAYOUT } from '../../shared/layout';
import type { OpenSpace } from './open-space';

/** Whether one may change what is in a space, and this version can. To be asked at each use: a role changes while a window is open. */
export function canWrite(space: OpenSpace): boolean {
  return hasWritingRole(space) && !isOfNewerLayout(space);
}

/** Whether one's role lets one change what is in a space. */
export function hasWritingRole({ known }: Pick<OpenSpace, 'known'>): boolean {
  return known.role !== 'viewer';
}

/** Whether a newer version has laid the space's document out in another way: it is shown, not written to (rule L2). */
export function isOfNewerLayout({ replica }: Pick<OpenSpace, 'replica'>): boolean {
  return (replica.view.layout ?? LAYOUT) > LAYOUT;
}

/** Whether one decides on who is in a space, and on the space itself. */
export function isOwner({ known }: Pick<OpenSpace, 'known'>): boolean {
  return known.role === 'owner';
}
