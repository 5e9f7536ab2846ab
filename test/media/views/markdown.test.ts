// The preview of a description as the real Chromium makes it of hostile and of ordinary text.
import { expect, test } from 'vitest';
import { linkOf, markdownHtml } from '../../../media/task/markdown';

/** The preview of a text, drawn. */
function drawn(text: string): HTMLElement {
  const host = document.createElement('div');
  host.innerHTML = markdownHtml(text);
  return host;
}

test.each([
  'https://example.org/a?b=c#d',
  'mailto:ada@example.org',
  'file:///etc/hostname',
  'vscode://tackboard.tackboard/open?type=Task&id=1',
  'vscode-insiders://tackboard.tackboard/open?type=Task&id=1',
])('a link to what a pin may hold leads there: %s', (url) => {
  const link = drawn(`[words](${url})`).querySelector('a');
  if (!link) throw new Error('there is no link');
  let led: string | undefined;
  link.addEventListener('click', (event) => {
    led = linkOf(event);
  });
  link.click();
  expect([link.textContent, led, link.hasAttribute('href')]).toEqual(['words', url, false]);
});

test.each(['javascript:alert(1)', 'command:workbench.action.quit', 'data:text/html,x', 'vbscript:x'])(
  'what a pin may not hold is text: %s',
  (url) => {
    const host = drawn(`[words](${url})`);
    expect([host.querySelector('a'), host.textContent?.trim()]).toEqual([null, `[words](${url})`]);
  },
);

test('the columns of a table stand as they are aligned, without a style that the policy of a page would forbid', () => {
  const host = drawn('| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |');
  const aligned = [...host.querySelectorAll('td')].map((cell) => cell.dataset.align);
  expect(aligned).toEqual(['left', 'center', 'right', undefined]);
  expect(markdownHtml('| a |\n|:-:|')).not.toContain('style');
});
