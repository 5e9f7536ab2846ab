// Which environment variables count as set, on the program as it is.
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { CommandFailure } from '../../../sync-server/command-line/command';
import { leaveOutUnset } from '../../../sync-server/command-line/environment';
import { buildProgram } from '../../../sync-server/command-line/program';

const left = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  leaveOutUnset(buildProgram('1'), environment);
  return environment;
};

test('[R20] an empty variable sets nothing, of whatever command: an empty host would be every address', () => {
  const variables = (command: Command): string[] => [
    ...command.options.flatMap(({ envVar }) => envVar ?? []),
    ...command.commands.flatMap(variables),
  ];
  const all = variables(buildProgram('1'));
  expect(all).toEqual(
    expect.arrayContaining(['TACKBOARD_HOST', 'TACKBOARD_DATA', 'TACKBOARD_STORE', 'TACKBOARD_FROM']),
  );
  expect(left({ ...Object.fromEntries(all.map((name) => [name, ''])), PATH: '' })).toEqual({ PATH: '' });
  const set = { TACKBOARD_HOST: '0.0.0.0', TACKBOARD_PORT: '0', TACKBOARD_RATE_LIMIT: '0' };
  expect(left({ ...set })).toEqual(set);
});

test.each(['0', 'false', 'No', 'OFF', ' '])('[R20] a switch is off with %j', (value) => {
  expect(left({ TACKBOARD_FSYNC: value, TACKBOARD_READ_ONLY: value, TACKBOARD_DELETED: value })).toEqual({});
});

test.each(['1', 'true', 'Yes', 'on'])('[R20] a switch is on with %j', (value) => {
  expect(left({ TACKBOARD_FSYNC: value })).toEqual({ TACKBOARD_FSYNC: value });
});

test('[R20] a switch that is neither is refused by its name', () => {
  expect(() => left({ TACKBOARD_FSYNC: 'perhaps' })).toThrow(CommandFailure);
  expect(() => left({ TACKBOARD_FSYNC: 'perhaps' })).toThrow('TACKBOARD_FSYNC');
});
