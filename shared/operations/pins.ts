/** Operations on pins: make, change, move (rules P1, P2). Deleting and restoring is the trash's. */
import * as z from 'zod';
import { done, invalid, notFound, type Result } from '../failures';
import { name, oneOf, parse, text, WITH_OTHERS } from '../fields';
import { asId, ID_MAX, type PinId, type SectionId } from '../ids';
import { KEY, recordMap } from '../layout';
import { DOCUMENT_TYPES } from '../records';
import { URL_MAX, urlFault } from '../url';
import { isFailure, livingRecord, missingSection, moveItem, type Position, roomAt, writeRekeyed } from './place';
import { type Space, type Surroundings, write } from './space';

const URL_FAULT = {
  'too-long': `must have at most ${URL_MAX} characters`,
  'not-absolute': 'must be an absolute URL, like https://example.org/page, without spaces around it',
  scheme: 'must start with http:, https:, mailto:, file:, vscode: or vscode-insiders:',
} as const;

/** The URL of a pin (rule P1). */
export const pinUrl = text(1, undefined).superRefine((value, context) => {
  const fault = value === '' ? undefined : urlFault(value);
  if (fault) context.addIssue({ code: 'custom', message: URL_FAULT[fault], params: { type: `url-${fault}` } });
});

/** What a pin is made from: a URL, or a record by id and type; exactly one of the two (rule P2). */
export const createPinInput = z
  .object({
    name,
    pinType: oneOf(['document', 'url']),
    url: pinUrl.optional(),
    documentId: text(1, ID_MAX).optional(),
    documentType: oneOf(DOCUMENT_TYPES).optional(),
  })
  .superRefine(({ pinType, url, documentId, documentType }, context) => {
    if (pinType !== 'url' && pinType !== 'document') return;
    const given = { url, documentId, documentType };
    const wanted = pinType === 'url' ? ['url'] : ['documentId', 'documentType'];
    for (const [key, value] of Object.entries(given)) {
      if (wanted.includes(key) === (value !== undefined)) continue;
      const missing = value === undefined;
      const message = missing ? `is required with pinType ${pinType}` : `cannot be given with pinType ${pinType}`;
      context.addIssue({ code: 'custom', path: [key], message, params: { type: missing ? 'required' : 'one-of' } });
    }
  }, WITH_OTHERS);
export type CreatePin = z.input<typeof createPinInput>;

/**
 * Makes a pin in a section of a pin list, at the end unless `position` says otherwise (rules P2, T1).
 * Whether a document that it points to is there is the caller's to know.
 */
export function createPin(
  space: Space,
  section: SectionId,
  input: CreatePin,
  surroundings: Surroundings,
  position: Position = {},
): Result<PinId> {
  const parsed = parse(createPinInput, input);
  if (parsed.kind !== 'done') return parsed;
  const missing = missingSection(space, section, 'pin', 'pinSection.id');
  if (missing) return missing;
  const room = roomAt(space.view.pins(section), undefined, position);
  if (isFailure(room)) return room;
  if (room === 'stays') throw new Error('a pin that is being made stands nowhere yet');
  const id = asId<PinId>(surroundings.newId());
  const { name, pinType, url, documentId, documentType } = parsed.value;
  write(space, surroundings, (pen) => {
    writeRekeyed(pen, space, 'pin', room);
    pen.make('pin', id, {
      [KEY.name]: name,
      [KEY.pinType]: pinType,
      [KEY.url]: url,
      [KEY.documentId]: documentId,
      [KEY.documentType]: documentType,
      [KEY.place]: { section, order: room.order },
    });
  });
  return done(id);
}

const updatePinInput = z.object({ name: name.optional(), url: pinUrl.optional() });
export type UpdatePin = z.input<typeof updatePinInput>;

/** Changes a pin's name or URL, where they differ (rule T4). A pin to a document takes no URL (rule P2). */
export function updatePin(space: Space, id: PinId, input: UpdatePin, surroundings: Surroundings): Result<undefined> {
  const parsed = parse(updatePinInput, input);
  if (parsed.kind !== 'done') return parsed;
  const pin = livingRecord(space, 'pin', id);
  if (!pin) return notFound('pin', id);
  const { name, url } = parsed.value;
  if (url !== undefined && pin.target.pinType === 'document') {
    return invalid('one-of', 'url', 'This pin points to a document; it takes no url.');
  }
  const map = recordMap(space.doc, 'pin', id);
  const changes = Object.entries({ name, url }).filter(
    ([key, value]) => value !== undefined && map?.get(key) !== value,
  );
  if (changes.length === 0) return done(undefined, false);
  write(space, surroundings, (pen) => {
    for (const [key, value] of changes) pen.set('pin', id, key, value);
  });
  return done(undefined);
}

/**
 * Moves a pin within its section or to another section of a pin list (rule M5).
 * @param section where to, or undefined to stay in its section and only be reordered
 */
export function movePin(
  space: Space,
  id: PinId,
  section: SectionId | undefined,
  position: Position,
  surroundings: Surroundings,
): Result<undefined> {
  return moveItem(space, 'pin', id, section, position, surroundings);
}
