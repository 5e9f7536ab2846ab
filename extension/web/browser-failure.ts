/** Which of the replica store's failures an error of the browser's database is. */
import type { StoreFailure } from '../app/replica-store';

const KINDS: Readonly<Record<string, StoreFailure['kind']>> = {
  QuotaExceededError: 'full',
  NotAllowedError: 'denied',
  SecurityError: 'denied',
};

/**
 * @param doing what failed, such as `writing to the replica of space x`
 * @throws what is no error of the browser: a bug
 */
export function browserFailure(error: unknown, doing: string): StoreFailure {
  if (!(error instanceof DOMException)) throw error;
  return { kind: KINDS[error.name] ?? 'unavailable', message: `${doing}: ${error.name} (${error.message})` };
}
