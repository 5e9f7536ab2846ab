/**
 * What a document has, without the document, also what waits in it: which clocks of which client, and which of them are
 * deleted. It says whether an update brings anything new, before and without applying it (rule W5).
 */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import { DeepItems } from './nesting';
import type { ClockRange, KnownDepth, UpdateContent } from './update-content';

/** Half-open stretches `[from, to)` in order, none touching the next. */
type Stretches = [from: number, to: number][];

/** The clocks that a document has and those that are deleted. It only grows. */
export class Coverage {
  readonly #structs = new Map<number, Stretches>();
  readonly #deletes = new Map<number, Stretches>();
  readonly #deep = new DeepItems();

  /** Takes an update's content in. @returns whether it brought anything that was not there */
  add({ structs, deletes, deep }: UpdateContent): boolean {
    let news = false;
    for (const range of deep) this.#deep.add(range);
    for (const range of structs) news = addRange(this.#structs, range) || news;
    for (const range of deletes) news = addRange(this.#deletes, range) || news;
    return news;
  }

  /** How deep an item lies that is there, where that is deeper than the layout needs. */
  get depthOf(): KnownDepth {
    return this.#deep.depthOf;
  }

  /** Whether an update brings anything that is not there. */
  lacks({ structs, deletes }: Pick<UpdateContent, 'structs' | 'deletes'>): boolean {
    return structs.some((range) => !has(this.#structs, range)) || deletes.some((range) => !has(this.#deletes, range));
  }

  /** The clock up to which each client's structs are there without a gap. */
  clocks(): Map<number, number> {
    const clocks = new Map<number, number>();
    for (const [client, [first]] of this.#structs) if (first && first[0] === 0) clocks.set(client, first[1]);
    return clocks;
  }

  /** All that is deleted, as an update that holds nothing else. */
  deletions(): Uint8Array {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, 0);
    writePart(encoder, this.#deletes);
    return encoding.toUint8Array(encoder);
  }

  /** Writes it, to be kept beside a snapshot. */
  write(encoder: encoding.Encoder): void {
    for (const part of [this.#structs, this.#deletes]) writePart(encoder, part);
    const deep = this.#deep.ranges();
    encoding.writeVarUint(encoder, deep.length);
    for (const range of deep) {
      for (const part of [range.client, range.clock, range.length, range.depth]) encoding.writeVarUint(encoder, part);
    }
  }

  /** @throws if the bytes are not what `write` gave */
  static read(decoder: decoding.Decoder): Coverage {
    const coverage = new Coverage();
    for (const part of [coverage.#structs, coverage.#deletes]) {
      for (let clients = decoding.readVarUint(decoder); clients > 0; clients--) {
        const stretches: Stretches = [];
        part.set(decoding.readVarUint(decoder), stretches);
        for (let left = decoding.readVarUint(decoder); left > 0; left--) {
          const from = decoding.readVarUint(decoder);
          stretches.push([from, from + decoding.readVarUint(decoder)]);
        }
      }
    }
    // Kept since the second version of the store.
    for (let left = decoding.hasContent(decoder) ? decoding.readVarUint(decoder) : 0; left > 0; left--) {
      const [client, clock] = [decoding.readVarUint(decoder), decoding.readVarUint(decoder)];
      const [length, depth] = [decoding.readVarUint(decoder), decoding.readVarUint(decoder)];
      coverage.#deep.add({ client, clock, length, depth });
    }
    return coverage;
  }
}

/** Stretches by client, as Yjs writes a set of deletions. */
function writePart(encoder: encoding.Encoder, part: ReadonlyMap<number, Stretches>): void {
  encoding.writeVarUint(encoder, part.size);
  for (const [client, stretches] of part) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, stretches.length);
    for (const [from, to] of stretches) {
      encoding.writeVarUint(encoder, from);
      encoding.writeVarUint(encoder, to - from);
    }
  }
}

function addRange(part: Map<number, Stretches>, { client, clock, length }: ClockRange): boolean {
  const stretches = part.get(client);
  const end = clock + length;
  if (!stretches) {
    part.set(client, [[clock, end]]);
    return true;
  }
  const last = stretches.at(-1);
  // Nearly always: a client goes on where it was.
  if (last && clock >= last[0]) {
    if (end <= last[1]) return false;
    if (clock <= last[1]) last[1] = end;
    else stretches.push([clock, end]);
    return true;
  }
  const first = firstReaching(stretches, clock);
  const at = stretches[first];
  if (at && at[0] <= clock && end <= at[1]) return false;
  let after = first;
  let from = clock;
  let to = end;
  for (let next = stretches[after]; next && next[0] <= end; next = stretches[++after]) {
    from = Math.min(from, next[0]);
    to = Math.max(to, next[1]);
  }
  stretches.splice(first, after - first, [from, to]);
  return true;
}

function has(part: Map<number, Stretches>, { client, clock, length }: ClockRange): boolean {
  const stretches = part.get(client);
  const at = stretches?.[firstReaching(stretches, clock)];
  return at !== undefined && at[0] <= clock && clock + length <= at[1];
}

/** The index of the first stretch that ends at or after a clock. */
function firstReaching(stretches: Stretches, clock: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = stretches[middle];
    if (at && at[1] < clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
