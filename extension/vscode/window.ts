/** Brings the extension to life in a VS Code window: from what the host hands in to views, commands and status bar. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import { AccountCommands } from '../app/commands/account-commands';
import { AsideCommands } from '../app/commands/aside-commands';
import { UndoCommands } from '../app/commands/undo-commands';
import { Desk } from '../app/desk';
import type { Environment } from '../app/environment';
import { type HandOver, takeOver } from '../app/hand-over';
import { agentTools } from '../app/outside/agent-tools';
import { makeApi } from '../app/outside/api';
import { OutsidePins } from '../app/outside/outside-pins';
import { OutsideTasks } from '../app/outside/outside-tasks';
import type { TackboardApi } from '../app/outside/tackboard-api';
import { ProblemNotice } from '../app/problem-notice';
import type { ReplicaStore } from '../app/replica-store';
import { vscodeAccountKeeper } from './account-keeper';
import { offerTools } from './agent-tools';
import { registerCommands, windowCommandTable } from './commands';
import { showDashboardPages } from './dashboard-pages';
import { showDashboards } from './dashboards';
import { keptIn } from './kept-in';
import { showPages } from './pages';
import { showPins } from './pins';
import { readOnlyTexts } from './read-only-texts';
import { vscodeSettings } from './settings';
import { statusItem } from './status-item';
import { showTasks } from './tasks';
import { showTrash } from './trash';
import { vscodePrompt } from './vscode-prompt';
import { showWorkspaces } from './workspaces';

// What is checked here is small and mostly checked once: to make code for it first takes longer, while VS Code starts.
z.config({ jitless: true });

/** No view says that it is empty before so long after all is read, in milliseconds: the trees come to VS Code twice a second at most. */
const EMPTY_AFTER_MS = 1_000;

/** What the kind of host (desktop or browser) brings. */
export interface Host {
  readonly environment: Omit<Environment, 'log'>;
  /** Opens the store of the account of that key. */
  readonly openStore: (key: string, environment: Environment) => ReplicaStore;
  /** Where whoever has started VS Code hands over a connection; undefined where nobody does. */
  readonly handOver: HandOver | undefined;
}

/** A window that runs; `ready` resolves when everything kept on this machine shows. */
export interface RunningWindow {
  readonly ready: Promise<void>;
  /** What other extensions get. */
  readonly api: TackboardApi;
  /** Keeps what waits and ends. */
  close(): Promise<void>;
}

/**
 * Starts in a window, in two turns, so that VS Code, which is in the middle of its own start, is kept for half as long at a time: the
 * tasks and the status bar first. The trees fill as the replicas are read.
 * @returns once all is there that VS Code may ask for
 */
export async function openWindow(context: vscode.ExtensionContext, host: Host): Promise<RunningWindow> {
  // Before anything is said. What has no translation is said in English.
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  let channel: vscode.LogOutputChannel | undefined;
  // Made when there is something to say, which at a start there seldom is: it takes VS Code a folder and a message.
  const output = () => {
    channel ??= vscode.window.createOutputChannel('Tackboard', { log: true });
    return channel;
  };
  const log = { warn: (text: string) => output().warn(text) };
  const environment: Environment = { ...host.environment, log };
  const accounts = vscodeAccountKeeper(context);
  const desk = new Desk({ accounts, openStore: (key) => host.openStore(key, environment), environment });
  const texts = readOnlyTexts();
  const asides = new AsideCommands(desk, vscodePrompt, texts.show, environment);
  const accountCommands = new AccountCommands(
    desk,
    vscodePrompt,
    asides,
    vscodeSettings,
    () => void vscode.commands.executeCommand('workbench.action.reloadWindow'),
  );
  const nextTurn = new Promise<void>((begin) => void environment.after(0, begin));
  // What it tells, it tells when all of the second turn has begun to listen.
  const ready = nextTurn.then(() => desk.start());
  const sayEmpty = () => void vscode.commands.executeCommand('setContext', 'tackboard.read', true);
  const read = () => void environment.after(EMPTY_AFTER_MS, sayEmpty);
  ready.then(read, read);
  const tasks = showTasks(desk, environment, vscodeSettings, context.workspaceState, ready);
  context.subscriptions.push({ dispose: () => channel?.dispose() }, texts, statusItem(desk, ready), tasks);
  await nextTurn;
  const undo = new UndoCommands(desk, vscodePrompt);
  const dashboardPages = showDashboardPages(context.extensionUri, desk, environment, tasks);
  const dashboards = showDashboards(desk, environment, context.workspaceState, dashboardPages, ready);
  const pins = showPins(desk, environment, context.workspaceState, tasks, dashboards, ready);
  const outside = new OutsideTasks(desk);
  context.subscriptions.push(
    outside,
    offerTools(agentTools({ desk, tasks: outside, pins: new OutsidePins(desk), language: vscode.env.language }), ready),
    new ProblemNotice(desk, accountCommands, vscodePrompt, {
      showLog: () => output().show(),
      told: keptIn(context.globalState, 'tackboard.told'),
    }),
    // The machine may have slept, or the network come back.
    vscode.window.onDidChangeWindowState(({ focused }) => focused && desk.hurry()),
    dashboardPages,
    dashboards,
    pins,
    showPages(context.extensionUri, desk, environment, { tasks, pins }, ready),
    showWorkspaces(desk, environment, context.workspaceState, ready),
    showTrash(desk, environment, context.workspaceState, ready),
    registerCommands(windowCommandTable(accountCommands, undo), ready),
  );
  const connect = async () => {
    await ready;
    if (!host.handOver) return;
    await takeOver(host.handOver, {
      desk,
      accounts: accountCommands,
      kept: keptIn(context.globalState, 'tackboard.handed'),
      // Whoever starts VS Code so comes for this, and sees the file explorer until they know where to click.
      show: async () => vscode.commands.executeCommand('tackboard.tasks.focus'),
    });
  };
  connect().catch((error: unknown) => output().error(error instanceof Error ? error : String(error)));
  return { ready, api: makeApi(outside, ready, log), close: () => desk.close() };
}
