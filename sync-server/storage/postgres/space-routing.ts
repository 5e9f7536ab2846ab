/**
 * Which of several databases the content of a space lies in: what the names of the databases and the space's id say, and nothing else.
 * Nobody has to remember it, and every server says the same.
 */
import { createHash } from 'node:crypto';

/** A database by its name, which stays the same wherever the database is moved to. */
export interface NamedDatabase {
  readonly id: string;
}

/** Routes over databases; in which order they are given does not matter. */
export class SpaceRouting<Database extends NamedDatabase> {
  readonly all: readonly [Database, ...Database[]];

  constructor(all: readonly [Database, ...Database[]]) {
    this.all = all;
  }

  /**
   * The database of a space: the one that its id has most weight with (rendezvous hashing), so that each has its even share.
   * How that is reckoned must never change: what is stored would not be found any more.
   */
  of(space: string): Database {
    let [chosen] = this.all;
    let most = -1;
    for (const one of this.all) {
      const weight = weightOf(one.id, space);
      if (weight < most || (weight === most && one.id > chosen.id)) continue;
      chosen = one;
      most = weight;
    }
    return chosen;
  }

  /** Things of spaces, by the database of each; in their order. */
  group<Thing>(things: readonly Thing[], spaceOf: (thing: Thing) => string): Map<Database, Thing[]> {
    const groups = new Map<Database, Thing[]>();
    const known = new Map<string, Thing[]>();
    for (const thing of things) {
      const space = spaceOf(thing);
      let group = known.get(space);
      if (!group) {
        const database = this.of(space);
        group = groups.get(database) ?? [];
        groups.set(database, group);
        known.set(space, group);
      }
      group.push(thing);
    }
    return groups;
  }
}

function weightOf(database: string, space: string): number {
  return createHash('sha256').update(`${database} ${space}`).digest().readUIntBE(0, 6);
}
