/** Sets a space's replica aside when the server refuses what is in it for good, and takes it back when it may be sent again. */
import type { SpaceId } from '../../shared/ids';
import { type FreshFetch, fetchFresh } from './connection/fresh-replica';
import type { SetAside } from './connection/set-aside';
import { holdsEdit, type UnsentEdits } from './connection/unsent-edits';
import type { Environment } from './environment';
import type { OpenSpace } from './open-space';
import { AsideDocument } from './refused/aside-document';
import type { Names } from './refused/field-states';
import type { RefusedSpace } from './refused/refused-space';
import { hasWritingRole } from './space-access';

export interface AsideKeeperOptions {
  readonly account: { readonly url: string; readonly token: string };
  readonly aside: SetAside;
  readonly unsent: UnsentEdits;
  readonly environment: Environment;
}

/** What a session does about refused edits. The windows of a profile may all do it at once: the first one counts. */
export class AsideKeeper {
  readonly #options: AsideKeeperOptions;
  readonly #fetching = new Map<SpaceId, FreshFetch | undefined>();
  #work: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: AsideKeeperOptions) {
    this.#options = options;
  }

  /**
   * The server has refused edits of a space that one may only read: fetches what it has into a fresh replica, and only then puts
   * that in place of the old one, so that nothing ever shows empty. Without a line it goes on when there is one.
   */
  replace({ known, replica }: OpenSpace): void {
    const { id } = known;
    if (this.#closed || this.#fetching.has(id)) return;
    this.#fetching.set(id, undefined);
    this.#work = Promise.all([this.#work, this.#replaceNow(id, () => replica.view.fields.name)]);
  }

  /** A space is open: what was set aside of it is sent again where one may write it now. */
  opened({ known, replica }: OpenSpace): void {
    const { aside, environment } = this.#options;
    aside.regain(known.id);
    if (!hasWritingRole({ known }) || !aside.of(known.id)) return;
    const back = aside.takeBack(known.id, replica.doc).catch((error: unknown) => {
      environment.log.warn(`What was set aside of space ${known.id} cannot be read: ${String(error)}`);
    });
    this.#work = Promise.all([this.#work, back]);
  }

  /** What the server refused and nobody has decided about yet. */
  get spaces(): readonly RefusedSpace[] {
    const { aside, unsent } = this.#options;
    return aside.spaces.map((space) => ({ ...space, unsent: unsent.of(space.id) }));
  }

  /**
   * Reads what is set aside of a space; undefined where nothing is any more. Who gets it closes it.
   * @param open the space, where it is open
   * @param names in which what was refused is said
   */
  async read(id: SpaceId, open: OpenSpace | undefined, names: Names): Promise<AsideDocument | undefined> {
    const space = this.#of(id);
    return space && AsideDocument.read(this.#options.aside, space, open?.replica, names);
  }

  /**
   * Lets go of what is set aside of a space: it is counted and sent no more, and stays in its old replica.
   * @param seen what it was when someone decided about it
   * @returns whether that is done; not where more has been refused since, about which nobody has decided
   */
  async settle(seen: RefusedSpace, open: OpenSpace | undefined): Promise<boolean> {
    const { aside, unsent } = this.#options;
    const now = this.#of(seen.id);
    if (!now) return true;
    if (isMore(now.unsent, seen.unsent) || isMore(now.generations, seen.generations)) return false;
    aside.settle(now);
    unsent.settle(now.unsent.filter((edit) => !open || !holdsEdit(open.replica.doc, edit)));
    await Promise.all([aside.kept(), unsent.kept()]);
    return true;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const fetching of this.#fetching.values()) fetching?.end();
    await this.#work;
  }

  #of(id: SpaceId): RefusedSpace | undefined {
    return this.spaces.find((space) => space.id === id);
  }

  async #replaceNow(id: SpaceId, name: () => string): Promise<void> {
    const { account, aside, environment } = this.#options;
    const generation = aside.generation(id);
    try {
      const fresh = await aside.openGeneration(id, generation + 1);
      const fetching = fetchFresh(fresh, account, environment);
      this.#fetching.set(id, fetching);
      if (this.#closed) fetching.end();
      const whole = await fetching.whole;
      fetching.end();
      await fresh.kept();
      const kept = fresh.failure === undefined;
      await fresh.close();
      // What cannot be kept on this machine cannot take the place of what is.
      if (whole && kept && !this.#closed) aside.replace(id, generation, name());
    } catch (error) {
      environment.log.warn(`Space ${id} cannot be fetched anew: ${String(error)}`);
    } finally {
      this.#fetching.delete(id);
    }
  }
}

function isMore<T>(now: readonly T[], seen: readonly T[]): boolean {
  // Who was offline for long has thousands of edits.
  const known = new Set(seen);
  return now.some((one) => !known.has(one));
}
