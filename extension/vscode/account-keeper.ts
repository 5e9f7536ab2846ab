/** Keeps in VS Code who is signed in: the account in the global state, the token in the secret storage only. */
import type * as vscode from 'vscode';
import { accountKey, readAccount } from '../app/account';
import type { AccountKeeper } from '../app/desk';

const ACCOUNT = 'tackboard.account';
const TOKEN = 'tackboard.token.';
const SPACES = 'tackboard.spaces.';
/** Written at every change of account, since only a secret's change is told to other windows. */
const TURN = 'tackboard.turn';

/** The keeper of an extension's context. */
export function vscodeAccountKeeper(
  { globalState, secrets }: vscode.ExtensionContext,
  newId: () => string,
): AccountKeeper {
  let ownTurn: string | undefined;
  const tellOthers = async () => {
    ownTurn = newId();
    await secrets.store(TURN, ownTurn);
  };
  return {
    async load() {
      const account = readAccount(globalState.get(ACCOUNT));
      const token = account && (await secrets.get(TOKEN + accountKey(account)));
      return account && token !== undefined ? { account, token } : undefined;
    },
    async save(account, token) {
      await secrets.store(TOKEN + accountKey(account), token);
      await globalState.update(ACCOUNT, account);
      await tellOthers();
    },
    async clear() {
      const account = readAccount(globalState.get(ACCOUNT));
      await globalState.update(ACCOUNT, undefined);
      if (account) await secrets.delete(TOKEN + accountKey(account));
      await tellOthers();
    },
    onChange(listener) {
      return secrets.onDidChange(async ({ key }) => {
        if (key === TURN && (await secrets.get(TURN)) !== ownTurn) listener();
      });
    },
    spaces: (key) => globalState.get(SPACES + key),
    keepSpaces: (key, spaces) => void globalState.update(SPACES + key, spaces),
  };
}
