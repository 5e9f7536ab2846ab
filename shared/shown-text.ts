/** How a person's text is shown where there is room for one line: a row of a tree, a message, a list to pick from, a name on a page. */

/**
 * The text as one line. White space of any kind becomes one blank; marks that turn the direction of writing are left out,
 * since they would also turn what is shown behind the text.
 */
export function shownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
