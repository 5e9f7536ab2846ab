/**
 * `npm run torture:cluster [rounds]`: three servers on one PostgreSQL and one Redis, all of which fail in turn, so many times (200 unless told
 * otherwise); nothing that anyone saw may be gone.
 */
import { installPostgres } from '../test/support/postgres-programs';
import { installRedis } from '../test/support/redis-server';
import type { OnAsked } from './asked-to-end.mjs';
import { torture } from './torture';

/**
 * Installs what is needed, builds, runs the rounds, and shows what came of them.
 * @param args how many rounds
 * @returns 0 where nothing was lost
 */
export async function main([count = '200']: readonly string[], onAsked: OnAsked): Promise<number> {
  await installPostgres();
  await installRedis();
  return torture('torture:cluster', 'test/sync-server/cluster-kill.test.ts', count, onAsked);
}
