/** HTML on the page that changes while a person reads it: the blocks that read as before stay, with what is selected or focused in them. */

/** Shows HTML in an element: only the blocks between the first and the last that differ are made anew. */
export function showBlocks(host: HTMLElement, html: string): void {
  const template = document.createElement('template');
  template.innerHTML = html;
  const [shown, fresh] = [[...host.childNodes], [...template.content.childNodes]];
  const shorter = Math.min(shown.length, fresh.length);
  const isSame = (one: ChildNode | undefined, other: ChildNode | undefined) => one?.isEqualNode(other ?? null) === true;
  let above = 0;
  while (above < shorter && isSame(shown[above], fresh[above])) above++;
  let below = 0;
  while (below < shorter - above && isSame(shown.at(-1 - below), fresh.at(-1 - below))) below++;
  for (const node of shown.slice(above, shown.length - below)) node.remove();
  const next = shown[shown.length - below] ?? null;
  for (const node of fresh.slice(above, fresh.length - below)) host.insertBefore(node, next);
}
