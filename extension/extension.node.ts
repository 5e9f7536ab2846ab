/** The extension on the desktop: hands files, sockets and the clock of Node to the window. */
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { TackboardApi } from './app/outside/tackboard-api';
import { handedConnection } from './node/connect-file';
import { FileReplicaStore } from './node/file-replica-store';
import { nodeEnvironment } from './node/node-environment';
import { openWindow, type RunningWindow } from './vscode/window';

let window: Promise<RunningWindow> | undefined;

/** Called by VS Code when the window has started. @returns what other extensions may use */
export async function activate(context: ExtensionContext): Promise<TackboardApi> {
  const connectFile = process.env.TACKBOARD_CONNECT_FILE;
  const replicas = join(context.globalStorageUri.fsPath, 'replicas');
  window = openWindow(context, {
    environment: nodeEnvironment,
    openStore: (account) => new FileReplicaStore({ folder: join(replicas, account) }),
    handOver: connectFile ? { id: connectFile, ask: () => handedConnection(connectFile) } : undefined,
  });
  return (await window).api;
}

/** Called by VS Code when the window goes; every edit is on disk already. */
export async function deactivate(): Promise<void> {
  await (await window)?.close();
}
