/** The origin of a web page, as an operator writes it and as browsers send it. */

/**
 * Reads an origin: a scheme and a host, perhaps with a port, in capitals or not, with a slash after it or not.
 * @returns it as a browser sends it, so that the two can be compared; undefined where it is none, such as `*` or an address with a path
 */
export function readOrigin(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text)) return undefined;
  try {
    const { protocol, host, origin } = new URL(text);
    // Of schemes that it does not know, such as an editor's own, it tells no origin.
    return origin === 'null' ? `${protocol}//${host}`.toLowerCase() : origin;
  } catch {
    return undefined;
  }
}
