/** Desktop VS Code: found through the `code` command, opened with a profile of its own, ended by the id that it leaves there. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type ChildGroup, startGroup } from '../test/support/child-group';
import { FLOOR } from '../test/support/vscode-install';
import { cleanEnvironment } from '../test/support/vscode-server';
import { waitFor } from '../test/support/wait';
import type { OpenVsCode } from './open-vscode';
import { ROOT } from './root';
import { isAlive } from './running-process.mjs';

const run = promisify(execFile);

/** How to choose, for whoever does not want to wait or to see why again. */
export const BROWSER_INSTEAD = 'TACKBOARD_VSCODE=browser npm start opens VS Code in the browser at once.';

/** Whether desktop VS Code can be used; if not, why, in words that end a sentence. */
export type Desktop =
  | { readonly kind: 'found'; readonly command: string }
  | { readonly kind: 'none'; readonly why: string };

/** Looks for the `code` command of a desktop VS Code that can show a window here. */
export async function findDesktop(): Promise<Desktop> {
  const { env, platform } = process;
  if (env.TACKBOARD_VSCODE === 'browser') return { kind: 'none', why: 'TACKBOARD_VSCODE asks for the browser' };
  // There, `code` hands files to a window elsewhere and takes no profile of its own.
  if (env.VSCODE_IPC_HOOK_CLI) return { kind: 'none', why: 'this terminal belongs to a remote VS Code' };
  if (env.WSL_DISTRO_NAME) return { kind: 'none', why: 'the `code` of WSL belongs to Windows' };
  const folder = (env.PATH ?? '')
    .split(delimiter)
    .find((entry) => existsSync(join(entry, platform === 'win32' ? 'code.cmd' : 'code')));
  if (!folder) return { kind: 'none', why: 'there is no `code` on the PATH' };
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return { kind: 'none', why: 'there is no display' };
  // On Windows the command is a batch file that would need a shell; the program lies beside its folder.
  if (platform === 'win32') return { kind: 'found', command: join(folder, '..', 'Code.exe') };
  const command = join(folder, 'code');
  const version = await run(command, ['--version', ...asRoot(join(ROOT, '.tackboard', 'desktop'))], {
    env: cleanEnvironment(),
    timeout: 20_000,
  }).then(
    ({ stdout }) => /^\d+\.\d+\.\d+/.exec(stdout)?.[0],
    () => undefined,
  );
  if (!version) return { kind: 'none', why: `${command} does not tell its version` };
  if (version.localeCompare(FLOOR, 'en', { numeric: true }) < 0) {
    return { kind: 'none', why: `${command} is VS Code ${version}, and Tackboard needs ${FLOOR}` };
  }
  return { kind: 'found', command };
}

/** How it went: open, or why it will not open, in words that end a sentence. */
type Opening = { readonly kind: 'open' } | { readonly kind: 'failed'; readonly why: string };

/** A desktop VS Code that was told to open. */
export interface DesktopVsCode extends OpenVsCode {
  /** settles when it has opened, or is given up */
  readonly opened: Promise<Opening>;
}

/** How long VS Code may take to open, and after how long that is worth a word, in ms. */
const LONGEST = 60_000;
const LONG = 10_000;

/**
 * Tells VS Code to open a window with the extension of this folder.
 * @param command as `findDesktop` found it
 * @param home the folder of its profile and extensions, absolute
 * @param workspace the folder that it shows
 * @param say told when it takes long
 * @throws if the command cannot be run
 */
export async function openDesktop(
  command: string,
  home: string,
  workspace: string,
  env: Record<string, string>,
  say: (line: string) => void,
): Promise<DesktopVsCode> {
  const user = join(home, 'user');
  const launcher = await startGroup({
    command,
    args: [
      ...['--user-data-dir', user, '--extensions-dir', join(home, 'extensions')],
      ...[`--extensionDevelopmentPath=${ROOT}`, '--new-window', '--skip-welcome', '--disable-workspace-trust'],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      workspace,
    ],
    env: { ...cleanEnvironment(), ...env },
  });
  const opened = whenOpen(user, launcher, say);
  const gone = (): boolean => livingMain(user) === undefined;
  return {
    opened,
    closed: opened
      .then(() => waitFor('VS Code to end', gone, { timeout: Number.POSITIVE_INFINITY, every: 500 }))
      .then(() => ({ story: 'VS Code was closed.', wanted: true })),
    stop: async () => {
      signalMain(user, 'SIGTERM');
      await waitFor('VS Code to end', gone, { timeout: 10_000 }).catch(() => signalMain(user, 'SIGKILL'));
      await launcher.stop();
    },
  };
}

/** The launcher may end well at once; the main process, in a group of its own, writes its id into its profile. */
async function whenOpen(user: string, launcher: ChildGroup, say: (line: string) => void): Promise<Opening> {
  let end: number | NodeJS.Signals = 0;
  void launcher.ended.then((how) => {
    end = how;
  });
  const hint = setTimeout(() => say(`It has not opened yet. ${BROWSER_INSTEAD}`), LONG);
  const seen = (): boolean => livingMain(user) !== undefined || end !== 0;
  const late = await waitFor('VS Code to open', seen, { timeout: LONGEST }).then(
    () => false,
    () => true,
  );
  clearTimeout(hint);
  if (livingMain(user) !== undefined) return { kind: 'open' };
  // Its words may come after its end.
  const words = await waitFor('what it says', () => launcher.output() || undefined, { timeout: 500 }).catch(() => '');
  if (words) say(words);
  if (late) return { kind: 'failed', why: `it has not opened within ${LONGEST / 1_000} s` };
  const how = typeof end === 'number' ? `with exit code ${end}` : `by the signal ${end}`;
  return { kind: 'failed', why: `it ended ${how} instead of opening` };
}

/** The id of the main process of a profile, if it is alive. */
function livingMain(user: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(user, 'code.lock'), 'utf8'));
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    // VS Code takes the file away when it ends.
    return undefined;
  }
}

/** Signals the main process of a profile; that it is gone is no error. */
function signalMain(user: string, name: NodeJS.Signals): void {
  const pid = livingMain(user);
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // ESRCH: it has ended meanwhile.
  }
}

/** As root, VS Code asks for these even to tell its version. */
function asRoot(folder: string): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--user-data-dir', folder] : [];
}
