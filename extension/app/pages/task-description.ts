/** The description on a task's page: what is typed there and elsewhere, and who else has the task open. */
import type { TaskId } from '../../../shared/ids';
import type { Caret } from '../../../shared/messages/page';
import type { PageWatcher, ToTaskPage } from '../../../shared/messages/task-page';
import { typeDescription } from '../../../shared/operations/description';
import { shownText } from '../../../shared/shown-text';
import type { Desk } from '../desk';
import type { Disposable } from '../event';
import type { LiveReplica } from '../live-replica';
import type { OpenSpace } from '../open-space';
import { meIn } from '../people';
import type { Presence, Watcher } from '../presence';
import { canWrite } from '../space-access';
import { DescriptionBridge } from './description-bridge';
import type { Tell } from './page';

/** So much of a name that somebody's window tells is shown. */
const NAME_MAX = 60;

/** The description of one task while a page shows it. */
export class TaskDescription implements Disposable {
  #space: OpenSpace;
  readonly #task: TaskId;
  readonly #tell: Tell<ToTaskPage>;
  readonly #desk: Desk;
  readonly #bridge: DescriptionBridge;
  #presence: Presence | undefined;
  #watching: Disposable | undefined;
  #shown = '[]';
  /** Somebody's caret is at letters that have not come yet. */
  #awaits = false;

  /** Tells the page at once what the description reads. */
  constructor(space: OpenSpace, task: TaskId, tell: Tell<ToTaskPage>, desk: Desk) {
    this.#space = space;
    this.#task = task;
    this.#tell = tell;
    this.#desk = desk;
    this.#bridge = new DescriptionBridge(space.replica, task, {
      write: (parts) => {
        const { known, replica } = this.#space;
        const now = desk.space(known.id);
        if (now && canWrite(now)) typeDescription(replica, task, parts, desk.surroundings);
      },
      send: (update) => {
        tell({ kind: 'typed', update });
        if (this.#awaits) this.#showWatchers();
      },
    });
    tell({ kind: 'description', state: this.#bridge.state() });
    this.#watch();
  }

  get replica(): LiveReplica {
    return this.#space.replica;
  }

  /** Goes on in the space that the task was moved to, or with the replica that its space has now: whoever types there types on. */
  become(space: OpenSpace): void {
    this.#unwatch();
    this.#space = space;
    this.#bridge.become(space.replica);
    this.#watch();
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
    this.#unwatch();
    this.#bridge.dispose();
  }

  #watch(): void {
    this.#presence = this.#desk.presence(this.#space.known.id);
    this.#watching = this.#presence?.onChange(() => this.#showWatchers());
    this.#presence?.look(this.#task, undefined);
    this.#showWatchers();
  }

  #unwatch(): void {
    this.#presence?.leave(this.#task);
    this.#watching?.dispose();
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
