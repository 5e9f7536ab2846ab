/** The pages that are open, each found by what it is about now: pages follow records into other spaces. */
import type { PageSubject } from '../../../shared/messages/page';
import type { Page } from './page';

/** Open pages of one kind, by the panels that they are shown in. */
export class OpenPages<Panel> {
  readonly #subjects = new Map<Panel, () => PageSubject>();

  /** All panels. */
  get panels(): readonly Panel[] {
    return [...this.#subjects.keys()];
  }

  /** Whether a panel is open. */
  has(panel: Panel): boolean {
    return this.#subjects.has(panel);
  }

  /** A panel was opened. @param page what stands behind it, once there is something */
  opened(panel: Panel, subject: PageSubject, page: () => Pick<Page, 'subject'> | undefined): void {
    this.#subjects.set(panel, () => page()?.subject ?? subject);
  }

  /** A panel was closed. */
  closed(panel: Panel): void {
    this.#subjects.delete(panel);
  }

  /** The panel that shows a subject; undefined where none does. */
  of({ space, record }: PageSubject): Panel | undefined {
    return this.panels.find((panel) => {
      const shown = this.#subjects.get(panel)?.();
      return shown?.space === space && shown.record === record;
    });
  }
}
