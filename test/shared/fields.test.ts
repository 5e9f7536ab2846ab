// What is said of values where a schema has no words of its own.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { failureMessage } from '../../shared/failures';
import { parse } from '../../shared/fields';

test('[V3] a list, a number, a field that nobody knows are refused with the bound in words', () => {
  const schema = z.strictObject({ ids: z.array(z.string()).min(1).max(2), count: z.number().min(3).max(4) });
  const said = (input: unknown) => {
    const parsed = parse(schema, input);
    return parsed.kind === 'done' ? undefined : failureMessage(parsed);
  };
  expect(said({ ids: [], count: 2 })).toBe('ids must have at least 1 entry; it is empty. count must be at least 3.');
  expect(said({ ids: ['a', 'b', 'c'], count: 5 })).toBe(
    'ids must have at most 2 entries; it has 3. count must be at most 4.',
  );
  expect(said({ ids: ['a'], count: 3, colour: 'red' })).toBe('There is no field "colour".');
  expect(said({ ids: 'a', count: '3' })).toBe('ids must be an array. count must be a number.');
});
