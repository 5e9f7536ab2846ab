/** The file through which `npm start` hands an address and a token to a window that asks: there for a moment, for its owner's eyes only. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';

const content = z.object({ url: z.string().min(1), token: z.string().min(1) });

/** What a window is handed. */
export type HandedConnection = z.infer<typeof content>;

/** How long `npm start` may take to make a token and to answer, in ms. */
const PATIENCE = 30_000;

/**
 * Takes what is in the file, and deletes it. Where it is not there, asks for it by an empty file beside it (`<path>.wanted`), and waits.
 * @param patience how long to wait, in ms
 * @returns undefined where nobody answers, it is of another form, or others than its owner may read it
 */
export async function handedConnection(path: string, patience = PATIENCE): Promise<HandedConnection | undefined> {
  const wanted = `${path}.wanted`;
  try {
    for (const end = Date.now() + patience; Date.now() < end; await setTimeout(100)) {
      const text = await taken(path, wanted);
      if (text !== undefined) return content.safeParse(JSON.parse(text)).data;
      // Again at each look: another window may have had the answer to ours.
      await writeFile(wanted, '');
    }
    await rm(wanted, { force: true });
  } catch {
    // No folder to ask in, or nothing that can be read.
  }
  return undefined;
}

/** The text of the file, which is gone now; '' where others than its owner may have used it; undefined where there is none. */
async function taken(path: string, wanted: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    const text = await readFile(path, 'utf8');
    // In this order: a question that is still there once the answer is gone would be answered again, for nobody.
    await rm(wanted, { force: true });
    await rm(path, { force: true });
    // Windows has no such bits.
    return process.platform === 'win32' || (mode & 0o077) === 0 ? text : '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
