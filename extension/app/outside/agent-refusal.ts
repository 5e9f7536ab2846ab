/** Why what an agent wants to write would be refused as things are: nobody is asked about what is not done anyway. */
import type * as z from 'zod';
import { writableSpace } from '../commands/space-writer';
import type { Desk } from '../desk';
import type { newPin, newTask, pinChange, taskChange, taskIds } from './outside-input';
import { noPin, type OutsidePins } from './outside-pins';
import { noTask, type OutsideTasks } from './outside-tasks';
import type { TackboardTask } from './tackboard-api';

/** Looks at what is open in a window and writes nothing. Each function gives a sentence for the agent, or undefined where nothing is in the way. */
export class AgentRefusals {
  readonly #desk: Desk;
  readonly #tasks: OutsideTasks;
  readonly #pins: OutsidePins;

  constructor(desk: Desk, tasks: OutsideTasks, pins: OutsidePins) {
    this.#desk = desk;
    this.#tasks = tasks;
    this.#pins = pins;
  }

  ofNewTask(task: z.infer<typeof newTask>): string | undefined {
    const to = this.#tasks.placeOf(task);
    return to ? this.#ofSpace(to.space.known.id) : this.#tasks.noPlace(task);
  }

  ofChange({ id, ...fields }: z.infer<typeof taskChange>): string | undefined {
    const task = this.#tasks.get(id);
    if (!task) return noTask(id);
    const wanted = Object.entries(fields).filter(([, value]) => value !== undefined);
    if (wanted.length === 0) return 'There is nothing to change: give at least one field besides id.';
    const { name, description, status, priority, startDate, dueDate } = task;
    const reads = { name, description: description ?? '', status, priority, startDate, dueDate };
    const now = new Map<string, unknown>(Object.entries(reads));
    if (wanted.every(([key, value]) => value === now.get(key)))
      return 'There is nothing to change: the task is as you want it already.';
    return this.#ofSpace(task.space);
  }

  ofCompleting({ ids }: z.infer<typeof taskIds>): string | undefined {
    const tasks: TackboardTask[] = [];
    for (const id of ids) {
      const task = this.#tasks.get(id);
      if (!task) return noTask(id);
      tasks.push(task);
    }
    if (tasks.every(({ status }) => status === 'completed'))
      return 'There is nothing to change: what you name is completed already.';
    for (const { space } of tasks) {
      const why = this.#ofSpace(space);
      if (why !== undefined) return why;
    }
    return undefined;
  }

  ofNewPin({ section }: z.infer<typeof newPin>): string | undefined {
    const to = this.#pins.placeOf(section);
    return to ? this.#ofSpace(to.space.known.id) : this.#pins.noPlace(section);
  }

  ofPinChange({ id, name, url }: z.infer<typeof pinChange>): string | undefined {
    const pin = this.#pins.get(id);
    if (!pin) return noPin(id);
    if (name === undefined && url === undefined) return 'There is nothing to change: give name or url besides id.';
    if (url !== undefined && pin.target.pinType === 'document') return 'This pin leads to a record; it takes no url.';
    const leadsTo = pin.target.pinType === 'url' ? pin.target.url : undefined;
    if ((name ?? pin.name) === pin.name && (url ?? leadsTo) === leadsTo)
      return 'There is nothing to change: the pin is as you want it already.';
    return this.#ofSpace(pin.space);
  }

  #ofSpace(id: string): string | undefined {
    const space = writableSpace(this.#desk, id);
    return typeof space === 'string' ? space : undefined;
  }
}
