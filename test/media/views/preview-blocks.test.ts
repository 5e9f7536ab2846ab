// The preview of a description while somebody types in it: what the person has selected or reached in other blocks stays.
import { expect, test } from 'vitest';
import { showBlocks } from '../../../media/task/preview-blocks';

const ABOVE = '<p>above</p>\n';
const BELOW = '<p><a tabindex="0">below</a></p>\n';

const TYPED = ['<p>typed on</p>\n', '<p>typed</p>\n<h1>more</h1>\n', '', '<p>typed</p>\n'];
const preview = () => {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  showBlocks(host, `${ABOVE}<p>typed</p>\n${BELOW}`);
  return host;
};

test('what is selected stays selected while other blocks change, come and go', () => {
  const host = preview();
  getSelection()?.selectAllChildren(host.children[0] ?? host);
  for (const typed of TYPED) {
    showBlocks(host, `${ABOVE}${typed}${BELOW}`);
    expect(getSelection()?.getRangeAt(0).toString()).toBe('above');
  }
});

test('a link keeps the focus while other blocks change, come and go', () => {
  const host = preview();
  const link = host.querySelector('a');
  link?.focus();
  for (const typed of TYPED) {
    showBlocks(host, `${ABOVE}${typed}${BELOW}`);
    expect(host.innerHTML).toBe(`${ABOVE}${typed}${BELOW}`);
    expect(document.activeElement).toBe(link);
  }
});

test('what is shown is what was given, whatever was shown before', () => {
  const host = document.createElement('div');
  for (const html of ['', ABOVE, ABOVE + ABOVE, ABOVE, BELOW + ABOVE, ABOVE + BELOW + ABOVE, BELOW, 'text', '']) {
    showBlocks(host, html);
    expect(host.innerHTML).toBe(html);
  }
});
