/** The commands about spaces: what there is, and what comes out of the trash. */
import { toIsoDate } from '../../shared/dates';
import type { SpaceId } from '../../shared/ids';
import { LiveSpace } from '../rooms/live-space';
import type { SpaceRow, Storage } from '../storage/storage';
import { DamagedDocument } from '../storage/storage-failures';
import { CommandFailure, printLine } from './command';
import { type StorePlace, withStore } from './store-place';

/** Prints every space, or every deleted one, as a line of JSON. */
export async function listSpaces(place: StorePlace, deleted: boolean): Promise<void> {
  await withStore(place, async (storage) => {
    for (const row of await storage.upkeep.spaces()) {
      if ((row.deleted !== undefined) !== deleted) continue;
      const { id, kind, workspace, created } = row;
      printLine({
        id,
        kind,
        name: await nameOf(storage, row),
        ...(workspace !== undefined && { workspace }),
        created: toIsoDate(created),
        ...(row.deleted !== undefined && { deleted: toIsoDate(row.deleted) }),
        owners: (await storage.spaces.members(id)).filter(({ role }) => role === 'owner').map(({ user }) => user.id),
      });
    }
  });
}

/** Brings a space out of the trash, a workspace with the projects that were deleted with it. */
export async function restoreSpace(place: StorePlace, id: string): Promise<void> {
  await withStore(place, async (storage) => {
    const row = (await storage.upkeep.spaces()).find((one) => one.id === id);
    if (!row) throw new CommandFailure(`There is no space with the id ${id}, in the trash or out of it.`);
    if (row.deleted === undefined) throw new CommandFailure(`The space ${id} is not in the trash.`);
    if (row.kind === 'user') throw new CommandFailure(`The space ${id} was a user's own, who was removed.`);
    const above = row.workspace === undefined ? undefined : await storage.spaces.space(row.workspace);
    if (above?.deleted !== undefined) {
      throw new CommandFailure(`Its workspace ${above.id} is in the trash; restore that first.`);
    }
    await storage.spaces.restore(id, Date.now());
  });
}

/** What people call a space. */
export async function nameOfSpace(storage: Storage, id: SpaceId): Promise<string> {
  const row = await storage.spaces.space(id);
  return row ? nameOf(storage, row) : '';
}

async function nameOf(storage: Storage, { id, kind }: SpaceRow): Promise<string> {
  if (kind === 'user') return (await storage.accounts.usersById([id])).get(id)?.name ?? '';
  try {
    const live = await LiveSpace.open(id, await storage.documents.load(id), { through: 0, times: [] });
    const { name } = live.view.fields;
    live.dispose();
    return name;
  } catch (error) {
    if (error instanceof DamagedDocument) return '(damaged)';
    throw error;
  }
}
