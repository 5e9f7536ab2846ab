/** Quick add: a task typed as one line, "ship docs friday !high", taken apart into name, due date and priority. */
import type { IsoDate } from '../../shared/dates';
import type { TaskPriority } from '../../shared/layout';
import { dateInLine } from './typed-date';

/** What a line says. */
export interface QuickTask {
  /** The line without what was understood; never empty where the line is not. */
  readonly name: string;
  /** A day is midnight UTC of that calendar day, wherever the person is; with a time of day it is that moment. */
  readonly dueDate: IsoDate | undefined;
  readonly priority: TaskPriority | undefined;
}

const PRIORITIES: Readonly<Record<string, TaskPriority>> = {
  '!': 'medium',
  '!!': 'high',
  '!none': 'none',
  '!low': 'low',
  '!medium': 'medium',
  '!high': 'high',
  '!niedrig': 'low',
  '!mittel': 'medium',
  '!hoch': 'high',
};

/**
 * Takes a line apart. A date counts only at the end or the start of what is left, so that "read Monday's minutes by Bo" keeps its name;
 * whoever wants a date word or a mark in a name puts it in quotes. Every word that is neither stays in the name: a line that is one
 * quoted text loses its quotes, otherwise they stay as typed.
 * @param line what was typed
 * @param now the moment that "tomorrow" is told from, in the person's own time zone
 * @param language of the date words, such as `en` or `de-AT`; English for those not known
 */
export function parseQuickTask(line: string, now: Date, language = 'en'): QuickTask {
  const typed = line.trim();
  const { masked, unmask } = maskQuoted(typed);
  const { rest, priority } = takePriority(masked);
  const date = dateInLine(rest, now, language);
  const name = unmask(date?.rest ?? rest);
  // A line of nothing but date words is a name: a task must be called something.
  if (!/[\p{L}\p{N}]/u.test(name)) {
    const whole = unmask(rest);
    return { name: whole || typed, dueDate: undefined, priority: whole ? priority : undefined };
  }
  return { name: unquoted(name), dueDate: date?.date, priority };
}

/** A quoted text: it begins a word, so that inches and apostrophes are none. */
const QUOTED = /(?<!\S)(?:"[^"]+"|“[^”]+”|„[^“”]+[“”])/g;

/** Hides what is quoted, so that nothing in it is taken for a date or a mark. Each quoted text becomes one sign that nobody types. */
function maskQuoted(text: string): { masked: string; unmask: (rest: string) => string } {
  const texts = text.match(QUOTED) ?? [];
  const unmask = (rest: string) => {
    let next = 0;
    return rest.replaceAll(MASK, () => texts[next++] ?? '');
  };
  return { masked: text.replaceAll(MASK, ' ').replace(QUOTED, MASK), unmask };
}

/** For private use: in no text that has a meaning to others. */
const MASK = '\uE000';

/** A text without the quotes that it stands in as a whole. */
function unquoted(name: string): string {
  const inner = /^(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”])$/.exec(name);
  return (inner?.[1] ?? inner?.[2] ?? inner?.[3])?.trim() || name;
}

function takePriority(text: string): { rest: string; priority: TaskPriority | undefined } {
  let priority: TaskPriority | undefined;
  const rest = text.replace(/(?<!\S)(!\S*)(?:\s+|$)/g, (whole, mark: string) => {
    const found = PRIORITIES[mark.toLowerCase()];
    if (found === undefined) return whole;
    priority = found;
    return '';
  });
  return { rest: rest.trim(), priority };
}
