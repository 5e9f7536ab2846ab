/** Time that a test moves by hand, for the replica store. It starts at the machine's, since files carry the machine's times. */
import type { ReplicaTime } from '../../extension/node/replica-time';

export class HandTime implements ReplicaTime {
  private moved = 0;
  private readonly waiting = new Set<{ at: number; readonly run: () => void }>();

  /** @param luck what `chance` gives */
  constructor(private readonly luck = 0) {}

  now(): number {
    return Date.now() + this.moved;
  }

  chance(): number {
    return this.luck;
  }

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.now() + milliseconds, run };
    this.waiting.add(entry);
    return () => void this.waiting.delete(entry);
  }

  /** How many things wait for their time. */
  get pending(): number {
    return this.waiting.size;
  }

  /** Puts off what waits. */
  protected delay(milliseconds: number): void {
    for (const entry of this.waiting) entry.at += milliseconds;
  }

  /** Moves on, and runs what is due then, each once, in the order of its time. */
  pass(milliseconds: number): void {
    this.moved += milliseconds;
    const due = [...this.waiting].filter(({ at }) => at <= this.now()).sort((a, b) => a.at - b.at);
    for (const entry of due) if (this.waiting.delete(entry)) entry.run();
  }
}
