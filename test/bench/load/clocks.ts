/** How far an update leads, author by author: what tells a load that an edit has arrived, without a document at every client. */
import * as Y from 'yjs';

/** Authors' client ids with the clock that an update leads to. */
export type Clocks = ReadonlyMap<number, number>;

const SMALL = 4_096;
const KEPT = 16_384;
const small = new Map<string, Clocks>();
const large: { readonly update: Buffer; readonly clocks: Clocks }[] = [];

/** The clocks of an update. The same bytes come to many clients, so they are parsed once. */
export function clocksOf(update: Buffer): Clocks {
  if (update.length > SMALL) {
    const known = large.find((one) => one.update.equals(update));
    if (known) return known.clocks;
    const clocks = Y.parseUpdateMeta(update).to;
    large.push({ update: Buffer.from(update), clocks });
    if (large.length > 4) large.shift();
    return clocks;
  }
  const key = update.toString('latin1');
  let clocks = small.get(key);
  if (!clocks) {
    if (small.size >= KEPT) small.clear();
    clocks = Y.parseUpdateMeta(update).to;
    small.set(key, clocks);
  }
  return clocks;
}

/** Waits until what has come makes up a whole document. */
export class Coverage {
  /** settles with the time (of `performance.now()`) at which all was there */
  readonly whole: Promise<number>;
  private readonly missing: Map<number, number>;
  private settle: (at: number) => void = () => {};

  constructor(wanted: Clocks) {
    this.missing = new Map(wanted);
    this.whole = new Promise((done) => {
      this.settle = done;
    });
  }

  /** @param at when it came */
  add(clocks: Clocks, at: number): void {
    for (const [author, clock] of clocks)
      if (clock >= (this.missing.get(author) ?? Infinity)) this.missing.delete(author);
    if (this.missing.size === 0) this.settle(at);
  }
}
