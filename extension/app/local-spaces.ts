/**
 * What is on this machine alone. What was made before one signs in moves into the account's personal space, and a new replica
 * begins for whoever works here without an account after that. So there is a row of them, of which only the last is nobody's.
 * A retired one is never removed: it says whose it is, without which its place in the row would be nobody's again, and what a window
 * that slept meanwhile still writes to it is found there and moved at a later start.
 */
import { asId } from '../../shared/ids';
import { adoptShared, adoptSpace, type Owner } from '../../shared/operations/adopt';
import { accountKey, LOCAL_SPACE } from './account';
import type { Environment } from './environment';
import { LocalReplica } from './local-replica';
import type { ReplicaStore } from './replica-store';
import type { Session } from './session';

export interface LocalSpacesOptions {
  /** Opens the store of that name. */
  readonly openStore: (key: string) => ReplicaStore;
  readonly environment: Environment;
  /** A session was opened: who wants to hear of it listens now. */
  readonly opened: (session: Session) => void;
  /** Something here calls for `arrange`: a record was written, or another window has retired a replica. */
  readonly changed: () => void;
}

/** The local replicas of a window. `arrange` is to be called by one at a time. */
export class LocalSpaces {
  readonly #options: LocalSpacesOptions;
  readonly #open = new Map<number, LocalReplica>();
  /** Retired replicas of other accounts: they stay so, and need not be looked into again. */
  readonly #others = new Map<number, string>();
  #current: LocalReplica | undefined;
  #takenFor: string | undefined;
  #moves = false;

  constructor(options: LocalSpacesOptions) {
    this.#options = options;
  }

  /** The session of the replica that is nobody's yet. */
  get current(): Session | undefined {
    return this.#current?.session;
  }

  /** Whether it is to be shown beside an account: where it holds something that could not be moved. */
  get isLeft(): boolean {
    return this.#current?.holdsOwnRecords ?? false;
  }

  /** The key of the account into which another window has moved what was shown here, while this window is not in that account. */
  get takenFor(): string | undefined {
    return this.#takenFor;
  }

  /**
   * Opens what belongs to an account, or to nobody, closes the rest, and moves what there is into the account.
   * A replica that was moved stays open with its account: another window that has not heard may still write to it.
   */
  async arrange(account: Session | undefined): Promise<void> {
    const key = account?.account && accountKey(account.account);
    if (this.#takenFor === key) this.#takenFor = undefined;
    for (let number = 0; ; number++) {
      const other = this.#others.get(number);
      if (other !== undefined && other !== key) continue;
      const replica = this.#open.get(number) ?? (await this.#openAt(number));
      if (account && key !== undefined) await this.#move(replica, account, key);
      const { retiredFor } = replica;
      if (retiredFor === undefined) {
        this.#current = replica;
        return;
      }
      if (this.#current === replica) {
        this.#current = undefined;
        if (retiredFor !== key) this.#takenFor = retiredFor;
      }
      if (retiredFor === key) continue;
      this.#others.set(number, retiredFor);
      this.#open.delete(number);
      await replica.close();
    }
  }

  async kept(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ session }) => session.kept()));
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#current = undefined;
    await Promise.all(open.map((replica) => replica.close()));
  }

  async #openAt(number: number): Promise<LocalReplica> {
    const { openStore, environment, opened, changed } = this.#options;
    const store = openStore(number === 0 ? accountKey(undefined) : `${accountKey(undefined)}-${number}`);
    const replica = await LocalReplica.open(store, environment);
    this.#open.set(number, replica);
    this.#others.delete(number);
    opened(replica.session);
    replica.session.onRecords(() => changed());
    replica.onRetired(() => {
      if (!this.#moves) changed();
    });
    return replica;
  }

  async #move(replica: LocalReplica, account: Session, key: string): Promise<void> {
    const from = replica.session.space(LOCAL_SPACE)?.replica;
    const into = account.space(account.personal)?.replica;
    if (!from || !into || (replica.retiredFor === undefined && !replica.holdsOwnRecords)) return;
    this.#moves = true;
    try {
      if (!(await replica.retireFor(key))) return;
      const owner: Owner = { before: asId(LOCAL_SPACE), now: asId(account.personal) };
      adoptSpace(from, into, owner, this.#options.environment);
      const { team } = replica.session;
      for (const { known, registered } of team.born.all) {
        // One that has been moved and is not there any more was deleted since.
        const there = account.space(known.id) ?? (registered ? undefined : await account.create(known));
        const made = replica.session.space(known.id);
        if (!there || !made) continue;
        adoptShared(made.replica, there.replica, owner);
        team.born.registered(known.id);
      }
    } finally {
      this.#moves = false;
    }
  }
}
