/** The tools of chat agents: what each takes, what the person is asked before it writes, what the agent is told. */
import { t } from '@vscode/l10n';
import type * as z from 'zod';
import { failureMessage } from '../../../shared/failures';
import { parse } from '../../../shared/fields';
import { quoted } from '../shown-text';
import { spaceName } from '../space-name';
import { withInput } from './api';
import { newPin, newTask, nothing, pinFilter, taskChange, taskFilter, taskIds, taskPlaces } from './outside-input';
import type { OutsidePins } from './outside-pins';
import type { OutsideTasks } from './outside-tasks';
import type { Outcome } from './tackboard-api';

/** A tool, under the name that the manifest gives it. */
export interface AgentTool {
  readonly name: string;
  /** What it takes; the manifest's `inputSchema` is its JSON form. */
  readonly input: z.ZodType;
  /** What the person is asked before it runs, in plain text; undefined for a tool that only reads. */
  readonly question?: (input: unknown) => { readonly title: string; readonly message: string };
  /** @returns what the agent is told: JSON, or why it was refused */
  readonly run: (input: unknown) => Promise<Outcome<string>>;
}

/** The most records that one call tells of: more would push everything else out of an agent's memory. */
export const MOST = 100;

/** All tools. */
export function agentTools(tasks: OutsideTasks, pins: OutsidePins): readonly AgentTool[] {
  const named = (id: string) => quoted(tasks.get(id)?.name ?? id);
  return [
    reader('tackboard_list_places', nothing, () => ({ kind: 'done', value: { spaces: tasks.spaces() } })),
    reader('tackboard_list_tasks', taskPlaces, (filter) => shortened('tasks', tasks.list(filter))),
    reader('tackboard_find_tasks', taskFilter, (filter) => shortened('tasks', tasks.list(filter))),
    reader('tackboard_list_pins', pinFilter, (filter) => shortened('pins', pins.list(filter))),
    writer('tackboard_create_task', newTask, {
      title: () => t('Add a task to Tackboard?'),
      message: ({ name, ...fields }) => {
        const to = tasks.placeOf(fields);
        const said = to
          ? t('Adds {0} to {1} in {2}.', quoted(name), quoted(to.name), quoted(spaceName(to.space)))
          : t('Adds {0}.', quoted(name));
        return `${said}${fieldWords(fields)}`;
      },
      write: (task) => tasks.create(task),
    }),
    writer('tackboard_update_task', taskChange, {
      title: () => t('Change a task in Tackboard?'),
      message: ({ id, ...fields }) => `${t('Changes {0}.', named(id))}${fieldWords(fields)}`,
      write: (change) => tasks.update(change),
    }),
    writer('tackboard_complete_tasks', taskIds, {
      title: () => t('Complete tasks in Tackboard?'),
      message: ({ ids }) => t('Completes {0}.', ids.map(named).join(', ')),
      write: ({ ids }) => tasks.complete(ids),
    }),
    writer('tackboard_create_pin', newPin, {
      title: () => t('Add a pin to Tackboard?'),
      message: ({ name, url, section }) => {
        const to = pins.placeOf(section);
        const [pin, link] = [quoted(name), quoted(url)];
        return to
          ? t(
              'Adds the pin {0}, which leads to {1}, to {2} in {3}.',
              ...[pin, link, quoted(to.section.name), quoted(spaceName(to.space))],
            )
          : t('Adds the pin {0}, which leads to {1}.', pin, link);
      },
      write: (pin) => pins.create(pin),
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
    readonly title: () => string;
    readonly message: (input: Input) => string;
    readonly write: (input: Input) => Promise<Outcome<unknown>>;
  },
): AgentTool {
  return {
    name,
    input,
    question: (given) => {
      const parsed = parse(input, given);
      const message = parsed.kind === 'done' ? words.message(parsed.value) : t('Nothing: {0}', failureMessage(parsed));
      return { title: words.title(), message };
    },
    run: async (given) => asJson(await withInput(input, given, words.write)),
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

/** The fields that a tool sets, in words for the person: ` status: “review”. due date: none.` */
function fieldWords(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([key, value]) => value !== undefined && !['section', 'parentTask'].includes(key))
    .map(([key, value]) => ` ${fieldWord(key)}: ${value === null ? t('none') : quoted(String(value))}.`)
    .join('');
}

function fieldWord(key: string): string {
  switch (key) {
    case 'name':
      return t('name');
    case 'description':
      return t('description');
    case 'status':
      return t('status');
    case 'priority':
      return t('priority');
    case 'startDate':
      return t('start date');
    case 'dueDate':
      return t('due date');
    default:
      return key;
  }
}
