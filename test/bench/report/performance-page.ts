/** The page of figures that the documentation has: a section of it is replaced by what a run has measured. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../../../scripts/root';

const PAGE = inRoot('docs', 'performance.md');

/**
 * Puts a report between the section's two marks.
 * @param section as in the marks, `<!-- bench: server -->` and `<!-- end: server -->`
 * @throws where the page does not have them
 */
export function recordInPage(section: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [`<!-- bench: ${section} -->`, `<!-- end: ${section} -->`];
  const start = page.indexOf(from);
  const end = page.indexOf(to);
  if (start < 0 || end < start) throw new Error(`docs/performance.md has no section between "${from}" and "${to}".`);
  writeFileSync(PAGE, `${page.slice(0, start + from.length)}\n\n${text}\n${page.slice(end)}`);
}
