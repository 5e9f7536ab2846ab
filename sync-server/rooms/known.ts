/**
 * What is known of a document without it: what it has, what of that it has taken in, and what waits. Kept beside its snapshot,
 * and worked out from its log.
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { SpaceId } from '../../shared/ids';
import type { StoredDocument } from '../storage/storage';
import { DamagedDocument } from '../storage/storage-failures';
import { checkUpdate } from './check-update';
import { Coverage } from './coverage';
import { Joined } from './joined';
import { LooseUpdates } from './loose-updates';
import type { KnownDepth, UpdateContent } from './update-content';

export class Known {
  readonly #coverage: Coverage;
  readonly #joined: Joined;
  readonly #loose: LooseUpdates;
  #deletions: Uint8Array | undefined;

  private constructor(coverage: Coverage, joined: Joined, loose: LooseUpdates) {
    this.#coverage = coverage;
    this.#joined = joined;
    this.#loose = loose;
  }

  /** What is known of a stored document. @throws DamagedDocument where an entry of its log is none */
  static of(space: SpaceId, { snapshot, log }: StoredDocument): Known {
    const known = Known.read(snapshot?.coverage);
    for (const { update, sequence } of log) known.addStored(space, update, `entry ${sequence} of its log`);
    return known;
  }

  /** Takes in what is stored. @param what what that is, in words @throws DamagedDocument where it is no update */
  addStored(space: SpaceId, update: Uint8Array, what: string): void {
    const checked = checkUpdate(update, this.depthOf);
    if (checked.kind !== 'done') throw new DamagedDocument(space, `${what}: ${checked.reason}`);
    this.add(checked.content, update.length);
  }

  /** @param bytes what `encode` gave; without them it is that of an empty document. @throws if they are something else */
  static read(bytes: Uint8Array | undefined): Known {
    if (!bytes) return new Known(new Coverage(), new Joined(new Map()), new LooseUpdates());
    const decoder = decoding.createDecoder(bytes);
    const coverage = Coverage.read(decoder);
    const clocks = coverage.clocks();
    // What waits is kept since the end of November 2026.
    if (!decoding.hasContent(decoder)) return new Known(coverage, new Joined(clocks), new LooseUpdates());
    const { loose, lanes } = LooseUpdates.read(decoder, clocks);
    const joined = new Joined(clocks);
    joined.take({ clocks: new Map(), lanes, deletes: [] });
    return new Known(coverage, joined, loose);
  }

  /** As bytes, to be kept beside a snapshot. */
  encode(): Uint8Array {
    const encoder = encoding.createEncoder();
    this.#coverage.write(encoder);
    this.#loose.write(encoder, this.#joined);
    return encoding.toUint8Array(encoder);
  }

  /** How deep an item lies that is there, where that is deeper than the layout needs. */
  get depthOf(): KnownDepth {
    return this.#coverage.depthOf;
  }

  /** What the document has taken in, as a state vector. */
  stateVector(): Uint8Array {
    return this.#joined.stateVector();
  }

  /**
   * The answer to who has everything already, the same bytes for all of them: what is deleted, since a state vector says nothing of that.
   * undefined where something is lacking, or waits.
   * @param stateVector what the protocol's question carries. @throws if it is none
   */
  answerToAll(stateVector: Uint8Array): Uint8Array | undefined {
    if (!this.#loose.isEmpty || !this.#joined.isWithin(stateVector)) return undefined;
    this.#deletions ??= this.#coverage.deletions();
    return this.#deletions;
  }

  /** Whether an update brings anything that is not there. */
  lacks(content: UpdateContent): boolean {
    return this.#coverage.lacks(content);
  }

  /**
   * Takes in what is there for good, whatever waits already.
   * @param bytes how large the update is
   * @returns whether something of it waits
   */
  add(content: UpdateContent, bytes: number): boolean {
    this.#deletions = undefined;
    const followed = this.#joined.follow(content);
    const isLoose = followed.lanes.length > 0 || followed.deletes.length > 0;
    this.#coverage.add(content);
    this.#joined.take(followed);
    if (isLoose) this.#loose.add(followed, bytes);
    this.#loose.settle(this.#joined);
    return isLoose;
  }

  /** Whether something of an update would wait, and too much waits already. */
  isTooLoose(content: UpdateContent, bytes: number): boolean {
    const followed = this.#joined.follow(content);
    if (followed.lanes.length === 0 && followed.deletes.length === 0) return false;
    return !this.#loose.hasRoomFor(followed, bytes);
  }
}
