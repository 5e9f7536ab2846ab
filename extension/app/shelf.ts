/** The port of the shelf: bytes by name that all windows of a profile share, wherever each of them keeps its replicas. */
import type { Disposable } from './event';

/** What lies on a shelf. */
export interface ShelfItem {
  readonly name: string;
  /** Another whenever the bytes are others. */
  readonly mark: string;
}

/** Names are letters, digits, `-` and `.`. Every function but `onChange` fails where the host cannot do it. */
export interface Shelf {
  /** What lies in a folder of the shelf; nothing where there is no such folder. */
  list(folder: string): Promise<readonly ShelfItem[]>;
  /** @returns undefined where nothing of that name lies there any more */
  read(folder: string, name: string): Promise<Uint8Array | undefined>;
  /** Puts bytes there, in place of what was there; the folder is made if absent. */
  write(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Takes something away; nothing where it is not there. */
  remove(folder: string, name: string): Promise<void>;
  /** Tells, as far as the host does, that something on the shelf has changed, by any window. */
  onChange(listener: () => void): Disposable;
}
