/** The extension in the browser: hands its databases, sockets and clock to the window. */
import type { ExtensionContext } from 'vscode';
import { toIsoDate } from '../shared/dates';
import { openWindow, type RunningWindow } from './vscode/window';
import { BrowserReplicaStore } from './web/browser-replica-store';

let window: RunningWindow | undefined;

/** Called by VS Code when the window has started. */
export function activate(context: ExtensionContext): void {
  const time = {
    random: Math.random,
    after: (ms: number, callback: () => void) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
  window = openWindow(context, {
    environment: {
      ...time,
      now: () => toIsoDate(Date.now()),
      newId: () => crypto.randomUUID(),
      fetch: (...request) => fetch(...request),
      WebSocket,
    },
    openStore: (account) => new BrowserReplicaStore({ account, time }),
    handedConnection: async () => undefined,
  });
}

/** Called by VS Code when the window goes; every edit is in the browser's database already. */
export function deactivate(): Promise<void> | undefined {
  return window?.close();
}
