/** URLs of pins where people type and see them: why one is refused, and what a pin to it could be called. */
import { t } from '@vscode/l10n';
import { MAX } from '../../../shared/layout';
import { cutToCodePoints } from '../../../shared/text';
import { URL_MAX, urlFault } from '../../../shared/url';

/** Why a URL is refused as it was typed, in a sentence; undefined where a pin can hold it. White space around it does not count. */
export function urlRefusal(typed: string): string | undefined {
  const url = typed.trim();
  if (url === '') return t('Type a URL, such as https://example.org/page.');
  if (!url.isWellFormed()) return t('The URL holds half of a character (a lone surrogate).');
  switch (urlFault(url)) {
    case 'too-long':
      return t('The URL must have at most {0} characters.', URL_MAX);
    case 'not-absolute':
      return t('The URL must be an absolute URL, like https://example.org/page, without spaces around it.');
    case 'scheme':
      return t('The URL must start with http:, https:, mailto:, file:, vscode: or vscode-insiders:.');
    case undefined:
      return undefined;
  }
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
