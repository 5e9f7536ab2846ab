/** What any page (a webview) and the extension say to each other; each page's own messages lie beside this. Both ends check what comes. */
import * as z from 'zod';
import { ID_MAX } from '../ids';

/** What a page is about: a record of a space. It is all that a window keeps of a page over a restart. */
export const pageSubject = z.object({
  space: z
    .string()
    .min(1)
    .max(2 * ID_MAX),
  record: z
    .string()
    .min(1)
    .max(2 * ID_MAX),
});
export type PageSubject = Readonly<z.infer<typeof pageSubject>>;

/** A page says that it listens, once each time that it is loaded: shown again after it was hidden, too. */
export const ready = z.object({ kind: z.literal('ready') });

/** What every message of a page carries beside what it says: the extension answers each, so that the page knows whether it is heard. */
export const numbered = z.looseObject({ number: z.number() });

/** A page asks whether it is heard, and nothing else. */
export const beat = z.object({ kind: z.literal('beat') });

/** The extension has the message of that number, and those before it. */
export const heard = z.object({ kind: z.literal('heard'), number: z.number() });

/** The language that the person reads, and the texts of the extension in it by their English ones; empty for English. */
export const words = z.object({
  kind: z.literal('words'),
  language: z.string(),
  texts: z.record(z.string(), z.string()),
});

/** The page is about another record now, which is what is to be kept over a restart. */
export const subjectMoved = z.object({ kind: z.literal('subject'), subject: pageSubject });

/** What the page is about cannot be shown. `closed`: its space is not open in this window. */
export const gone = z.object({
  kind: z.literal('gone'),
  why: z.enum(['deleted', 'missing', 'closed']),
  /** Where the person may bring it back: the names of what it lies in that would come back with it, from the outside in. */
  restore: z.object({ above: z.array(z.string()) }).optional(),
});
export type Gone = Readonly<z.infer<typeof gone>>;

/** Brings back what a page is about, from the trash. */
export const restore = z.object({ kind: z.literal('restore') });

/** What was asked for was not done, in a sentence, and which input it is about where it is about one. */
export const refused = z.object({ kind: z.literal('refused'), about: z.string(), message: z.string() });

/** A person as a page shows one. The name is text that somebody chose. */
export const person = z.object({ id: z.string(), name: z.string(), isMe: z.boolean() });
export type PagePerson = Readonly<z.infer<typeof person>>;

/** An update of Yjs. It crosses as bytes. */
export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, { error: 'must be bytes' });

/** A caret and a selection in a text: two relative positions of Yjs as JSON, which stay at their letters while others type. */
export const caret = z.object({ anchor: z.unknown(), head: z.unknown() });
export type Caret = Readonly<z.infer<typeof caret>>;
