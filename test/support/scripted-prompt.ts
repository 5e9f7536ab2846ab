/** The person at the keyboard, played by a test: answers come in order, and what was asked and said is noted. */
import type { Prompt } from '../../extension/app/prompt';

type Line = Parameters<Prompt['line']>[0];
/** What is typed; undefined: the person goes away. A function is called while the box is open. */
export type Answer = string | undefined | ((asked: Line) => string | undefined | Promise<string | undefined>);

export class ScriptedPrompt implements Prompt {
  language = 'en';
  /** What will be typed, first things first. What the box refuses leaves it open for the next. */
  readonly lines: Answer[] = [];
  /** The labels that will be picked; undefined: the person goes away. A function is called while the choice is open. */
  readonly picks: (string | undefined | (() => Promise<string>))[] = [];
  /** The actions that will be chosen in messages that offer them. */
  readonly actions: string[] = [];

  readonly asked: Line[] = [];
  /** How what was typed was understood, as the box said. */
  readonly hinted: string[] = [];
  /** Why answers were refused. */
  readonly refused: string[] = [];
  readonly offered: { readonly title: string; readonly labels: readonly string[] }[] = [];
  readonly told: string[] = [];
  readonly warned: string[] = [];
  /** What was put on the clipboard. */
  readonly copied: string[] = [];
  #hesitation: Promise<string> | undefined;

  async line(options: Line): Promise<string | undefined> {
    this.asked.push(options);
    for (;;) {
      if (this.lines.length === 0) throw new Error(`nobody answers: ${options.title}`);
      const next = this.lines.shift();
      const answer = typeof next === 'function' ? await next(options) : next;
      const fault = answer === undefined ? undefined : options.refuse(answer);
      if (fault === undefined) {
        const hint = answer === undefined ? undefined : options.hint?.(answer);
        if (hint !== undefined) this.hinted.push(hint);
        return answer;
      }
      this.refused.push(fault);
    }
  }

  async pick<T>(title: string, choices: Parameters<Prompt['pick']>[1]): Promise<T | undefined> {
    this.offered.push({ title, labels: choices.map(({ label, description }) => `${label} (${description})`) });
    if (this.picks.length === 0) throw new Error(`nobody picks: ${title}`);
    const next = this.picks.shift();
    const label = typeof next === 'function' ? await next() : next;
    if (label === undefined) return undefined;
    const chosen = choices.find((choice) => choice.label === label);
    if (!chosen) throw new Error(`${title} offers no ${label}`);
    return chosen.value as T;
  }

  /** Chooses an action in the next message, but later. @returns chooses it */
  hesitate(action: string): () => void {
    let choose = () => {};
    this.#hesitation = new Promise((resolve) => {
      choose = () => resolve(action);
    });
    return choose;
  }

  async tell(message: string, ...actions: readonly string[]): Promise<string | undefined> {
    this.told.push(message);
    return this.#later() ?? this.#choose(actions);
  }

  async warn(message: string, ...actions: readonly string[]): Promise<string | undefined> {
    this.warned.push(message);
    return this.#later() ?? this.#choose(actions);
  }

  async confirm(question: string, yes: string): Promise<boolean> {
    this.warned.push(question);
    return this.#choose([yes]) !== undefined;
  }

  async copy(text: string): Promise<void> {
    this.copied.push(text);
  }

  during<T>(_title: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  #later(): Promise<string> | undefined {
    const later = this.#hesitation;
    this.#hesitation = undefined;
    return later;
  }

  #choose(actions: readonly string[]): string | undefined {
    return actions.includes(this.actions[0] ?? '') ? this.actions.shift() : undefined;
  }
}
