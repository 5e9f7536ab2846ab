/** A page (a webview) without VS Code: what stands behind it, says what it shows, and does what is asked for there. */
import type { PageSubject } from '../../../shared/messages/page';
import type { SpaceWriter } from '../commands/space-writer';
import type { Desk } from '../desk';
import type { Environment } from '../environment';
import type { Disposable, Emitter } from '../event';

/** What every kind of page is handed. */
export interface PageParts {
  readonly desk: Desk;
  readonly writer: SpaceWriter;
  readonly environment: Pick<Environment, 'now' | 'after'>;
  /** The language that the person reads, as VS Code names it. */
  readonly language: string;
}

/** Sends a message to the page of somebody's screen; nothing where none is loaded now. */
export type Tell<Message> = (message: Message) => void;

/** What stands behind one page from its opening to its closing, however often it is hidden and loaded again meanwhile. */
export interface Page extends Disposable {
  /** What the page is about now: its record may have been moved to another space. */
  readonly subject: PageSubject;
  /** What the tab is called now; text that people chose. */
  readonly title: string;
  /** The title has changed. */
  readonly onTitle: Emitter<void>['event'];
  /** Takes what came from the page, whatever it is: what is no message of this kind of page is passed over. */
  receive(message: unknown): Promise<void>;
  /** The page has been unloaded: nobody listens until it says `ready` again. */
  hidden(): void;
}

/** Makes what stands behind the pages of one kind. */
export type OpenPage<Message> = (subject: PageSubject, tell: Tell<Message>) => Page;
