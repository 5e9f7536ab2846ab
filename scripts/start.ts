/** `npm start`: builds, starts the sync server on a local folder, opens VS Code with the extension connected to it. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type SyncServer, startSyncServer } from '../test/support/sync-server';
import { installVsCode } from '../test/support/vscode-install';
import { installExtension, startVsCode } from '../test/support/vscode-server';
import type { OnAsked } from './asked-to-end.mjs';
import { build } from './build';
import { BROWSER_INSTEAD, findDesktop, openDesktop } from './desktop-vscode';
import { answerWindows } from './hand-over';
import { endLeftover } from './leftover';
import { signIn } from './local-account';
import { tryLock } from './lock.mjs';
import { type End, type OpenVsCode, whenDead } from './open-vscode';
import { packageExtension } from './package-extension';
import { inRoot } from './root';
import { usualPort } from './usual-port';

const HOME = inRoot('.tackboard');
const home = (...parts: string[]): string => inRoot('.tackboard', ...parts);
const say = (line: string): void => console.log(line);

/** The usual ports: the same at each start, so that a browser finds what it has kept. */
const SERVER_PORT = 4455;
const VSCODE_PORT = 4456;

/**
 * Runs until Ctrl-C, SIGTERM, the server's end, or the closing of VS Code.
 * @returns 0 if it was asked to end
 */
export async function main(_args: readonly string[], onAsked: OnAsked): Promise<number> {
  // Once more while we end is no reason to leave something behind.
  const asked = new Promise<undefined>((end) => onAsked(() => end(undefined)));
  const held = await tryLock(HOME);
  if (!held) {
    console.error('Tackboard runs from this folder already; end that one first (Ctrl-C in its terminal).');
    return 1;
  }
  const undo: Undo[] = [];
  let ended = false;
  // What comes up while we end is ended at once.
  const onEnd = (step: Undo): unknown => (ended ? step() : undo.push(step));
  try {
    const end = await Promise.race([asked, open(onEnd)]);
    say(end?.story ?? '\nEnding …');
    return end?.wanted === false ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    ended = true;
    for (const step of undo.reverse()) await step();
    await held.release();
  }
}

/** What of an earlier run may still be there, if that was killed. */
const LEFT = [
  {
    name: 'the sync server',
    pidFile: home('server.pid'),
    signs: [inRoot('dist', 'sync-server', 'main.js'), home('server')],
  },
  { name: 'VS Code', pidFile: home('vscode.pid'), signs: ['server-main.js', home('browser')] },
];

/** Ends one part of what was started. */
type Undo = () => unknown;

/**
 * Starts everything, then waits for one of the parts to end.
 * @param onEnd gets how to end each part, in order
 * @returns when a part has ended by itself
 */
async function open(onEnd: (step: Undo) => unknown): Promise<End> {
  makeHome();
  for (const one of LEFT) await endLeftover(one, say);
  say('Building …');
  await build();
  const server = await serve();
  onEnd(() => server.stop());
  say(`The sync server listens on ${server.url} (its log: .tackboard/server.log).`);
  return Promise.race([
    whenDead('The sync server', server.process, '.tackboard/server.log'),
    connectAndOpen(server, onEnd),
  ]);
}

/** Makes the folder of all that is kept. @throws with the folder and why it cannot be made */
function makeHome(): void {
  try {
    mkdirSync(home('workspace'), { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`${HOME}, where everything is kept, cannot be used: ${why}`);
  }
}

/** Signs in on the server, and opens a VS Code that is connected to it until it ends. */
async function connectAndOpen(server: SyncServer, onEnd: (step: Undo) => unknown): Promise<End> {
  const account = await signIn(server.data, home('state.json'));
  say(account.story);
  // Another name at each start: by it a profile knows that it was handed a connection already.
  const file = home('connect', `${randomUUID()}.json`);
  const handOver = answerWindows(file, async () => ({ url: server.url, token: await account.newToken() }));
  onEnd(() => handOver.stop());
  const vscode = await openVsCode({ TACKBOARD_CONNECT_FILE: file }, onEnd);
  say(
    'Tackboard opens in its side bar; later, click its icon in the activity bar. Ctrl-C ends the server and VS Code.',
  );
  return Promise.race([handOver.failed, vscode.closed]);
}

/** Starts the sync server on its usual port, or, where that is taken and not asked for, on a free one. */
async function serve(): Promise<SyncServer> {
  const asked = process.env.TACKBOARD_PORT;
  const port = asked ? Number(asked) : await usualPort(SERVER_PORT, 'the sync server', say);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`TACKBOARD_PORT is "${asked}", which is no port.`);
  return startSyncServer({ data: home('server'), port, log: home('server.log'), pidFile: home('server.pid') });
}

/** Opens the desktop's VS Code, or else the one in the browser. */
async function openVsCode(env: Record<string, string>, onEnd: (step: Undo) => unknown): Promise<OpenVsCode> {
  const workspace = home('workspace');
  const readme = home('workspace', 'README.md');
  if (!existsSync(readme))
    writeFileSync(
      readme,
      '# A place to try Tackboard\n\nClick Tackboard’s icon in the activity bar (at the left): there are your tasks.\n',
    );
  const desktop = await findDesktop();
  if (desktop.kind === 'none') {
    say(`VS Code opens in the browser, since ${desktop.why}.`);
    return openInBrowser(workspace, env, onEnd);
  }
  say(`Opening VS Code (${desktop.command}) …`);
  const vscode = await openDesktop(desktop.command, home('desktop'), workspace, env, say);
  // Also one that opens when it was given up already.
  onEnd(() => vscode.stop());
  const opened = await vscode.opened;
  if (opened.kind === 'open') return vscode;
  say(`VS Code opens in the browser, since ${opened.why}. ${BROWSER_INSTEAD}`);
  return openInBrowser(workspace, env, onEnd);
}

async function openInBrowser(
  workspace: string,
  env: Record<string, string>,
  onEnd: (step: Undo) => unknown,
): Promise<OpenVsCode> {
  const install = await installVsCode(undefined, say);
  say('Putting the extension into it …');
  const package_ = home('tackboard.vsix');
  await packageExtension(package_);
  await installExtension(install, home('browser'), package_);
  const vscode = await startVsCode({
    install,
    home: home('browser'),
    workspace,
    port: await usualPort(VSCODE_PORT, 'VS Code', say),
    env,
    log: home('vscode.log'),
    pidFile: home('vscode.pid'),
  });
  onEnd(() => vscode.stop());
  say(`\n  Open ${vscode.address()}\n`);
  return {
    closed: whenDead('VS Code', vscode.process, '.tackboard/vscode.log'),
    stop: () => vscode.stop(),
  };
}
