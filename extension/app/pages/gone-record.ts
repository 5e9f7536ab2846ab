/** What a page says whose record it cannot show. */
import type { Gone } from '../../../shared/messages/page';
import type { SpaceRecord } from '../../../shared/records';
import { deletedAbove } from '../commands/deleted-above';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import { canWrite } from '../space-access';

/** Of a record that is in the trash, itself or with what it lies in, or was moved to where it cannot be shown. */
export function inTrash(desk: Desk, space: OpenSpace, record: SpaceRecord): Gone {
  if (record.movedTo !== undefined) return notThere(desk, record.movedTo);
  const above = deletedAbove(space.replica.view, [record]).map(({ name }) => name);
  return { kind: 'gone', why: 'deleted', ...(canWrite(space) && { restore: { above } }) };
}

/** Of a record that is not there. @param space where it should be */
export function notThere(desk: Desk, space: string): Gone {
  return { kind: 'gone', why: desk.space(space) ? 'missing' : 'closed' };
}
