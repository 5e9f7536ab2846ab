/** URLs of pins where people type and see them: why one is refused, and what a pin to it could be called. */
import { parse } from '../../../shared/fields';
import { MAX } from '../../../shared/layout';
import { pinUrl } from '../../../shared/operations/pins';
import { cutToCodePoints } from '../../../shared/text';

/** Why a URL is refused as it was typed, in a sentence; undefined where a pin can hold it. White space around it does not count. */
export function urlRefusal(typed: string): string | undefined {
  const url = typed.trim();
  if (url === '') return 'Type a URL, such as https://example.org/page.';
  if (!url.isWellFormed()) return 'The URL holds half of a character (a lone surrogate).';
  const parsed = parse(pinUrl, url);
  return parsed.kind === 'done' ? undefined : `The URL ${parsed.faults.map(({ message }) => message).join('; ')}.`;
}

/** The host of a URL, as it is shown beside a pin; of one without a host its scheme. Never a user or a password. */
export function urlHost(url: string): string {
  const { host, protocol } = new URL(url);
  return host === '' ? protocol.slice(0, -1) : host;
}

/** A name for a pin to a URL: host and last part of the path. */
export function nameForUrl(url: string): string {
  const { host, pathname } = new URL(url);
  const last =
    decoded(pathname)
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const name = host === '' || last === '' ? `${host}${last}` : `${host}: ${last}`;
  return cutToCodePoints(name === '' ? url : name, MAX.name).trim();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
