/** When a page is shown anew: when records, spaces or people have changed, and when time alone has changed what is due. */
import type { SpaceId } from '../../../shared/ids';
import { DueClock } from '../due-clock';
import { type Disposable, DisposableStore } from '../event';
import { RefreshPace } from '../tree/refresh-pace';
import type { PageParts } from './page';

/** What a page shows and by what it is concerned. */
export interface PageWatch {
  /** Shows it anew. */
  show(): void;
  /** Whether a change of records in a space may change what it shows. */
  concerns(space: SpaceId): boolean;
  /** How its due dates stand to now, in a text that is another one when one of them stands otherwise. */
  dues(): string;
}

/** Shows a page anew as often as trees are, until it is disposed. */
export class PagePace implements Disposable {
  readonly #disposables = new DisposableStore();
  readonly #pace: RefreshPace<never>;

  constructor({ desk, environment }: PageParts, watch: PageWatch) {
    this.#pace = this.#disposables.add(new RefreshPace(environment, () => watch.show()));
    const ask = () => this.#pace.ask(undefined);
    this.#disposables.add(desk.onSpaces(ask));
    // People are called by other names then.
    this.#disposables.add(desk.onTeam(ask));
    this.#disposables.add(desk.onRecords(({ space }) => watch.concerns(space) && ask()));
    const clock = new DueClock(
      environment,
      () => watch.dues(),
      () => ask(),
    );
    this.#disposables.add(clock);
  }

  /** Shows what waits at once: the person has done something and is to see what came of it. */
  flush(): void {
    this.#pace.flush();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
