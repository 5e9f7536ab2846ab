/** Commands of the server as processes of their own, run to their end. */
import { execFile } from 'node:child_process';
import { inRoot } from '../../scripts/root';

/** What a command left. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command to its end. @param env variables beside ours */
export function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const main = inRoot('dist', 'sync-server', 'main.js');
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], { env: { ...process.env, ...env } }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

/** The lines of an output. */
export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
