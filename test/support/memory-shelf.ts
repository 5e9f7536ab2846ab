/** A shelf in memory, for tests: what a profile's windows share. */
import { Emitter } from '../../extension/app/event';
import type { Shelf } from '../../extension/app/shelf';

/** A shelf with a view of what lies on it. */
export interface MemoryShelf extends Shelf {
  /** The bytes by `folder/name`. */
  readonly items: ReadonlyMap<string, Uint8Array>;
  /** How often something was put on it. */
  readonly writes: number;
  /** While set, the host cannot do anything with the shelf. */
  broken: boolean;
}

export function memoryShelf(): MemoryShelf {
  const items = new Map<string, Uint8Array>();
  const marks = new Map<string, number>();
  const changed = new Emitter<void>();
  let writes = 0;
  const use = async (): Promise<void> => {
    if (shelf.broken) throw new Error('the host has no storage');
  };
  const shelf: MemoryShelf = {
    items,
    get writes() {
      return writes;
    },
    broken: false,
    async list(folder) {
      await use();
      return [...items.keys()]
        .filter((key) => key.startsWith(`${folder}/`))
        .map((key) => ({ name: key.slice(folder.length + 1), mark: String(marks.get(key)) }));
    },
    async read(folder, name) {
      await use();
      return items.get(`${folder}/${name}`);
    },
    async write(folder, name, bytes) {
      await use();
      items.set(`${folder}/${name}`, bytes);
      writes += 1;
      marks.set(`${folder}/${name}`, writes);
      changed.fire();
    },
    async remove(folder, name) {
      await use();
      items.delete(`${folder}/${name}`);
    },
    onChange: (listener) => changed.event(listener),
  };
  return shelf;
}
