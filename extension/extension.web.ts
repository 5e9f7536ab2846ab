/** The extension in the browser: hands its databases, sockets and clock to the window. */
import { type ExtensionContext, Uri } from 'vscode';
import { toIsoDate } from '../shared/dates';
import type { TackboardApi } from './app/outside/tackboard-api';
import { storageShelf } from './vscode/storage-shelf';
import { openWindow, type RunningWindow } from './vscode/window';
import { BrowserReplicaStore } from './web/browser-replica-store';
import { CarriedReplicaStore } from './web/carried-replica-store';

let window: Promise<RunningWindow> | undefined;

/** Called by VS Code when the window has started. @returns what other extensions may use */
export async function activate(context: ExtensionContext): Promise<TackboardApi> {
  const shelf = storageShelf(Uri.joinPath(context.globalStorageUri, 'replicas'));
  window = openWindow(context, {
    environment: {
      now: () => toIsoDate(Date.now()),
      newId: () => crypto.randomUUID(),
      random: Math.random,
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      fetch: (...request) => fetch(...request),
      WebSocket,
    },
    openStore: (account, { after, random, log }) =>
      new CarriedReplicaStore({
        store: new BrowserReplicaStore({ account, time: { after, random } }),
        shelf,
        account,
        origin: self.origin,
        after,
        log,
      }),
    handOver: undefined,
  });
  return (await window).api;
}

/** Called by VS Code when the window goes; every edit is in the browser's database already. */
export async function deactivate(): Promise<void> {
  await (await window)?.close();
}
