/** Debian's package manager, for what the tests need and npm has not. */
import { execFile } from 'node:child_process';

/** Runs a command of it, as root. @throws with what it said */
export function apt(args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return new Promise((done, fail) => {
    execFile('apt-get', args, { env, maxBuffer: 16 * 1024 * 1024 }, (error, _out, said) => {
      if (error) fail(new Error(`apt-get ${args.join(' ')} failed:\n${said}`));
      else done();
    });
  });
}
