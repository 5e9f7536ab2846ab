/** The header of a replica's file: whose it is and, in a snapshot, what went into it. */

export interface PieceHeader {
  /** The id of the space that the file belongs to. */
  readonly space: string;
  /** Keys of the files that went into a snapshot, each with where in it the last update ends, in bytes; none in a log. */
  readonly sources: ReadonlyMap<string, number>;
}

/** The bytes of a header. */
export function encodeHeader(header: PieceHeader): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ space: header.space, sources: [...header.sources] }));
}

/** Reads a header; undefined if the bytes are none. */
export function decodeHeader(bytes: Uint8Array): PieceHeader | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('space' in value) || typeof value.space !== 'string')
    return undefined;
  const sources = 'sources' in value && Array.isArray(value.sources) ? value.sources.filter(isSource) : [];
  return { space: value.space, sources: new Map(sources) };
}

function isSource(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
