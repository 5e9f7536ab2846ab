/** A value kept in memory, as VS Code keeps one for a workspace. */
import type { KeptValue } from '../../extension/app/kept-value';

export class MemoryValue implements KeptValue {
  #json: string | undefined;

  load(): unknown {
    return this.#json === undefined ? undefined : JSON.parse(this.#json);
  }

  save(value: unknown): void {
    this.#json = JSON.stringify(value);
  }
}
