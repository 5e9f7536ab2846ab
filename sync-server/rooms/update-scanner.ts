/**
 * Goes through an update (version 1) as Yjs decodes it, but makes nothing of what it finds: no types, no texts, no values. Yjs's own
 * decoder makes an item with its content for every struct, which takes ten times as long and hundreds of megabytes (rule W4).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import * as decoding from 'lib0/decoding';
import type { Need } from './update-content';
import { isDeeper } from './value-depth';

/** An item of an update, without what it holds. */
export interface ScannedItem {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
  /** What it stands after, and before; and what it lies in where that is said, which it is only without the two. */
  readonly origin: Need | undefined;
  readonly rightOrigin: Need | undefined;
  readonly parent: Need | undefined;
  /** Whether it holds a type, which others can lie in. */
  readonly isType: boolean;
}

/** What an update holds of one client, as Yjs frames it. */
export interface ClientBlock {
  readonly client: number;
  /** Where its bytes begin. */
  readonly start: number;
}

/** Who is told what an update holds, in its order. */
export interface UpdateVisitor {
  /** Clocks of which the update says nothing. */
  skip(client: number, clock: number, length: number): void;
  /** What was there, and nobody needs any more. */
  collected(client: number, clock: number, length: number): void;
  item(item: ScannedItem): void;
  deletion(client: number, clock: number, length: number): void;
}

/** How deep a plain value may be in itself: whoever reads, compares or writes one goes down into it by calls. */
const VALUE_DEPTH_MAX = 64;

/** The info byte of a struct: the lowest five bits say what it is or holds, the others what is told of its place. */
const KIND = 0b1_1111;
const HAS_ORIGIN = 0b1000_0000;
const HAS_RIGHT_ORIGIN = 0b100_0000;
const HAS_KEY = 0b10_0000;
const SKIP = 10;
const COLLECTED = 0;

/** What an item can hold, by Yjs's own numbers. */
const HOLDS = {
  deleted: 1,
  json: 2,
  binary: 3,
  text: 4,
  embed: 5,
  format: 6,
  type: 7,
  values: 8,
  document: 9,
} as const;
/** Kinds of type; the XML element and the XML hook have a name. */
const TYPE_KINDS = 7;
const NAMED_TYPES: ReadonlySet<number> = new Set([3, 5]);

/** Kinds of plain value, by lib0's own numbers, and how many bytes follow those of fixed size. */
const VALUE = { integer: 125, text: 119, object: 118, array: 117, bytes: 116 } as const;
const FIXED_VALUE = new Map([
  [127, 0], // undefined
  [126, 0], // null
  [124, 4], // a float
  [123, 8], // a double
  [122, 8], // a big integer
  [121, 0], // false
  [120, 0], // true
]);

/** Above so many bytes it is quicker to ask Node first, which looks at many at once. */
const LONG_TEXT = 256;

/** Reads one update. */
export class UpdateScanner {
  readonly #bytes: Uint8Array;
  readonly #decoder: decoding.Decoder;
  readonly #partsMax: number;
  #parts = 0;
  #lastId: Need = { client: -1, clock: -1 };
  #start = 0;
  readonly #blocks: ClientBlock[] = [];
  #structsEnd = 0;

  /** @param partsMax so many structs, deletions and values it may have */
  constructor(update: Uint8Array, partsMax: number) {
    this.#bytes = update;
    this.#decoder = decoding.createDecoder(update);
    this.#partsMax = partsMax;
  }

  /** Where the bytes of the struct begin that the visitor is being told of. */
  get start(): number {
    return this.#start;
  }

  /** Up to where it has read: where the bytes of that struct end. */
  get position(): number {
    return this.#decoder.pos;
  }

  /** The blocks of the update, in its order; all of them once it has been scanned. One may hold no struct. */
  get blocks(): readonly ClientBlock[] {
    return this.#blocks;
  }

  /** Where the last block ends and the deletions begin, once it has been scanned. */
  get structsEnd(): number {
    return this.#structsEnd;
  }

