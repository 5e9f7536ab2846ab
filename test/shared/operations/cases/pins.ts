// What the operations on pins do, leave and refuse.
import * as pins from '../../../../shared/operations/pins';
import { firstSection } from '../../replica';
import { by, type Case, gone, longName, NAME, noSection, noSibling, type Room, url } from './room';

export const PINS: Readonly<Record<string, Case>> = {
  createPin: {
    acts: [
      ({ space, pin }) =>
        pins.createPin(space, firstSection('pin'), { name: 'n', pinType: 'url', url }, by, { before: pin }),
      ({ space, a }) =>
        pins.createPin(
          space,
          firstSection('pin'),
          { name: 'n', pinType: 'document', documentId: a, documentType: 'Task' },
          by,
        ),
    ],
    refused: [
      ...(
        [
          [{ name: longName, pinType: 'url', url }, NAME],
          [{ name: 'n', pinType: 'link', url }, 'pinType must be one of document, url.'],
          [
            { name: 7, pinType: 'url', documentId: 5 },
            'name must be text. documentId must be text. url is required with pinType url. documentId cannot be given with pinType url.',
          ],
          [{ name: 'n', pinType: 'url' }, 'url is required with pinType url.'],
          [{ name: 'n', pinType: 'url', url: `${url}${'x'.repeat(8192)}` }, 'url must have at most 8192 characters.'],
          [
            { name: 'n', pinType: 'url', url: 'command:x' },
            'url must start with http:, https:, mailto:, file:, vscode: or vscode-insiders:.',
          ],
          [
            { name: 'n', pinType: 'document', documentId: 'd'.repeat(201), documentType: 'Task' },
            'documentId must have 1 to 200 characters; it has 201.',
          ],
        ] as const
      ).map(
        ([input, said]) =>
          [({ space }: Room) => pins.createPin(space, firstSection('pin'), input as never, by), said] as const,
      ),
      [({ space, section }) => pins.createPin(space, section, { name: 'n', pinType: 'url', url }, by), noSection],
    ],
  },
  updatePin: {
    acts: [({ space, pin }) => pins.updatePin(space, pin, { name: 'n', url: 'mailto:a@example.org' }, by)],
    rests: [
      ({ space, pin }) => pins.updatePin(space, pin, { name: 'p', url }, by),
      ({ space, pin }) => pins.updatePin(space, pin, {}, by),
    ],
    refused: [
      [({ space, pin }) => pins.updatePin(space, pin, { name: longName }, by), NAME],
      [
        ({ space, pin }) => pins.updatePin(space, pin, { url: 'example' }, by),
        'url must be an absolute URL, like https://example.org/page, without spaces around it.',
      ],
      [
        ({ space }) => pins.updatePin(space, gone, { name: 'n' }, by),
        'There is no such pin; it may have been deleted.',
      ],
    ],
  },
  movePin: {
    acts: [
      ({ space, pin, otherPin }) => pins.movePin(space, pin, undefined, { after: otherPin }, by),
      ({ space, pin, listPin }) => pins.movePin(space, pin, listPin, {}, by),
    ],
    rests: [
      ({ space, pin }) => pins.movePin(space, pin, undefined, {}, by),
      ({ space, pin, otherPin }) => pins.movePin(space, pin, firstSection('pin'), { before: otherPin }, by),
    ],
    refused: [
      [({ space, pin, section }) => pins.movePin(space, pin, section, {}, by), noSection],
      [({ space, pin }) => pins.movePin(space, pin, undefined, { before: gone }, by), noSibling],
    ],
  },
};
