/** The tools of chat agents: what each takes, what the person is asked before it writes, what the agent is told. */
import { t } from '@vscode/l10n';
import type * as z from 'zod';
import { failureMessage } from '../../../shared/failures';
import { parse } from '../../../shared/fields';
import type { Desk } from '../desk';
import { spaceName } from '../space-name';
import { fieldWords, pinWords, type Saying, shortAddress, shortNames, shortQuoted } from './agent-question';
import { AgentRefusals } from './agent-refusal';
import { withInput } from './api';
import {
  newPin,
  newTask,
  nothing,
  pinChange,
  pinFilter,
  taskChange,
  taskFilter,
  taskIds,
  taskPlaces,
} from './outside-input';
import type { OutsidePins } from './outside-pins';
import type { OutsideTasks } from './outside-tasks';
import type { Outcome } from './tackboard-api';

/** A tool, under the name that the manifest gives it. */
export interface AgentTool {
  readonly name: string;
  /** What it takes; the manifest's `inputSchema` is its JSON form. */
  readonly input: z.ZodType;
  /**
   * What the person is asked before it runs, in plain text; undefined for a tool that only reads.
   * @returns undefined where there is nothing to ask, since it would be refused; `run` refuses it then, whatever has changed meanwhile
   */
  readonly question?: (input: unknown) => { readonly title: string; readonly message: string } | undefined;
  /** @returns what the agent is told: JSON, or why it was refused */
  readonly run: (input: unknown) => Promise<Outcome<string>>;
}

/** The most records that one call tells of: more would push everything else out of an agent's memory. */
export const MOST = 100;

/** How many calls may be told that they are refused and not have been made yet. */
const MOST_UNASKED = 100;

/** What the tools stand on. */
export interface AgentToolNeeds {
  readonly desk: Desk;
  readonly tasks: OutsideTasks;
  readonly pins: OutsidePins;
  /** The language of the person, as VS Code names it, such as `en` or `de`. */
  readonly language: string;
}

/** All tools. */
export function agentTools({ desk, tasks, pins, language }: AgentToolNeeds): readonly AgentTool[] {
  const refusals = new AgentRefusals(desk, tasks, pins);
  const saying = (): Saying => ({ language, now: new Date(desk.surroundings.now()) });
  const short = (text: string) => shortQuoted(text, saying());
  const nameOf = (id: string) => tasks.get(id)?.name ?? id;
  return [
    reader('tackboard_list_places', nothing, () => ({ kind: 'done', value: { spaces: tasks.spaces() } })),
    reader('tackboard_list_tasks', taskPlaces, (filter) => shortened('tasks', tasks.list(filter))),
    reader('tackboard_find_tasks', taskFilter, (filter) => shortened('tasks', tasks.list(filter))),
    reader('tackboard_list_pins', pinFilter, (filter) => shortened('pins', pins.list(filter))),
    writer('tackboard_create_task', newTask, {
      refusal: (task) => refusals.ofNewTask(task),
      title: () => t('Add a task to Tackboard?'),
      message: ({ name, ...fields }) => {
        const to = tasks.placeOf(fields);
        const said = to
          ? t('Adds {0} to {1} in {2}.', short(name), short(to.name), short(spaceName(to.space)))
          : t('Adds {0}.', short(name));
        return `${said}${fieldWords(fields, saying())}`;
      },
      write: (task) => tasks.create(task),
    }),
    writer('tackboard_update_task', taskChange, {
      refusal: (change) => refusals.ofChange(change),
      title: () => t('Change a task in Tackboard?'),
      message: ({ id, ...fields }) => `${t('Changes {0}.', short(nameOf(id)))}${fieldWords(fields, saying())}`,
      write: (change) => tasks.update(change),
    }),
    writer('tackboard_complete_tasks', taskIds, {
      refusal: (input) => refusals.ofCompleting(input),
      title: () => t('Complete tasks in Tackboard?'),
      message: ({ ids }) => {
        const names = [...new Set(ids)].map(nameOf);
        const said = shortNames(names, saying());
        return names.length === 1 ? t('Completes {0}.', said) : t('Completes {0} tasks: {1}.', names.length, said);
      },
      write: ({ ids }) => tasks.complete(ids),
    }),
    writer('tackboard_create_pin', newPin, {
      refusal: (pin) => refusals.ofNewPin(pin),
      title: () => t('Add a pin to Tackboard?'),
      message: ({ name, url, section }) => {
        const to = pins.placeOf(section);
        const [pin, link] = [short(name), shortAddress(url, saying())];
        return to
          ? t(
              'Adds the pin {0}, which leads to {1}, to {2} in {3}.',
              ...[pin, link, short(to.section.name), short(spaceName(to.space))],
            )
          : t('Adds the pin {0}, which leads to {1}.', pin, link);
      },
      write: (pin) => pins.create(pin),
    }),
    writer('tackboard_update_pin', pinChange, {
      refusal: (change) => refusals.ofPinChange(change),
      title: () => t('Change a pin in Tackboard?'),
      message: ({ id, ...fields }) =>
        `${t('Changes the pin {0}.', short(pins.get(id)?.name ?? id))}${pinWords(fields, saying())}`,
      write: (change) => pins.update(change),
    }),
  ];
}

function reader<Input>(name: string, input: z.ZodType<Input>, read: (input: Input) => Outcome<unknown>): AgentTool {
  return { name, input, run: async (given) => asJson(await withInput(input, given, read)) };
}

function writer<Input>(
  name: string,
  input: z.ZodType<Input>,
  words: {
    /** Why it would be refused as things are. */
    readonly refusal: (input: Input) => string | undefined;
    readonly title: () => string;
    readonly message: (input: Input) => string;
    readonly write: (input: Input) => Promise<Outcome<unknown>>;
  },
): AgentTool {
  const look = (given: unknown): Outcome<Input> => {
    const parsed = parse(input, given);
    if (parsed.kind !== 'done') return { kind: 'refused', message: failureMessage(parsed) };
    const message = words.refusal(parsed.value);
    return message === undefined ? parsed : { kind: 'refused', message };
  };
  // What nobody was asked about stays refused: what came into being in between must not let it be done unasked.
  const unasked = new Map<string, string>();
  return {
    name,
    input,
    question: (given) => {
      const key = JSON.stringify(given);
      unasked.delete(key);
      const looked = look(given);
      if (looked.kind === 'done') return { title: words.title(), message: words.message(looked.value) };
      for (const oldest of unasked.keys()) if (unasked.size >= MOST_UNASKED) unasked.delete(oldest);
      unasked.set(key, looked.message);
      return undefined;
    },
    run: async (given) => {
      const key = JSON.stringify(given);
      const message = unasked.get(key);
      unasked.delete(key);
      const looked: Outcome<Input> = message === undefined ? look(given) : { kind: 'refused', message };
      return looked.kind === 'done' ? asJson(await words.write(looked.value)) : looked;
    },
  };
}

function asJson(outcome: Outcome<unknown>): Outcome<string> {
  return outcome.kind === 'done' ? { kind: 'done', value: JSON.stringify(outcome.value) } : outcome;
}

/** The first records, and how many more there are. */
function shortened(what: string, outcome: Outcome<readonly unknown[]>): Outcome<unknown> {
  if (outcome.kind !== 'done') return outcome;
  const left = outcome.value.length - MOST;
  return {
    kind: 'done',
    value: { [what]: outcome.value.slice(0, MOST), ...(left > 0 && { more: left, advice: 'Ask for less at once.' }) },
  };
}
