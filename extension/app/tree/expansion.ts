/** What of a tree is unfolded, kept over reloads: only what the person has changed, and of that the latest. */
import * as z from 'zod';
import type { KeptValue } from '../kept-value';

/** So many places are remembered; an id is about a hundred characters, and what is kept stays under 50 kB. */
const LIMIT = 400;

const keptSchema = z.array(z.tuple([z.string(), z.boolean()])).max(LIMIT);

/** The memory of a tree. */
export class Expansion {
  readonly #kept: KeptValue;
  readonly #changed: Map<string, boolean>;

  constructor(kept: KeptValue) {
    this.#kept = kept;
    this.#changed = new Map(keptSchema.safeParse(kept.load()).data ?? []);
  }

  /**
   * Whether a place is unfolded.
   * @param usual what it is where the person has not said otherwise
   */
  isExpanded(id: string, usual: boolean): boolean {
    return this.#changed.get(id) ?? usual;
  }

  /** The person has folded or unfolded a place. */
  set(id: string, expanded: boolean): void {
    if (this.#changed.get(id) === expanded) return;
    // What was changed last is forgotten last.
    this.#changed.delete(id);
    this.#changed.set(id, expanded);
    const [oldest] = this.#changed.keys();
    if (this.#changed.size > LIMIT && oldest !== undefined) this.#changed.delete(oldest);
    this.#kept.save([...this.#changed]);
  }
}
