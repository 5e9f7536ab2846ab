/** How commands talk with the person: a line to type, a list to pick from, a message. VS Code stands behind it. */

/** The person at the keyboard. Every text is shown as text: nothing in a record's name is ever a link or an icon. */
export interface Prompt {
  /** The language that the person reads, as VS Code names it: `en`, `de`. */
  readonly language: string;

  /**
   * Asks for a line. @returns what was typed, undefined where the person went away
   */
  line(options: {
    readonly title: string;
    readonly prompt: string;
    readonly value?: string;
    readonly placeholder?: string;
    readonly secret?: boolean;
    /** Says why a text is refused; undefined where it is fine. */
    readonly refuse: (text: string) => string | undefined;
    /** Says, while the person types what is not refused, how it is understood; undefined where there is nothing to say. */
    readonly hint?: (text: string) => string | undefined;
  }): Promise<string | undefined>;

  /** Asks for one of several. @returns the one picked, undefined where the person went away */
  pick<T>(
    title: string,
    choices: readonly { readonly label: string; readonly description: string; readonly value: T }[],
  ): Promise<T | undefined>;

  /** Says something that is good to know. @returns the action that was chosen, undefined for none */
  tell(message: string, ...actions: readonly string[]): Promise<string | undefined>;

  /** Says what did not work. @returns the action that was chosen, undefined for none */
  warn(message: string, ...actions: readonly string[]): Promise<string | undefined>;

  /** Asks about what cannot be taken back; nothing else is done until that is answered. @param yes the answer that goes on */
  confirm(question: string, yes: string): Promise<boolean>;

  /** Puts a text on the clipboard. */
  copy(text: string): Promise<void>;

  /** Shows that something takes its time while it does. */
  during<T>(title: string, work: () => Promise<T>): Promise<T>;
}
