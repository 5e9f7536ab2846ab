/** How deep a plain value is nested: whoever reads, compares or writes one goes down into it by calls. */

/** Whether a plain value is nested deeper than so many times. Goes no deeper itself. */
export function isDeeper(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  if (max === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, max - 1));
}
