/** What one window works with: the replicas of the spaces that its account can open, and their lines to the server. */
import type { SpaceId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import type { ViewChange } from '../../shared/reader/view';
import { type Account, LOCAL_SPACE } from './account';
import { AsideKeeper } from './aside-keeper';
import { SetAside } from './connection/set-aside';
import { SpaceLines } from './connection/space-lines';
import { type SyncStatus, summarize } from './connection/sync-status';
import { UnsentEdits } from './connection/unsent-edits';
import type { Environment } from './environment';
import { Emitter } from './event';
import { type KnownSpace, readNews } from './known-spaces';
import { LiveReplica } from './live-replica';
import type { OpenSpace } from './open-space';
import { OpenSpaces } from './open-spaces';
import type { KeepFailure } from './patient-replica';
import type { Presence } from './presence';
import type { AsideDocument } from './refused/aside-document';
import type { Names } from './refused/field-states';
import type { RefusedSpace } from './refused/refused-space';
import type { ReplicaStore } from './replica-store';
import { hasWritingRole } from './space-access';
import { SpaceReplicas } from './space-replicas';
import { Team } from './team/team';
import type { TeamFailure } from './team/team-failure';
import { WantedSpaces } from './wanted-spaces';

export interface SessionOptions {
  /** Where this account's replicas are kept; the session closes it. */
  readonly store: ReplicaStore;
  /** Who is signed in, with what; undefined: nobody, and nothing leaves this machine. */
  readonly signedIn: { readonly account: Account; readonly token: string } | undefined;
  /** The spaces that the server last named. */
  readonly known: readonly KnownSpace[];
  /** Keeps the spaces that the server names now. */
  readonly keepKnown: (spaces: readonly KnownSpace[]) => void;
  /** Is handed the session before its spaces are open: each can be worked with as soon as it is, all show when all are. */
  readonly begun?: (session: Session) => void;
  readonly environment: Environment;
}

/** A space that its account can no longer open, though edits of it were not sent. They stay in its replica on this machine. */
export interface LostSpace {
  readonly id: SpaceId;
  readonly name: string;
  readonly unsent: number;
}

/** A space that was made here and that the server does not take. It stays on this machine. */
export interface UntakenSpace {
  readonly name: string;
  readonly failure: TeamFailure;
}

/** A session of one account (or of nobody). Ends with `close`; another account gets another session. */
export class Session {
  readonly #options: SessionOptions;
  readonly #open: OpenSpaces;
  /** Undefined: nobody is signed in. */
  readonly #lines: SpaceLines | undefined;
  readonly #spacesChanged = new Emitter<void>();
  readonly #spaceOpened = new Emitter<void>();
  readonly #recordsChanged = new Emitter<{ space: SpaceId; change: ViewChange }>();
  readonly #statusChanged = new Emitter<void>();
  readonly #lost = new Emitter<LostSpace>();
  readonly #untaken = new Emitter<UntakenSpace>();
  readonly #unsent: UnsentEdits | undefined;
  /** Who is in the spaces, and which are new. */
  readonly team: Team;
  readonly #wanted: WantedSpaces;
  /** Whether what the server has named since this session began is open. */
  #isCurrent = false;
  /** Whom a replica has been told to read as assignees. */
  readonly #members = new WeakMap<LiveReplica, ReadonlySet<string>>();
  readonly #aside: SetAside | undefined;
  readonly #asideKeeper: AsideKeeper | undefined;
  #closed = false;
  /** Which spaces were open, and how, when that was told last. */
  #stood: string;

  private constructor(
    options: SessionOptions,
    unsent: UnsentEdits | undefined,
    aside: SetAside | undefined,
    team: Team,
  ) {
    const { signedIn, environment } = options;
    this.#options = options;
    this.#unsent = unsent;
    this.#aside = aside;
    this.team = team;
    this.#wanted = new WantedSpaces(this.personal, options.known, team.born);
    this.#open = new OpenSpaces({
      replicas: new SpaceReplicas(options.store, aside, environment),
      wanted: () => this.#wanted.all,
      gone: (space) => this.#gone(space),
      replaced: (id) => this.#lines?.end(id),
      opened: (space, isNew) => this.#opened(space, isNew),
      arranged: (isReplaced) => this.#arranged(isReplaced),
    });
    this.#stood = this.#standing();
    if (signedIn && aside && unsent) {
      const { account, token } = signedIn;
      this.#asideKeeper = new AsideKeeper({ account: { url: account.url, token }, aside, unsent, environment });
      this.#lines = new SpaceLines({
        ...{ account, token, personal: this.personal, unsent, environment },
        changed: (space) => {
          this.#statusChanged.fire();
          this.#setAsideIfRefused(space);
        },
        lost: (space) => {
          // One that was born here and is gone there before it was ever named is in no news.
          const isBorn = this.team.born.get(space) !== undefined;
          if (isBorn) this.team.born.remove(space);
          return !isBorn;
        },
        news: (json) => this.#takeNews(json),
      });
    }
    unsent?.onChange(() => this.#statusChanged.fire());
    aside?.onChange(() => {
      this.#statusChanged.fire();
      if (this.#open.isBehind) this.#arrangeAnew();
    });
    team.born.onChange(() => this.#arrangeAnew());
    team.roster.onChange(() => this.#setMembers());
  }

  /** Opens the replicas of a session, and with an account starts their lines. Needs no server. */
  static async open(options: SessionOptions): Promise<Session> {
    const { signedIn, store, environment } = options;
    const [team, unsent, aside] = await Promise.all([
      Team.open(store, signedIn, environment),
      signedIn && UnsentEdits.open(store, environment),
      signedIn && SetAside.open(store, environment),
    ]);
    const session = new Session(options, unsent, aside, team);
    options.begun?.(session);
    await session.#open.arrange();
    return session;
  }

  get account(): Account | undefined {
    return this.#options.signedIn?.account;
  }

  /** The id of the personal space: the user's, or that of this machine. */
  get personal(): SpaceId {
    return (this.account?.user.id ?? LOCAL_SPACE) as SpaceId;
  }

  /** The spaces to show: the personal one first, then in the order that the server gives. */
  get spaces(): readonly OpenSpace[] {
    return this.#open.all;
  }

  /** A space that is open, perhaps before all are. */
  space(id: string): OpenSpace | undefined {
    return this.#open.get(id as SpaceId);
  }

  /** Who else has what open in a space; undefined where nobody is signed in. */
  presence(id: string): Presence | undefined {
    return this.#lines?.presence(id as SpaceId);
  }

  /** How the session stands with its server, all lines taken together. */
  get status(): SyncStatus {
    if (!this.#lines) return { kind: 'local' };
    const lines = this.#lines.all.map(({ space, state, refuses }) => ({
      space,
      state,
      refuses: refuses || this.#aside?.of(space)?.why === 'read-only',
      personal: space === this.personal,
    }));
    const lost = (this.#aside?.spaces ?? [])
      .filter(({ id, why }) => why === 'lost' && !this.#open.get(id))
      .map(({ id }) => id);
    const status = summarize(lines, this.#countUnsent(lost), lost);
    // Until the server has named the spaces and they are open, nobody is to take what shows for all that there is.
    const isComing = !this.#isCurrent && (status.kind === 'synced' || status.kind === 'sending');
    return isComing ? { kind: 'connecting', unsent: status.unsent } : status;
  }

  /** What the server refused and nobody has decided about yet. */
  get asides(): readonly RefusedSpace[] {
    return this.#asideKeeper?.spaces ?? [];
  }

  /** Reads what is set aside of a space; undefined where nothing is any more. Who gets it closes it. */
  async readAside(id: SpaceId, names: Names): Promise<AsideDocument | undefined> {
    return this.#asideKeeper?.read(id, await this.#open.inPlace(id), names);
  }

  /** Lets go of what is set aside of a space (`AsideKeeper.settle`). */
  async settleAside(seen: RefusedSpace): Promise<boolean> {
    return this.#asideKeeper?.settle(seen, await this.#open.inPlace(seen.id)) ?? true;
  }

  /** How many edits of a space are not known to be on the server's disk. */
  unsentOf(space: SpaceId): number {
    return this.#unsent?.of(space).length ?? 0;
  }

  /** Why changes are not being kept on this machine now, or what is kept was not read; undefined where all is well. `onStatus` tells when that changes. */
  get failure(): KeepFailure | undefined {
    return this.#open.each.find(({ replica }) => replica.failure)?.replica.failure;
  }

  get onSpaces(): Emitter<void>['event'] {
    return this.#spacesChanged.event;
  }

  /** Tells that a space can be worked with, perhaps before it shows. */
  get onOpened(): Emitter<void>['event'] {
    return this.#spaceOpened.event;
  }

  /** Tells what changed in an open space. */
  get onRecords(): Emitter<{ space: SpaceId; change: ViewChange }>['event'] {
    return this.#recordsChanged.event;
  }

  get onStatus(): Emitter<void>['event'] {
    return this.#statusChanged.event;
  }

  /** Tells of a space that is no longer the account's while edits of it were not sent. */
  get onLost(): Emitter<LostSpace>['event'] {
    return this.#lost.event;
  }

  /** Tells of a space that was made here and that the server does not take. */
  get onUntaken(): Emitter<UntakenSpace>['event'] {
    return this.#untaken.event;
  }

  /**
   * Makes a workspace or a project, with its default lists; the server is told as soon as it can be.
   * @returns when it is open here; undefined where the session has ended
   */
  async create(known: KnownSpace): Promise<OpenSpace | undefined> {
    if (this.#closed) return undefined;
    this.team.born.add(known);
    await this.#open.arrange();
    void this.#register();
    return this.#open.get(known.id);
  }

  /** Takes away a space that was made here and that the server does not have. What it held is shown nowhere any more. */
  async discard(id: SpaceId): Promise<void> {
    this.#unsent?.settle(this.#unsent.of(id));
    this.team.born.remove(id);
    await this.#open.arrange();
  }

  /** Tries every line again now, also those that wait or were refused. */
  reconnect(): void {
    this.#lines?.reconnect();
    void this.#register();
  }

  /** Tries the lines that wait for their time again now, as when the machine wakes. */
  hurry(): void {
    this.#lines?.hurry();
  }

  /** Resolves when every change made so far is kept on this machine, or could not be. */
  async kept(): Promise<void> {
    const { team } = this;
    const all = [
      ...this.#open.each.map(({ replica }) => replica.kept()),
      this.#unsent?.kept(),
      this.#aside?.kept(),
      team.kept(),
    ];
    await Promise.all(all);
  }

  /** Keeps what waits, ends the lines, closes the store. Closing twice is fine. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#open.end();
    for (const emitter of [
      ...[this.#spacesChanged, this.#spaceOpened, this.#recordsChanged, this.#statusChanged],
      ...[this.#lost, this.#untaken],
    ])
      emitter.dispose();
    this.#lines?.endAll();
    await this.#asideKeeper?.close();
    await this.#open.close();
    await this.#unsent?.close();
    await this.team.close();
    await this.#aside?.close();
    await this.#options.store.close();
  }

  #arrangeAnew(): void {
    void this.#open.arrange().catch((error: unknown) => {
      this.#options.environment.log.warn(`The spaces could not be opened: ${String(error)}`);
    });
  }

  #gone({ known: { id }, replica }: OpenSpace): void {
    const lost = { id, name: replica.view.fields.name, unsent: this.unsentOf(id) };
    this.#lines?.end(id);
    if (lost.unsent === 0) return;
    this.#aside?.lose(id, lost.name);
    this.#lost.fire(lost);
  }

  #opened(space: OpenSpace, isNew: boolean): void {
    const { id } = space.known;
    if (isNew) this.#begin(space);
    if (!this.#lines?.of(id) && this.#wanted.isOnServer(id)) this.#lines?.begin(space);
    if (id !== this.personal) this.#asideKeeper?.opened(space);
    this.#setAsideIfRefused(id);
    if (!isNew) return;
    this.#setMembers([space]);
    this.#spaceOpened.fire();
  }

  #arranged(isReplaced: boolean): void {
    this.#setMembers();
    // Most news say what was known: then no tree is drawn anew.
    const stands = this.#standing();
    if (isReplaced || stands !== this.#stood) this.#spacesChanged.fire();
    this.#stood = stands;
    this.#statusChanged.fire();
  }

  /** Which spaces are open in which order and how, as a text that is another one when something of that is. */
  #standing(): string {
    const how = ({ known }: OpenSpace) => [
      known,
      this.#lines?.of(known.id) !== undefined,
      this.team.born.get(known.id),
    ];
    return JSON.stringify(this.spaces.map(how));
  }

  /** Edits that one was not allowed to make would be shown as if others had them: the server's state takes their place. */
  #setAsideIfRefused(id: SpaceId): void {
    const space = this.#open.get(id);
    if (this.#closed || !space || id === this.personal || hasWritingRole(space)) return;
    if (!this.#wanted.isByReadingToken && this.#lines?.of(id)?.refuses) this.#asideKeeper?.replace(space);
  }

  #begin({ known, replica }: OpenSpace): void {
    const { environment } = this.#options;
    // With an account the server has seeded the space; the seed is the same bytes wherever it is made.
    if (known.id === this.personal || this.team.born.get(known.id))
      replica.apply(seedUpdate(known.id, known.kind), 'seed');
    for (const { message } of replica.problems) environment.log.warn(message);
    replica.onProblem(({ message }) => {
      environment.log.warn(message);
      this.#statusChanged.fire();
    });
    replica.onWriting(() => this.#statusChanged.fire());
    replica.view.onChange((change) => this.#recordsChanged.fire({ space: known.id, change }));
    const isOwn = (origin: unknown) => origin !== this.#lines?.of(known.id)?.origin;
    this.#unsent?.follow(known.id, replica.doc, (origin) => isOwn(origin) && LiveReplica.isEdit(origin));
  }

  #countUnsent(lost: readonly SpaceId[]): number {
    return [...this.#open.each.map(({ known }) => known.id), ...lost].reduce((sum, id) => sum + this.unsentOf(id), 0);
  }

  #takeNews(json: string): void {
    const spaces = readNews(json);
    if (!spaces) {
      this.#options.environment.log.warn('The server names its spaces in a way that this version does not know.');
      return;
    }
    this.#options.keepKnown(spaces);
    this.#wanted.take(spaces);
    this.#arrangeAnew();
    void this.#open.settled().then(() => {
      if (this.#isCurrent) return;
      this.#isCurrent = true;
      this.#statusChanged.fire();
    });
    void this.team.refresh();
    void this.#register();
  }

  async #register(): Promise<void> {
    for (const { known, failure } of await this.team.register())
      this.#untaken.fire({ name: this.#open.get(known.id)?.replica.view.fields.name ?? '', failure });
  }

  /** Only members are read as assignees. Where it is not known who they are, everyone is. */
  #setMembers(spaces = this.#open.each): void {
    for (const { known, replica } of spaces) {
      const members = this.team.roster.assignable(known);
      if (members && members !== this.#members.get(replica)) {
        this.#members.set(replica, members);
        replica.view.setMembers((user) => members.has(user));
      }
    }
  }
}
