/** Pins and the sections that hold them over REST (rule R22). */
import * as z from 'zod';
import { name, oneOf } from '../fields';
import { createPinInput, pinUrl } from '../operations/pins';
import { DOCUMENT_TYPES } from '../records';
import { recordBase, spaceParents } from './lists';
import { documentInfo } from './references';

/** A pin, as its section carries it: with a `url`, or with the record that it points to. */
export const pin = z
  .object({
    ...recordBase,
    pinType: oneOf(['document', 'url']),
    documentId: z.string().optional(),
    documentType: oneOf(DOCUMENT_TYPES).optional(),
    url: z.string().optional(),
  })
  .meta({ id: 'Pin' });
export type Pin = z.infer<typeof pin>;

/** A pin section with its pins: what every operation on a pin answers. */
export const pinSection = z
  .object({ ...recordBase, ...spaceParents, pinList: documentInfo, pins: z.array(pin) })
  .meta({ id: 'PinSection' });
export type PinSection = z.infer<typeof pinSection>;

/** Creates a pin. */
export const createPinBody = createPinInput.meta({ id: 'PinCreate' });

export const updatePinBody = z.object({ name: name.optional(), url: pinUrl.optional() }).meta({ id: 'PinUpdate' });
