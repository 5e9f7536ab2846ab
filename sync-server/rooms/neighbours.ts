/** The other servers of the same store, as rooms see them: what they append is heard, and what we append is told them. */
import type { SpaceId } from '../../shared/ids';
import type { LogEntry } from '../storage/storage';

/** Who hears what other servers append to a space. */
export interface Ear {
  /** Entries as they are in the log, one after the other. */
  hear(entries: readonly LogEntry[]): void;
  /** The log goes on to that entry at least; what lies between is in the store. */
  grown(last: number): void;
}

export interface Neighbours {
  /** Whether what they append is heard within moments. Otherwise only the store tells. */
  readonly areHeard: boolean;
  /**
   * Listens to what is appended to a space. What was appended before this settles may not be heard.
   * @returns ends that
   */
  listen(space: SpaceId, ear: Ear): Promise<() => void>;
  /** Tells them of what we have appended to a space. */
  tell(space: SpaceId, entries: readonly LogEntry[]): void;
}
