/** Keeps in VS Code who is signed in: account and token together as one secret, so that neither is ever without the other. */
import type * as vscode from 'vscode';
import * as z from 'zod';
import { readAccount } from '../app/account';
import type { AccountKeeper } from '../app/desk';

const SIGNED_IN = 'tackboard.signed-in';
const SPACES = 'tackboard.spaces.';

const signedIn = z.object({ account: z.unknown(), token: z.string().min(1) });

/** The keeper of an extension's context. VS Code tells every window of the profile when the secret changes. */
export function vscodeAccountKeeper({ globalState, secrets }: vscode.ExtensionContext): AccountKeeper {
  return {
    load: async () => read(await secrets.get(SIGNED_IN)),
    save: async (account, token) => secrets.store(SIGNED_IN, JSON.stringify({ account, token })),
    clear: async () => secrets.delete(SIGNED_IN),
    onChange: (listener) =>
      secrets.onDidChange(({ key }) => {
        if (key === SIGNED_IN) listener();
      }),
    spaces: (key) => globalState.get(SPACES + key),
    keepSpaces: (key, spaces) => void globalState.update(SPACES + key, spaces),
  };
}

function read(secret: string | undefined): Awaited<ReturnType<AccountKeeper['load']>> {
  if (secret === undefined) return undefined;
  try {
    const { account: kept, token } = signedIn.parse(JSON.parse(secret));
    const account = readAccount(kept);
    return account && { account, token };
  } catch {
    // What an older or newer version kept: nobody is signed in, and signing in anew mends it.
    return undefined;
  }
}
