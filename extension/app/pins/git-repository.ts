/** A clone as its files say: its remotes and the commit that is checked out, read without Git, wherever the files lie. */
import { isInnerPath, type Remote, readRemote } from './git-remote';
import { isCommit } from './permalink';

/** A folder somewhere, as VS Code reaches it: on this machine, over SSH, in a container. */
export interface Folder {
  /** The text of a file in it; undefined where there is none. @param path with slashes, from this folder */
  text(path: string): Promise<string | undefined>;
  /** The folder that a path leads to, as Git writes paths: from this folder, or absolute. */
  at(path: string): Folder;
}

/** What a clone says of itself. */
export interface Clone {
  readonly commit: string | undefined;
  /** By the order in which a link to it should be made: the branch's own remote, `origin`, the others. */
  readonly remotes: readonly Remote[];
}

/** Reads the clone whose top is a folder; undefined where that is none. Worktrees and submodules are clones too. */
export async function readClone(top: Folder): Promise<Clone | undefined> {
  const pointer = await top.text('.git');
  const target = pointer === undefined ? undefined : /^gitdir: ([^\n\r]+)/.exec(pointer)?.[1];
  const git = target === undefined ? top.at('.git') : top.at(target);
  const head = await git.text('HEAD');
  if (head === undefined) return undefined;
  const shared = (await git.text('commondir'))?.trim();
  const common = shared ? git.at(shared) : git;
  const config = readConfig((await common.text('config')) ?? '');
  const ref = refOf(head);
  const branch = ref?.replace(/^refs\/heads\//, '');
  const own = branch && config.get(`branch.${branch}.remote`);
  const names = [...config.keys()].flatMap((key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? []);
  const rank = (name: string) => (name === own ? 0 : name === 'origin' ? 1 : 2);
  const remotes = names
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((name) => readRemote(config.get(`remote.${name}.url`) ?? '') ?? []);
  return { commit: ref === undefined ? commitIn(head) : await commitOf(ref, git, common), remotes };
}

async function commitOf(ref: string, git: Folder, common: Folder): Promise<string | undefined> {
  for (const folder of [git, common]) {
    const commit = commitIn((await folder.text(ref)) ?? '');
    if (commit) return commit;
  }
  const packed = (await common.text('packed-refs')) ?? '';
  for (const line of packed.split('\n')) {
    const [commit = '', name] = line.trimEnd().split(' ');
    if (name === ref && isCommit(commit)) return commit;
  }
  return undefined;
}

function commitIn(text: string): string | undefined {
  const commit = text.trim();
  return isCommit(commit) ? commit : undefined;
}

/** The branch that HEAD names; a name that would lead out of the folder is none. */
function refOf(head: string): string | undefined {
  const ref = /^ref: (refs\/[^\n\r]+)/.exec(head)?.[1]?.trimEnd();
  return ref !== undefined && isInnerPath(ref) ? ref : undefined;
}

/**
 * Reads a Git configuration: `section.key` or `section.subsection.key` to the value, the last one where a key is there twice.
 * Sections and keys are in small letters; what cannot be read is left out.
 */
export function readConfig(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let section = '';
  // A backslash at the end of a line goes on in the next.
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header) {
      const sub = header[2]?.replaceAll(/\\(.)/g, '$1');
      section = `${header[1]?.toLowerCase()}${sub === undefined ? '' : `.${sub}`}`;
    }
    const [, key, value] = /^\s*([a-z][\w-]*)\s*=\s*(.*)$/i.exec(header ? line.slice(header[0].length) : line) ?? [];
    if (key !== undefined && section !== '') values.set(`${section}.${key.toLowerCase()}`, unquoted(value ?? ''));
  }
  return values;
}

function unquoted(value: string): string {
  let text = '';
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? '';
    if (sign === '\\') text += value[++at] ?? '';
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '#' || sign === ';')) break;
    else text += sign;
  }
  return text.trim();
}
