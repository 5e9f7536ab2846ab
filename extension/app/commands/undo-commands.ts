/** What undo and redo do: take back the last thing done in this window, and say what could not be. */
import type { Outcome } from '../../../shared/operations/history';
import type { Desk } from '../desk';
import type { Prompt } from '../prompt';

/** Undo and redo of one's own actions, over all spaces. What others did is never undone. */
export class UndoCommands {
  readonly #desk: Desk;
  readonly #prompt: Prompt;

  constructor(desk: Desk, prompt: Prompt) {
    this.#desk = desk;
    this.#prompt = prompt;
  }

  /** Undoes the last thing done in this window. */
  async undo(): Promise<void> {
    await this.#say(this.#desk.history.undo(), 'There is nothing to undo in this window.');
  }

  /** Does again what was undone last. */
  async redo(): Promise<void> {
    await this.#say(this.#desk.history.redo(), 'There is nothing to redo in this window.');
  }

  async #say(outcome: Outcome | undefined, nothing: string): Promise<void> {
    if (!outcome) {
      await this.#prompt.tell(nothing);
      return;
    }
    if (outcome.kept.length === 0) return;
    const part = outcome.touched.length > 0 ? 'Some of it was left as it is' : 'It was left as it is';
    const reasons = new Set(outcome.kept.map(({ reason }) => WHY[reason]));
    await this.#prompt.tell(`${part}: ${[...reasons].join('; ')}.`);
  }
}

const WHY: Readonly<Record<Outcome['kept'][number]['reason'], string>> = {
  'changed-since': 'someone has changed it since',
  'no-way-back': 'the place that it would go back to is gone',
  'no-space': 'its workspace is not open here',
};
