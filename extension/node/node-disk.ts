/** The disk of this machine, by Node's file functions, patient with what passes by itself. */
import { type FSWatcher, watch } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { whenNotBusy } from './busy-disk';
import { type Disk, isDiskError, type OpenFile } from './disk';

/** @param platform the operating system, as in `process.platform` */
export function nodeDisk(platform: NodeJS.Platform = process.platform): Disk {
  const patiently = <T>(operation: () => Promise<T>) => whenNotBusy(platform, operation);
  return {
    list: (folder) => patiently(() => unlessMissing(readdir(folder), [])),
    status: (path) =>
      patiently(async () => {
        const found = await unlessMissing(stat(path), undefined);
        return found && { size: found.size, modified: found.mtimeMs };
      }),
    read: (path, from, to) =>
      patiently(async () => {
        const file = await unlessMissing(open(path, 'r'), undefined);
        if (file === undefined) return undefined;
        try {
          return await readPart(file, from, to);
        } finally {
          await file.close();
        }
      }),
    async makeFolder(folder) {
      await patiently(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    },
    create: async (path) => openFile(await patiently(() => open(path, 'wx', 0o600))),
    rename: (from, to) => patiently(() => rename(from, to)),
    remove: (path) => patiently(() => rm(path, { force: true })),
    async touch(path, time) {
      try {
        await utimes(path, new Date(time), new Date(time));
      } catch (error) {
        if (!isDiskError(error) || error.code !== 'ENOENT') throw error;
        await (await open(path, 'a', 0o600)).close();
        await utimes(path, new Date(time), new Date(time));
      }
    },
    async flushFolder(folder) {
      // Windows cannot open folders, and some network mounts cannot flush them: there the rename alone has to do.
      const handle = await open(folder, 'r').catch(ignore);
      await handle?.sync().catch(ignore);
      await handle?.close();
    },
    watch: watchFolder,
  };
}

async function readPart(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  let done = 0;
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

function openFile(file: FileHandle): OpenFile {
  return {
    async write(bytes, at) {
      let done = 0;
      while (done < bytes.length) {
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    },
    flush: () => file.datasync(),
    close: () => file.close(),
  };
}

function watchFolder(folder: string, changed: (name: string | undefined) => void): () => void {
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, (_event, name) => changed(name ?? undefined));
  } catch (error) {
    // No watching on this mount, or too many watched folders: the polling sees to it.
    if (!isDiskError(error)) throw error;
    return () => {};
  }
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}

async function unlessMissing<T, U>(result: Promise<T>, missing: U): Promise<T | U> {
  try {
    return await result;
  } catch (error) {
    if (isDiskError(error) && error.code === 'ENOENT') return missing;
    throw error;
  }
}

function ignore(error: unknown): undefined {
  if (!isDiskError(error)) throw error;
  return undefined;
}
