/** What a page says whose record it cannot show. */
import type { Gone, PageSubject } from '../../../shared/messages/page';
import type { SpaceRecord } from '../../../shared/records';
import { deletedAbove } from '../commands/deleted-above';
import type { Desk } from '../desk';
import type { OpenSpace } from '../open-space';
import { canWrite } from '../space-access';

/** Of a record that is in the trash, itself or with what it lies in. */
export function inTrash(space: OpenSpace, record: SpaceRecord): Gone {
  const above = deletedAbove(space.replica.view, [record]).map(({ name }) => name);
  return { kind: 'gone', why: 'deleted', ...(canWrite(space) && { restore: { above } }) };
}

/** Of a record that is not there. */
export function notThere(desk: Desk, { space }: PageSubject): Gone {
  return { kind: 'gone', why: desk.space(space) ? 'missing' : 'closed' };
}
