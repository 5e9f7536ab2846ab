/**
 * Which structs a document has taken in and which wait in it for others, worked out as Yjs does it but without the document
 * (rule W5): each client's in order, each only after what it stands on.
 */
import * as encoding from 'lib0/encoding';
import { decodeStateVector } from 'yjs';
import type { ClockRange, Need, Step, UpdateContent } from './update-content';

/** What one client wrote in one update. Waits where `missing` is set: for that struct, and from that step on. */
export interface Lane {
  readonly client: number;
  readonly steps: readonly Step[];
  /** The step that comes next. */
  at: number;
  missing: Need | undefined;
}

/** What would become of an update. */
export interface Followed {
  /** How far the clients that it moves on would be then. */
  readonly clocks: ReadonlyMap<number, number>;
  /** What of it would wait. */
  readonly lanes: readonly Lane[];
  /** What it deletes that is not there. */
  readonly deletes: readonly ClockRange[];
}

/** Lanes by the client that they wait for. */
type Waiting = Map<number, Set<Lane>>;

/** How far clients are, and who waits for them. */
interface State {
  clockOf(client: number): number;
  reach(client: number, clock: number): void;
  readonly waiting: Waiting;
}

export class Joined {
  readonly #clocks: Map<number, number>;
  readonly #state: State;

  /** @param clocks how far the document has taken each client in */
  constructor(clocks: Map<number, number>) {
    this.#clocks = clocks;
    this.#state = {
      clockOf: (client) => this.clockOf(client),
      reach: (client, clock) => clocks.set(client, clock),
      waiting: new Map(),
    };
  }

  /** The clock up to which a client's structs are taken in. */
  clockOf(client: number): number {
    return this.#clocks.get(client) ?? 0;
  }

  /** Whether a state vector, as the protocol's question carries it, has everything that is taken in. @throws if it is none */
  isWithin(stateVector: Uint8Array): boolean {
    const theirs = decodeStateVector(stateVector);
    return [...this.#clocks].every(([client, clock]) => (theirs.get(client) ?? 0) >= clock);
  }

  /** What would become of an update. Nothing changes. */
  follow({ steps, deletes }: Pick<UpdateContent, 'steps' | 'deletes'>): Followed {
    const clocks = new Map<number, number>();
    const state: State = {
      clockOf: (client) => clocks.get(client) ?? this.clockOf(client),
      reach: (client, clock) => clocks.set(client, clock),
      waiting: new Map(),
    };
    run(lanesOf(steps), state);
    return {
      clocks,
      lanes: [...state.waiting.values()].flatMap((lanes) => [...lanes]),
      deletes: deletes.filter(({ client, clock, length }) => clock + length > state.clockOf(client)),
    };
  }

  /** Takes an update in, and whatever has waited for it. */
  take({ clocks, lanes }: Followed): void {
    for (const lane of lanes) park(this.#state.waiting, lane);
    for (const [client, clock] of clocks) this.#clocks.set(client, clock);
    run(
      [...clocks].flatMap(([client, clock]) => woken(this.#state.waiting, client, clock)),
      this.#state,
    );
  }

  /** The state vector of what is taken in, as the protocol's first question carries it. */
  stateVector(): Uint8Array {
    const clients = [...this.#clocks].filter(([, clock]) => clock > 0).sort(([a], [b]) => b - a);
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, clients.length);
    for (const [client, clock] of clients) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, clock);
    }
    return encoding.toUint8Array(encoder);
  }
}

/**
 * In which order a document takes in what an update holds, where it has what came before that.
 * @returns the clients as they are moved on, each with the clock that it comes to; without what would wait all the same
 */
export function orderOf(steps: readonly Step[]): readonly Need[] {
  const order: Need[] = [];
  const lanes = lanesOf(steps);
  const clocks = new Map(lanes.map(({ client, steps: [first] }) => [client, first?.clock ?? 0]));
  run(lanes, {
    clockOf: (client) => clocks.get(client) ?? Number.POSITIVE_INFINITY,
    reach: (client, clock) => {
      clocks.set(client, clock);
      order.push({ client, clock });
    },
    waiting: new Map(),
  });
  return order;
}

function lanesOf(steps: readonly Step[]): Lane[] {
  const lanes: Lane[] = [];
  let own: Step[] = [];
  for (const step of steps) {
    if (step.client !== own[0]?.client) {
      own = [];
      lanes.push({ client: step.client, steps: own, at: 0, missing: undefined });
    }
    own.push(step);
  }
  return lanes;
}

/** Moves lanes on as far as they come, and those that have waited for them. */
function run(lanes: readonly Lane[], state: State): void {
  const ready = [...lanes];
  for (let lane = ready.pop(); lane; lane = ready.pop()) {
    lane.missing = undefined;
    for (let step = lane.steps[lane.at]; step; step = lane.steps[++lane.at]) {
      const end = step.clock + step.length;
      if (end <= state.clockOf(step.client)) continue;
      lane.missing = missingOf(step, state);
      if (lane.missing) break;
      state.reach(step.client, end);
      ready.push(...woken(state.waiting, step.client, end));
    }
    if (lane.missing) park(state.waiting, lane);
  }
}

function missingOf(step: Step, state: State): Need | undefined {
  if (step.clock > state.clockOf(step.client)) return { client: step.client, clock: step.clock - 1 };
  return step.needs.find(({ client, clock }) => clock >= state.clockOf(client));
}

function park(waiting: Waiting, lane: Lane): void {
  if (!lane.missing) return;
  const others = waiting.get(lane.missing.client);
  if (others) others.add(lane);
  else waiting.set(lane.missing.client, new Set([lane]));
}

/** Takes out those who have waited for a client to come so far. */
function woken(waiting: Waiting, client: number, clock: number): Lane[] {
  const lanes = waiting.get(client);
  if (!lanes) return [];
  const able = [...lanes].filter(({ missing }) => missing !== undefined && missing.clock < clock);
  for (const lane of able) lanes.delete(lane);
  if (lanes.size === 0) waiting.delete(client);
  return able;
}
