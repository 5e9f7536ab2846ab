// Everything that a view shows, as one plain value: two views are the same if their dumps are.
import { LIST_KINDS, RECORD_KINDS } from '../../shared/layout';
import type { SpaceView } from '../../shared/reader/view';
import type { SpaceRecord } from '../../shared/records';

/** What a view shows of its records, children, trash and fields, in an order that depends on nothing else. */
export function dump(view: SpaceView) {
  const ids = (records: readonly SpaceRecord[]) => records.map(({ id }) => id);
  const all = RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...view.records(kind)]);
  const key = ({ kind, id }: SpaceRecord) => `${kind} ${id}`;
  return {
    layout: view.layout,
    fields: view.fields,
    records: new Map(
      all
        .sort((a, b) => (key(a) < key(b) ? -1 : 1))
        .map((record) => [
          key(record),
          {
            record,
            deleted: view.isDeleted(record),
            parent: view.parentOf(record)?.id,
            section: record.kind === 'task' ? view.sectionOf(record)?.id : undefined,
            children:
              record.kind === 'list'
                ? ids(view.sections(record.id))
                : record.kind === 'task'
                  ? ids(view.tasks(record))
                  : record.kind === 'section'
                    ? [ids(view.tasks(record)), ids(view.pins(record.id)), ids(view.dashboards(record.id))]
                    : undefined,
          },
        ]),
    ),
    lists: LIST_KINDS.map((kind) => ids(view.lists(kind))),
    unfiled: [ids(view.tasks({ kind: 'unfiled' })), ids(view.pins(undefined)), ids(view.dashboards(undefined))],
    trash: ids(view.trash()),
  };
}

/**
 * Where each record is shown, by walking the view from its top: a record must come up exactly once, in a tree, in the trash,
 * under something that is in the trash, or unfiled.
 * @returns what is wrong, empty if nothing is
 */
export function misplaced(view: SpaceView): string[] {
  const seen = new Map<SpaceRecord, number>();
  const queue: SpaceRecord[] = [
    ...LIST_KINDS.flatMap((kind) => view.lists(kind)),
    ...view.tasks({ kind: 'unfiled' }),
    ...view.pins(undefined),
    ...view.dashboards(undefined),
    ...RECORD_KINDS.flatMap((kind): SpaceRecord[] => [...view.records(kind)]).filter(({ deleted }) => deleted),
  ];
  for (let record = queue.pop(); record; record = queue.pop()) {
    const times = (seen.get(record) ?? 0) + 1;
    seen.set(record, times);
    if (times > 1) continue;
    if (record.kind === 'list') queue.push(...view.sections(record.id));
    if (record.kind === 'section') {
      queue.push(...view.tasks(record), ...view.pins(record.id), ...view.dashboards(record.id));
    }
    if (record.kind === 'task') queue.push(...view.tasks(record));
  }
  return RECORD_KINDS.flatMap((kind) =>
    [...view.records(kind)].flatMap((record: SpaceRecord) => {
      const times = seen.get(record) ?? 0;
      return times === 1 ? [] : [`${kind} ${record.id} is shown ${times} times`];
    }),
  );
}

/** What a view shows without what moves between spaces leave in it: traces, and how often a record was moved. */
export function dumpWithoutMoves(view: SpaceView) {
  const { records, ...rest } = dump(view);
  const here = [...records].filter(([, { record }]) => record.movedTo === undefined);
  return {
    ...rest,
    records: new Map(here.map(([key, shown]) => [key, { ...shown, record: { ...shown.record, journey: undefined } }])),
  };
}
