/** Disks in trouble: full ones, and those of a process that is killed at a step. Around a real disk, with real files. */
import type { Disk, OpenFile } from '../../extension/node/disk';

/** The steps that change something on a disk. */
export type DiskStep = 'makeFolder' | 'create' | 'write' | 'flush' | 'rename' | 'remove' | 'touch' | 'flushFolder';

/**
 * A disk that asks before each step that changes something.
 * @param before is told of the step and of what it is about; what it throws is the step's error, what it waits for, the step waits for.
 * It may give the part of a write (0 to 1) that is still done before the write fails with `broken`.
 */
export function watchedDisk(
  disk: Disk,
  before: (step: DiskStep, path: string) => Promise<WritePart | undefined> | WritePart | undefined,
): Disk {
  const asked = <T>(step: DiskStep, path: string, run: () => Promise<T>): Promise<T> =>
    Promise.resolve(before(step, path)).then(run);
  return {
    list: disk.list,
    status: disk.status,
    read: disk.read,
    watch: disk.watch,
    makeFolder: (folder) => asked('makeFolder', folder, () => disk.makeFolder(folder)),
    create: (path) => asked('create', path, async () => watchedFile(await disk.create(path), path, before)),
    rename: (from, to) => asked('rename', from, () => disk.rename(from, to)),
    remove: (path) => asked('remove', path, () => disk.remove(path)),
    touch: (path, time) => asked('touch', path, () => disk.touch(path, time)),
    flushFolder: (folder) => asked('flushFolder', folder, () => disk.flushFolder(folder)),
  };
}

/** A write that stops: which part of its bytes is still written, and how it ends then. */
export interface WritePart {
  readonly part: number;
  readonly broken: () => Promise<never>;
}

function watchedFile(file: OpenFile, path: string, before: Parameters<typeof watchedDisk>[1]): OpenFile {
  return {
    async write(bytes, at) {
      const stopped = await before('write', path);
      if (stopped === undefined) return file.write(bytes, at);
      await file.write(bytes.subarray(0, Math.floor(bytes.length * stopped.part)), at);
      return stopped.broken();
    },
    async flush() {
      await before('flush', path);
      await file.flush();
    },
    close: () => file.close(),
  };
}

/** The disk of a process that is killed: after a number of steps it does nothing any more, and answers nothing. */
export class DyingDisk {
  /** How many steps were done. */
  steps = 0;
  readonly disk: Disk;
  /** Resolves at the death. */
  readonly death: Promise<void>;
  private died: () => void = () => {};

  /**
   * @param lastStep how many steps it lives
   * @param part which part (0 to 1) of the bytes is written if death comes in a write
   */
  constructor(disk: Disk, lastStep: number, part = 0) {
    this.death = new Promise((resolve) => {
      this.died = resolve;
    });
    this.disk = watchedDisk(disk, (step) => {
      if (this.steps === Number.POSITIVE_INFINITY) return NEVER;
      if (this.steps++ < lastStep) return undefined;
      this.steps = Number.POSITIVE_INFINITY;
      if (step !== 'write') {
        this.died();
        return NEVER;
      }
      const broken = (): Promise<never> => {
        this.died();
        return NEVER;
      };
      return { part, broken };
    });
  }
}

const NEVER = new Promise<never>(() => {});

/** The error of a disk, as Node gives it. */
export function diskError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code, errno: -1 });
}
