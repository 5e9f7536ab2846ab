// Which panel shows what: what a page is about now counts, not what it was opened with.
import { expect, test } from 'vitest';
import { OpenPages } from '../../../../extension/app/pages/open-pages';

const here = { space: 'here', record: 'task' };
const there = { space: 'there', record: 'task' };

test('a page that has followed its record into another space is found there, and a closed one nowhere', () => {
  const pages = new OpenPages<string>();
  let page: { subject: typeof here } | undefined;
  pages.opened('panel', here, () => page);
  expect([pages.of(here), pages.of(there), pages.has('panel')]).toEqual(['panel', undefined, true]);
  page = { subject: there };
  expect([pages.of(here), pages.of(there), pages.panels]).toEqual([undefined, 'panel', ['panel']]);
  pages.closed('panel');
  expect([pages.of(there), pages.has('panel')]).toEqual([undefined, false]);
});
