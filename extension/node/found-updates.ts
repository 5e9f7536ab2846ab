/** The updates that were found in a replica's files, noted as where they lie in the bytes that were read. */

/** Some of the bytes of a file, and where updates start and end in them, by turns. */
interface Part {
  readonly bytes: Uint8Array;
  readonly bounds: readonly number[];
}

/**
 * Updates in the order in which they were found. Each is a view of the bytes that is made when it is its turn: a folder that was never
 * compacted holds tens of thousands, and tidying up after so many views that all live at once takes as long as finding the updates does.
 */
export class FoundUpdates implements Iterable<Uint8Array> {
  readonly #parts: Part[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds updates behind the others. @param bounds where in the bytes each starts and ends, by turns */
  add(bytes: Uint8Array, bounds: readonly number[]): void {
    this.#parts.push({ bytes, bounds });
    this.#length += bounds.length / 2;
  }

  /** Adds all of another reading behind these. */
  append(others: FoundUpdates): void {
    for (const { bytes, bounds } of others.#parts) this.add(bytes, bounds);
  }

  /** The updates. They are plain views, no Buffers: what is handed on should be what was given. */
  *[Symbol.iterator](): Generator<Uint8Array, void> {
    for (const { bytes, bounds } of this.#parts) {
      for (let at = 0; at < bounds.length; at += 2) {
        const [start, end] = [bounds[at] ?? 0, bounds[at + 1] ?? 0];
        yield new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start);
      }
    }
  }
}
