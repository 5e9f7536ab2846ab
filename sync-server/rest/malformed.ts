/** Texts with half of a character anywhere in a body, also where nobody looks (rule V2). */
import type { Fault } from '../../shared/failures';
import type { Parsed } from '../../shared/fields';
import { isWellFormed } from '../../shared/text';
import type { JsonObject } from './body';

/** What came of checking a body, with the faults in what the check passes over. */
export function withMalformed<T>(body: JsonObject, checked: Parsed<T>): Parsed<T> {
  const known = checked.kind === 'invalid' ? checked.faults : [];
  const told = new Set(known.flatMap(({ type, path }) => (type === TYPE ? [path] : [])));
  const more = malformedIn(body).filter(({ path }) => !told.has(path));
  return more.length === 0 ? checked : { kind: 'invalid', faults: [...known, ...more] };
}

const TYPE = 'malformed';
const MESSAGE = 'holds half of a character (a lone surrogate)';

/** Goes through a value without calls of its own: a body can be nested a million deep. */
function malformedIn(body: JsonObject): Fault[] {
  const faults: Fault[] = [];
  const left: { readonly value: unknown; readonly path: string }[] = [{ value: body, path: '' }];
  for (let at = left.pop(); at; at = left.pop()) {
    const { value, path } = at;
    if (typeof value === 'string' && !isWellFormed(value)) faults.push({ type: TYPE, path, message: MESSAGE });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const whole = isWellFormed(key);
      const below = `${path === '' ? '' : `${path}.`}${key.toWellFormed()}`;
      if (!whole) faults.push({ type: TYPE, path: below, message: `has a name that ${MESSAGE}` });
      left.push({ value: inner, path: below });
    }
  }
  return faults;
}
