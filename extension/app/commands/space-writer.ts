/** Writes to spaces for a command: to those that are open and may be changed, as one thing to undo, saying what did not work. */
import { failureMessage, type Result } from '../../../shared/failures';
import type { Surroundings } from '../../../shared/operations/space';
import type { Desk } from '../desk';
import type { LiveReplica } from '../live-replica';
import type { Prompt } from '../prompt';
import { shownText } from '../shown-text';
import { canWrite } from '../space-access';
import { spaceName } from '../space-name';

/** Runs an operation on a space as it is open now: while the person typed it may have been closed. */
export class SpaceWriter {
  readonly #desk: Desk;
  readonly #prompt: Prompt;

  constructor(desk: Desk, prompt: Prompt) {
    this.#desk = desk;
    this.#prompt = prompt;
  }

  /** @returns the operation's value; undefined where it was refused, which the person has been told */
  async write<T>(
    id: string,
    operation: (replica: LiveReplica, surroundings: Surroundings) => Result<T>,
  ): Promise<T | undefined> {
    const space = this.#desk.space(id);
    if (!space || !canWrite(space)) {
      await this.#prompt.warn(space ? `You may read ${quoted(spaceName(space))}, but not change it.` : CLOSED);
      return undefined;
    }
    const result = this.#desk.history.group(() => operation(space.replica, this.#desk.surroundings));
    if (result.kind === 'done') return result.value;
    await this.#prompt.warn(failureMessage(result));
    return undefined;
  }
}

/** A name in a sentence. */
export function quoted(name: string): string {
  return `“${shownText(name)}”`;
}

const CLOSED = 'The space is no longer open in this window. Nothing has changed.';
