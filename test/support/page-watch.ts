/** What a window complains of and fetches while a test runs, as far as it is about our pages. */
import type { Page } from 'playwright-core';

/** Complaints about the policy of a page, and addresses that were asked for outside of this machine. */
export interface PageWatch {
  readonly violations: readonly string[];
  readonly fetched: readonly string[];
}

/** Watches a window from now on. @param host whose addresses nobody may ask for */
export function watchPage(page: Page, host: string): PageWatch {
  const violations: string[] = [];
  const fetched: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    // The workbench's own frames have policies of their own; ours is told by what only ours says.
    if (/Content Security Policy/i.test(text) && /nonce-|default-src 'none'/.test(text)) violations.push(text);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === host) fetched.push(request.url());
  });
  return { violations, fetched };
}
