/** The file through which `npm start` hands an address and a token to the window that it opens. */
import { readFile, rm, stat } from 'node:fs/promises';
import { z } from 'zod';

const content = z.object({ url: z.string().min(1), token: z.string().min(1) });

/**
 * Takes what is in the file, once: it is deleted whether or not it could be read.
 * @param path of the file; undefined or missing where this window was handed nothing
 * @returns undefined where there is nothing, it is of another form, or others than its owner may read it
 */
export async function handedConnection(path: string | undefined): Promise<z.infer<typeof content> | undefined> {
  if (path === undefined || path === '') return undefined;
  try {
    const { mode } = await stat(path);
    const text = await readFile(path, 'utf8');
    await rm(path, { force: true });
    // What others could read, others may have used; Windows has no such bits.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) return undefined;
    return content.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
