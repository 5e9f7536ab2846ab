/** A VS Code server with folders of its own: the workbench for a browser, with a real Node extension host behind it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { inRoot } from '../../scripts/root';
import { type ChildGroup, startGroup } from './child-group';
import type { VsCodeInstall } from './vscode-install';

/** Where and how a VS Code server runs. */
export interface VsCodeServerChoice {
  readonly install: VsCodeInstall;
  /** the folder of its profile and extensions; made if absent, absolute */
  readonly home: string;
  /** the folder that the workbench opens; made if absent, absolute; `workspace` in the home unless told */
  readonly workspace?: string;
  /** the folder of its extensions, which may be shared with others that run; one in the home unless told */
  readonly extensions?: string;
  /** the built-in extensions by name, as in VS Code's own folder, or the absolute path of one; all of VS Code's unless told. Reading a hundred takes seconds of a start. */
  readonly builtIn?: readonly string[];
  /** 0 (the default) takes a free one */
  readonly port?: number;
  /** more environment for the server and its extension hosts */
  readonly env?: Readonly<Record<string, string>>;
  /** user settings, written only if the profile has none yet; quiet ones unless told */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** an origin of its own for each folder's extension host in the browser, as on vscode.dev */
  readonly folderOrigins?: boolean;
  /** the language that the person has chosen, such as `de`; English unless told. VS Code's own texts stay English. */
  readonly language?: string;
  /** the smoke-test driver, which the payload for in-host tests needs; it also keeps toasts from being shown */
  readonly driver?: boolean;
  /** a file that its log is appended to */
  readonly log?: string;
  /** a file that the id of its process is written to, as soon as it has one */
  readonly pidFile?: string;
}

/** A running VS Code server. */
export interface VsCodeServer {
  /** like `http://localhost:41234` */
  readonly url: string;
  readonly port: number;
  /** the folder that the workbench opens, absolute */
  readonly workspace: string;
  readonly process: ChildGroup;
  /** The address of the workbench; `payload` are the workbench's own options, such as where an extension under development lies. */
  address(payload?: readonly (readonly [string, string])[]): string;
  /** A file of this machine as the workbench names it. */
  uri(path: string): string;
  /** Process ids of the extension hosts that this server has started and that are alive. */
  extensionHosts(): number[];
  /** Ends the server and all that it started. */
  stop(): Promise<void>;
}

/** Settings for runs that nobody watches: no welcome pages, no updates, no trust questions. */
export const QUIET: Readonly<Record<string, unknown>> = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
  'remote.autoForwardPorts': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
};

/**
 * Installs a packaged extension into a home, replacing what it holds of it. No server may be running on the home.
 * @param vsix the package's path
 * @throws with VS Code's words if it refuses the package
 */
export async function installExtension(install: VsCodeInstall, home: string, vsix: string): Promise<void> {
  const args = [install.main, ...folders(home), '--install-extension', vsix, '--force'];
  const child = await startGroup({ command: install.node, args, env: cleanEnvironment() });
  if ((await child.ended) !== 0) throw new Error(`VS Code did not install ${vsix}:\n${child.output()}`);
}

/**
 * Starts a server on 127.0.0.1 and waits until it accepts connections.
 * @throws if it ends before that, with what it said
 */
export async function startVsCode(choice: VsCodeServerChoice): Promise<VsCodeServer> {
  const {
    install,
    home,
    port = 0,
    env = {},
    settings = QUIET,
    driver = false,
    folderOrigins = false,
    language,
    log,
    pidFile,
    workspace = join(home, 'workspace'),
    extensions = join(home, 'extensions'),
    builtIn,
  } = choice;
  const user = join(home, 'user', 'User');
  await Promise.all([mkdir(workspace, { recursive: true }), mkdir(user, { recursive: true })]);
  const file = join(user, 'settings.json');
  if (!existsSync(file)) await writeFile(file, JSON.stringify(settings, null, 2));
  if (language !== undefined) await writeLanguagePack(join(home, 'user'), language);
  const child = await startGroup({
    command: install.node,
    args: [
      ...['--require', inRoot('test', 'support', 'mint-key.cjs')],
      ...(folderOrigins ? ['--require', inRoot('test', 'support', 'folder-origins.cjs')] : []),
      install.main,
      ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
      ...['--telemetry-level', 'off', '--disable-workspace-trust', ...(driver ? ['--enable-smoke-test-driver'] : [])],
      ...folders(home, extensions),
      ...(language === undefined ? [] : ['--locale', language]),
      ...(builtIn ? ['--builtin-extensions-dir', await builtInFolder(install, home, builtIn)] : []),
    ],
    env: { ...cleanEnvironment(), TACKBOARD_MINT_KEY: join(home, 'mint-key'), ...env },
    ...(log ? { log } : {}),
    ...(pidFile ? { pidFile } : {}),
  });
  const [, bound = ''] = await child.line(/Server bound to 127\.0\.0\.1:(\d+)/).catch(async (error: unknown) => {
    await child.stop();
    throw error;
  });
  // localhost, not 127.0.0.1: webviews live on subdomains of it.
  const host = `localhost:${bound}`;
  return {
    url: `http://${host}`,
    port: Number(bound),
    workspace,
    process: child,
    address: (payload = []) => {
      const query = new URLSearchParams({ folder: workspace });
      if (payload.length > 0) query.set('payload', JSON.stringify(payload));
      return `http://${host}/?${query}`;
    },
    uri: (path) => `vscode-remote://${host}${path}`,
    extensionHosts: () => extensionHosts(child.pid),
    stop: async () => void (await child.stop()),
  };
}

function folders(home: string, extensions = join(home, 'extensions')): string[] {
  return [
    ...['--server-data-dir', join(home, 'server')],
    ...['--user-data-dir', join(home, 'user')],
    ...['--extensions-dir', extensions],
  ];
}

/** What VS Code keeps of an installed language pack; of this one no text is translated, which is enough for a language to be on. */
async function writeLanguagePack(user: string, language: string): Promise<void> {
  const texts = join(user, `${language}.i18n.json`);
  const extensions = [{ extensionIdentifier: { id: `tackboard.test-language-${language}` }, version: '1.0.0' }];
  const packs = { [language]: { hash: '1', label: language, extensions, translations: { vscode: texts } } };
  await writeFile(texts, JSON.stringify({ contents: {} }));
  await writeFile(join(user, 'languagepacks.json'), JSON.stringify(packs));
}

/** A folder that holds only some of the built-in extensions. */
async function builtInFolder(install: VsCodeInstall, home: string, names: readonly string[]): Promise<string> {
  const folder = join(home, 'built-in');
  await mkdir(folder, { recursive: true });
  const all = join(dirname(install.main), '..', 'extensions');
  for (const name of names) {
    const link = join(folder, basename(name));
    if (!existsSync(link)) await symlink(resolve(all, name), link);
  }
  return folder;
}

/** Our environment without what would make a VS Code believe that it runs inside another, or what npm and test runners add. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|VITEST|npm_|NODE_OPTIONS$|NODE_ENV$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** The children of a server that are extension hosts, read from /proc (the server runs on Linux only). */
function extensionHosts(server: number): number[] {
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      // The name in parentheses may hold anything; state and parent come after the last one.
      const [, parent] = readFileSync(`/proc/${entry}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const isHost = readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('--type=extensionHost');
      if (Number(parent) === server && isHost) found.push(Number(entry));
    } catch {
      // The process ended while we looked.
    }
  }
  return found;
}
