/** The URLs that a pin may hold (rule P1). */
import { codePointCount } from './text';

/** The WHATWG parser is in every host that we run in; declared here since this room knows neither Node's types nor the DOM's. */
declare const URL: new (text: string) => { readonly protocol: string };

/** The longest URL of a pin, in code points. */
export const URL_MAX = 8192;

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'file:', 'vscode:', 'vscode-insiders:']);

/** Why a text is refused as the URL of a pin. */
export type UrlFault = 'too-long' | 'not-absolute' | 'scheme';

/**
 * Checks the URL of a pin: absolute, at most 8,192 code points, of a scheme that opens something and runs nothing (rule P1).
 * @returns undefined where it is allowed, else what is wrong with it
 */
export function urlFault(text: string): UrlFault | undefined {
  if (codePointCount(text, URL_MAX + 1) > URL_MAX) return 'too-long';
  // The parser would silently drop these, and what is shown would not be what is opened.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u001f\u007f]|^\s|\s$/.test(text)) return 'not-absolute';
  try {
    return SCHEMES.has(new URL(text).protocol) ? undefined : 'scheme';
  } catch {
    return 'not-absolute';
  }
}
