/** Several looks at one thing at once, of which an older one must not have the last word. */

/**
 * Where a store is asked over several lines, an answer may overtake the one before it. A look that began later has seen all that one that
 * began earlier was made for, so what an earlier one brings after it says nothing any more.
 */
export class Looks {
  #begun = 0;
  #newest = 0;

  /** A look begins. @returns to be called once when it has ended: whether what it has seen counts */
  begin(): () => boolean {
    const mine = ++this.#begun;
    return () => {
      if (mine < this.#newest) return false;
      this.#newest = mine;
      return true;
    };
  }
}
