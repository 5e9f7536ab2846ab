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

/** Hands out places. The same place is always the same object, so that what is unfolded and selected stays so. */
export class Places<Node extends SpacePlace<string> | RecordPlace<string>> {
  readonly #nodes = new Map<string, Node>();

  /** The place, made where nobody has asked for it yet. */
  at(place: DistributiveOmit<Node, 'id'>): Node {
    const id = placeId(place);
    const known = this.#nodes.get(id);
    if (known) return known;
    const node = { ...place, id } as unknown as Node;
    this.#nodes.set(id, node);
    return node;
  }

  /** The place if somebody has asked for it: what nobody has seen need not be shown anew. */
  seen(kind: string, space: string, record?: string): Node | undefined {
    return this.#nodes.get(placeId({ kind, space, record }));
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function placeId(place: object): string {
  const { kind, space, record } = place as { kind: string; space: string; record?: string | undefined };
  // The JSON of an array of them, put together by hand: thousands are made at once, and an array for each takes several times as long.
  const own = `[${JSON.stringify(space)},${JSON.stringify(kind)}`;
  return record === undefined ? `${own}]` : `${own},${JSON.stringify(record)}]`;
}
