/** The page of a task on the screen: holds what it was told and what is being typed, draws, and sends what the person does. */
import { render } from 'lit';
import { z } from 'zod';
import type { FromTaskPage, TaskState, ToTaskPage } from '../../shared/messages/task-page';
import { toTaskPage } from '../../shared/messages/task-page';
import { Draft } from '../draft';
import { PageLink } from '../page-link';
import type { TaskPageModel } from './task-page-model';
import { gonePage, taskPage } from './task-template';

const kept = z.object({ name: z.string().optional(), subtask: z.string().optional() });

/** The page in one element. */
export class TaskPageView implements TaskPageModel {
  readonly name = new Draft();
  readonly subtask = new Draft();
  readonly faults = new Map<string, string>();
  readonly #root: HTMLElement;
  readonly #link: PageLink<ToTaskPage, FromTaskPage>;
  #state: TaskState | undefined;
  #gone: Extract<ToTaskPage, { kind: 'gone' }> | undefined;
  /** What was sent last, by what it is about: it comes back into its field where it is refused. */
  readonly #sent = new Map<string, string>();

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#link = new PageLink(toTaskPage, (message) => this.#told(message));
    const before = this.#link.kept(kept);
    if (before?.name !== undefined) this.name.type(before.name);
    if (before?.subtask !== undefined) this.subtask.type(before.subtask);
  }

  /** Asks for what there is to show. */
  start(): void {
    this.#link.send({ kind: 'ready' });
  }

  send(message: FromTaskPage): void {
    this.#link.send(message);
  }

  typed(): void {
    this.#link.keep({ name: this.name.typed, subtask: this.subtask.typed });
    this.#draw();
  }

  commitName(): void {
    const name = this.name.commit();
    if (name !== undefined) {
      this.#sent.set('name', name);
      this.faults.delete('name');
      this.send({ kind: 'set', fields: { name } });
    }
    this.typed();
  }

  commitSubtask(): void {
    const line = this.subtask.commit();
    this.subtask.revert();
    if (line !== undefined) {
      this.#sent.set('subtask', line);
      this.faults.delete('subtask');
      this.send({ kind: 'add-subtask', line });
    }
    this.typed();
  }

  #told(message: ToTaskPage): void {
    switch (message.kind) {
      case 'state':
        this.#state = message;
        this.#gone = undefined;
        this.name.current = message.task.name;
        break;
      case 'gone':
        this.#gone = message;
        break;
      case 'refused': {
        this.faults.set(message.about, message.message);
        const sent = this.#sent.get(message.about);
        if (sent !== undefined && message.about === 'name') this.name.refused(sent);
        if (sent !== undefined && message.about === 'subtask') this.subtask.refused(sent);
        break;
      }
    }
    this.#draw();
  }

  #draw(): void {
    if (this.#gone) render(gonePage(this.#gone.why, this), this.#root);
    else if (this.#state) render(taskPage(this.#state, this), this.#root);
  }
}
