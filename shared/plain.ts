/** Plain JSON objects in a document, whatever else a peer has put in their place (rule T7). */
import * as Y from 'yjs';

export type Plain = { readonly [key: string]: unknown };

/** A plain JSON object without what it inherits: a peer can send an object whose prototype is one that it wrote. */
export function plain(value: unknown): Plain | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array)
    return undefined;
  if (value instanceof Y.AbstractType) return undefined;
  return Object.getPrototypeOf(value) === Object.prototype
    ? (value as Plain)
    : Object.assign(Object.create(null), value);
}
