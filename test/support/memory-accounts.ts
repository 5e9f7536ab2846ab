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

  /** A keeper for one window; it hears of its own changes too, as VS Code tells them. */
  keeper(): AccountKeeper {
    return {
      load: async () => {
        if (this.failure) throw this.failure;
        return this.#signedIn === undefined ? undefined : (JSON.parse(this.#signedIn) as SignedIn);
      },
      save: async (account, token) => this.#set(JSON.stringify({ account, token })),
      clear: async () => this.#set(undefined),
      onChange: this.#changed.event,
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
