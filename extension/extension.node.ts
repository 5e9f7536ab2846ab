/** The extension on the desktop: hands files, sockets and the clock of Node to the window. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import { toIsoDate } from '../shared/dates';
import type { TackboardApi } from './app/outside/tackboard-api';
import { handedConnection } from './node/connect-file';
import { FileReplicaStore } from './node/file-replica-store';
import { NodeWebSocket } from './node/web-socket';
import { openWindow, type RunningWindow } from './vscode/window';

let window: RunningWindow | undefined;

/** Called by VS Code when the window has started. @returns what other extensions may use */
export function activate(context: ExtensionContext): TackboardApi {
  const connectFile = process.env.TACKBOARD_CONNECT_FILE;
  const replicas = join(context.globalStorageUri.fsPath, 'replicas');
  window = openWindow(context, {
    environment: {
      now: () => toIsoDate(Date.now()),
      newId: randomUUID,
      random: Math.random,
      after: (ms, callback) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      fetch,
      WebSocket: NodeWebSocket,
    },
    openStore: (account) => new FileReplicaStore({ folder: join(replicas, account) }),
    handOver: connectFile ? { id: connectFile, ask: () => handedConnection(connectFile) } : undefined,
  });
  return window.api;
}

/** Called by VS Code when the window goes; every edit is on disk already. */
export function deactivate(): Promise<void> | undefined {
  return window?.close();
}
