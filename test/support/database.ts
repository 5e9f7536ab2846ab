/** A new database for one test, on the PostgreSQL of the run or another. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { readAddress } from '../../sync-server/storage/postgres/address';
import { openPostgres } from '../../sync-server/storage/postgres/postgres-storage';
import type { Storage } from '../../sync-server/storage/storage';
import { addressOf, type PostgresPlace } from './postgres-server';
import { waitFor } from './wait';

/** A database. `await using` empties it, whoever is still connected. */
export interface Database extends AsyncDisposable {
  /** with the password */
  readonly address: string;
  readonly password: string;
  /** Runs a statement of SQL on it. @returns its rows */
  run(statement: string): Promise<Record<string, unknown>[]>;
}

/** Opens the store of a database, as a command does. */
export function openDatabase(address: string): Promise<Storage> {
  const read = readAddress(address);
  if (!read) throw new Error('That is no address of a database.');
  return openPostgres({ address: read });
}

/** Emptied ones, of the PostgreSQL of the run: to empty one is far cheaper than to make one. */
const emptied: string[] = [];

/** Gives one in which nothing is. */
export async function newDatabase(place?: PostgresPlace): Promise<Database> {
  const where = place ?? inject('postgres');
  const name = (place ? undefined : emptied.pop()) ?? (await makeDatabase(where));
  const address = addressOf(where, name);
  return {
    address,
    password: where.password,
    run: (statement) => on(address, statement),
    [Symbol.asyncDispose]: async () => {
      // Another PostgreSQL ends with its test.
      if (place) return;
      await on(address, `${CUT_OFF}; DROP SCHEMA IF EXISTS tackboard CASCADE`);
      emptied.push(name);
    },
  };
}

/** Ends all sessions but our own. */
export const CUT_OFF =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

async function makeDatabase(place: PostgresPlace): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const make = () => on(addressOf(place, 'postgres'), `CREATE DATABASE ${name}`);
  await waitFor('PostgreSQL to answer', make, { every: 20 });
  return name;
}

async function on(address: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
