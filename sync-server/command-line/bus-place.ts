/** Where the bus of several servers is, as the option `--bus` names it. */
import { type RedisAddress, readRedisAddress } from '../cluster/redis-address';
import { CommandFailure } from './command';

/**
 * Reads the option; empty or absent it is undefined.
 * @param from where it was given: `cli` or the environment
 * @throws CommandFailure where it is no address; it is not repeated, as it may hold a password
 */
export function busOf(text: string | undefined, from: string | undefined): RedisAddress | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const address = readRedisAddress(text.trim());
  if (address) return address;
  const name = from === 'cli' ? '--bus' : 'TACKBOARD_BUS';
  throw new CommandFailure(
    `${name} has to name a Redis or Valkey, like redis://host:6379; what it says now is not shown, since there may be a password in it.`,
  );
}
