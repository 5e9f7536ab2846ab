/** Permalinks of forges: the page that shows a file, or lines of it, as it was at one commit; built and read back. */
import { v5 as uuidv5 } from 'uuid';
import { isInnerPath, type Remote, readRemote } from './git-remote';
import { ownLink, ownQuery } from './own-link';

/** A file of a repository at a commit, or lines of it. */
export interface CodePlace {
  readonly remote: Remote;
  /** The id of the commit, 40 or 64 hexadecimal digits. */
  readonly commit: string;
  /** From the top of the repository, with slashes. */
  readonly path: string;
  /** The first and last line, counted from 1; undefined for the file as a whole. */
  readonly lines: { readonly first: number; readonly last: number; readonly hash: string | undefined } | undefined;
}

interface Forge {
  /** What stands between the repository and the commit. */
  readonly infix: string;
  readonly lines: (first: number, last: number) => string;
  /** The query that makes it show the source of a text that it would lay out as a page; empty where there is none. */
  readonly source: string;
}

const range = (first: number, last: number, start: string, to: string) =>
  first === last ? `${start}${first}` : `${start}${first}${to}${last}`;
const GITHUB: Forge = { infix: '/blob/', lines: (a, b) => range(a, b, 'L', '-L'), source: '?plain=1' };
const GITLAB: Forge = { infix: '/-/blob/', lines: (a, b) => range(a, b, 'L', '-'), source: '?plain=1' };
const BITBUCKET: Forge = { infix: '/src/', lines: (a, b) => range(a, b, 'lines-', ':'), source: '' };
const GITEA: Forge = { infix: '/src/commit/', lines: (a, b) => range(a, b, 'L', '-L'), source: '?display=source' };

const LAID_OUT = /\.(md|markdown|mdx|rst|adoc|asciidoc|org)$/i;

/**
 * Parts of a fragment from `:~:` on are directives to the browser: it takes them away before a page's script sees the fragment, and
 * leaves out those that it does not know. So the forge reads `#L12` as ever, and no server is sent the hash.
 */
const DIRECTIVE = ':~:tackboard=';

/** The link to a place: the forge's own page, or where the host is no known forge a link of the extension's own. */
export function permalink({ remote, commit, path, lines }: CodePlace): string {
  const forge = forgeOf(remote.host);
  if (!forge) {
    return ownLink({
      remote: `${remote.host}/${remote.path}`,
      commit,
      path,
      ...(lines && { lines: `${lines.first}-${lines.last}` }),
      ...(lines?.hash && { hash: lines.hash }),
    });
  }
  const page = `${remote.web}/${encoded(remote.path)}${forge.infix}${commit}/${encoded(path)}`;
  if (!lines) return page;
  const hash = lines.hash === undefined ? '' : `${DIRECTIVE}${lines.hash}`;
  return `${page}${LAID_OUT.test(path) ? forge.source : ''}#${forge.lines(lines.first, lines.last)}${hash}`;
}

/** The place that a link leads to; undefined for any other URL. */
export function readPermalink(url: string): CodePlace | undefined {
  const own = ownQuery(url);
  if (own) {
    const remote = readRemote(`https://${own.get('remote') ?? ''}`);
    const lines = /^(\d{1,9})-(\d{1,9})$/.exec(own.get('lines') ?? '');
    return place(remote, own.get('commit') ?? '', own.get('path') ?? '', lines, own.get('hash') ?? '');
  }
  try {
    const { protocol, host, hostname, pathname, hash } = new URL(url);
    const forge = /^https?:$/.test(protocol) ? forgeOf(hostname) : undefined;
    const at = forge ? pathname.indexOf(forge.infix) : -1;
    if (!forge || at < 0) return undefined;
    const remote = readRemote(`${protocol}//${host}${pathname.slice(0, at)}`);
    const [commit = '', ...rest] = pathname.slice(at + forge.infix.length).split('/');
    const [fragment = '', directive = ''] = hash.slice(1).split(DIRECTIVE);
    const lines = /^(?:L|lines-)(\d{1,9})(?:(?:-L?|:)(\d{1,9}))?$/.exec(fragment);
    // Each part on its own: a slash that is written as %2F is no part of a path that we could open.
    const parts = rest.map(decodeURIComponent);
    if (parts.some((part) => part.includes('/'))) return undefined;
    return place(remote, commit, parts.join('/'), lines, directive);
  } catch {
    return undefined;
  }
}

/** What a line is known by when it has moved: a hash of its text without the white space around it; undefined for an empty line. */
export function lineHash(text: string): string | undefined {
  const line = text.trim();
  return line === '' ? undefined : uuidv5(line, uuidv5.URL).replaceAll('-', '').slice(0, 12);
}

/**
 * Finds the line that a place means in a text that may have changed since: the one with the same hash that is nearest, and where there
 * is none the line of that number.
 * @returns the line, counted from 1, at most the number of lines there are
 */
export function findLine(
  lines: readonly string[],
  { first, hash }: { first: number; hash: string | undefined },
): number {
  const last = Math.max(1, lines.length);
  // A link may name any number: looking starts inside the text.
  const start = Math.min(Math.max(1, first), last);
  if (hash === undefined) return start;
  for (let away = 0; away < last; away++) {
    for (const at of [start - away, start + away]) {
      const text = lines[at - 1];
      if (text !== undefined && lineHash(text) === hash) return at;
    }
  }
  return start;
}

function place(
  remote: Remote | undefined,
  commit: string,
  path: string,
  lines: RegExpExecArray | null,
  hash: string,
): CodePlace | undefined {
  if (!remote || !isCommit(commit) || !isInnerPath(path)) return undefined;
  if (!lines) return { remote, commit, path, lines: undefined };
  const first = Number(lines[1]);
  const last = Math.max(first, Number(lines[2] ?? first));
  if (first < 1) return { remote, commit, path, lines: undefined };
  return { remote, commit, path, lines: { first, last, hash: /^[0-9a-f]{12}$/.test(hash) ? hash : undefined } };
}

/** Whether a text is the id of a commit: SHA-1 or SHA-256. */
export function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

/** The forge at a host: the public ones, and those of one's own that say by the start of their name what they are. */
function forgeOf(host: string): Forge | undefined {
  if (host === 'bitbucket.org') return BITBUCKET;
  if (host === 'codeberg.org' || /^(?:gitea|forgejo)\./.test(host)) return GITEA;
  if (/^github\./.test(host)) return GITHUB;
  return /^gitlab\./.test(host) ? GITLAB : undefined;
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
