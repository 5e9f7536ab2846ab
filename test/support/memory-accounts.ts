/** Who is signed in, kept in memory and shared by all windows of a test, as VS Code keeps it for all windows of a profile. */
import type { Account } from '../../extension/app/account';
import type { AccountKeeper } from '../../extension/app/desk';
import { Emitter } from '../../extension/app/event';

/** What outlives the windows. */
export class MemoryAccounts {
  readonly #changed = new Emitter<void>();
  readonly #spaces = new Map<string, string>();
  #signedIn: string | undefined;
  /** While set, nothing can be read, as when the system's key ring is locked. */
  failure: Error | undefined;

  /**
   * A keeper for one window; it hears of its own changes too, as VS Code tells them.
   * @param isDeaf as in VS Code in the browser: it knows what was kept when it started, and nothing that another window does
   */
  keeper(isDeaf = false): AccountKeeper {
    let atStart = this.#signedIn;
    const own = new Emitter<void>();
    const set = (signedIn: string | undefined) => {
      atStart = signedIn;
      this.#set(signedIn);
      own.fire();
    };
    return {
      load: async () => {
        if (this.failure) throw this.failure;
        const kept = isDeaf ? atStart : this.#signedIn;
        return kept === undefined ? undefined : (JSON.parse(kept) as SignedIn);
      },
      save: async (account, token) => set(JSON.stringify({ account, token })),
      clear: async () => set(undefined),
      onChange: isDeaf ? own.event : this.#changed.event,
      spaces: (key) => {
        const kept = this.#spaces.get(key);
        return kept === undefined ? undefined : JSON.parse(kept);
      },
      keepSpaces: (key, spaces) => void this.#spaces.set(key, JSON.stringify(spaces)),
    };
  }

  #set(signedIn: string | undefined): void {
    this.#signedIn = signedIn;
    this.#changed.fire();
  }
}

interface SignedIn {
  readonly account: Account;
  readonly token: string;
}
