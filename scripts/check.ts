/** `npm run check`: types, style, the law of imports, unused code, translations; all of them, even when one fails. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, ROOT } from './root';

const ROOMS = ['shared', 'extension', 'sync-server', 'media', 'scripts', 'test'];

/** A check: a program, by its path below the project's folder, and its arguments. */
interface Check {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

const checks: readonly Check[] = [
  { name: 'types', program: 'node_modules/typescript/bin/tsc', args: ['-b'] },
  {
    name: 'style',
    program: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '--colors=off'],
  },
  {
    name: 'law of imports',
    program: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['--config', '.dependency-cruiser.cjs', ...ROOMS.filter((room) => existsSync(inRoot(room)))],
  },
  {
    name: 'unused',
    program: 'node_modules/knip/bin/knip.js',
    args: ['--no-progress', '--treat-config-hints-as-errors'],
  },
  { name: 'words', program: 'scripts/bootstrap.mjs', args: ['words', '--check'] },
];

interface Outcome {
  readonly ok: boolean;
  readonly output: string;
  readonly seconds: number;
}

/** Runs one check; its output is kept back so that two at once do not mix. */
function run({ program, args }: Check): Promise<Outcome> {
  const start = performance.now();
  return new Promise((done, fail) => {
    const env = { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' };
    const child = spawn(process.execPath, [inRoot(...program.split('/')), ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = (): boolean => child.kill();
    process.once('exit', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', fail).once('close', (code) => {
      process.off('exit', end);
      done({ ok: code === 0, output: output.trim(), seconds: (performance.now() - start) / 1_000 });
    });
  });
}

/** Runs all checks and prints what they found; 0 if all is clean. */
export async function main(): Promise<number> {
  const outcomes = await Promise.all(checks.map(async (check) => ({ check, ...(await run(check)) })));
  for (const { check, ok, output } of outcomes) if (!ok) console.log(`── ${check.name}\n${output}\n`);
  for (const { check, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${check.name.padEnd(15)} ${seconds.toFixed(1)} s`);
  const failed = outcomes.filter(({ ok }) => !ok).length;
  console.log(failed === 0 ? 'All checks are clean.' : `${failed} of ${outcomes.length} checks found something.`);
  return failed === 0 ? 0 : 1;
}
