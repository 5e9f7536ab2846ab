// Check boxes in the lists of a Markdown text: where one is drawn, and where the brackets are only brackets.
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { taskLists } from '../../media/task/task-lists';

const html = (text: string) => new MarkdownIt({ html: false, linkify: true, breaks: true }).use(taskLists).render(text);
const OPEN = '<input type="checkbox" disabled="" aria-label="not done">';
const DONE = '<input type="checkbox" disabled="" aria-label="done" checked="">';

test('an item that begins with brackets has a box, which cannot be pressed', () => {
  expect(html('- [ ] to do\n- [x] done\n* [X] **big**')).toContain(`<li>${OPEN}to do</li>\n<li>${DONE}done</li>`);
  expect(html('1. [X] **big**')).toContain(`<li>${DONE}<strong>big</strong></li>`);
  expect(html('- [ ] far\n\n- [x] apart')).toContain(`<li>\n<p>${DONE}apart</p>`);
});

test('lists in lists have boxes; the second paragraph of an item has none', () => {
  expect(html('- [ ] out\n  - [x] in').split(OPEN).join(DONE).split(DONE)).toHaveLength(3);
  expect(html('- first\n\n  [ ] second')).not.toContain('<input');
});

test('brackets that begin no item are text, and so is a box that somebody wrote as HTML', () => {
  for (const text of ['[ ] no list', '- a [x] b', '- []', '- [ ]no blank', '- `[ ]` code', '- <input type=checkbox>'])
    expect(html(text), text).not.toContain('<input');
});
