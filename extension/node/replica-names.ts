/** The names of a replica's folders and files: safe on every system for any space id, and telling what a file is without opening it. */
import { createHash } from 'node:crypto';

/** The way of keeping replicas that this version knows. Another way gets a higher number, and a folder of its own beside this one's. */
export const FORMAT = 1;

/** The number of the format that a folder's name stands for, or undefined if the name stands for none. */
export function formatOf(name: string): number | undefined {
  const digits = /^format-(\d{1,9})$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The name of the folder that holds all replicas of a format. */
export function formatFolder(format: number): string {
  return `format-${format}`;
}

/**
 * The name of a space's folder. An id may be any string, perhaps chosen by somebody else to harm: plain short ids are kept readable,
 * of any other only a hash is in the name (the files' headers hold the id). No id gives a name that some system treats specially
 * or takes for another's, in upper or lower case.
 */
export function spaceFolder(space: string): string {
  if (PLAIN.test(space)) return `id-${space}`;
  return `hash-${createHash('sha256').update(Buffer.from(space, 'utf16le')).digest('hex')}`;
}

const PLAIN = /^[0-9a-z-]{1,64}$/;

/** The id that a space's folder stands for, `hashed` if only its files can say, undefined if it is no space's folder. */
export function spaceOfFolder(name: string): { readonly id: string } | 'hashed' | undefined {
  if (/^hash-[0-9a-f]{64}$/.test(name)) return 'hashed';
  const id = /^id-(.*)$/s.exec(name)?.[1];
  return id !== undefined && PLAIN.test(id) ? { id } : undefined;
}

/** A file of a replica by what its name says. */
export type ReplicaFile =
  /** What one window wrote. `retired`: its window is long gone and must not write to it any more. */
  | {
      readonly kind: 'log';
      readonly name: string;
      readonly key: string;
      readonly window: string;
      readonly retired: boolean;
    }
  /** What a compaction made of other files; complete from the moment that it has this name. */
  | { readonly kind: 'snapshot'; readonly name: string; readonly key: string; readonly number: number }
  /** A snapshot in the making, perhaps by a window that was killed. */
  | { readonly kind: 'temporary'; readonly name: string };

/** What a name in a space's folder stands for; undefined for damaged files that were set aside and for what is none of ours. */
export function replicaFile(name: string): ReplicaFile | undefined {
  const log = /^(retired-)?(log-([0-9a-z]+)-\d+)$/.exec(name);
  if (log?.[2] !== undefined && log[3] !== undefined) {
    return { kind: 'log', name, key: log[2], window: log[3], retired: log[1] !== undefined };
  }
  const number = /^snapshot-(\d{12})-[0-9a-z]+$/.exec(name)?.[1];
  if (number !== undefined) return { kind: 'snapshot', name, key: name, number: Number(number) };
  return /^temporary-[0-9a-z]+$/.test(name) ? { kind: 'temporary', name } : undefined;
}

/** The name of a window's log. @param window the window's id, of digits and small letters @param number different for each log of a window */
export function logName(window: string, number: number): string {
  return `log-${window}-${number}`;
}

/** The name under which a log is kept that its window must not write to any more. */
export function retiredName(log: string): string {
  return `retired-${log}`;
}

/**
 * The name of a snapshot. Names of snapshots are in one order, by number and then by id.
 * @param number greater than that of each snapshot that went into it @param id of digits and small letters, different for each snapshot
 */
export function snapshotName(number: number, id: string): string {
  return `snapshot-${String(number).padStart(12, '0')}-${id}`;
}

/** The name of a snapshot in the making. */
export function temporaryName(id: string): string {
  return `temporary-${id}`;
}

/** The name under which a damaged file is kept for people to look at. It is not read again. */
export function setAsideName(name: string): string {
  return `damaged-${name}`;
}
