/** The options that are set by environment variables: which of them count as set (rule R20). */
import type { Command } from 'commander';
import { CommandFailure } from './command';

const ON = new Set(['1', 'true', 'yes', 'on']);
const OFF = new Set(['0', 'false', 'no', 'off']);

/**
 * Leaves out the variables that set nothing: empty ones, as a compose file makes them of what it does not know, and those that
 * say of a switch that it is off. A program takes any variable that is there as set, also an empty one.
 * @param program whose options count, with those of its commands
 * @param environment is changed
 * @throws CommandFailure where a switch is set to neither on nor off
 */
export function leaveOutUnset(program: Command, environment: NodeJS.ProcessEnv): void {
  for (const { envVar, long, ...option } of program.options) {
    const value = envVar === undefined ? undefined : environment[envVar]?.trim().toLowerCase();
    if (envVar === undefined || value === undefined) continue;
    const isSwitch = !option.required && !option.optional;
    if (isSwitch && value !== '' && !ON.has(value) && !OFF.has(value)) {
      throw new CommandFailure(
        `${envVar} switches ${long} on or off: it has to be 1, true, yes or on, or else 0, false, no or off.`,
      );
    }
    if (value === '' || (isSwitch && OFF.has(value))) delete environment[envVar];
  }
  for (const command of program.commands) leaveOutUnset(command, environment);
}
