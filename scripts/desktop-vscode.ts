/** Desktop VS Code: found through the `code` command, opened with a profile of its own, ended by the id that it leaves there. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { startGroup } from '../test/support/child-group';
import { FLOOR } from '../test/support/vscode-install';
import { cleanEnvironment } from '../test/support/vscode-server';
import { waitFor } from '../test/support/wait';
import type { OpenVsCode } from './open-vscode';
import { ROOT } from './root';

const run = promisify(execFile);

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

/**
 * Opens a window with the extension of this folder.
 * @param command as `findDesktop` found it
 * @param home the folder of its profile and extensions, absolute
 * @param workspace the folder that it shows
 * @throws if VS Code does not start within a minute
 */
export async function openDesktop(
  command: string,
  home: string,
  workspace: string,
  env: Record<string, string>,
): Promise<OpenVsCode> {
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
  // The launcher may end at once; the main process, in a group of its own, writes its id here.
  const pid = await waitFor('VS Code to start', () => livingMain(user), { timeout: 60_000 }).catch(
    async (error: unknown) => {
      await launcher.stop();
      throw new Error(`${command} did not start:\n${launcher.output()}`, { cause: error });
    },
  );
  const gone = (): boolean => !alive(pid);
  return {
    closed: waitFor('VS Code to end', gone, { timeout: Number.POSITIVE_INFINITY, every: 500 }).then(() => ({
      story: 'VS Code was closed.',
      wanted: true,
    })),
    stop: async () => {
      signal(pid, 'SIGTERM');
      await waitFor('VS Code to end', gone, { timeout: 10_000 }).catch(() => signal(pid, 'SIGKILL'));
      await launcher.stop();
    },
  };
}

/** The id of the main process of a profile, if it is alive. */
function livingMain(user: string): number | undefined {
  const pid = Number(readFileSync(join(user, 'code.lock'), 'utf8'));
  return Number.isInteger(pid) && pid > 0 && alive(pid) ? pid : undefined;
}

function alive(pid: number): boolean {
  return signal(pid, 0);
}

/** Sends a signal; false if nobody is there. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** As root, VS Code asks for these even to tell its version. */
function asRoot(folder: string): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--user-data-dir', folder] : [];
}
