/** Who has what open in a space now: what each window tells the others over the socket, and nobody keeps. */
import type { Awareness } from 'y-protocols/awareness';
import * as z from 'zod';
import { type Caret, caret } from '../../shared/messages/page';
import type { Account } from './account';
import { type Disposable, Emitter } from './event';

/** A window tells of so many open tasks; what is told is bounded by the server. */
const OPEN_MAX = 100;

/** What a window tells of itself. Other programs on the socket may tell anything else: then nobody is shown. */
const told = z.object({
  user: z.object({ id: z.string().max(400), name: z.string().max(400) }),
  open: z.array(z.object({ task: z.string().max(400), caret: caret.optional() })).max(OPEN_MAX),
});

/** Somebody else who has a task open. The name is what their window says. */
export interface Watcher {
  /** Which window: somebody may have several. */
  readonly client: number;
  readonly user: { readonly id: string; readonly name: string };
  /** Where their caret is in the description, as relative positions in its text; undefined: not in it. */
  readonly caret: Caret | undefined;
}

/** One window's presence in one space. */
export class Presence implements Disposable {
  readonly #awareness: Awareness;
  readonly #me: Account['user'];
  readonly #open = new Map<string, Caret | undefined>();
  readonly #changed = new Emitter<void>();
  readonly #follow: () => void;

  /** @param awareness of the space's line; it ends with that */
  constructor(awareness: Awareness, me: Account['user']) {
    this.#awareness = awareness;
    this.#me = me;
    this.#follow = () => this.#changed.fire();
    awareness.on('change', this.#follow);
  }

  /** Somebody has opened, left or moved. */
  get onChange(): Emitter<void>['event'] {
    return this.#changed.event;
  }

  /** Tells that one has a task open, and where one's caret is in its description. */
  look(task: string, at: Caret | undefined): void {
    this.#open.set(task, at);
    this.#say();
  }

  /** Tells that one has a task open no more. */
  leave(task: string): void {
    if (this.#open.delete(task)) this.#say();
  }

  /** The other windows that have a task open, the same ones always in the same order. */
  watchers(task: string): readonly Watcher[] {
    const found: Watcher[] = [];
    for (const [client, state] of this.#awareness.getStates()) {
      if (client === this.#awareness.clientID) continue;
      const parsed = told.safeParse(state).data;
      const open = parsed?.open.find((one) => one.task === task);
      if (parsed && open) found.push({ client, user: parsed.user, caret: open.caret });
    }
    return found.sort((a, b) => a.client - b.client);
  }

  dispose(): void {
    this.#awareness.off('change', this.#follow);
    this.#changed.dispose();
  }

  #say(): void {
    const { id, name } = this.#me;
    const open = [...this.#open].slice(-OPEN_MAX).map(([task, at]) => ({ task, ...(at && { caret: at }) }));
    this.#awareness.setLocalState({ user: { id, name }, open });
  }
}
