/** A page's line to the extension: what it keeps, what it sends, what it is told, checked as it comes. */
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { heard, type PageSubject, pageSubject, words } from '../shared/messages/page';
import { Silence } from './silence';

/** What VS Code hands to the code of a webview, once. */
interface HostApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): HostApi;

// Where the policy forbids to make code of text, zod need not try.
z.config({ jitless: true });

const keptState = z.object({ subject: pageSubject, kept: z.unknown() });

/** What a page is told that every page is told. */
const common = z.discriminatedUnion('kind', [words, z.object({ kind: z.literal('subject'), subject: pageSubject })]);

/** A message that is not answered for so long, in ms, is not heard: it goes from one process of this machine to another. */
const UNHEARD_MS = 4_000;
/** A page that is looked at asks so often, in ms, whether it is heard. */
const BEAT_MS = 5_000;

/** The line of a page that is loaded. */
export class PageLink<In, Out extends { readonly kind: string }> {
  readonly #host = acquireVsCodeApi();
  readonly #schema: z.ZodType<In>;
  #subject: PageSubject;
  #kept: unknown;
  readonly #silence = new Silence();
  #sent = 0;
  #heard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param schema what the extension says to this kind of page
   * @param told called with each message, in the language of the person from the first one on
   */
  constructor(schema: z.ZodType<In>, told: (message: In) => void) {
    this.#schema = schema;
    // The page was opened with it; what was kept may name another one, where the record has moved since.
    const opened = pageSubject.parse(JSON.parse(document.body.dataset.subject ?? ''));
    const before = keptState.safeParse(this.#host.getState()).data;
    this.#subject = before?.subject ?? opened;
    this.#kept = before?.kept;
    this.#save();
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#take(data, told));
    setInterval(() => document.visibilityState === 'visible' && this.#post({ kind: 'beat' }), BEAT_MS);
  }

  /** What was kept when the page was hidden, reloaded or restored; undefined where nothing can be read of it. */
  kept<T>(schema: z.ZodType<T>): T | undefined {
    return schema.safeParse(this.#kept).data;
  }

  /** Keeps a small value until the page is closed, over hiding, reloading and restarts. */
  keep(value: unknown): void {
    this.#kept = value;
    this.#save();
  }

  /** Sends a message to the extension. */
  send(message: Out): void {
    this.#post(message);
  }

  #post(message: { readonly kind: string }): void {
    this.#host.postMessage({ ...message, number: ++this.#sent });
    this.#timer ??= setTimeout(() => this.#silence.begin(), UNHEARD_MS);
  }

  #hear(number: number): void {
    this.#heard = Math.max(this.#heard, number);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#heard === this.#sent) this.#silence.end();
    else this.#timer = setTimeout(() => this.#silence.begin(), UNHEARD_MS);
  }

  #save(): void {
    this.#host.setState({ subject: this.#subject, kept: this.#kept });
  }

  #take(data: unknown, told: (message: In) => void): void {
    const answer = heard.safeParse(data).data;
    if (answer) {
      this.#hear(answer.number);
      return;
    }
    const ofAll = common.safeParse(data).data;
    if (ofAll?.kind === 'words') {
      document.documentElement.lang = ofAll.language;
      l10n.config({ contents: ofAll.texts });
    } else if (ofAll?.kind === 'subject') {
      this.#subject = ofAll.subject;
      this.#save();
    }
    const parsed = this.#schema.safeParse(data);
    if (parsed.success) told(parsed.data);
    else console.warn('Tackboard: a message that this page does not know', z.prettifyError(parsed.error));
  }
}
