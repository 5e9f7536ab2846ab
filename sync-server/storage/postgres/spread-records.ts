/** The record index of a store in several databases: what is known of a space lies beside its document. */
import type { SpaceId } from '../../../shared/ids';
import type { RecordKind } from '../../../shared/layout';
import type { RecordIndex, RecordTimes, Time } from '../storage';
import { PartlyUnavailable, StoreUnavailable } from '../storage-failures';
import { Patience } from './patience';
import type { PostgresRecordIndex } from './record-index';
import type { NamedDatabase, SpaceRouting } from './space-routing';

/** A database with a record index. */
export interface RecordDatabase extends NamedDatabase {
  readonly records: PostgresRecordIndex;
}

/** Who holds a record. */
type Holder = { readonly space: SpaceId; readonly created: Time };

export class SpreadRecords implements RecordIndex {
  readonly #routing: SpaceRouting<RecordDatabase>;
  readonly #patience = new Patience<RecordDatabase>();

  constructor(routing: SpaceRouting<RecordDatabase>) {
    this.#routing = routing;
  }

  load(space: SpaceId): Promise<{ through: number; times: RecordTimes[] }> {
    return this.#of(space).load(space);
  }

  through(space: SpaceId): Promise<number> {
    return this.#of(space).through(space);
  }

  save(space: SpaceId, through: number, times: readonly RecordTimes[]): Promise<void> {
    return this.#of(space).save(space, through, times);
  }

  /** Asks every database, since a record's id says nothing of its space. @throws PartlyUnavailable with what the others have, where one is away */
  async holders(kind: RecordKind, id: string): Promise<Holder[]> {
    const { found, away } = await this.#ask(({ records }) => records.holders(kind, id));
    found.sort((a, b) => a.created - b.created || (a.space < b.space ? -1 : 1));
    if (away) throw new PartlyUnavailable(away, found);
    return found;
  }

  /** @throws PartlyUnavailable with what the others say, where one is away */
  async behind(id?: string): Promise<SpaceId[]> {
    const { found, away } = await this.#ask(({ records }) => records.behind(id));
    if (away) throw new PartlyUnavailable(away, found);
    return found;
  }

  /** @throws PartlyUnavailable with what the others say, where one is away */
  async deletedBy(time: Time): Promise<SpaceId[]> {
    const { found, away } = await this.#ask(({ records }) => records.deletedBy(time));
    if (away) throw new PartlyUnavailable(away, found);
    return found;
  }

  /** Asks every database. @returns what those say that answer, and why one does not */
  async #ask<T>(ask: (database: RecordDatabase) => Promise<readonly T[]>) {
    const found: T[] = [];
    let away: StoreUnavailable | undefined;
    const asks = this.#routing.all.map((database) => this.#patience.ask(database, () => ask(database)));
    for (const asked of await Promise.allSettled(asks)) {
      if (asked.status === 'fulfilled') found.push(...asked.value);
      else if (asked.reason instanceof StoreUnavailable) away = asked.reason;
      else throw asked.reason;
    }
    return { found, away };
  }

  #of(space: SpaceId): PostgresRecordIndex {
    return this.#routing.of(space).records;
  }
}
