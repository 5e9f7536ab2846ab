/** The spaces that a window shows: those of the account that is signed in, and those that live on this machine alone. */
import { asId, type SpaceId } from '../../shared/ids';
import { History } from '../../shared/operations/history';
import type { Surroundings } from '../../shared/operations/space';
import { type UpdateSpace, updateSpace } from '../../shared/operations/space-fields';
import type { ViewChange } from '../../shared/reader/view';
import { type Account, accountKey, type SignInFailure, signIn } from './account';
import type { SyncStatus } from './connection/sync-status';
import type { Environment } from './environment';
import { type Disposable, Emitter } from './event';
import { type InviteLink, type JoinFailure, join } from './invite-link';
import { type KnownSpace, readKept, toKept } from './known-spaces';
import { LateEdits } from './late-edits';
import { LocalSpaces } from './local-spaces';
import type { OpenSpace } from './open-space';
import type { KeepFailure } from './patient-replica';
import type { Presence } from './presence';
import type { AsideDocument } from './refused/aside-document';
import type { Names } from './refused/field-states';
import type { RefusedSpace } from './refused/refused-space';
import type { ReplicaStore } from './replica-store';
import { type LostSpace, Session, type UntakenSpace } from './session';
import { canWrite } from './space-access';
import type { Team } from './team/team';

/** Where it is kept who is signed in. The token goes into the host's secret storage and nowhere else. */
export interface AccountKeeper {
  load(): Promise<{ readonly account: Account; readonly token: string } | undefined>;
  save(account: Account, token: string): Promise<void>;
  clear(): Promise<void>;
  /** Tells that another window has signed in or out. */
  readonly onChange: (listener: () => void) => Disposable;
  /** What was kept of an account's spaces, as it was given to `keepSpaces`. */
  spaces(key: string): unknown;
  keepSpaces(key: string, spaces: unknown): void;
}

export interface DeskOptions {
  readonly accounts: AccountKeeper;
  /** Opens the store of the account that `accountKey` names. */
  readonly openStore: (key: string) => ReplicaStore;
  readonly environment: Environment;
}

