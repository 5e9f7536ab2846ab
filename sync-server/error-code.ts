/** What the system, a store or a library calls an error. */

/** @returns its code, such as `ENOENT` or `SQLITE_BUSY`; empty where it has none */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
