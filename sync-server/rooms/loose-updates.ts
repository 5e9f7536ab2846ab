/** Updates that wait for what is not here: kept and forwarded, but bounded, since what they wait for may never come (rule W5). */
import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { Followed, Joined, Lane } from './joined';
import type { ClockRange, Need, Step } from './update-content';

const BYTES_MAX = 4 * 1024 * 1024;
/**
 * Every document that has such updates goes through all of them at each new one, here and in everyone's editor: the bytes
 * that may be gone through in all, some tenths of a second. Without it a bound on the bytes leaves minutes of work.
 */
const WORK_MAX = 16 * 1024 * 1024;
/** What an update costs to go through besides its bytes, in bytes. */
const WORK_EACH = 1024;
/** Yjs takes time by the square of the clients of whom something waits: fifty thousand, in half a megabyte, take three minutes. */
const LANES_MAX = 250;
/** Yjs goes through all deletions of what is not there at every update, whatever that is of. */
const DELETES_MAX = 1_000;

/** An update of which something waits. */
interface LooseUpdate {
  readonly bytes: number;
  readonly lanes: readonly Lane[];
  readonly deletes: readonly ClockRange[];
}

/** The waiting updates of a room. */
export class LooseUpdates {
  #waiting: LooseUpdate[] = [];
  #bytes = 0;
  /** What has been gone through since nothing waited. */
  #work = 0;

  /** Whether none waits. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Whether one more of so many bytes may wait. Of any size may only be a first one: it is no larger than a frame. */
  hasRoomFor({ lanes, deletes }: Omit<Followed, 'clocks'>, bytes: number): boolean {
    const all = [...this.#waiting, { lanes, deletes }];
    if (all.reduce((sum, one) => sum + one.lanes.length, 0) > LANES_MAX) return false;
    if (all.reduce((sum, one) => sum + one.deletes.length, 0) > DELETES_MAX) return false;
    if (this.#waiting.length === 0) return true;
    return this.#bytes + bytes <= BYTES_MAX && this.#work + this.#workWith(bytes) <= WORK_MAX;
  }

  add({ lanes, deletes }: Omit<Followed, 'clocks'>, bytes: number): void {
    this.#work += this.#workWith(bytes);
    this.#waiting.push({ lanes, deletes, bytes });
    this.#bytes += bytes;
  }

  /** Forgets those whose wait is over, since something came. */
  settle(joined: Joined): void {
    if (this.#waiting.length === 0) return;
    const isBeyond = ({ client, clock, length }: ClockRange) => clock + length > joined.clockOf(client);
    this.#waiting = this.#waiting.filter(({ lanes, deletes }) => lanes.some(isWaiting) || deletes.some(isBeyond));
    this.#bytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    if (this.#waiting.length === 0) this.#work = 0;
  }

  /** Writes it, to be kept beside a snapshot that what waits lies in. */
  write(encoder: encoding.Encoder, joined: Joined): void {
    encoding.writeVarUint(encoder, this.#work);
    encoding.writeVarUint(encoder, this.#waiting.length);
    for (const { bytes, lanes, deletes } of this.#waiting) {
      encoding.writeVarUint(encoder, bytes);
      const open = lanes.filter(isWaiting);
      encoding.writeVarUint(encoder, open.length);
      for (const lane of open) writeLane(encoder, lane, joined);
      encoding.writeVarUint(encoder, deletes.length);
      for (const range of deletes) writeRange(encoder, range);
    }
  }

  /**
   * Reads what `write` wrote.
   * @param clocks how far clients are: those of whom something waits are set back to where it waits
   * @throws if the bytes are something else
   */
  static read(decoder: decoding.Decoder, clocks: Map<number, number>): { loose: LooseUpdates; lanes: Lane[] } {
    const loose = new LooseUpdates();
    loose.#work = decoding.readVarUint(decoder);
    loose.#waiting = readMany(decoder, () => {
      const bytes = decoding.readVarUint(decoder);
      const lanes = readMany(decoder, () => readLane(decoder, clocks));
      return { bytes, lanes, deletes: readMany(decoder, () => readRange(decoder)) };
    });
    loose.#bytes = loose.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    return { loose, lanes: loose.#waiting.flatMap(({ lanes }) => lanes) };
  }

  /** What it takes to go through all that waits, and one more of so many bytes. */
  #workWith(bytes: number): number {
    return this.#bytes + bytes + WORK_EACH * (this.#waiting.length + 1);
  }
}

function isWaiting({ missing }: Lane): boolean {
  return missing !== undefined;
}

function writeLane(encoder: encoding.Encoder, { client, steps, at, missing }: Lane, joined: Joined): void {
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, joined.clockOf(client));
  writeNeed(encoder, missing ?? { client, clock: 0 });
  encoding.writeVarUint(encoder, steps.length - at);
  for (const step of steps.slice(at)) {
    encoding.writeVarUint(encoder, step.clock);
    encoding.writeVarUint(encoder, step.length);
    encoding.writeVarUint(encoder, step.needs.length);
    for (const need of step.needs) writeNeed(encoder, need);
  }
}

function readLane(decoder: decoding.Decoder, clocks: Map<number, number>): Lane {
  const client = decoding.readVarUint(decoder);
  clocks.set(client, decoding.readVarUint(decoder));
  const missing = readNeed(decoder);
  const steps = readMany(decoder, (): Step => {
    const [clock, length] = [decoding.readVarUint(decoder), decoding.readVarUint(decoder)];
    return { client, clock, length, needs: readMany(decoder, () => readNeed(decoder)) };
  });
  return { client, steps, at: 0, missing };
}

function writeNeed(encoder: encoding.Encoder, { client, clock }: Need): void {
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, clock);
}

function readNeed(decoder: decoding.Decoder): Need {
  const client = decoding.readVarUint(decoder);
  return { client, clock: decoding.readVarUint(decoder) };
}

function writeRange(encoder: encoding.Encoder, { client, clock, length }: ClockRange): void {
  for (const part of [client, clock, length]) encoding.writeVarUint(encoder, part);
}

function readRange(decoder: decoding.Decoder): ClockRange {
  const [client, clock] = [decoding.readVarUint(decoder), decoding.readVarUint(decoder)];
  return { client, clock, length: decoding.readVarUint(decoder) };
}

function readMany<T>(decoder: decoding.Decoder, read: () => T): T[] {
  return Array.from({ length: decoding.readVarUint(decoder) }, read);
}
