/** A repository of the real Git in a folder, for tests that read one. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A repository with one commit and one remote. */
export interface GitRepository {
  readonly commit: string;
}

/**
 * Makes a repository.
 * @param folder its top; made if absent, absolute
 * @param files what is committed, by path
 * @param remote the URL of `origin`
 */
export async function gitRepository(
  folder: string,
  files: Readonly<Record<string, string>>,
  remote: string,
): Promise<GitRepository> {
  // Nobody's configuration counts, nor a repository that this one lies in.
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_DIR: join(folder, '.git'),
  };
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const git = async (...args: string[]) => (await run('git', [...who, ...args], { cwd: folder, env })).stdout.trim();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await git('init', '--quiet', '--initial-branch=main');
  await git('remote', 'add', 'origin', remote);
  await git('add', '--', ...Object.keys(files));
  await git('commit', '--quiet', '--message=First');
  return { commit: await git('rev-parse', 'HEAD') };
}
