// The URLs that a pin may hold.
import { expect, test } from 'vitest';
import { URL_MAX, urlFault } from '../../shared/url';

test('[P1] what opens something is allowed', () => {
  for (const url of [
    'https://example.org/a?b#c',
    'http://localhost:4455/',
    'mailto:a@example.org',
    'file:///home/a/b.ts#L3',
    'vscode://publisher.extension/x',
    'vscode-insiders://x/y',
    'HTTPS://EXAMPLE.ORG',
    `https://example.org/${'a'.repeat(URL_MAX - 20)}`,
  ]) {
    expect(urlFault(url)).toBeUndefined();
  }
});

test('[P1] what runs something, or is no URL, is refused with the reason', () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'command:workbench.action.quit',
    'ftp://a/',
    'blob:https://a/b',
  ]) {
    expect(urlFault(url)).toBe('scheme');
  }
  for (const url of [
    '',
    'example.org',
    '/path',
    ' https://a/',
    'https://a/ ',
    'java\nscript:alert(1)',
    'https://a/\u0000',
    'http://',
  ])
    expect(urlFault(url)).toBe('not-absolute');
  expect(urlFault(`https://example.org/${'a'.repeat(URL_MAX)}`)).toBe('too-long');
});
