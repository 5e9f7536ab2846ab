/** One author's edits on their way from one replica to many: how many are out, and how long each took to the last receiver. */
import type { Clocks } from './clocks';
import type { Replica } from './replica';
import type { Author } from './space';

/** Counts what arrives. Edits are numbered from 0 in the order in which they are sent. */
export class Flight {
  /** how many times an edit has come to a receiver */
  deliveries = 0;
  /** so many frames brought them */
  frames = 0;
  /** how many edits every receiver has, with those before the first */
  complete: number;
  /** milliseconds to the last receiver, of each complete edit since it was last emptied */
  latencies: number[] = [];
  private sent: number;
  private receivers = 0;
  private readonly sentAt: number[] = [];
  private readonly seen: number[] = [];
  private onComplete: () => void = () => {};

  /** @param first the number of the first edit that it sends; the receivers have those before it */
  constructor(
    private readonly author: Author,
    first = 0,
  ) {
    this.sent = first;
    this.complete = first;
  }

  /** A receiver more, who has what was sent so far: what to call with each update that comes to it. */
  receiver(): (clocks: Clocks, at: number) => void {
    this.receivers++;
    let next = this.sent;
    return (clocks, at) => {
      const clock = clocks.get(this.author.id);
      if (clock === undefined) return;
      this.frames++;
      for (const end = this.author.arrived(clock, next); next < end; next++) this.arrive(next, at);
    };
  }

  /** Sends the next edit. */
  send(writer: Replica): void {
    const { update } = this.author.edit(this.sent);
    this.sentAt[this.sent++] = performance.now();
    writer.send(update);
  }

  /**
   * Keeps so many edits on their way until the time is over or all are sent, and waits until all have arrived.
   * @param limit milliseconds, and how many edits
   */
  keepFull(writer: Replica, window: number, limit: { readonly ms: number; readonly edits?: number }): Promise<void> {
    const end = performance.now() + limit.ms;
    const last = this.sent + (limit.edits ?? Infinity);
    return new Promise((done) => {
      const fill = (): void => {
        while (this.sent < last && this.sent - this.complete < window && performance.now() < end) this.send(writer);
        if (this.complete === this.sent) done();
      };
      this.onComplete = fill;
      fill();
    });
  }

  /** Waits until every receiver has every edit. */
  landed(): Promise<void> {
    return new Promise((done) => {
      this.onComplete = () => {
        if (this.complete === this.sent) done();
      };
      this.onComplete();
    });
  }

  private arrive(edit: number, at: number): void {
    this.deliveries++;
    const seen = (this.seen[edit] ?? 0) + 1;
    this.seen[edit] = seen;
    if (seen < this.receivers) return;
    this.complete++;
    this.latencies.push(at - (this.sentAt[edit] ?? at));
    this.onComplete();
  }
}
