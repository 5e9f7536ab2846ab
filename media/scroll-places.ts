/** Where a person has scrolled to on a page, to be there again once the page is drawn anew: after hiding, a reload, a restart. */
import * as z from 'zod';

const place = z.object({
  left: z.number(),
  top: z.number(),
  /** The first thing in sight, and how far below the edge it begins: it is there again, whatever has come above it. */
  first: z.object({ id: z.string(), below: z.number() }).optional(),
});
type Place = z.infer<typeof place>;

/** By what is scrolled. */
export const scrolledTo = z.record(z.string(), place);
export type ScrolledTo = z.infer<typeof scrolledTo>;

/** The page as a whole, which is named by no attribute. */
const PAGE = '';

/** The `data-` attribute that names what is seen. */
type Named = 'card' | 'widget';

/** The places of one page. What is scrolled in it is named by `data-scroll`, what is seen there by another attribute. */
export class ScrollPlaces {
  readonly #root: HTMLElement;
  readonly #named: Named | undefined;
  readonly #places: Map<string, Place>;
  #isThere = false;
  /** What is not long enough yet to be scrolled as far as it was. */
  readonly #short = new Set<string>();

  /**
   * @param named undefined: nothing on the page is named, and it is how far it is scrolled that counts
   * @param before what was kept
   * @param changed called when the person has scrolled
   */
  constructor(root: HTMLElement, named: Named | undefined, before: ScrolledTo | undefined, changed: () => void) {
    this.#root = root;
    this.#named = named;
    this.#places = new Map(Object.entries(before ?? {}));
    // What is drawn piece by piece, such as an editor, grows: who was at the end is to be there again. Who acts meanwhile is elsewhere.
    new ResizeObserver(() => {
      for (const key of [...this.#short]) this.#scroll(this.#elementOf(key), key);
    }).observe(root, { box: 'border-box' });
    for (const kind of ['wheel', 'pointerdown', 'keydown'] as const)
      document.addEventListener(kind, () => this.#short.clear(), { capture: true, passive: true });
    // A page that goes while it moves is not heard any more: where it has got to is kept at each step, what is seen there once it rests.
    for (const kind of ['scroll', 'scrollend'] as const) {
      // The event of an element does not rise, but is on its way down.
      document.addEventListener(
        kind,
        ({ target }) => {
          // What moves while a page is emptied or has not been filled yet is moved by nobody.
          if (!this.#isThere) return;
          if (this.#note(target instanceof HTMLElement ? target : undefined, kind === 'scrollend')) changed();
        },
        { capture: true },
      );
    }
  }

  /** What is to be kept. */
  get kept(): ScrolledTo {
    return Object.fromEntries(this.#places);
  }

  /** All is drawn: what was not there until now is scrolled to where the person was. */
  drawn(): void {
    if (this.#isThere) return;
    this.#isThere = true;
    this.#scroll(pageElement(), PAGE);
    for (const element of this.#root.querySelectorAll<HTMLElement>('[data-scroll]')) {
      // What stayed where it is may be on the move.
      if (element.scrollTop === 0 && element.scrollLeft === 0) this.#scroll(element, element.dataset.scroll ?? '');
    }
  }

  /** What was drawn is not on the page any more, or elsewhere on it, where the browser begins anew. */
  lost(): void {
    this.#isThere = false;
    this.#short.clear();
  }

  #elementOf(key: string): Element | undefined {
    if (key === PAGE) return pageElement();
    return [...this.#root.querySelectorAll<HTMLElement>('[data-scroll]')].find(({ dataset }) => dataset.scroll === key);
  }

  #scroll(element: Element | undefined, key: string): void {
    const place = this.#places.get(key);
    this.#short.delete(key);
    if (!element || !place) return;
    const { left, top, first } = place;
    element.scrollTo({ left, top });
    if (element.scrollTop < Math.floor(top)) this.#short.add(key);
    const seen = first && this.#within(element).find((one) => this.#nameOf(one) === first.id);
    if (seen) element.scrollTop += seen.getBoundingClientRect().top - edgeOf(element) - first.below;
  }

  /** @returns whether that is one of the places */
  #note(scrolled: HTMLElement | undefined, rests: boolean): boolean {
    const key = scrolled ? scrolled.dataset.scroll : PAGE;
    if (key === undefined) return false;
    const element = scrolled ?? pageElement();
    if (this.#short.has(key) && isAtEnd(element)) return false;
    this.#short.delete(key);
    const { scrollLeft: left, scrollTop: top } = element;
    if (left === 0 && top === 0) {
      this.#places.delete(key);
      return true;
    }
    const edge = edgeOf(element);
    const isSought = rests && top !== 0;
    const first = isSought ? this.#within(element).find((one) => one.getBoundingClientRect().bottom > edge) : undefined;
    const id = first && this.#nameOf(first);
    this.#places.set(key, {
      ...{ left, top },
      ...(first && id !== undefined && { first: { id, below: first.getBoundingClientRect().top - edge } }),
    });
    return true;
  }

  #within(element: Element): HTMLElement[] {
    return this.#named === undefined ? [] : [...element.querySelectorAll<HTMLElement>(`[data-${this.#named}]`)];
  }

  #nameOf({ dataset }: HTMLElement): string | undefined {
    return this.#named && dataset[this.#named];
  }
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: Element): boolean {
  return scrollTop + clientHeight >= scrollHeight - 1;
}

function pageElement(): Element {
  return document.scrollingElement ?? document.documentElement;
}

/** How far from the top of the window the part of it begins that an element scrolls in. */
function edgeOf(element: Element): number {
  return element === pageElement() ? 0 : element.getBoundingClientRect().top;
}
