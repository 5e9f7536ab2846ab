/** Markdown as safe HTML: nothing in it runs, nothing is fetched, and links are opened by the extension and nobody else. */
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { urlFault } from '../../shared/url';
import { taskLists } from './task-lists';

/** The preview shows so many code units of a text: a page of a megabyte is for the editor. */
export const PREVIEW_MAX = 200_000;

/** HTML in the text is text, and an image is a link to it. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image').use(taskLists);

// What may be opened is what a pin may hold; anything else stays the text that somebody wrote.
markdown.validateLink = (url) => urlFault(url) === undefined;

// A link has no address in the page: VS Code would open it past our rules.
markdown.renderer.rules.link_open = (tokens, at, _options, _env, renderer) => {
  const token = tokens[at];
  const url = token?.attrGet('href') ?? '';
  if (token)
    token.attrs = [
      ['data-url', url],
      ['role', 'link'],
      ['tabindex', '0'],
      ['title', url],
    ];
  return renderer.renderToken(tokens, at, {});
};

// The policy of the page lets no style through, not even of a column.
for (const cell of ['th_open', 'td_open']) {
  markdown.renderer.rules[cell] = (tokens, at, options, _env, renderer) => {
    const token = tokens[at];
    const align = /^text-align:(left|center|right)$/.exec(token?.attrGet('style') ?? '')?.[1];
    if (token) token.attrs = align === undefined ? [] : [['data-align', align]];
    return renderer.renderToken(tokens, at, options);
  };
}

/** The HTML of a description, to be put into the page as it is. */
export function markdownHtml(text: string): string {
  return DOMPurify.sanitize(markdown.render(text.slice(0, PREVIEW_MAX)), {
    ALLOWED_TAGS: [
      ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'a'],
      ...['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input'],
    ],
    ALLOWED_ATTR: [
      'data-url',
      'data-align',
      'role',
      'tabindex',
      'title',
      'start',
      'type',
      'disabled',
      'checked',
      'aria-label',
    ],
    // What addresses it may hold is said above; the cleaner's own list knows no files and nothing of VS Code.
    ADD_URI_SAFE_ATTR: ['data-url'],
    ALLOW_DATA_ATTR: false,
  });
}

/** The URL of the link that an event is about; undefined where it is about none. */
export function linkOf(event: Event): string | undefined {
  return (event.target as HTMLElement).closest<HTMLElement>('a[data-url]')?.dataset.url;
}
