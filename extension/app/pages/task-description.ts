/** The description on a task's page: what is typed there and elsewhere, and who else has the task open. */
import type { TaskId } from '../../../shared/ids';
import type { Caret } from '../../../shared/messages/page';
import type { PageWatcher, ToTaskPage } from '../../../shared/messages/task-page';
import { typeDescription } from '../../../shared/operations/description';
import type { Desk } from '../desk';
import { type Disposable, DisposableStore } from '../event';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import { meIn } from '../people';
import type { Presence, Watcher } from '../presence';
import { shownText } from '../shown-text';
import { canWrite } from '../space-access';
import { DescriptionBridge } from './description-bridge';
import type { Tell } from './page';

/** So much of a name that somebody's window tells is shown. */
const NAME_MAX = 60;

/** The description of one task while a page shows it. */
export class TaskDescription implements Disposable {
  readonly replica: LiveReplica;
  readonly #space: OpenSpace;
  readonly #task: TaskId;
  readonly #tell: Tell<ToTaskPage>;
  readonly #desk: Desk;
  readonly #bridge: DescriptionBridge;
  readonly #presence: Presence | undefined;
  readonly #disposables = new DisposableStore();
  #shown = '[]';
  /** Somebody's caret is at letters that have not come yet. */
  #awaits = false;

  /** Tells the page at once what the description reads. */
  constructor(space: OpenSpace, task: TaskId, tell: Tell<ToTaskPage>, desk: Desk) {
    this.#space = space;
    this.replica = space.replica;
    this.#task = task;
    this.#tell = tell;
    this.#desk = desk;
    this.#bridge = this.#disposables.add(
      new DescriptionBridge(space.replica, task, {
        write: (parts) => {
          const now = desk.space(space.known.id);
          if (now && canWrite(now)) typeDescription(space.replica, task, parts, desk.surroundings);
        },
        send: (update) => {
          tell({ kind: 'typed', update });
          if (this.#awaits) this.#showWatchers();
        },
      }),
    );
    tell({ kind: 'description', state: this.#bridge.state() });
    this.#presence = desk.presence(space.known.id);
    if (!this.#presence) return;
    this.#disposables.add(this.#presence.onChange(() => this.#showWatchers()));
    this.#presence.look(task, undefined);
    this.#showWatchers();
  }

  /** Takes what was typed in the page. */
  type(update: Uint8Array): void {
    this.#bridge.take(update);
  }

  /** The person's caret is there now, in the document of the page; undefined: not in the description. */
  look(caret: Caret | undefined): void {
    this.#presence?.look(this.#task, caret && this.#bridge.fromPage(caret));
  }

  dispose(): void {
    this.#presence?.leave(this.#task);
    this.#disposables.dispose();
  }

  #showWatchers(): void {
    this.#awaits = false;
    const watchers = (this.#presence?.watchers(this.#task) ?? []).map((watcher) => this.#watcher(watcher));
    const shown = JSON.stringify(watchers);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tell({ kind: 'watchers', watchers });
  }

  #watcher({ client, user, caret }: Watcher): PageWatcher {
    const at = caret && this.#bridge.toPage(caret);
    if (caret && !at) this.#awaits = true;
    return {
      client,
      name: shownText(user.name).slice(0, NAME_MAX),
      isMe: user.id === meIn(this.#space, this.#desk),
      ...(at && { caret: at }),
    };
  }
}
