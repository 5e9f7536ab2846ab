/** The query of a request, checked by a schema: faults are named as `?limit`. */
import type * as z from 'zod';
import { type Parsed, parse } from '../../shared/fields';
import type { Call } from './call';

/** Reads the parameters that a schema knows; one that is given several times is a fault. */
export function parseQuery<T>(call: Call, schema: z.ZodObject & z.ZodType<T>): Parsed<T> {
  const given: Record<string, string> = {};
  const faults = [];
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = call.queried(name);
    if (more.length > 0) faults.push({ type: 'too-many', path: `?${name}`, message: 'is given more than once' });
    if (value !== undefined) given[name] = value;
  }
  const parsed = parse(schema, given);
  if (parsed.kind !== 'done') {
    faults.push(...parsed.faults.map((fault) => ({ ...fault, path: `?${fault.path}` })));
  }
  return faults.length > 0 || parsed.kind !== 'done' ? { kind: 'invalid', faults } : parsed;
}
