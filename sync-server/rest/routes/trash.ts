/** `/v1/trash`: the deleted workspaces and projects that the caller owned (rule R28). */
import { done } from '../../../shared/failures';
import { type TrashItem, trashItem } from '../../../shared/rest/trash';
import type { SpaceRow } from '../../storage/storage';
import { listRoute } from '../list-route';
import { dateOf, spaceInfo } from '../records/common';
import type { Route } from '../route';

/** Times count down from here, so that the newest comes first. */
const LAST = 10 ** 15;

export const trashRoutes: readonly Route[] = [
  listRoute<undefined, SpaceRow, TrashItem>({
    path: '/v1/trash',
    summary: 'List the deleted workspaces and projects that the caller owned, newest first',
    entry: trashItem,
    target: async () => done(undefined, false),
    list: async (call) => done(await call.services.storage.spaces.deletedOf(call.bearer.user.id), false),
    positionOf: ({ id, deleted = 0 }) => ({ id, key: String(LAST - deleted) }),
    show: async (call, _, rows) => {
      const items: TrashItem[] = [];
      for (const { id, kind, deleted = 0, workspace } of rows) {
        if (kind === 'user') continue;
        const { name } = await spaceInfo(call, id);
        const above = workspace && { workspace: await spaceInfo(call, workspace) };
        items.push({ id, kind, name, deleted: dateOf(deleted), ...above });
      }
      return items;
    },
  }),
];
