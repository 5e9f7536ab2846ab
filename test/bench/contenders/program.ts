/** A server that is a program of Node's: started with its port in the environment, up when it says so. */
import { type ChildGroup, startGroup } from '../../support/child-group';
import { freePort } from '../../support/free-port';

/**
 * Starts a program with a free port in `PORT` and this machine alone in `HOST`, and waits for the line that says it listens.
 * @param file the program, absolute
 * @param env variables of its own
 * @throws if it ends before it listens, with what it said
 */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly process: ChildGroup; readonly port: number }> {
  const port = await freePort();
  const child = await startGroup({
    command: process.execPath,
    args: [file],
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
  });
  try {
    await child.line(/^(listening|running at)/);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { process: child, port };
}
