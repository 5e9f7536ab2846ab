/** One replica of this machine alone, which nobody's account has yet, or which was moved into one. */
import type { SpaceId } from '../../shared/ids';
import { asId, derivedId } from '../../shared/ids';
import { LIST_KINDS, RECORD_KINDS } from '../../shared/layout';
import { LOCAL_SPACE } from './account';
import type { Environment } from './environment';
import type { Disposable } from './event';
import { LiveReplica } from './live-replica';
import type { OpenSpace } from './open-space';
import type { ReplicaStore } from './replica-store';
import { Session } from './session';

/** The replica beside the space's that says which account it was moved into. All windows share it, and follow it live. */
const RETIREMENT = asId<SpaceId>('retirement');

/** A local replica with its session. Once it is retired it stays so. */
export class LocalReplica {
  readonly session: Session;
  readonly #retirement: LiveReplica;

  private constructor(session: Session, retirement: LiveReplica) {
    this.session = session;
    this.#retirement = retirement;
  }

  /** Opens it; the store is closed with it. */
  static async open(store: ReplicaStore, environment: Environment): Promise<LocalReplica> {
    const [retirement, session] = await Promise.all([
      LiveReplica.open(store, RETIREMENT, environment),
      Session.open({ store, signedIn: undefined, known: [], keepKnown: () => {}, environment }),
    ]);
    return new LocalReplica(session, retirement);
  }

  /** The key of the account that it was moved into; undefined while it is nobody's. */
  get retiredFor(): string | undefined {
    const account = this.#account.get('account');
    return typeof account === 'string' ? account : undefined;
  }

  /** Tells that a window has retired it. */
  onRetired(listener: () => void): Disposable {
    const hear = () => listener();
    this.#account.observe(hear);
    return { dispose: () => this.#account.unobserve(hear) };
  }

  /** Whether someone has put anything into it, beyond what it starts with. */
  get holdsOwnRecords(): boolean {
    return this.session.spaces.some(({ replica }) => holdsOwnRecords(replica));
  }

  /**
   * Says for good, on this machine, which account it belongs to, before anything of it goes there: it never goes into two.
   * @returns whether it belongs to that account now; false where that cannot be kept, or another account has it
   */
  async retireFor(account: string): Promise<boolean> {
    if (this.retiredFor === undefined) {
      if (this.#retirement.failure) return false;
      this.#account.set('account', account);
      await this.#retirement.kept();
    }
    return this.retiredFor === account;
  }

  async close(): Promise<void> {
    await this.#retirement.close();
    await this.session.close();
  }

  get #account() {
    return this.#retirement.doc.getMap('retirement');
  }
}

function holdsOwnRecords({ view }: OpenSpace['replica']): boolean {
  for (const kind of RECORD_KINDS) {
    for (const { id } of view.records(kind)) if (!SEEDED.has(id)) return true;
  }
  return false;
}

const SEEDED: ReadonlySet<string> = new Set(
  LIST_KINDS.flatMap((kind) => [
    derivedId(LOCAL_SPACE, `${kind}-list`),
    derivedId(LOCAL_SPACE, `${kind}-list/section`),
  ]),
);
