/** The reading of a replica's folder: all that is in it at first, later what other windows have written since. */
import { join } from 'node:path';
import type { ReplicaProblem } from '../app/replica-store';
import type { Disk, FileStatus } from './disk';
import { FoundUpdates } from './found-updates';
import type { Heartbeat } from './heartbeat';
import { PieceReader, type Writer } from './piece-reader';
import { type ReplicaFile, replicaFile } from './replica-names';

type Piece = Exclude<ReplicaFile, { kind: 'temporary' }>;

/** What in a folder could be compacted: the snapshots, and the logs that nobody writes to any more. */
export interface Foldable {
  readonly files: number;
  readonly logBytes: number;
  readonly snapshotBytes: number;
  /** Whether any of the files is damaged. */
  readonly damaged: boolean;
}

/** What this window knows of a file that it wrote itself. */
interface OwnPiece {
  /** Whether it will not write to it any more. */
  readonly ended: boolean;
  /** In a snapshot, the keys of what went into it. */
  readonly sources: readonly string[];
}

export class FolderReader {
  private readonly readers = new Map<string, PieceReader>();
  private readonly sizes = new Map<string, number>();
  private readonly own = new Map<string, OwnPiece>();
  private readonly gone = new Set<string>();
  private listed: readonly Piece[] = [];
  private settled: readonly Piece[] = [];
  /** What was read and not given out yet: it outlives a look that fails halfway. */
  private found = new FoundUpdates();

  /** @param problem is told of what is found damaged */
  constructor(
    private readonly disk: Disk,
    private readonly heartbeat: Heartbeat,
    private readonly folder: string,
    private readonly space: string,
    private readonly problem: (problem: ReplicaProblem) => void,
  ) {}

  /** Takes note of a file that this window writes itself: it is never read here. */
  knows(key: string, piece: OwnPiece): void {
    this.own.set(key, piece);
  }

  /**
   * Reads what is new, until a listing of the folder shows the same as the one before: a single listing may miss a snapshot that is
   * just coming, and with it the files that are just going for it.
   * @returns the updates, and whether files are gone whose contents are in no snapshot
   * @throws the disk's error if the folder cannot be looked at
   */
  async look(): Promise<{ updates: FoundUpdates; lost: boolean }> {
    let seen: readonly Piece[];
    do {
      seen = this.listed;
      this.listed = await this.list();
      for (const piece of await this.inTime(this.listed)) {
        if (this.own.has(piece.key)) await this.measureOnce(piece);
        else this.found.append(await this.readOn(piece));
      }
    } while (namesOf(seen) !== namesOf(this.listed));
    const look = { updates: this.found, lost: this.hasLost(this.settled) };
    this.found = new FoundUpdates();
    this.settled = this.listed;
    return look;
  }

  /** What could be compacted of what the last look showed. */
  get foldable(): Foldable {
    const all = this.listed.filter((piece) => piece.kind === 'snapshot' || this.isDone(piece));
    const bytes = (kind: Piece['kind']) =>
      all.filter((piece) => piece.kind === kind).reduce((sum, { key }) => sum + (this.sizes.get(key) ?? 0), 0);
    const damaged = all.some(({ key }) => this.readers.get(key)?.problems.some(({ kind }) => kind !== 'unreadable'));
    return { files: all.length, logBytes: bytes('log'), snapshotBytes: bytes('snapshot'), damaged };
  }

  private isDone({ key }: Piece): boolean {
    const reader = this.readers.get(key);
    return this.own.get(key)?.ended ?? ((reader?.ended === true || this.gone.has(key)) && !reader?.foreign);
  }

  /** Snapshots first: they bring the most, and logs may build on them. */
  private async list(): Promise<readonly Piece[]> {
    const files = (await this.disk.list(this.folder)).map(replicaFile);
    return files
      .filter((file): file is Piece => file !== undefined && file.kind !== 'temporary')
      .sort((a, b) => (a.kind === b.kind ? (a.name < b.name ? -1 : 1) : a.kind === 'snapshot' ? -1 : 1));
  }

  /**
   * Logs that are read for the first time in the order in which they were last written, as far as the clock can be trusted: each builds
   * on those before it, and what comes before what it builds on has to wait, which takes twice as long as taking it in.
   */
  private async inTime(pieces: readonly Piece[]): Promise<readonly Piece[]> {
    const isNew = ({ key, kind }: Piece) => kind === 'log' && !this.own.has(key) && !this.readers.has(key);
    const written = async (piece: Piece) => {
      const status = await this.disk.status(join(this.folder, piece.name));
      return { piece, modified: status?.modified ?? Number.POSITIVE_INFINITY };
    };
    const fresh = await Promise.all(pieces.filter(isNew).map(written));
    // Those of one moment stay in the order of their names.
    fresh.sort((a, b) => a.modified - b.modified || 0);
    return [...pieces.filter((piece) => !isNew(piece)), ...fresh.map(({ piece }) => piece)];
  }

  private readerOf({ key, name }: Piece): PieceReader {
    const known = this.readers.get(key);
    if (known !== undefined) {
      known.name = name;
      return known;
    }
    const reader = new PieceReader(this.disk, this.folder, name, this.space);
    this.readers.set(key, reader);
    return reader;
  }

  private async measure({ key, name }: Piece): Promise<FileStatus | undefined> {
    const status = await this.disk.status(join(this.folder, name));
    if (status !== undefined) this.sizes.set(key, status.size);
    return status;
  }

  /** Of this window's own files only the size of those that are done is of use, and it stays. */
  private async measureOnce(piece: Piece): Promise<void> {
    if (this.own.get(piece.key)?.ended && !this.sizes.has(piece.key)) await this.measure(piece);
  }

  private async readOn(piece: Piece): Promise<FoundUpdates> {
    const reader = this.readerOf(piece);
    if (reader.ended) return new FoundUpdates();
    const status = await this.measure(piece);
    if (status === undefined) return new FoundUpdates();
    const writer = await this.writerOf(piece, status);
    const said = reader.problems.length;
    const updates = await reader.read(status.size, writer);
    for (const problem of reader.problems.slice(said)) this.problem(problem);
    return this.hasRead(reader) ? new FoundUpdates() : updates;
  }

  private async writerOf(piece: Piece, { modified }: FileStatus): Promise<Writer> {
    if (piece.kind === 'snapshot' || piece.retired) return 'nobody';
    const life = await this.heartbeat.of(piece.window, modified);
    if (life === 'gone') this.gone.add(piece.key);
    else this.gone.delete(piece.key);
    return life === 'gone' ? 'nobody' : life;
  }

  /** Whether a snapshot was made of nothing but what has been read already. It is known then, and may be large to apply again. */
  private hasRead(snapshot: PieceReader): boolean {
    const sources = snapshot.header?.sources;
    if (sources === undefined || sources.size === 0) return false;
    return [...sources].every(([key, bytes]) => {
      const reader = this.readers.get(key);
      return this.own.has(key) || (reader !== undefined && reader.offset >= bytes && reader.problems.length === 0);
    });
  }

  private hasLost(before: readonly Piece[]): boolean {
    const present = new Set(this.listed.map(({ key }) => key));
    const covered = new Set<string>();
    for (const key of present) {
      for (const source of this.own.get(key)?.sources ?? []) covered.add(source);
      for (const source of this.readers.get(key)?.header?.sources.keys() ?? []) covered.add(source);
    }
    return before.some(({ key }) => !present.has(key) && !covered.has(key));
  }
}

function namesOf(pieces: readonly Piece[]): string {
  return pieces.map(({ name }) => name).join();
}
