/** What the options of the program take, and what they make of it. */
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../../sync-server/command-line/program';

/** What an option makes of a text. */
function taken(path: readonly string[], long: string, text: string, before: unknown = []): unknown {
  let command: Command | undefined = buildProgram('1');
  for (const name of path) command = command?.commands.find((one) => one.name() === name);
  const option = command?.options.find((one) => one.long === long);
  if (!option?.parseArg) throw new Error(`there is no ${long} that reads what it is given`);
  return option.parseArg(text, before);
}

const origins = (text: string) => taken(['serve'], '--allow-origin', text);

test.each([
  ['https://a.example/', ['https://a.example']],
  ['HTTPS://A.Example:443, http://localhost:8080', ['https://a.example', 'http://localhost:8080']],
  ['vscode-file://VSCode-App/', ['vscode-file://vscode-app']],
  ['https://bücher.example', ['https://xn--bcher-kva.example']],
])('[R16] the page %s is known as a browser sends it', (text, read) => {
  expect(origins(text)).toEqual(read);
});

test.each([
  '*',
  'not an origin',
  'a.example',
  'https://',
  'https://a.example/path',
  'https://me@a.example',
  'null',
  '',
  ',',
])('[R16] %j is no page, and is not taken for any of them', (text) => {
  expect(() => origins(text)).toThrow('no origin');
});

test('[R20] a token that has expired already is not made', () => {
  const expires = (text: string) => taken(['token', 'add'], '--expires', text);
  for (const over of ['0d', '2020-01-01T00:00:00Z', new Date(Date.now() - 1).toISOString()])
    expect(() => expires(over)).toThrow('over');
  expect(expires('1d')).toBeGreaterThan(Date.now());
  expect(expires('2999-01-01T00:00:00Z')).toBe(Date.parse('2999-01-01T00:00:00Z'));
  expect(() => expires('soon')).toThrow('like 30d');
});
