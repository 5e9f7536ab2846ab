// Permalinks of forges: remotes however they are written, links built and read back, lines that moved, and what hostile inputs come to.
import { describe, expect, test } from 'vitest';
import { isSameRemote, readRemote } from '../../../../extension/app/pins/git-remote';
import { findLine, lineHash, permalink, readPermalink } from '../../../../extension/app/pins/permalink';
import { urlFault } from '../../../../shared/url';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';

describe('a remote', () => {
  test.each([
    ['https://github.com/ada/engine.git', 'github.com', 'ada/engine', 'https://github.com'],
    ['https://user:s3cret@github.com/ada/engine', 'github.com', 'ada/engine', 'https://github.com'],
    ['https://s3cret@GitHub.com/ada/engine.git/', 'github.com', 'ada/engine', 'https://github.com'],
    [
      'http://gitea.example.org:3000/ada/engine.git',
      'gitea.example.org',
      'ada/engine',
      'http://gitea.example.org:3000',
    ],
    ['git@github.com:ada/engine.git', 'github.com', 'ada/engine', 'https://github.com'],
    ['gitlab.com:group/sub/engine', 'gitlab.com', 'group/sub/engine', 'https://gitlab.com'],
    ['ssh://git@ssh.github.com:443/ada/engine.git', 'github.com', 'ada/engine', 'https://github.com'],
    ['git+ssh://git:s3cret@example.org:2222/ada/engine', 'example.org', 'ada/engine', 'https://example.org'],
  ])('%s', (url, host, path, web) => {
    expect(readRemote(url)).toEqual({ host, path, web });
    expect(JSON.stringify(readRemote(url))).not.toContain('s3cret');
  });

  test.each([
    '',
    '/srv/git/engine.git',
    '../engine',
    'C:/engine',
    'C:\\engine',
    'file:///srv/git/engine',
    'ext::sh -c date',
    'https://example.org',
    'https://example.org/../..',
    'https://example.org/a/%2e%2e%2fb',
    'https://example.org/a%00b',
    'git@example.org:../../etc',
    'git@exa mple.org:a/b',
    'git@example.org:a\\b',
    'command://github.com/a/b',
    'https://[::1]/a/b',
  ])('is none in %j', (url) => {
    expect(readRemote(url)).toBeUndefined();
  });

  test('is the same however it is written', () => {
    const [a, b] = [readRemote('git@github.com:Ada/Engine.git'), readRemote('https://x:y@github.com/ada/engine')];
    expect(a && b && isSameRemote(a, b)).toBe(true);
  });
});

describe('a link', () => {
  const place = (remote: string, path: string, lines?: [number, number]) => {
    const found = readRemote(remote);
    if (!found) throw new Error(`${remote} is no remote`);
    const range = lines && { first: lines[0], last: lines[1], hash: lineHash('let x = 1;') };
    return { remote: found, commit: COMMIT, path, lines: range };
  };
  const hash = lineHash('let x = 1;');

  test.each([
    [
      'git@github.com:a/b',
      'src/x.ts',
      [12, 12],
      `https://github.com/a/b/blob/${COMMIT}/src/x.ts#L12:~:tackboard=${hash}`,
    ],
    ['git@github.com:a/b', 'x.ts', [1, 9], `https://github.com/a/b/blob/${COMMIT}/x.ts#L1-L9:~:tackboard=${hash}`],
    ['git@github.com:a/b', 'R.md', [3, 3], `https://github.com/a/b/blob/${COMMIT}/R.md?plain=1#L3:~:tackboard=${hash}`],
    ['git@gitlab.com:a/s/b', 'x.ts', [1, 9], `https://gitlab.com/a/s/b/-/blob/${COMMIT}/x.ts#L1-9:~:tackboard=${hash}`],
    ['git@bitbucket.org:a/b', 'x', [1, 9], `https://bitbucket.org/a/b/src/${COMMIT}/x#lines-1:9:~:tackboard=${hash}`],
    ['git@codeberg.org:a/b', 'x', [1, 9], `https://codeberg.org/a/b/src/commit/${COMMIT}/x#L1-L9:~:tackboard=${hash}`],
    ['git@github.com:a/b', 'a b/ü#?%.ts', undefined, `https://github.com/a/b/blob/${COMMIT}/a%20b/%C3%BC%23%3F%25.ts`],
    [
      'git@example.org:a/b',
      'a b.ts',
      [1, 9],
      `vscode://tackboard.tackboard/open?remote=example.org/a/b&commit=${COMMIT}&path=a%20b.ts&lines=1-9&hash=${hash}`,
    ],
  ] as const)('to %s %s %s', (remote, path, lines, link) => {
    const wanted = place(remote, path, lines && [lines[0], lines[1]]);
    expect(permalink(wanted)).toBe(link);
    expect(readPermalink(link)).toEqual(wanted);
    expect(urlFault(link)).toBeUndefined();
  });

  test('reads as the forge wrote it, without a hash of ours', () => {
    expect(readPermalink(`https://github.com/a/b/blob/${COMMIT}/x.ts#L3-L5`)?.lines).toEqual({
      first: 3,
      last: 5,
      hash: undefined,
    });
  });

  test.each([
    'https://github.com/a/b/blob/main/x.ts',
    `https://example.org/a/b/blob/${COMMIT}/x.ts`,
    `https://github.com/a/b/blob/${COMMIT}/`,
    `https://github.com/a/b/blob/${COMMIT}/..%2f..%2fetc/passwd`,
    `https://github.com/a/b/blob/${COMMIT}/x%00`,
    `https://github.com/a/b/blob/${COMMIT}/%ff`,
    `https://github.com/a/b/blob/${COMMIT}/a%5c..%5cb`,
    `ftp://github.com/a/b/blob/${COMMIT}/x.ts`,
    `vscode://tackboard.tackboard/open?remote=example.org%2Fa&commit=${COMMIT}&path=..%2F..%2Fetc`,
    `vscode://tackboard.tackboard/open?remote=example.org%2Fa&commit=HEAD&path=x`,
    'nonsense',
  ])('is no permalink: %s', (url) => {
    expect(readPermalink(url)).toBeUndefined();
  });
});

describe('a line that moved', () => {
  const hash = lineHash('  b ');
  test.each([
    [['a', 'b', 'c'], 2, 2],
    [['x', 'y', 'a', '\tb', 'c'], 2, 4],
    [['b', 'x', 'x', 'x', 'b'], 4, 5],
    [['x'], 9, 1],
    [[], 3, 1],
    [['b', 'x'], 999_999_999, 1],
  ])('in %j, once line %i, is line %i', (lines, first, found) => {
    expect(findLine(lines, { first, hash })).toBe(found);
  });

  test('that was empty is found by its number', () => {
    expect(lineHash('  \t')).toBeUndefined();
    expect(findLine(['', 'x', ''], { first: 3, hash: undefined })).toBe(3);
  });
});
