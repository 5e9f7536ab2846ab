// Clones read from their files: branches, packed refs, worktrees, configurations as Git writes them, and hostile ones.
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, readClone, readConfig } from '../../../../extension/app/pins/git-repository';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const ORIGIN = '[remote "origin"]\n\turl = https://x:s3cret@github.com/ada/engine.git\n';

const folder = (files: Readonly<Record<string, string>>, path = '/home/repo'): Folder => ({
  text: async (file) => files[posix.join(path, file)],
  at: (other) => folder(files, posix.resolve(path, other)),
});
const clone = (files: Readonly<Record<string, string>>) =>
  folder(Object.fromEntries(Object.entries(files).map(([name, text]) => [posix.join('/home/repo', name), text])));

test('a branch that was just committed to; no secret stays', async () => {
  const read = await readClone(
    clone({ '.git/HEAD': 'ref: refs/heads/a/b\n', '.git/refs/heads/a/b': `${COMMIT}\n`, '.git/config': ORIGIN }),
  );
  expect(read).toMatchObject({ commit: COMMIT, remotes: [{ host: 'github.com', path: 'ada/engine' }] });
  expect(JSON.stringify(read)).not.toContain('s3cret');
});

test('a branch in packed refs, and none checked out', async () => {
  const packed = `# pack-refs with: peeled fully-peeled sorted \n${COMMIT} refs/heads/main\n^${COMMIT}\n`;
  const files = { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': packed };
  expect((await readClone(clone(files)))?.commit).toBe(COMMIT);
  expect((await readClone(clone({ '.git/HEAD': `${COMMIT}\n` })))?.commit).toBe(COMMIT);
});

test('a worktree has its own HEAD and shares the rest', async () => {
  const read = await readClone(
    clone({
      '.git': 'gitdir: ../main/.git/worktrees/repo\n',
      '../main/.git/worktrees/repo/HEAD': 'ref: refs/heads/side\n',
      '../main/.git/worktrees/repo/commondir': '../..\n',
      '../main/.git/refs/heads/side': COMMIT,
      '../main/.git/config': ORIGIN,
    }),
  );
  expect(read).toMatchObject({ commit: COMMIT, remotes: [{ path: 'ada/engine' }] });
});

test("the branch's own remote comes first, then origin", async () => {
  const config = `[remote "z"]\nurl = git@example.org:z/z\n${ORIGIN}[remote "fork"]\nurl = git@example.org:me/engine\n[branch "main"]\nremote = fork\n`;
  const read = await readClone(clone({ '.git/HEAD': 'ref: refs/heads/main', '.git/config': config }));
  expect(read?.remotes.map(({ path }) => path)).toEqual(['me/engine', 'ada/engine', 'z/z']);
});

test.each(['ref: refs/../../secret', 'ref: /etc/passwd', 'nonsense', '', `${COMMIT}00`])(
  'HEAD that says %j names no commit',
  async (head) => {
    const files = { '.git/HEAD': head, '.git/secret': COMMIT, secret: COMMIT };
    expect(await readClone(clone(files))).toEqual({ commit: undefined, remotes: [] });
  },
);

test('a folder without a clone is none', async () => {
  expect(await readClone(clone({}))).toBeUndefined();
});

test('a configuration is read as Git reads it', () => {
  const text =
    '; c\n[core] bare = false # no\n[Remote "a \\"b\\" # c"]\r\n\tURL = "x # y" ; z\r\n\tlong = one \\\ntwo\n[__proto__ "x"]\nurl = p\nnonsense\n= 3\n[broken\n';
  expect(Object.fromEntries(readConfig(text))).toEqual({
    'core.bare': 'false',
    'remote.a "b" # c.url': 'x # y',
    'remote.a "b" # c.long': 'one two',
    '__proto__.x.url': 'p',
  });
});
