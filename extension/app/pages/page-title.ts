/** What a page's tab is called: the name of its record, as it was last known. */
import { type Disposable, Emitter } from '../event';

/** A title that tells when it becomes another one. */
export class PageTitle implements Disposable {
  readonly #changed = new Emitter<void>();
  #text = '';

  /** The title now; text that people chose. */
  get text(): string {
    return this.#text;
  }

  /** It has become another one. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** Takes the name of the record. @param name undefined where the record is not there: then it is called as before */
  become(name: string | undefined): void {
    if (name === undefined || name === this.#text) return;
    this.#text = name;
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
