/** Which tasks close a cycle of subtasks: each cycle is cut at its member with the smallest id (rule M4). */
import { compareCodeUnits } from '../text';

/** What is walked over: something with an id. */
export interface Walked {
  readonly stored: { readonly id: string };
}

/** Keeps the cycles of a graph in which everything has at most one thing above it, while edges come and go. */
export class Cycles<N extends Walked> {
  readonly #above: (node: N) => N | undefined;
  /** Every member of a cycle, with all members of it; something is in one cycle at most. */
  readonly #cycleOf = new Map<N, readonly N[]>();
  readonly #cuts = new Set<N>();

  /** @param above what a node stands under, by what is stored, whether or not that closes a cycle */
  constructor(above: (node: N) => N | undefined) {
    this.#above = above;
  }

  /** Whether a node's edge upwards is the one that is cut. */
  isCut(node: N): boolean {
    return this.#cuts.has(node);
  }

  /** The members of every cycle, each starting with the one at which it is cut. */
  *all(): Iterable<readonly N[]> {
    for (const cut of this.#cuts) {
      const cycle = this.#cycleOf.get(cut);
      if (!cycle) continue;
      const at = cycle.indexOf(cut);
      yield [...cycle.slice(at), ...cycle.slice(0, at)];
    }
  }

  /**
   * Looks again after edges changed. Every node is walked over once, however long the chains, and nothing is recursive.
   * @param changed nodes whose edge upwards came, went or changed
   * @param gone nodes that are no longer there
   * @returns nodes, living ones only, that may have become a cut or have ceased to be one
   */
  update(changed: Iterable<N>, gone: ReadonlySet<N>): ReadonlySet<N> {
    const affected = new Set<N>();
    const starts = new Set<N>(changed);
    for (const node of [...starts, ...gone]) {
      for (const member of this.#cycleOf.get(node) ?? []) {
        this.#cycleOf.delete(member);
        if (this.#cuts.delete(member) && !gone.has(member)) affected.add(member);
      }
    }
    const seen = new Set<N>();
    for (const start of starts) {
      // What stands under nothing closes no cycle, and that is most of what there is.
      if (gone.has(start) || !this.#above(start)) continue;
      const path: N[] = [];
      const onPath = new Set<N>();
      let node: N | undefined = start;
      while (node && !seen.has(node) && !this.#cycleOf.has(node)) {
        seen.add(node);
        path.push(node);
        onPath.add(node);
        node = this.#above(node);
      }
      if (!node || !onPath.has(node)) continue;
      const cycle = path.slice(path.indexOf(node));
      const cut = cycle.reduce((least, member) =>
        compareCodeUnits(member.stored.id, least.stored.id) < 0 ? member : least,
      );
      for (const member of cycle) this.#cycleOf.set(member, cycle);
      this.#cuts.add(cut);
      affected.add(cut);
    }
    return affected;
  }
}