/** What a window works on. Changes of account happen one after the other. */
export class Desk {
  /** What has been done in this window, to be undone and redone. */
  readonly history: History;
  /** What commands hand to operations: who writes, ids, time, and the history that takes down what was written. */
  readonly surroundings: Surroundings;
  readonly #options: DeskOptions;
  readonly #spacesChanged = new Emitter<void>();
  /** The spaces of a session can be worked with, perhaps before they are shown. */
  readonly #opened = new Emitter<void>();
  readonly #recordsChanged = new Emitter<{ space: SpaceId; change: ViewChange }>();
  readonly #statusChanged = new Emitter<void>();
  readonly #lost = new Emitter<LostSpace>();
  readonly #untaken = new Emitter<UntakenSpace>();
  readonly #teamChanged = new Emitter<void>();
  readonly #otherWindows: Disposable;
  readonly #local: LocalSpaces;
  readonly #lateEdits: LateEdits;
  #account: Session | undefined;
  #token: string | undefined;
  /** The session whose spaces of this machine alone are shown. */
  #localShown: Session | undefined;
  #closed = false;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(options: DeskOptions) {
    this.#options = options;
    const { newId, now } = options.environment;
    this.history = new History((id) => {
      const space = this.space(id);
      return space && canWrite(space) ? space.replica : undefined;
    }, now);
    this.surroundings = { origin: 'command', newId, now, history: this.history };
    this.#otherWindows = options.accounts.onChange(() => void this.#oneByOne(() => this.#followIfKnown()));
    this.#local = new LocalSpaces({
      openStore: options.openStore,
      environment: options.environment,
      opened: (session) => this.#listenTo(session),
      changed: () => void this.#oneByOne(() => this.#arrangeLocal()),
    });
    this.#lateEdits = new LateEdits({
      environment: options.environment,
      spaces: () => this.#account?.spaces ?? [],
      changes: [this.#spacesChanged.event, this.#recordsChanged.event],
    });
  }

  /** Opens what is kept: the spaces of this machine, and with an account that account's. Needs no server. */
  start(): Promise<void> {
    return this.#oneByOne(async () => {
      await this.#followIfKnown();
      await this.#arrangeLocal();
      this.#statusChanged.fire();
    });
  }

  /** The spaces to show, the personal one first. What is on this machine alone shows beside an account's only if it could not be moved there. */
  get spaces(): readonly OpenSpace[] {
    return [...(this.#account?.spaces ?? []), ...(this.#localToShow?.spaces ?? [])];
  }

  /** A space that can be worked with, perhaps before it shows. */
  space(id: string): OpenSpace | undefined {
    return this.#account?.space(id) ?? this.#local.current?.space(id);
  }

  /** Resolves when a space can be worked with; where none of that id is kept here, when all are open that are. */
  opened(id: string): Promise<void> {
    return this.#when(() => this.space(id) !== undefined);
  }

  /** Resolves when a space shows, and with it all of its account; where none of that id is kept here, when all are open that are. */
  shown(id: string): Promise<void> {
    return this.#when(() => this.spaces.some(({ known }) => known.id === id));
  }

  /** Who else has what open in a space; undefined for one that is on this machine alone. */
  presence(id: string): Presence | undefined {
    return this.#account?.presence(id);
  }

  get account(): Account | undefined {
    return this.#account?.account;
  }

  get status(): SyncStatus {
    return this.#account?.status ?? { kind: 'local', ...(this.#local.takenFor !== undefined && { isTaken: true }) };
  }

  /** Why changes are not being kept on this machine now, or what is kept was not read; undefined where all is well. `onStatus` tells when that changes. */
  get failure(): KeepFailure | undefined {
    return this.#account?.failure ?? this.#local.current?.failure;
  }

  /** The spaces to show are others than before. */
  get onSpaces(): Emitter<void>['event'] {
    return this.#spacesChanged.event;
  }

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

  /** Who is in the account's spaces as far as this machine knows; undefined where nobody is signed in. */
  get team(): Team | undefined {
    return this.#account?.team;
  }

  /** Tells that somebody has come, gone or changed in a space, or that an invite has. */
  get onTeam(): Emitter<void>['event'] {
    return this.#teamChanged.event;
  }

  /** Whether a space was made on this machine and is not on the server yet, nor perhaps ever. */
  isBorn(id: string): boolean {
    return this.#holder(id)?.team.born.get(id) !== undefined;
  }

  /** Whether no server has a space, so that nobody but this machine keeps it. */
  isHereOnly(id: string): boolean {
    const holder = this.#holder(id);
    return holder !== undefined && (!holder.account || holder.team.born.get(id)?.registered === false);
  }

  /**
   * Makes a workspace, or a project in one, with its default lists. Needs no server.
   * @param fields its name and what else is known of it; valid
   * @returns undefined where nothing is open to make it in
   */
  async create(
    kind: 'workspace' | 'project',
    workspace: SpaceId | undefined,
    fields: UpdateSpace,
  ): Promise<OpenSpace | undefined> {
    const session = (workspace && this.#holder(workspace)) ?? this.#account ?? this.#local.current;
    const id = asId<SpaceId>(this.surroundings.newId());
    const space = await session?.create({ id, kind, role: 'owner', workspace });
    // To undo this would leave a space without a name.
    if (space) updateSpace(space.replica, fields, { ...this.surroundings, history: undefined });
    return space;
  }

  /** Takes away spaces that were made on this machine and that the server does not have: one, with its projects. */
  async discard(id: SpaceId): Promise<void> {
    const session = this.#holder(id);
    for (const { known } of session?.team.born.all ?? [])
      if (known.id === id || known.workspace === id) await session?.discard(known.id);
  }

  /** What the account's server refused, and nobody has decided about yet. `onStatus` tells when that changes. */
  get asides(): readonly RefusedSpace[] {
    return this.#account?.asides ?? [];
  }

  /** Reads what is set aside of a space; undefined where nothing is any more. Who gets it closes it. */
  async readAside(id: SpaceId, names: Names): Promise<AsideDocument | undefined> {
    return this.#account?.readAside(id, names);
  }

  /**
   * Lets go of what is set aside of a space: it is counted and sent no more.
   * @param seen what it was when someone decided about it
   * @returns whether that is done; not where more has been refused since
   */
  async settleAside(seen: RefusedSpace): Promise<boolean> {
    return this.#account?.settleAside(seen) ?? true;
  }

  /** Signs in; nothing changes where that fails. Who was signed in before stays on this machine, to be signed in again. */
  async connect(address: string, token: string): Promise<Account | SignInFailure> {
    const answer = await signIn(address, token, this.#options.environment);
    if (answer.kind !== 'account') return answer;
    await this.#oneByOne(async () => {
      await this.#options.accounts.save(answer.account, token);
      await this.#follow();
      // Signed in already, and perhaps refused until now.
      this.reconnect();
    });
    return answer.account;
  }

  /** Becomes a user by an invite link, and is signed in as that; nothing changes where that fails. */
  async join(link: InviteLink, name: string): Promise<Account | JoinFailure> {
    const answer = await join(link, name, this.#options.environment);
    if (answer.kind !== 'joined') return answer;
    await this.#oneByOne(async () => {
      await this.#options.accounts.save(answer.account, answer.token);
      await this.#follow();
    });
    return answer.account;
  }

  /** Signs out. What the account has on this machine stays there, unseen until it is signed in again. */
  disconnect(): Promise<void> {
    return this.#oneByOne(async () => {
      await this.#options.accounts.clear();
      await this.#follow();
    });
  }

  /** Tries to reach the server at once. */
  reconnect(): void {
    this.#account?.reconnect();
  }

  /** Tries again now what waits for the server, as when the person comes back to the window. What was refused stays so. */
  hurry(): void {
    this.#account?.hurry();
  }

  /** Resolves when every change made so far is kept on this machine. */
  async kept(): Promise<void> {
    await Promise.all([this.#local.kept(), this.#account?.kept()]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#otherWindows.dispose();
    this.#lateEdits.dispose();
    await this.#oneByOne(async () => {
      const account = this.#account;
      this.#account = undefined;
      await Promise.all([this.#local.close(), account?.close()]);
    });
    // Nobody waits for what does not come any more.
    this.#statusChanged.fire();
    for (const emitter of [
      ...[this.#spacesChanged, this.#opened, this.#recordsChanged, this.#statusChanged],
      ...[this.#lost, this.#untaken, this.#teamChanged],
    ])
      emitter.dispose();
  }

  /** Brings this window to the account that is kept, which another window may have changed. */
  async #follow(): Promise<void> {
    const kept = await this.#options.accounts.load();
    const before = this.#account;
    if (this.#closed || (accountKey(kept?.account) === accountKey(before?.account) && kept?.token === this.#token))
      return;
    // No command finds a replica that is about to close: what it wrote there would not be kept.
    this.#account = undefined;
    this.#token = kept?.token;
    await before?.close();
    if (kept) await this.#openSession(kept);
    this.#opened.fire();
    await this.#arrangeLocal();
    this.#spacesChanged.fire();
    this.#statusChanged.fire();
    this.#teamChanged.fire();
  }

  /** Follows; where the host cannot say who is signed in, everything stays as it is. */
  async #followIfKnown(): Promise<void> {
    try {
      await this.#follow();
    } catch (error) {
      this.#options.environment.log.warn(`Who is signed in cannot be read: ${String(error)}`);
    }
  }

  async #openSession(signedIn: { account: Account; token: string }): Promise<void> {
    const { accounts, environment, openStore } = this.#options;
    const key = accountKey(signedIn.account);
    const keepKnown = (spaces: readonly KnownSpace[]) => accounts.keepSpaces(key, toKept(spaces));
    const known = readKept(accounts.spaces(key));
    const begun = (session: Session) => {
      this.#listenTo(session);
      session.onOpened(() => this.#opened.fire());
      session.onLost((lost) => this.#lost.fire(lost));
      session.onUntaken((untaken) => this.#untaken.fire(untaken));
      this.#account = session;
    };
    try {
      await Session.open({ store: openStore(key), signedIn, known, keepKnown, environment, begun });
    } catch (error) {
      // Nobody is to work with a part of it.
      const part = this.#account;
      this.#account = undefined;
      await part?.close();
      throw error;
    }
  }

  /** Resolves when something is so that a space's opening can bring about, or when all are open that are. */
  async #when(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    let listening: Disposable | undefined;
    const has = new Promise<void>((resolve) => {
      listening = this.#opened.event(() => isSo() && resolve());
    });
    await Promise.race([has, this.#changing]);
    listening?.dispose();
  }

  #listenTo(session: Session): void {
    session.onSpaces(() => this.#spacesChanged.fire());
    session.onStatus(() => this.#statusChanged.fire());
    session.onRecords((event) => this.#recordsChanged.fire(event));
    session.team.roster.onChange(() => this.#teamChanged.fire());
  }

  #holder(id: string): Session | undefined {
    return [this.#account, this.#local.current].find((session) => session?.space(id));
  }

  get #localToShow(): Session | undefined {
    return this.#account && !this.#local.isLeft ? undefined : this.#local.current;
  }

  /** Moves what is on this machine alone into the account, also what a window that is not signed in yet still puts there. */
  async #arrangeLocal(): Promise<void> {
    if (this.#closed) return;
    const { takenFor } = this.#local;
    await this.#local.arrange(this.#account);
    if (this.#local.takenFor !== takenFor) {
      // VS Code in the browser does not tell of it, and gives what another window has kept from the next start on.
      await this.#followIfKnown();
      this.#statusChanged.fire();
    }
    const shown = this.#localToShow;
    if (shown === this.#localShown) return;
    this.#localShown = shown;
    this.#spacesChanged.fire();
  }

  #oneByOne<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#changing.then(change);
    this.#changing = result.catch(() => undefined);
    return result;
  }
}
