/** A whole VS Code that runs in the browser, from npm packages: installed once, on first need, below .vscode-test/. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from '../../scripts/lock.mjs';
import { npmCommand } from '../../scripts/npm.mjs';
import { inRoot } from '../../scripts/root';
import { startGroup } from './child-group';

/** The VS Codes that we run in: the newest that was tried, and the oldest that the manifest promises. */
const VERSIONS = {
  '1.139.1': { codeServer: '4.139.1', node: '24.21.0' },
  '1.104.0': { codeServer: '4.104.0', node: '20.20.2' },
} as const;

/** A version of VS Code that can be installed. */
export type VsCodeVersion = keyof typeof VERSIONS;

/** The version that is used unless `TACKBOARD_TEST_VSCODE` names another. */
const NEWEST: VsCodeVersion = '1.139.1';
/** The oldest version that the manifest promises (`engines.vscode`). */
export const FLOOR: VsCodeVersion = '1.104.0';

/** An installed VS Code server. */
export interface VsCodeInstall {
  readonly version: VsCodeVersion;
  /** the Node that it wants, absolute */
  readonly node: string;
  /** its main script, absolute */
  readonly main: string;
}

/**
 * The version named by the environment (`TACKBOARD_TEST_VSCODE`), else the newest.
 * @throws if the environment names one that we do not know
 */
function wantedVersion(): VsCodeVersion {
  const named = process.env.TACKBOARD_TEST_VSCODE;
  if (!named) return NEWEST;
  const known = Object.keys(VERSIONS).find((version): version is VsCodeVersion => version === named);
  if (!known) throw new Error(`TACKBOARD_TEST_VSCODE is "${named}"; known are ${Object.keys(VERSIONS).join(', ')}.`);
  return known;
}

/**
 * Installs VS Code for the browser if it is not there yet (about 780 MB, half a minute). Two processes at once: one installs, the other waits.
 * @param say told what is going on, one line at a time
 * @throws if this machine has no such packages, or npm fails; says which
 */
export async function installVsCode(
  version: VsCodeVersion = wantedVersion(),
  say: (line: string) => void = console.log,
): Promise<VsCodeInstall> {
  const { codeServer, node } = VERSIONS[version];
  const folder = inRoot('.vscode-test', `vscode-server-${version}`);
  const nodePackage = `node-linux-${process.arch}`;
  const install: VsCodeInstall = {
    version,
    node: join(folder, 'node_modules', nodePackage, 'bin', 'node'),
    main: join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
  if (existsSync(folder)) return install;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Error(
      'VS Code for the browser can be installed on Linux (x64, arm64) only; here, install desktop VS Code with its `code` command.',
    );
  }
  await mkdir(inRoot('.vscode-test'), { recursive: true });
  const held = await lock(folder, () => say('Waiting for another process that installs VS Code …'));
  try {
    if (existsSync(folder)) return install;
    say(
      `Installing VS Code ${version} for the browser (npm code-server ${codeServer}, about 780 MB) into .vscode-test/ …`,
    );
    const partial = `${folder}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial);
    await writeFile(join(partial, 'package.json'), '{ "private": true }\n');
    // Without scripts: they would compile native modules for minutes that the server runs well without.
    await npm(partial, ['install', '--no-save', `code-server@${codeServer}`, `${nodePackage}@${node}`]);
    // Not `npm ci`: the shrinkwrap that is shipped there lacks an entry.
    await npm(join(partial, 'node_modules', 'code-server', 'lib', 'vscode'), ['install', '--omit=dev']);
    await rename(partial, folder);
    say(`VS Code ${version} is installed.`);
    return install;
  } finally {
    await held.release();
  }
}

/** Runs npm in a folder; its output is shown only if it fails. */
async function npm(folder: string, args: readonly string[]): Promise<void> {
  const { command, first } = npmCommand();
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const child = await startGroup({ command, args: [...first, ...args, ...quiet], cwd: folder });
  if ((await child.ended) !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${child.output()}`);
}
