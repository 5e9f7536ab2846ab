/** Values of records as they can be put into another document: whatever a peer has made of them, and without touching where they are (rule T7). */
import * as Y from 'yjs';
import { isYMap, isYText } from '../layout';

/**
 * A value that can be put into another document, or once more into its own: plain values as they are, of types of Yjs a copy, since
 * each belongs to one document.
 * @returns undefined where there can be no copy: of a document in a document, of XML, of what Yjs itself puts nowhere
 */
export function portable(value: unknown): unknown {
  if (value instanceof Y.Doc) return undefined;
  return value instanceof Y.AbstractType ? copyOf(value) : value;
}

/** Whether a value is plain: no type of Yjs, nor a document in this one. */
export function isPlainValue(value: unknown): boolean {
  return !(value instanceof Y.AbstractType || value instanceof Y.Doc);
}

/** Any `AbstractType` is taken, since a peer can put any into a record. */
function copyOf(type: unknown): unknown {
  if (isYMap(type)) {
    const entries = [...type.entries()].map(([key, value]) => [key, held(value)] as const);
    return new Y.Map(entries.filter(([, value]) => value !== undefined));
  }
  if (type instanceof Y.Array && type.constructor === Y.Array) {
    const array = new Y.Array<unknown>();
    array.push(
      type
        .toArray()
        .map(held)
        .filter((value) => value !== undefined),
    );
    return array;
  }
  if (!isYText(type)) return undefined;
  const text = new Y.Text();
  text.applyDelta(type.toDelta().filter(({ insert }: { insert: unknown }) => !(insert instanceof Y.AbstractType)));
  return text;
}

/** A value as a type of Yjs holds it: it refuses objects that do not look like plain ones. */
function held(value: unknown): unknown {
  const copy = portable(value);
  if (typeof copy !== 'object' || copy === null || copy instanceof Y.AbstractType) return copy;
  return [Object, Array, Uint8Array].some((known) => copy.constructor === known) ? copy : undefined;
}
