/** The page of a task on the screen: holds what it was told and what is being typed, draws, and sends what the person does. */
import { render } from 'lit';
import * as z from 'zod';
import type { FromTaskPage, TaskState, ToTaskPage } from '../../shared/messages/task-page';
import { toTaskPage } from '../../shared/messages/task-page';
import { Draft } from '../draft';
import { drawKeepingFocus } from '../keep-focus';
import { PageLink } from '../page-link';
import { ScrollPlaces, scrolledTo } from '../scroll-places';
import { DescriptionSection } from './description-section';
import type { TaskPageModel } from './task-page-model';
import { gonePage, taskPage } from './task-template';

const kept = z.object({
  name: z.string().optional(),
  subtask: z.string().optional(),
  scrolled: scrolledTo.optional(),
  description: z
    .object({ preview: z.boolean().optional(), anchor: z.number(), head: z.number(), focused: z.boolean() })
    .optional(),
});

/** The page in one element. */
export class TaskPageView implements TaskPageModel {
  readonly name = new Draft();
  readonly subtask = new Draft();
  readonly faults = new Map<string, string>();
  readonly #root: HTMLElement;
  readonly #link: PageLink<ToTaskPage, FromTaskPage>;
  readonly description: DescriptionSection;
  readonly #scrolls: ScrollPlaces;
  /** Whether the description is as high as it will be: it comes by itself, and all is there once it is. */
  #isMeasured = false;
  /** Whether the name was typed since this page was loaded, and not sent yet. */
  #isTypingName = false;
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
    this.description = new DescriptionSection(before?.description, {
      typed: (update) => this.send({ kind: 'type', update }),
      moved: (caret) => this.send({ kind: 'caret', caret: caret ?? null }),
      openLink: (url) => this.send({ kind: 'open-link', url }),
      draw: () => this.#draw(),
      measured: () => {
        this.#isMeasured = true;
        this.#draw();
      },
      keep: () => this.#keep(),
    });
    this.#scrolls = new ScrollPlaces(root, undefined, before?.scrolled, () => this.#keep());
  }

  /** Asks for what there is to show. */
  start(): void {
    this.#link.send({ kind: 'ready' });
  }

  send(message: FromTaskPage): void {
    this.#link.send(message);
  }

  typed(about?: 'name' | 'subtask'): void {
    if (about) this.faults.delete(about);
    // Nobody hears a page that goes: what is typed in it is told before.
    if (about === 'name') {
      this.#isTypingName = this.name.typed !== undefined;
      this.send({ kind: 'draft', name: this.name.typed ?? null });
    }
    this.#keep();
    this.#draw();
  }

  leaveName(): void {
    // What was typed before a reload may be older than the name now: who only comes by with Tab does not write it.
    if (this.#isTypingName) this.commitName();
  }

  commitName(): void {
    // The field goes with the task, or with the right to write, and is left by that: what was typed waits until it is there again.
    if (this.#gone || !this.#state?.canWrite) return;
    this.#isTypingName = false;
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
        this.description.canWrite = message.canWrite;
        break;
      case 'description':
        this.#isMeasured = false;
        this.#scrolls.lost();
        this.description.begin(message.state);
        break;
      case 'typed':
        this.description.take(message.update);
        break;
      case 'watchers':
        this.description.watchers = message.watchers;
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

  #keep(): void {
    this.#link.keep({
      name: this.name.typed,
      subtask: this.subtask.typed,
      scrolled: this.#scrolls.kept,
      description: this.description.kept(),
    });
  }

  #draw(): void {
    if (this.#gone) {
      this.#scrolls.lost();
      render(gonePage(this.#gone, this), this.#root);
    } else if (this.#state)
      drawKeepingFocus(taskPage(this.#state, this), this.#root, (lost) =>
        // Who was taken off the task leaves the others, and the choice of whom to add.
        lost.closest('.person') ? this.#root.querySelector('.people button, .people select') : undefined,
      );
    if (this.#isMeasured && !this.#gone) this.#scrolls.drawn();
  }
}
