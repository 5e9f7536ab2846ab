/** A folder of replicas for one test, with as many windows on it as wanted. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from '../../extension/node/disk';
import { FileReplicaStore } from '../../extension/node/file-replica-store';
import { spaceFolder } from '../../extension/node/replica-names';
import type { ReplicaTime } from '../../extension/node/replica-time';
import { tempFolder } from './temp-folder';

/** What a window has of its own, if it is not the machine's. */
export interface WindowChoice {
  readonly disk?: Disk;
  readonly time?: ReplicaTime;
}

export interface FilePlace extends AsyncDisposable {
  /** The account's folder, absolute. */
  readonly folder: string;
  /** A new window. It is closed with the place. */
  window(choice?: WindowChoice): FileReplicaStore;
  /** A new window that nobody closes, since it is to die. Its time must be in hand, so that nothing of it goes on. */
  mortalWindow(choice: WindowChoice & { readonly time: ReplicaTime }): FileReplicaStore;
  /** The folder of a space, absolute. */
  spaceFolder(space?: string): string;
  /** The names of a space's files, sorted; none if there is no such folder. */
  files(space?: string): Promise<string[]>;
  /** The bytes of the only file of a space whose name starts so. */
  file(start: string, space?: string): Promise<{ path: string; bytes: Buffer }>;
  remove(): Promise<void>;
}

/** Makes an empty place. */
export function filePlace(): FilePlace {
  const temporary = tempFolder('replicas');
  const windows: FileReplicaStore[] = [];
  const folder = temporary.path;
  const folderOf = (space = 'space'): string => join(folder, 'format-1', 'spaces', spaceFolder(space));
  const files = async (space?: string): Promise<string[]> => (await readdir(folderOf(space)).catch(() => [])).sort();
  const remove = async (): Promise<void> => {
    await Promise.all(windows.map((window) => window.close()));
    await temporary.remove();
  };
  return {
    folder,
    window(choice = {}) {
      const window = new FileReplicaStore({ folder, ...choice });
      windows.push(window);
      return window;
    },
    mortalWindow: (choice) => new FileReplicaStore({ folder, ...choice }),
    spaceFolder: folderOf,
    files,
    async file(start, space) {
      const [name, ...more] = (await files(space)).filter((it) => it.startsWith(start));
      if (name === undefined || more.length > 0)
        throw new Error(`not one file ${start}: ${(await files(space)).join()}`);
      const path = join(folderOf(space), name);
      return { path, bytes: await readFile(path) };
    },
    remove,
    [Symbol.asyncDispose]: remove,
  };
}
