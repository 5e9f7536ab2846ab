/** Hands address and token to each window that asks for them, through a file (extension/node/connect-file.ts is the other end). */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { End } from './open-vscode';

/** What a window is handed. */
export interface Connection {
  readonly url: string;
  readonly token: string;
}

/** The answering of windows, under way. */
export interface HandOver {
  /** settles if a window could not be answered, which ends it */
  readonly failed: Promise<End>;
  /** Ends it, and removes the folder. */
  stop(): void;
}

/**
 * Answers windows that ask, until it is stopped. The file is there only until the window has taken it, and only its owner may read it.
 * @param file absolute; its folder is made anew, for its owner alone. A window asks by an empty `<file>.wanted`
 * @param connection gives what the next window gets
 * @throws where the folder cannot be made
 */
export function answerWindows(file: string, connection: () => Promise<Connection>): HandOver {
  const folder = dirname(file);
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  clear();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let stopped = false;
  const answer = async (): Promise<void> => {
    const { url, token } = await connection();
    if (stopped) return;
    // Whole or not at all.
    writeFileSync(`${file}.new`, `${JSON.stringify({ url, token })}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.new`, file);
  };
  const run = async (): Promise<never> => {
    // Whoever takes an answer takes back the question first.
    for (const wanted = `${file}.wanted`; ; await setTimeout(100))
      if (!stopped && existsSync(wanted) && !existsSync(file)) await answer();
  };
  const failed = run().catch((error: unknown) => ({
    story: `A window could not be connected: ${error instanceof Error ? error.message : error}`,
    wanted: false,
  }));
  const stop = (): void => {
    stopped = true;
    clear();
  };
  return { failed, stop };
}
