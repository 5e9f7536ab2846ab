/** The documents of a store in several databases: each lies in the one that its space's id chooses. */
import type { SpaceId } from '../../../shared/ids';
import type { DocumentStore, NewEntry, StoredAmount, StoredDocument } from '../storage';
import type { PostgresDocuments } from './documents';
import type { NamedDatabase, SpaceRouting } from './space-routing';

/** A database with documents. */
export interface DocumentDatabase extends NamedDatabase {
  readonly documents: PostgresDocuments;
}

export class SpreadDocuments implements DocumentStore {
  readonly #routing: SpaceRouting<DocumentDatabase>;

  constructor(routing: SpaceRouting<DocumentDatabase>) {
    this.#routing = routing;
  }

  partOf(space: SpaceId): number {
    return this.#routing.all.indexOf(this.#routing.of(space));
  }

  async append(entries: readonly NewEntry[]): Promise<number[]> {
    const places = entries.map((entry, place) => ({ entry, place }));
    const sequences = entries.map(() => 0);
    const groups = [...this.#routing.group(places, ({ entry }) => entry.space)];
    const appends = groups.map(async ([{ documents }, group]) => {
      const given = await documents.append(group.map(({ entry }) => entry));
      group.forEach(({ place }, at) => {
        sequences[place] = given[at] ?? 0;
      });
    });
    await allOf(appends);
    return sequences;
  }

  load(space: SpaceId, after?: number): Promise<StoredDocument> {
    return this.#of(space).load(space, after);
  }

  async lastEntries(of?: readonly SpaceId[]): Promise<Map<SpaceId, number>> {
    const asked = of
      ? [...this.#routing.group(of, (space) => space)].map(([{ documents }, spaces]) => documents.lastEntries(spaces))
      : this.#routing.all.map(({ documents }) => documents.lastEntries());
    return new Map((await allOf(asked)).flatMap((last) => [...last]));
  }

  amount(space: SpaceId): Promise<StoredAmount> {
    return this.#of(space).amount(space);
  }

  compact(space: SpaceId, snapshot: NonNullable<StoredDocument['snapshot']>): Promise<void> {
    return this.#of(space).compact(space, snapshot);
  }

  quarantine(space: SpaceId, sequence: number): Promise<void> {
    return this.#of(space).quarantine(space, sequence);
  }

  #of(space: SpaceId): PostgresDocuments {
    return this.#routing.of(space).documents;
  }
}

/** As `Promise.all`, but rejects only when nothing is under way any more. */
export async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
