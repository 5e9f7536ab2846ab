/**
 * Cuts a large update into small ones, so that a document takes it in bit by bit and the server does something else in between:
 * Yjs takes an update in as a whole, which at 100,000 tasks holds everyone up for seconds.
 */
import * as encoding from 'lib0/encoding';
import { needsOf, Steps } from './check-update';
import { orderOf } from './joined';
import type { Need } from './update-content';
import { UpdateScanner, type UpdateVisitor } from './update-scanner';

/** Updates of fewer bytes are not worth it. */
const LARGE_BYTES = 1024 * 1024;
const SLICE_BYTES = 256 * 1024;

/** What a client wrote in an update: where each struct begins, by clock and byte. */
interface Written {
  readonly clocks: number[];
  readonly starts: number[];
  end: number;
  /** The first struct that is in no slice yet. */
  at: number;
}

/** What of a client goes into the slice that is being made: a run of structs. */
interface Run {
  readonly clock: number;
  readonly start: number;
  end: number;
  structs: number;
}

/**
 * Cuts an update into such as a document that has what came before can take in one after the other: each comes after what it stands
 * on, and the deletions come last. Together they are the update. One that is small, or that cannot be read, is given as it is.
 */
export function* slicesOf(update: Uint8Array): Generator<Uint8Array> {
  const found = update.length < LARGE_BYTES ? undefined : structsOf(update);
  if (!found) {
    yield update;
    return;
  }
  const { written, order, end } = found;
  let slice = new Map<number, Run>();
  let bytes = 0;
  for (const { client, clock } of order) {
    const own = written.get(client);
    for (let next = own?.clocks[own.at]; own && next !== undefined && next < clock; next = own.clocks[own.at]) {
      bytes += addStruct(slice, client, own);
      if (bytes < SLICE_BYTES) continue;
      yield encodeSlice(update, slice);
      slice = new Map();
      bytes = 0;
    }
  }
  if (slice.size > 0) yield encodeSlice(update, slice);
  // No structs, and the deletions as they are.
  const last = new Uint8Array(1 + update.length - end);
  last.set(update.subarray(end), 1);
  yield last;
}

/** The structs of an update. */
interface Structs {
  readonly written: ReadonlyMap<number, Written>;
  /** In which order they come: clients, each with the clock before which. */
  readonly order: readonly Need[];
  /** Where the deletions begin. */
  readonly end: number;
}

function structsOf(update: Uint8Array): Structs | undefined {
  const written = new Map<number, Written>();
  const steps = new Steps();
  const scanner = new UpdateScanner(update, Number.POSITIVE_INFINITY);
  const note = (client: number, clock: number): void => {
    let own = written.get(client);
    if (!own) {
      own = { clocks: [], starts: [], end: 0, at: 0 };
      written.set(client, own);
    }
    own.clocks.push(clock);
    own.starts.push(scanner.start);
    own.end = scanner.position;
  };
  const visitor: UpdateVisitor = {
    skip: note,
    collected: (client, clock, length) => {
      note(client, clock);
      steps.add(client, clock, length, []);
    },
    item: (item) => {
      note(item.client, item.clock);
      steps.add(item.client, item.clock, item.length, needsOf(item));
    },
    deletion: () => undefined,
  };
  try {
    scanner.scan(visitor);
  } catch {
    return undefined;
  }
  // What waits for something that is not in the update comes after everything else: it will wait in the document too.
  const rest = [...written.keys()].map((client) => ({ client, clock: Number.POSITIVE_INFINITY }));
  return { written, order: [...orderOf(steps.all), ...rest], end: scanner.structsEnd };
}

/** Moves the next struct of a client into a slice. @returns its bytes */
function addStruct(slice: Map<number, Run>, client: number, own: Written): number {
  const { clocks, starts, at } = own;
  const start = starts[at] ?? 0;
  const end = starts[at + 1] ?? own.end;
  const run = slice.get(client);
  if (run) {
    run.end = end;
    run.structs++;
  } else slice.set(client, { clock: clocks[at] ?? 0, start, end, structs: 1 });
  own.at++;
  return end - start;
}

function encodeSlice(update: Uint8Array, slice: ReadonlyMap<number, Run>): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, slice.size);
  for (const [client, { clock, start, end, structs }] of slice) {
    for (const part of [structs, client, clock]) encoding.writeVarUint(encoder, part);
    encoding.writeUint8Array(encoder, update.subarray(start, end));
  }
  encoding.writeVarUint(encoder, 0);
  return encoding.toUint8Array(encoder);
}
