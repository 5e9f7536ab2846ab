/** Global setup of the server's tests: one PostgreSQL for all of them. Nobody waits for its start but who uses it. */
import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port';
import { startPostgres } from './postgres-server';

/** @returns what ends and removes it */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = { port: await freePort(), password: randomUUID() };
  project.provide('postgres', place);
  const starting = startPostgres(place);
  // Those who use it wait for it in vain; here is why.
  starting.catch((error: unknown) => console.error('PostgreSQL does not run for the tests:', error));
  return async () => {
    const server = await starting.catch(() => undefined);
    await server?.[Symbol.asyncDispose]();
  };
}
