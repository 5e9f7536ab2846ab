// @ts-check
// How to call npm: as the one that runs us, else as the one that came with this Node, without a shell in between.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The program to start, and the arguments that go before npm's own.
 * @returns {{ command: string, first: string[] }}
 */
export function npmCommand() {
  const bin = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  return script ? { command: process.execPath, first: [script] } : { command: 'npm', first: [] };
}

/**
 * The environment for npm: where Node's own headers lie beside this Node, native modules are compiled against those, so that
 * compiling needs no download (and no guess of which headers fit).
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment() {
  const prefix = dirname(dirname(process.execPath));
  const known = process.env.npm_config_nodedir ?? process.env.NPM_CONFIG_NODEDIR;
  if (known || !existsSync(join(prefix, 'include', 'node', 'node_version.h'))) return process.env;
  return { ...process.env, npm_config_nodedir: prefix };
}
