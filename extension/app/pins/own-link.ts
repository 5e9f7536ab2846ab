/** Links of the extension's own, `vscode://tackboard.tackboard/open?…`: to a record or to code. Whoever makes one up can show something, and no more. */
import { ID_MAX } from '../../../shared/ids';
import { DOCUMENT_TYPES, type DocumentType } from '../../../shared/records';
import { codePointCount } from '../../../shared/text';

/** The start of every such link. VS Code, whatever its product is called, hands the rest to the extension. */
const START = 'vscode://tackboard.tackboard/open?';

/** A record that a link leads to. */
export interface RecordLink {
  readonly documentType: DocumentType;
  readonly documentId: string;
}

/** The link to a record. */
export function recordLink({ documentType, documentId }: RecordLink): string {
  return ownLink({ type: documentType, id: documentId });
}

/**
 * A link of the extension's own that says what it is given. VS Code reads the escapes of a link before it hands it to the extension, so
 * what would mean something in a query then is escaped twice.
 */
export function ownLink(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${value.replace(/[%&+#=]/g, encodeURIComponent)}`);
  return `${START}${encodeURI(pairs.join('&'))}`;
}

/** The parts of a link as VS Code has read them. */
interface ReadLink {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  /** without its escapes */
  readonly query: string;
}

/** A link that VS Code hands over, as it was before VS Code had read its escapes. */
export function handedLink({ scheme, authority, path, query }: ReadLink): string {
  return `${scheme}://${authority}${path}?${query.replace(/[%#]/g, encodeURIComponent)}`;
}

/** The record that a link leads to; undefined where it is no such link. */
export function readRecordLink(url: string): RecordLink | undefined {
  const query = ownQuery(url);
  const documentType = DOCUMENT_TYPES.find((type) => type === query?.get('type'));
  const documentId = query?.get('id') ?? '';
  if (!documentType || documentId === '' || codePointCount(documentId, ID_MAX + 1) > ID_MAX) return undefined;
  return { documentType, documentId };
}

/** Whether a URL is for this extension, whatever it says. */
export function isOwnLink(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/tackboard\.tackboard(?![^/?#])/i.test(url);
}

/** What a link of the extension's own says; undefined for any other URL. */
export function ownQuery(url: string): URLSearchParams | undefined {
  // The scheme is that of the product: `vscode-insiders`, `vscodium`, `code-oss` …
  const rest = /^[a-z][a-z0-9+.-]*:\/\/tackboard\.tackboard\/open\?([^#]*)/i.exec(url)?.[1];
  if (rest === undefined) return undefined;
  try {
    return new URLSearchParams(decodeURIComponent(rest));
  } catch {
    // Escapes that stand for no text.
    return undefined;
  }
}
