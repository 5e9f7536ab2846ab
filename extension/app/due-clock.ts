/** Tells when time alone has changed what is due: after midnight, and when the moment of a due date has passed. */
import type { TaskRecord } from '../../shared/records';
import { dueState } from './due-date';
import type { Environment } from './environment';
import type { Disposable } from './event';

/** How often it looks, in milliseconds. */
const LOOK_MS = 60_000;

/** A clock that looks every minute; after a sleep of the machine it looks when that wakes. */
export class DueClock implements Disposable {
  #cancel: () => void = () => {};

  /**
   * @param due what is due now, in a text that is another one when something else is
   * @param passed called when it has become another one
   */
  constructor({ now, after }: Pick<Environment, 'now' | 'after'>, due: () => string, passed: () => void) {
    const read = () => `${new Date(now()).toDateString()} ${due()}`;
    let before = read();
    const look = () => {
      this.#cancel = after(LOOK_MS, look);
      const seen = read();
      if (seen === before) return;
      before = seen;
      passed();
    };
    this.#cancel = after(LOOK_MS, look);
  }

  dispose(): void {
    this.#cancel();
  }
}

/** How the due dates of tasks stand to now, in a text that is another one when one of them stands otherwise. */
export function duesNow(tasks: Iterable<TaskRecord>, now: Date): string {
  let text = '';
  // What is completed is not due any more.
  for (const { dueDate, status } of tasks) text += dueDate && status !== 'completed' ? dueState(dueDate, now)[0] : '-';
  return text;
}
