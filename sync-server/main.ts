/** The entry of `tackboard-server`: runs a command, says in one line why it failed. */
import { version } from '../package.json';
import { CommandFailure } from './command-line/command';
import { leaveOutUnset } from './command-line/environment';
import { buildProgram } from './command-line/program';

// What is written here is for its owner alone.
process.umask(0o077);

async function main(): Promise<void> {
  const program = buildProgram(version);
  leaveOutUnset(program, process.env);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  if (!(error instanceof CommandFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
