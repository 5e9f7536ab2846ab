/** The places of a tree: one object a place, with an id that outlives renames, moves and restarts. */
import type { SpaceId } from '../../../shared/ids';

/** A place that stands for a space, or for something of which a space has one, such as what is unfiled. */
export interface SpacePlace<Kind extends string> {
  readonly kind: Kind;
  /** What VS Code knows the place by. */
  readonly id: string;
  readonly space: SpaceId;
}

/** A place that stands for a record of a space. */
export interface RecordPlace<Kind extends string> extends SpacePlace<Kind> {
  readonly record: string;
}

/** The places of one kind in a space, by their records; one that stands for no record is under `undefined`. */
interface Row<Node> {
  /** How their ids start. */
  readonly start: string;
  readonly nodes: Map<string | undefined, Node>;
}

/** Hands out places. The same place is always the same object, so that what is unfolded and selected stays so. */
export class Places<Node extends SpacePlace<string> | RecordPlace<string>> {
  /** By space and kind. A record is found by its own id: that of the place is longer, and thousands are made at once. */
  readonly #rows = new Map<string, Map<string, Row<Node>>>();

  /** The place, made where nobody has asked for it yet. */
  at(place: DistributiveOmit<Node, 'id'>): Node {
    const { kind, space, record } = place as Omit<Node, 'id'> & { readonly record?: string };
    const { start, nodes } = this.#row(space, kind);
    const known = nodes.get(record);
    if (known) return known;
    // The JSON of an array of what it stands for, put together by hand.
    const id = record === undefined ? `${start}]` : `${start},${JSON.stringify(record)}]`;
    // Written out: copying objects takes several times as long.
    const node = (record === undefined ? { kind, space, id } : { kind, space, record, id }) as unknown as Node;
    nodes.set(record, node);
    return node;
  }

  /** The place if somebody has asked for it: what nobody has seen need not be shown anew. */
  seen(kind: string, space: string, record?: string): Node | undefined {
    return this.#rows.get(space)?.get(kind)?.nodes.get(record);
  }

  #row(space: string, kind: string): Row<Node> {
    const ofSpace = this.#rows.get(space) ?? new Map<string, Row<Node>>();
    this.#rows.set(space, ofSpace);
    const row = ofSpace.get(kind) ?? { start: `[${JSON.stringify(space)},${JSON.stringify(kind)}`, nodes: new Map() };
    ofSpace.set(kind, row);
    return row;
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