  /** Goes through all of it. @throws where Yjs could not decode it, a value is nested too deep, there are too many parts, or it goes on after its end */
  scan(visitor: UpdateVisitor): void {
    for (let clients = this.#number(); clients > 0; clients--) {
      const start = this.#decoder.pos;
      const structs = this.#number();
      const client = this.#number();
      this.#blocks.push({ client, start });
      let clock = this.#number();
      for (let left = structs; left > 0; left--) clock += this.#struct(visitor, client, clock);
    }
    this.#structsEnd = this.#decoder.pos;
    for (let clients = this.#number(); clients > 0; clients--) {
      const client = this.#number();
      for (let left = this.#number(); left > 0; left--) {
        this.#count();
        visitor.deletion(client, this.#number(), this.#number());
      }
    }
    if (this.#decoder.pos !== this.#bytes.length) throw new Error('it goes on after its end');
  }

  /** @returns its length */
  #struct(visitor: UpdateVisitor, client: number, clock: number): number {
    this.#count();
    this.#start = this.#decoder.pos;
    const info = this.#byte();
    const kind = info & KIND;
    if (info === SKIP || kind === COLLECTED) {
      const length = this.#number();
      if (info === SKIP) visitor.skip(client, clock, length);
      else visitor.collected(client, clock, length);
      return length;
    }
    const origin = (info & HAS_ORIGIN) > 0 ? this.#id() : undefined;
    const rightOrigin = (info & HAS_RIGHT_ORIGIN) > 0 ? this.#id() : undefined;
    let parent: Need | undefined;
    if (!origin && !rightOrigin) {
      // In a root, by its name; or in a type, by its id.
      if (this.#number() === 1) this.#text();
      else parent = this.#id();
      if ((info & HAS_KEY) > 0) this.#text();
    }
    const length = this.#content(kind);
    visitor.item({ client, clock, length, origin, rightOrigin, parent, isType: kind === HOLDS.type });
    return length;
  }

  /** @returns how many clocks it takes */
  #content(kind: number): number {
    switch (kind) {
      case HOLDS.deleted:
        return this.#number();
      case HOLDS.json:
        return this.#each(() => this.#json('undefined'));
      case HOLDS.binary:
        this.#pass(this.#number());
        return 1;
      case HOLDS.text:
        return this.#text();
      case HOLDS.embed:
        this.#json();
        return 1;
      case HOLDS.format:
        this.#text();
        this.#json();
        return 1;
      case HOLDS.type:
        this.#type();
        return 1;
      case HOLDS.values:
        return this.#each(() => this.#value(1));
      case HOLDS.document:
        this.#text();
        // Yjs looks for options in it.
        if (this.#value(1) === NOTHING) throw new Error('a document has no options');
        return 1;
      default:
        throw new Error('an item holds nothing that there is');
    }
  }

  #type(): void {
    const kind = this.#number();
    if (kind >= TYPE_KINDS) throw new Error('there is no such type');
    if (NAMED_TYPES.has(kind)) this.#text();
  }

  #each(one: () => void): number {
    const count = this.#number();
    for (let left = count; left > 0; left--) one();
    return count;
  }

  /** Text that holds JSON. @param word one that may stand there instead */
  #json(word?: string): void {
    const text = decoding.readVarString(this.#decoder);
    this.#count();
    // Before they are made: each value but the first comes after one of these.
    for (const _ of text.matchAll(/[[{,]/g)) this.#count();
    if (text !== word && isDeeper(JSON.parse(text), VALUE_DEPTH_MAX)) throw new Error('a value is nested too deep');
  }

  /** @returns what it is, as far as it is told */
  #value(depth: number): typeof NOTHING | typeof SOMETHING {
    this.#count();
    const kind = this.#byte();
    const size = FIXED_VALUE.get(kind);
    if (size !== undefined) {
      this.#pass(size);
      return kind >= 126 ? NOTHING : SOMETHING;
    }
    if (kind === VALUE.integer) decoding.readVarInt(this.#decoder);
    else if (kind === VALUE.text) this.#text();
    else if (kind === VALUE.bytes) this.#pass(this.#number());
    else if (kind !== VALUE.object && kind !== VALUE.array) throw new Error('there is no such value');
    else if (depth > VALUE_DEPTH_MAX) throw new Error('a value is nested too deep');
    else {
      for (let left = this.#number(); left > 0; left--) {
        if (kind === VALUE.object) this.#text();
        this.#value(depth + 1);
      }
    }
    return SOMETHING;
  }

  /** The same object where it is the same as the last one: the fields of a record all lie in that. */
  #id(): Need {
    const client = this.#number();
    const clock = this.#number();
    if (this.#lastId.client !== client || this.#lastId.clock !== clock) this.#lastId = { client, clock };
    return this.#lastId;
  }

  #number(): number {
    return decoding.readVarUint(this.#decoder);
  }

  #byte(): number {
    const byte = this.#bytes[this.#decoder.pos++];
    if (byte === undefined) throw new Error('it ends too early');
    return byte;
  }

  /** Passes over bytes. */
  #pass(count: number): void {
    this.#decoder.pos += count;
    if (this.#decoder.pos > this.#bytes.length) throw new Error('it ends too early');
  }

  /** Passes over a text. @returns its length as JavaScript counts it */
  #text(): number {
    const size = this.#number();
    const from = this.#decoder.pos;
    this.#pass(size);
    if (size > LONG_TEXT && isAscii(this.#bytes.subarray(from, from + size))) return size;
    let units = 0;
    let ascii = true;
    for (let at = from; at < from + size; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < 0x80) units++;
      else {
        ascii = false;
        // The first byte of a character counts: one of four bytes is two units.
        if (byte >= 0xc0) units += byte >= 0xf0 ? 2 : 1;
      }
    }
    if (!ascii && !isUtf8(this.#bytes.subarray(from, from + size))) throw new Error('a text is not UTF-8');
    return units;
  }

  #count(): void {
    if (++this.#parts > this.#partsMax) throw new Error('it has too many parts');
  }
}

/** Whether a value is undefined or null, or anything else. */
const NOTHING = 'nothing';
const SOMETHING = 'something';
