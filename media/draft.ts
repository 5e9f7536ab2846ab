/**
 * What a person types into a field of a record, until it is sent. The record may change meanwhile: what was not typed
 * follows it, and only what was typed is ever sent.
 */
export class Draft {
  #current = '';
  #typed: string | undefined;
  #sent: string | undefined;

  /** What the field shows. */
  get value(): string {
    return this.#typed ?? this.#sent ?? this.#current;
  }

  /** What has been typed and not been sent; undefined where nothing was, or where it is what the record reads. */
  get typed(): string | undefined {
    return this.#typed;
  }

  /** What the record reads now. */
  set current(value: string) {
    this.#current = value;
    this.#sent = undefined;
    if (this.#typed === value) this.#typed = undefined;
  }

  get current(): string {
    return this.#current;
  }

  /** The person has typed. */
  type(text: string): void {
    this.#typed = text === this.#current ? undefined : text;
  }

  /** The person is done. @returns what is to be sent; undefined where nothing was typed */
  commit(): string | undefined {
    const typed = this.#typed;
    if (typed === undefined) return undefined;
    this.#typed = undefined;
    this.#sent = typed;
    return typed;
  }

  /** What was sent has been refused: it is in the field again, to be mended. */
  refused(text: string): void {
    this.#typed = text;
    this.#sent = undefined;
  }

  /** The person lets go of what was typed. */
  revert(): void {
    this.#typed = undefined;
    this.#sent = undefined;
  }
}
