/** Check boxes in the lists of a Markdown text: `- [ ] to do`, `- [x] done`. They show, and cannot be pressed. */
import { t } from '@vscode/l10n';
import type MarkdownIt from 'markdown-it';

/** A rule for `MarkdownIt.use`. Only what begins an item of a list is a box, as on GitHub. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task-lists', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries()) {
      const [first] = children ?? [];
      if (type !== 'inline' || first?.type !== 'text' || tokens[at - 2]?.type !== 'list_item_open') continue;
      const [box, sign] = /^\[([ xX])\]\s+/.exec(first.content) ?? [];
      if (box === undefined) continue;
      first.content = first.content.slice(box.length);
      const input = new Token('task-box', 'input', 0);
      input.attrs = [
        ['type', 'checkbox'],
        ['disabled', ''],
        ['aria-label', sign === ' ' ? t('not done') : t('done')],
      ];
      if (sign !== ' ') input.attrPush(['checked', '']);
      children?.unshift(input);
    }
  });
}
