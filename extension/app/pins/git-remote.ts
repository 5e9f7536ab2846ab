/** The address of a Git remote, however it is written: `https://…`, `ssh://…`, `user@host:path`. What it holds of secrets is dropped. */

/** Where a repository lies. */
export interface Remote {
  /** In small letters, without a port. */
  readonly host: string;
  /** Such as `owner/name`, without a slash at the ends and without `.git`. */
  readonly path: string;
  /** Where its pages would be: scheme, host and, for a remote that is read over HTTP, the port. Never a user or a password. */
  readonly web: string;
}

/** Hosts that serve SSH under a name of its own, for networks that let only HTTPS through. */
const SSH_HOSTS: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
};

/** Reads an address; undefined for a folder, and for what could not be a repository on a host. */
export function readRemote(url: string): Remote | undefined {
  const written = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(url);
  // A single letter before the colon is a drive of Windows.
  const scp = written ? null : /^(?:[^@/:\s]+@)?([^@/:\s]{2,}):(?!\/\/|:)(.+)$/.exec(url);
  if (scp) return remote(scp[1] ?? '', scp[2] ?? '', undefined);
  const scheme = written?.[1]?.toLowerCase();
  if (!scheme || !/^(https?|ssh|git|git\+ssh|ssh\+git)$/.test(scheme)) return undefined;
  try {
    // As http, since only of such schemes the parser judges the host.
    const isWeb = scheme === 'http' || scheme === 'https';
    const parsed = new URL(isWeb ? url : `http://${written?.[2] ?? ''}`);
    return remote(parsed.hostname, decodeURIComponent(parsed.pathname), isWeb ? parsed.origin : undefined);
  } catch {
    return undefined;
  }
}

/** Whether two addresses are of one repository. Forges take the names of owners and repositories without regard to case. */
export function isSameRemote(a: Pick<Remote, 'host' | 'path'>, b: Pick<Remote, 'host' | 'path'>): boolean {
  return a.host === b.host && a.path.toLowerCase() === b.path.toLowerCase();
}

/** Whether a text is a path inside a repository that can be joined to a folder without leading out of it. */
export function isInnerPath(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && isPlain(part));
}

function remote(written: string, path: string, web: string | undefined): Remote | undefined {
  const small = written.toLowerCase();
  const host = SSH_HOSTS[small] ?? small;
  const trimmed = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!/^[a-z0-9.-]+$/.test(host) || !isInnerPath(trimmed)) return undefined;
  return { host, path: trimmed, web: web ?? `https://${host}` };
}

function isPlain(part: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  return part.isWellFormed() && !/[\u0000-\u001f\u007f\\]/.test(part);
}
