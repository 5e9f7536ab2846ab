/** A store in several new databases. */
import { randomUUID } from 'node:crypto';
import { asId, type SpaceId } from '../../shared/ids';
import { type PostgresAddress, readAddress } from '../../sync-server/storage/postgres/address';
import type { PostgresChoice } from '../../sync-server/storage/postgres/postgres-storage';
import { SpaceRouting } from '../../sync-server/storage/postgres/space-routing';
import { type Database, newDatabase } from './database';
import type { PostgresPlace } from './postgres-server';

/** The databases, the directory first. `await using` empties them. */
export interface Spread extends AsyncDisposable {
  readonly databases: readonly [Database, Database];
  /** as `--store` names them */
  readonly store: string;
  /** Which of them the content of a space lies in. The store has to have been opened. */
  partOf(space: string): Promise<number>;
  /** A new id of a space whose content lies in one of them. */
  idIn(at: number): Promise<SpaceId>;
}

/** Makes two databases. @param place of the second, where that is another PostgreSQL */
export async function newSpread(place?: PostgresPlace): Promise<Spread> {
  const databases = [await newDatabase(), await newDatabase(place)] as const;
  let routing: Promise<SpaceRouting<{ readonly id: string; readonly at: number }>> | undefined;
  const partOf = async (space: string) => {
    routing ??= routingOf(databases);
    return (await routing).of(space).at;
  };
  return {
    databases,
    store: databases.map(({ address }) => address).join(','),
    partOf,
    idIn: async (at) => {
      for (;;) {
        const id = randomUUID();
        if ((await partOf(id)) === at) return asId<SpaceId>(id);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const database of databases) await database[Symbol.asyncDispose]();
    },
  };
}

async function routingOf([first, second]: readonly [Database, Database]) {
  const nameOf = async ({ run }: Database) => String((await run('SELECT id FROM tackboard.store'))[0]?.id);
  return new SpaceRouting([
    { id: await nameOf(first), at: 0 },
    { id: await nameOf(second), at: 1 },
  ]);
}

/** How databases are opened, the first as the directory. */
export function choiceOf([first, ...others]: readonly Database[]): PostgresChoice {
  if (!first) throw new Error('no database');
  return { address: read(first), others: others.map(read) };
}

function read({ address }: Database): PostgresAddress {
  const found = readAddress(address);
  if (!found) throw new Error('no address');
  return found;
}
