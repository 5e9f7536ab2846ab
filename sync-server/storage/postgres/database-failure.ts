/** Of several databases one cannot be used. */
import type { PostgresAddress } from './address';

/** Says which database failed, where there are several. */
export async function named<T>(address: PostgresAddress, of: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw of === 1 ? error : new DatabaseFailure(address, error);
  }
}

/** One of the databases of a store cannot be used. */
export class DatabaseFailure extends Error {
  constructor(
    readonly address: PostgresAddress,
    override readonly cause: unknown,
  ) {
    super(`the database at ${address.shown} cannot be used`, { cause });
  }
}
