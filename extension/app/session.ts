/** What one window works with: the replicas of the spaces that its account can open, and their lines to the server. */
import type { SpaceId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import type { ViewChange } from '../../shared/reader/view';
import { type Account, LOCAL_SPACE } from './account';
import { SpaceConnection } from './connection/space-connection';
import { type SyncStatus, summarize } from './connection/sync-status';
import type { Environment } from './environment';
import { Emitter } from './event';
import { type KnownSpace, readNews } from './known-spaces';
import { LiveReplica } from './live-replica';
import type { ReplicaStore, StoreFailure } from './replica-store';

/** A space that is open in this window. */
export interface OpenSpace {
  readonly known: KnownSpace;
  readonly replica: LiveReplica;
}

export interface SessionOptions {
  /** Where this account's replicas are kept; the session closes it. */
  readonly store: ReplicaStore;
  /** Who is signed in, with what; undefined: nobody, and nothing leaves this machine. */
  readonly signedIn: { readonly account: Account; readonly token: string } | undefined;
  /** The spaces that the server last named. */
  readonly known: readonly KnownSpace[];
  /** Keeps the spaces that the server names now. */
  readonly keepKnown: (spaces: readonly KnownSpace[]) => void;
  readonly environment: Environment;
}

/** A session of one account (or of nobody). Ends with `close`; another account gets another session. */
export class Session {
  readonly #options: SessionOptions;
  readonly #open = new Map<SpaceId, OpenSpace>();
  readonly #connections = new Map<SpaceId, SpaceConnection>();
  readonly #spacesChanged = new Emitter<void>();
  readonly #recordsChanged = new Emitter<{ space: SpaceId; change: ViewChange }>();
  readonly #statusChanged = new Emitter<void>();
  #closed = false;
  #arranging: Promise<void> = Promise.resolve();

  private constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Opens the replicas of a session, and with an account starts their lines. Needs no server. */
  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options);
    await session.#arrange(options.known);
    return session;
  }

  get account(): Account | undefined {
    return this.#options.signedIn?.account;
  }

  /** The id of the personal space: the user's, or that of this machine. */
  get personal(): SpaceId {
    return (this.account?.user.id ?? LOCAL_SPACE) as SpaceId;
  }

  /** The open spaces: the personal one first, then in the order that the server gives. */
  get spaces(): readonly OpenSpace[] {
    return [...this.#open.values()];
  }

  space(id: string): OpenSpace | undefined {
    return this.#open.get(id as SpaceId);
  }

  /** How the session stands with its server, all lines taken together. */
  get status(): SyncStatus {
    if (!this.#options.signedIn) return { kind: 'local' };
    return summarize([...this.#connections.values()].map(({ state }) => state));
  }

  /** Why changes are not being kept on this machine now; undefined where they are. `onStatus` tells when that changes. */
  get failure(): StoreFailure | undefined {
    return this.spaces.find(({ replica }) => replica.failure)?.replica.failure;
  }

  get onSpaces(): Emitter<void>['event'] {
    return this.#spacesChanged.event;
  }

  /** Tells what changed in an open space. */
  get onRecords(): Emitter<{ space: SpaceId; change: ViewChange }>['event'] {
    return this.#recordsChanged.event;
  }

  get onStatus(): Emitter<void>['event'] {
    return this.#statusChanged.event;
  }

  /** Tries every line again now, also those that wait or were refused. */
  reconnect(): void {
    for (const connection of this.#connections.values()) connection.start();
  }

  /** Keeps what waits, ends the lines, closes the store. Closing twice is fine. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const emitter of [this.#spacesChanged, this.#recordsChanged, this.#statusChanged]) emitter.dispose();
    for (const connection of this.#connections.values()) connection.dispose();
    this.#connections.clear();
    await this.#arranging;
    await Promise.all([...this.#open.values()].map(({ replica }) => replica.close()));
    this.#open.clear();
    await this.#options.store.close();
  }

  /** Opens what is new and closes what is gone, one arrangement after the other. */
  #arrange(spaces: readonly KnownSpace[]): Promise<void> {
    const arranged = this.#arranging.then(() => (this.#closed ? undefined : this.#arrangeNow(spaces)));
    // One that fails keeps neither the next one nor the end from coming.
    this.#arranging = arranged.catch(() => undefined);
    return arranged;
  }

  async #arrangeNow(spaces: readonly KnownSpace[]): Promise<void> {
    const own: KnownSpace = { id: this.personal, kind: 'user', role: 'owner', workspace: undefined };
    const wanted = new Map([own, ...spaces.filter(({ id }) => id !== own.id)].map((known) => [known.id, known]));
    for (const [id, { replica }] of this.#open) {
      if (wanted.has(id)) continue;
      this.#connections.get(id)?.dispose();
      this.#connections.delete(id);
      this.#open.delete(id);
      await replica.close();
    }
    const before = new Map(this.#open);
    const { store, environment } = this.#options;
    const opened = await Promise.all(
      [...wanted.values()].map(async (known) => {
        const replica = before.get(known.id)?.replica ?? (await LiveReplica.open(store, known.id, environment.log));
        return { known, replica };
      }),
    );
    this.#open.clear();
    for (const space of opened) {
      this.#open.set(space.known.id, space);
      // Where the session has ended meanwhile it only closes them: nobody would end a line that starts now.
      if (!before.has(space.known.id) && !this.#closed) this.#begin(space);
    }
    this.#spacesChanged.fire();
    this.#statusChanged.fire();
  }

  #begin({ known, replica }: OpenSpace): void {
    const { signedIn, environment } = this.#options;
    // With an account the server has seeded the space; the seed is the same bytes wherever it is made.
    if (known.id === this.personal) replica.apply(seedUpdate(known.id, 'user'), 'seed');
    for (const { message } of replica.problems) environment.log.warn(message);
    replica.onProblem(({ message }) => environment.log.warn(message));
    replica.onWriting(() => this.#statusChanged.fire());
    replica.view.onChange((change) => this.#recordsChanged.fire({ space: known.id, change }));
    if (!signedIn) return;
    const { account, token } = signedIn;
    const asksNews = known.id === this.personal;
    const connection = new SpaceConnection(account.url, known.id, replica.doc, token, asksNews, environment);
    this.#connections.set(known.id, connection);
    connection.onState(() => this.#statusChanged.fire());
    connection.onNews((json) => this.#takeNews(json));
    connection.start();
  }

  #takeNews(json: string): void {
    const spaces = readNews(json);
    if (!spaces) {
      this.#options.environment.log.warn('The server names its spaces in a way that this version does not know.');
      return;
    }
    this.#options.keepKnown(spaces);
    void this.#arrange(spaces).catch((error: unknown) => {
      this.#options.environment.log.warn(`The spaces could not be opened: ${String(error)}`);
    });
  }
}
