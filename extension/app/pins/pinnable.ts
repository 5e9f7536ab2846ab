/** What a pin can point to, to pick from: the spaces that are open here and every record in them. */
import { MAX, RECORD_KINDS } from '../../../shared/layout';
import type { DocumentType } from '../../../shared/records';
import { shownText } from '../../../shared/shown-text';
import { cutToCodePoints } from '../../../shared/text';
import type { OpenSpace } from '../open-space';
import { spaceName } from '../space-name';
import { documentTypeOf, documentWord } from './pin-target';

/** A record to be pinned, and what the pin could be called. */
export interface Pinnable {
  readonly name: string;
  readonly documentType: DocumentType;
  readonly documentId: string;
}

/** The choices, in the order of the spaces; a personal space is none, since nobody else has it. */
export function pinnableRecords(
  spaces: readonly OpenSpace[],
): readonly { readonly label: string; readonly description: string; readonly value: Pinnable }[] {
  return spaces.flatMap((space) => {
    const { known, replica } = space;
    const { view } = replica;
    const where = spaceName(space);
    const choice = (documentType: DocumentType, documentId: string, name: string) => ({
      label: shownText(name),
      description: shownText(
        documentId === known.id ? documentWord(documentType) : `${documentWord(documentType)} · ${where}`,
      ),
      // A task's name may be longer than a pin's.
      value: { name: cutToCodePoints(name, MAX.name), documentType, documentId },
    });
    const records = RECORD_KINDS.flatMap((kind) =>
      [...view.records(kind)]
        .filter((record) => !view.isDeleted(record))
        .map((record) => choice(documentTypeOf(record), record.id, record.name)),
    );
    if (known.kind === 'user') return records;
    return [choice(known.kind === 'project' ? 'Project' : 'Workspace', known.id, where), ...records];
  });
}
