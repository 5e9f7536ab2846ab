/** What one may do in a space, by the role that the server last named. */
import type { OpenSpace } from './open-space';

/** Whether one may change what is in a space. To be asked at each use: a role changes while a window is open. */
export function canWrite({ known }: Pick<OpenSpace, 'known'>): boolean {
  return known.role !== 'viewer';
}

/** Whether one decides on who is in a space, and on the space itself. */
export function isOwner({ known }: Pick<OpenSpace, 'known'>): boolean {
  return known.role === 'owner';
}
