/** `/v1/pins/{pinSectionId}`: pins, and what they may point to (rule R22). */
import { done, type Failure, notFound, type Result } from '../../../shared/failures';
import { asId, type SectionId } from '../../../shared/ids';
import type { ListKind, RecordKind } from '../../../shared/layout';
import { createPin, updatePin } from '../../../shared/operations/pins';
import type { DocumentType, PinRecord } from '../../../shared/records';
import { createPinBody, type PinSection, pinSection, updatePinBody } from '../../../shared/rest/pins';
import type { Call } from '../call';
import { findRecord, findSpace, findTrashed, may, type OpenSpace, refusalOf } from '../open-space';
import { pinSections } from '../records/pins';
import { type Route, route } from '../route';
import { putInTrash, takeFromTrash } from '../trash';

const path = '/v1/pins/:pinSectionId';
const change = { listKind: 'pin', need: 'contributor' } as const;
const read = { listKind: 'pin', need: 'viewer' } as const;

export const pinRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path,
    summary: 'Create a pin to a URL or to a record, at the end of a pin section',
    success: 201,
    answer: pinSection,
    target: (call) => findRecord(call, 'section', call.param('pinSectionId'), change),
    body: createPinBody,
    act: async (call, { space, record }, body) => {
      const { documentId, documentType } = body;
      const refused = documentType && documentId && (await refusedDocument(call, documentType, documentId));
      if (refused) return refused;
      const { room, live } = space;
      const made = room.write(live, call.now, () => createPin(live, record.id, body, call.surroundings));
      return made.kind === 'done' ? oneSection(call, space, record.id) : made;
    },
  }),
  route({
    method: 'PATCH',
    path: `${path}/:pinId`,
    summary: 'Change the name or the URL of a pin',
    success: 200,
    answer: pinSection,
    target: findPin,
    body: updatePinBody,
    act: async (call, { space, section, pin }, { name, url }) => {
      const { room, live } = space;
      const fields = { ...(name !== undefined && { name }), ...(url !== undefined && { url }) };
      const updated = room.write(live, call.now, () => updatePin(live, pin.id, fields, call.surroundings));
      return updated.kind === 'done' ? oneSection(call, space, section) : updated;
    },
  }),
  route({
    method: 'DELETE',
    path: `${path}/:pinId`,
    summary: 'Delete a pin',
    success: 204,
    target: findPin,
    act: async (call, { space, pin }) => putInTrash(call, space, pin),
  }),
  route({
    method: 'POST',
    path: `${path}/:pinId/restore`,
    summary: 'Take a pin out of the trash',
    success: 200,
    answer: pinSection,
    target: async (call) => {
      const found = await findTrashed(call, 'pin', call.param('pinId'), change);
      return found.kind === 'done' && !isIn(found.value.record, call.param('pinSectionId'))
        ? notFound('pin', call.param('pinId'))
        : found;
    },
    act: async (call, { space, record }) => {
      const restored = takeFromTrash(call, space, record);
      return restored.kind === 'done' ? oneSection(call, space, call.param('pinSectionId')) : restored;
    },
  }),
];

/** A pin in the hands of a request. */
interface FoundPin {
  readonly space: OpenSpace;
  readonly section: SectionId;
  readonly pin: PinRecord;
}

/** The pin of a path, in the very section that the path names, for who may change it. */
async function findPin(call: Call): Promise<Result<FoundPin>> {
  const found = await findRecord(call, 'section', call.param('pinSectionId'), read);
  if (found.kind !== 'done') return found;
  const { space, record } = found.value;
  const pin = space.live.view.pins(record.id).find(({ id }) => id === asId(call.param('pinId')));
  if (!pin) return notFound('pin', call.param('pinId'));
  if (!may(space.role, change.need)) return refusalOf(space.role, change.need, '');
  return done({ space, section: record.id, pin }, false);
}

function isIn({ parent }: PinRecord, section: string): boolean {
  return parent.kind === 'section' && parent.id === asId<SectionId>(section);
}

/** The types of record that a document holds. */
const STORED: Partial<Record<DocumentType, readonly [RecordKind, ListKind]>> = {
  TaskList: ['list', 'task'],
  TaskSection: ['section', 'task'],
  Task: ['task', 'task'],
  PinList: ['list', 'pin'],
  PinSection: ['section', 'pin'],
  Pin: ['pin', 'pin'],
  DashboardList: ['list', 'dashboard'],
  DashboardSection: ['section', 'dashboard'],
  Dashboard: ['dashboard', 'dashboard'],
};

/** Why a record cannot be pinned: not there, or not the caller's to read. What is not stored here is taken as sent. */
async function refusedDocument(call: Call, type: DocumentType, id: string): Promise<Failure | undefined> {
  const at = 'documentId';
  const refusal = ({ kind, ...rest }: Result<unknown>): Failure | undefined =>
    kind === 'done' ? undefined : ({ kind, ...rest } as Failure);
  const stored = STORED[type];
  if (stored) return refusal(await findRecord(call, stored[0], id, { listKind: stored[1], need: 'viewer', path: at }));
  if (type === 'Workspace' || type === 'Project') {
    return refusal(await findSpace(call, type === 'Workspace' ? 'workspace' : 'project', id, 'viewer', at));
  }
  return type === 'Organization' && id !== call.services.organization.id ? notFound('organization', id, at) : undefined;
}

async function oneSection(call: Call, space: OpenSpace, id: string): Promise<Result<PinSection>> {
  const record = space.live.view.record('section', id);
  const [body] = record ? await pinSections(call, space, [record]) : [];
  return body ? done(body) : notFound('section', id);
}
