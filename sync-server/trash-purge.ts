/** Empties the trash as time goes by, by the server's own clock: the time at which it merged the mark (rule D4). */
import { randomUUID } from 'node:crypto';
import { toIsoDate } from '../shared/dates';
import type { SpaceId } from '../shared/ids';
import { RECORD_KINDS } from '../shared/layout';
import { purgeRecords } from '../shared/operations/trash';
import type { SpaceRecord } from '../shared/records';
import type { Rooms, RoomsLog } from './rooms/rooms';
import type { Storage, Time } from './storage/storage';
import { PartlyUnavailable } from './storage/storage-failures';

const DAY_MS = 24 * 60 * 60 * 1_000;
const ROUND_MAX_MS = 60 * 60 * 1_000;
const ROUND_MIN_MS = 500;
/** After the start, so that whoever connects then comes first. */
const FIRST_MS = 2_000;

/** What was found in a space: it is not looked at again before something is due or it has changed. */
interface Looked {
  readonly last: number;
  readonly due: Time;
}

export class TrashPurge {
  readonly #storage: Storage;
  readonly #rooms: Rooms;
  readonly #log: RoomsLog;
  readonly #keptMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #first: NodeJS.Timeout;
  readonly #looked = new Map<SpaceId, Looked>();
  #round: Promise<void> | undefined;
  #ended = false;

  /** @param days how long what was deleted is kept */
  constructor(storage: Storage, rooms: Rooms, log: RoomsLog, days: number) {
    this.#storage = storage;
    this.#rooms = rooms;
    this.#log = log;
    this.#keptMs = days * DAY_MS;
    const every = Math.min(ROUND_MAX_MS, Math.max(ROUND_MIN_MS, this.#keptMs / 24));
    const round = () => {
      this.#round ??= this.#go().finally(() => {
        this.#round = undefined;
      });
    };
    this.#timer = setInterval(round, every);
    this.#first = setTimeout(round, FIRST_MS);
  }

  /** No round is under way after this. */
  async end(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#timer);
    clearTimeout(this.#first);
    await this.#round;
  }

  async #go(): Promise<void> {
    try {
      const now = Date.now();
      await this.#storage.alone('empty the trash', () => this.#purgeAll(now));
    } catch (error) {
      this.#log.error({ err: error }, 'the trash could not be emptied');
    }
  }

  async #purgeAll(now: Time): Promise<void> {
    await this.#storage.upkeep.purgeSpaces(now - this.#keptMs, now);
    // No document is opened in which nothing can be due.
    const candidates = await this.#deletedBy(now - this.#keptMs);
    if (candidates.length === 0) return;
    const last = await this.#storage.documents.lastEntries(candidates);
    for (const id of candidates) {
      const looked = this.#looked.get(id);
      const entry = last.get(id) ?? 0;
      if (entry === 0 || (looked?.last === entry && looked.due > now)) continue;
      const space = await this.#storage.spaces.space(id);
      if (this.#ended) return;
      if (!space || space.deleted !== undefined) continue;
      try {
        this.#looked.set(id, { last: entry, due: await this.#purge(id, now) });
      } catch (error) {
        this.#looked.set(id, { last: entry, due: now + ROUND_MAX_MS });
        this.#log.error({ space: id, err: error }, 'the trash of a space could not be emptied');
      }
    }
  }

  /** The spaces in which something may have been deleted so long ago; those of a part of the store that is away come later. */
  async #deletedBy(time: Time): Promise<readonly SpaceId[]> {
    try {
      return await this.#storage.records.deletedBy(time);
    } catch (error) {
      if (error instanceof PartlyUnavailable) return error.found as readonly SpaceId[];
      throw error;
    }
  }

  /** @returns when something will be due */
  async #purge(id: SpaceId, now: Time): Promise<Time> {
    const room = await this.#rooms.room(id);
    const live = await room.live();
    let due = Number.POSITIVE_INFINITY;
    const surroundings = { origin: 'purge', newId: randomUUID, now: () => toIsoDate(now) } as const;
    room.write(live, now, () => {
      const overdue: SpaceRecord[] = [];
      for (const kind of RECORD_KINDS) {
        for (const record of live.view.records(kind)) {
          if (record.deleted === undefined || record.movedTo !== undefined) continue;
          const times = live.clock.of(kind, record.id);
          // Stores of before step 4 do not know since when.
          const over = (times?.deleted ?? times?.modified ?? now) + this.#keptMs;
          if (over > now) due = Math.min(due, over);
          else overdue.push(record);
        }
      }
      purgeRecords(live, overdue, surroundings);
    });
    await room.settled();
    return due;
  }
}
