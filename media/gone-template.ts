/** What a page shows where its record cannot be shown. */
import { t } from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { Gone } from '../shared/messages/page';
import { shownText } from '../shared/shown-text';

/**
 * @param words for this kind of record, by why it is not shown
 * @param restore brings it back from the trash
 */
export function goneTemplate(
  { why, restore: back }: Gone,
  words: Readonly<Record<Gone['why'], string>>,
  restore: () => void,
): TemplateResult {
  return html`<main class="gone" role="status">
    <p>${words[why]}</p>
    ${back && back.above.length > 0 ? html`<p class="dim">${t('What it lies in is in the trash too, and comes back with it: {0}', back.above.map(shownText).join(', '))}</p>` : nothing}
    ${back ? html`<vscode-button @click=${restore}>${t('Restore')}</vscode-button>` : nothing}
  </main>`;
}
