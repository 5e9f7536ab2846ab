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

/** The places of one page. What is scrolled in it is named by `data-scroll`, what is seen there by another attribute. */
export class ScrollPlaces {
  readonly #root: HTMLElement;
  readonly #named: 'card' | 'widget';
  readonly #places: Map<string, Place>;
  #isThere = false;

  /**
   * @param named the `data-` attribute that names what is seen
   * @param before what was kept
   * @param changed called when the person has scrolled
   */
  constructor(root: HTMLElement, named: 'card' | 'widget', before: ScrolledTo | undefined, changed: () => void) {
    this.#root = root;
    this.#named = named;
    this.#places = new Map(Object.entries(before ?? {}));
    // The event of an element does not rise, but is on its way down.
    document.addEventListener(
      'scrollend',
      ({ target }) => {
        // What moves while a page is emptied or has not been filled yet is moved by nobody.
        if (!this.#isThere) return;
        this.#note(target instanceof HTMLElement ? target : undefined);
        changed();
      },
      { capture: true },
    );
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
  }

  #scroll(element: Element, key: string): void {
    const place = this.#places.get(key);
    if (!place) return;
    const { left, top, first } = place;
    element.scrollTo({ left, top });
    const seen = first && this.#within(element).find(({ dataset }) => dataset[this.#named] === first.id);
    if (seen) element.scrollTop += seen.getBoundingClientRect().top - edgeOf(element) - first.below;
  }

  #note(scrolled: HTMLElement | undefined): void {
    const key = scrolled ? scrolled.dataset.scroll : PAGE;
    if (key === undefined) return;
    const element = scrolled ?? pageElement();
    const { scrollLeft: left, scrollTop: top } = element;
    if (left === 0 && top === 0) {
      this.#places.delete(key);
      return;
    }
    const edge = edgeOf(element);
    const first =
      top === 0 ? undefined : this.#within(element).find((one) => one.getBoundingClientRect().bottom > edge);
    const id = first?.dataset[this.#named];
    this.#places.set(key, {
      ...{ left, top },
      ...(first && id !== undefined && { first: { id, below: first.getBoundingClientRect().top - edge } }),
    });
  }

  #within(element: Element): HTMLElement[] {
    return [...element.querySelectorAll<HTMLElement>(`[data-${this.#named}]`)];
  }
}

function pageElement(): Element {
  return document.scrollingElement ?? document.documentElement;
}

/** How far from the top of the window the part of it begins that an element scrolls in. */
function edgeOf(element: Element): number {
  return element === pageElement() ? 0 : element.getBoundingClientRect().top;
}
