/** How every store fails, whatever stands behind the port: a document is damaged, it cannot be reached, or it is full. */
import type { SpaceId } from '../../shared/ids';
import { codeOf } from '../error-code';

/** What is stored of a space is not what was written: nothing of it is shown, so that nobody takes half of it for all. */
export class DamagedDocument extends Error {
  /** @param what which part, and what is wrong with it */
  constructor(
    readonly space: SpaceId,
    readonly what: string,
  ) {
    super(`the document of the space ${space} is damaged: ${what}`);
  }
}

/** The store cannot be reached now: nothing is known of what is in it, and what was being written may not be. It goes on when the store is back. */
export class StoreUnavailable extends Error {
  /**
   * @param why in a few words, after "The store cannot be used: "
   * @param code what the system or the store calls it
   */
  constructor(
    readonly why: string,
    readonly code: string,
  ) {
    super(`the store cannot be reached: ${why}`);
  }
}

/** Some databases of a store cannot be reached now; the others have answered. Who cannot do with that takes it for a store that is away. */
export class PartlyUnavailable<Found> extends StoreUnavailable {
  /** @param found what the others have */
  constructor(
    cause: StoreUnavailable,
    readonly found: Found,
  ) {
    super(cause.why, cause.code);
  }
}

/** Whether an error of a storage means that there is no room left. */
export function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error));
}

/** SQLite's, the system's, PostgreSQL's. */
const FULL: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100']);
