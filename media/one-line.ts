/** Text on one line, as names are: they may be shown on several, but hold no break. */

/** A text without line breaks: each becomes a space, together with the blanks beside it; those at either end go. */
export function oneLine(text: string): string {
  return text.replace(/^[\r\n]+|[\r\n]+$/g, '').replace(/[^\S\r\n]*[\r\n]+\s*/g, ' ');
}

/** Takes the line breaks out of an input of several lines, as pasting brings some, and leaves the caret at its letter. */
export function keepOneLine(input: HTMLTextAreaElement): void {
  const { value, selectionStart } = input;
  const line = oneLine(value);
  if (line === value) return;
  const caret = Math.min(oneLine(value.slice(0, selectionStart)).length, line.length);
  input.value = line;
  input.setSelectionRange(caret, caret);
}
