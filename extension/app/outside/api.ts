/** Makes the API that other extensions get from `activate`: reads what they send, waits until there is something to act on. */
import type * as z from 'zod';
import { failureMessage } from '../../../shared/failures';
import { parse } from '../../../shared/fields';
import type { Log } from '../environment';
import { newTask, taskFilter, taskIds } from './outside-input';
import type { OutsideTasks } from './outside-tasks';
import type { Outcome, TackboardApi } from './tackboard-api';

/**
 * @param ready resolves when what is kept on this machine is open
 * @param log hears of listeners of other extensions that throw; nothing of ours stops for them
 */
export function makeApi(tasks: OutsideTasks, ready: Promise<void>, log: Log): TackboardApi {
  const after = async <T>(act: () => T | Promise<T>): Promise<T> => {
    await ready;
    return act();
  };
  return {
    version: 1,
    spaces: () => after(() => tasks.spaces()),
    tasks: (filter = {}) => after(() => withInput(taskFilter, filter, (wanted) => tasks.list(wanted))),
    createTask: (task) => after(() => withInput(newTask, task, (wanted) => tasks.create(wanted))),
    completeTask: (id) =>
      after(async () => one(await withInput(taskIds, { ids: [id] }, ({ ids }) => tasks.complete(ids)))),
    onDidChange: (listener) =>
      tasks.onChange((change) => {
        try {
          listener(change);
        } catch (error) {
          log.warn(
            `Another extension failed when it was told of a change: ${error instanceof Error ? error.name : typeof error}`,
          );
        }
      }),
  };
}

/** Parses what came from outside and goes on with it, or says what is wrong with it. */
export async function withInput<Input, Value>(
  schema: z.ZodType<Input>,
  input: unknown,
  act: (input: Input) => Outcome<Value> | Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const parsed = parse(schema, input);
  return parsed.kind === 'done' ? act(parsed.value) : { kind: 'refused', message: failureMessage(parsed) };
}

function one<T>(outcome: Outcome<readonly T[]>): Outcome<T> {
  if (outcome.kind !== 'done') return outcome;
  const [value] = outcome.value;
  return value === undefined
    ? { kind: 'refused', message: 'The task is gone again: someone has deleted it.' }
    : { kind: 'done', value };
}
