/** Upkeep of a store in several databases: users and spaces are the directory's, documents are where they lie. */
import type { SpaceId } from '../../../shared/ids';
import type { SpaceRow, Time, Upkeep, UserRemoval } from '../storage';
import type { PostgresAddress } from './address';
import type { Connections } from './connections';
import type { SpaceRouting } from './space-routing';
import { allOf, type DocumentDatabase } from './spread-documents';
import { sql } from './statement';
import { clearContent, PostgresUpkeep, purge } from './upkeep';

/** A database that is looked after. */
export interface KeptDatabase extends DocumentDatabase {
  readonly address: PostgresAddress;
  readonly connections: Connections;
}

const CLEARED_LATER = sql('INSERT INTO clearing (space) SELECT unnest($1::TEXT[]) ON CONFLICT DO NOTHING');
const TO_CLEAR = sql('SELECT space FROM clearing');
const CLEARED = sql('DELETE FROM clearing WHERE space = ANY($1)');

export class SpreadUpkeep implements Upkeep {
  readonly #routing: SpaceRouting<KeptDatabase>;
  readonly #directory: Connections;
  readonly #own: PostgresUpkeep;

  /** @param directory of the users and spaces */
  constructor(routing: SpaceRouting<KeptDatabase>, directory: Connections) {
    this.#routing = routing;
    this.#directory = directory;
    this.#own = new PostgresUpkeep(directory);
  }

  spaces(): Promise<SpaceRow[]> {
    return this.#own.spaces();
  }

  removeUser(user: string, heir: string | undefined, now: Time): Promise<UserRemoval> {
    return this.#own.removeUser(user, heir, now);
  }

  async purgeSpaces(before: Time, now: Time): Promise<SpaceId[]> {
    const spaces = await this.#directory.changeRights(async (queries) => {
      const purged = await purge(queries, before, now);
      if (purged.length > 0) await queries.run(CLEARED_LATER, purged);
      return purged;
    });
    await this.#clear();
    return spaces;
  }

  async faults(): Promise<string[]> {
    // What an earlier purge could not reach would look like documents without a space.
    await this.#clear();
    return (await allOf(this.#routing.all.map((one) => this.#faultsOf(one)))).flat();
  }

  /** Removes the content of spaces that were purged, also of those that an earlier purge could not reach. */
  async #clear(): Promise<void> {
    const spaces = (await this.#directory.rows<{ space: SpaceId }>(TO_CLEAR)).map(({ space }) => space);
    const clears = [...this.#routing.group(spaces, (space) => space)].map(async ([{ connections }, own]) => {
      await connections.write((queries) => clearContent(queries, own));
      await this.#directory.run(CLEARED, own);
    });
    await allOf(clears);
  }

  async #faultsOf(database: KeptDatabase): Promise<string[]> {
    const faults = await new PostgresUpkeep(database.connections).faults();
    for (const space of (await database.documents.lastEntries()).keys()) {
      if (this.#routing.of(space) !== database)
        faults.push(`the document of the space ${space} is not in the database in which it is looked for`);
    }
    return faults.map((fault) => `${fault} (in ${database.address.shown})`);
  }
}
