/** The reading of one file of a replica, from where the last reading stopped. */
import { join } from 'node:path';
import type { ReplicaProblem } from '../app/replica-store';
import { type Disk, isDiskError } from './disk';
import { FoundUpdates } from './found-updates';
import { decodeHeader, type PieceHeader } from './piece-header';
import { type Scan, scanEntries } from './replica-entry';

/** How much is read at a time, in bytes, if no entry is longer. */
const AT_A_TIME = 16 * 2 ** 20;

/** An entry longer than this, in bytes, is damage. */
const LONGEST = 2 ** 30;

/** Who may still write to a file: a window that `lives`, one that is `silent` (it has stopped, or the machine sleeps), or `nobody`. */
export type Writer = 'lives' | 'silent' | 'nobody';

/** Reads one file's entries, each once. */
export class PieceReader {
  /** The file's header, once it was read; undefined if it is damaged. */
  header: PieceHeader | undefined;
  /** Up to where all has been read, in bytes. What is left at the end and not understood is looked at again when the file changes. */
  offset = 0;
  /** Up to where there are updates, in bytes. */
  updatesEnd = 0;
  /** Whether the file's writer has said that it is done. */
  ended = false;
  /** What was found wrong with the file so far. */
  readonly problems: ReplicaProblem[] = [];
  private last: { readonly size: number; readonly writer: Writer } | undefined;

  /** @param name the file's name in the folder, which may change @param space the space that the file should be of */
  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    public name: string,
    private readonly space: string,
  ) {}

  /** Whether the file belongs to another space: somebody has put it here. Nothing of it is handed out. */
  get foreign(): boolean {
    return this.header !== undefined && this.header.space !== this.space;
  }

  /**
   * Reads on.
   * @param size the file's size in bytes
   * @returns the updates that were not read before; none if the file is gone or cannot be read now
   */
  async read(size: number, writer: Writer): Promise<FoundUpdates> {
    const updates = new FoundUpdates();
    if (this.last?.size === size && this.last.writer === writer && writer !== 'lives') return updates;
    let length = AT_A_TIME;
    while (this.offset < size && !this.foreign) {
      const part = await this.bytes(this.offset, Math.min(size, this.offset + length));
      if (part === undefined) return updates;
      const atEnd = part.length < length || this.offset + part.length >= size;
      const scan = scanEntries(part, this.offset, !atEnd || (writer === 'lives' && !this.ended));
      const stuck = scan.tail?.offset === this.offset;
      if (scan.updates.length > 0) updates.add(part, scan.updates);
      this.take(scan, part.length);
      if (atEnd || (stuck && length >= LONGEST)) {
        if (scan.tail !== undefined && (writer !== 'lives' || this.ended)) this.say(scan.tail);
        break;
      }
      if (stuck) length *= 4;
    }
    this.last = { size, writer };
    return this.foreign ? new FoundUpdates() : updates;
  }

  private take(scan: Scan, length: number): void {
    if (scan.header) this.header ??= decodeHeader(scan.header);
    const lastEnd = scan.updates.at(-1);
    if (lastEnd !== undefined) this.updatesEnd = this.offset + lastEnd;
    this.offset = scan.tail?.offset ?? this.offset + length;
    if (scan.entries > 0) this.ended = scan.ended;
    if (this.foreign) this.say({ kind: 'foreign', offset: 0, bytes: this.offset });
    else for (const damage of scan.damage) this.say(damage);
  }

  private async bytes(from: number, to: number): Promise<Uint8Array | undefined> {
    try {
      return await this.disk.read(join(this.folder, this.name), from, to);
    } catch (error) {
      if (!isDiskError(error)) throw error;
      this.say({ kind: 'unreadable', offset: from, bytes: to - from }, error.message);
      return undefined;
    }
  }

  /** Notes what is wrong from an offset on, once, however often it is met. */
  private say(
    { kind, offset, bytes }: { kind: ReplicaProblem['kind']; offset: number; bytes: number },
    detail = '',
  ): void {
    if (this.problems.some((said) => said.kind === kind && said.offset === offset)) return;
    this.problems.push({
      kind,
      file: this.name,
      offset,
      bytes,
      message: words(kind, this.name, offset, bytes, detail),
    });
  }
}

function words(kind: ReplicaProblem['kind'], file: string, offset: number, bytes: number, detail: string): string {
  const where = `in ${file}, from byte ${offset} on (${bytes} bytes)`;
  switch (kind) {
    case 'damaged':
      return `Damaged data was set aside ${where}. Everything else was read.`;
    case 'unfinished':
      return `A change that was cut off while it was being saved was set aside ${where}. Everything else was read.`;
    case 'foreign':
      return `The file ${file} belongs to something else and was not read.`;
    case 'unreadable':
      return `The system could not read data ${where}: ${detail}. It will be tried again.`;
  }
}
