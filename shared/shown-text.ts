/** How a person's text is shown where VS Code shows it as text: on one line, as in a row, a message, a list, a name on a page, or on several. */

/**
 * The text as one line. White space of any kind becomes one blank; marks that turn the direction of writing are left out,
 * since they would also turn what is shown behind the text.
 */
export function shownText(text: string): string {
  return shownLines(text.replace(/\s+/g, ' '));
}

/** The text with its lines, as in a tooltip; without marks that turn the direction of writing. */
export function shownLines(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
