/** What the person is asked before an agent writes, in their words: short fields first, and no text so long that it pushes the rest out of sight. */
import { t } from '@vscode/l10n';
import type { IsoDate } from '../../../shared/dates';
import { priorityWord, statusWord } from '../../../shared/field-words';
import type { TaskPriority, TaskStatus } from '../../../shared/layout';
import { shownText } from '../../../shared/shown-text';
import { codePointCount, cutToCodePoints } from '../../../shared/text';
import { dueText } from '../due-date';
import { urlHost } from '../pins/pin-url';
import { quoted } from '../quoted';

/** The most characters of one text in a question. */
const MOST = 200;
/** The most characters of all names of a question that names several records, unless there are so many that few are left for each. */
const MOST_OF_NAMES = 1_000;
const LEAST_OF_A_NAME = 20;

/** The language that the person reads, and this moment: what dates and figures are said by. */
export interface Saying {
  /** As VS Code names it, such as `en` or `de`. */
  readonly language: string;
  readonly now: Date;
}

/** The fields of a task that an agent sets; null takes a date away. */
interface SetFields {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: TaskStatus | undefined;
  readonly priority?: TaskPriority | undefined;
  readonly startDate?: IsoDate | null | undefined;
  readonly dueDate?: IsoDate | null | undefined;
}

/** The fields of a pin that an agent sets. */
interface PinFields {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
}

/** A text in quotes; of a long one the start, and how many characters it has. */
export function shortQuoted(text: string, { language }: Saying, most = MOST): string {
  const line = shownText(text);
  if (codePointCount(line, most + 1) <= most) return quoted(line);
  const count = new Intl.NumberFormat(language).format(codePointCount(text));
  return t('{0} ({1} characters)', quoted(`${cutToCodePoints(line, most)}…`), count);
}

/** Several names, each in quotes, together of a bounded length. */
export function shortNames(names: readonly string[], saying: Saying): string {
  const most = Math.min(MOST, Math.max(LEAST_OF_A_NAME, Math.floor(MOST_OF_NAMES / names.length)));
  return names.map((name) => shortQuoted(name, saying, most)).join(', ');
}

/** The address of a pin; of one that is cut also where it leads, which can stand in what is left out. */
export function shortAddress(url: string, saying: Saying): string {
  const said = shortQuoted(url, saying);
  return said === quoted(url) ? said : t('{0} of {1}', said, shortQuoted(urlHost(url), saying));
}

/** The fields that a tool sets, after a blank: ` status: In Review · due Sat, Dec 5`; empty for none. The longest text last. */
export function fieldWords(fields: SetFields, saying: Saying): string {
  const { name, status, priority, startDate, dueDate, description } = fields;
  const date = (value: IsoDate | null) => (value === null ? t('none') : dueText(value, saying.now, saying.language));
  const said: readonly (string | false | undefined)[] = [
    name !== undefined && labelled(t('name'), shortQuoted(name, saying)),
    status && labelled(t('status'), statusWord(status)),
    priority && labelled(t('priority'), priorityWord(priority)),
    startDate !== undefined && labelled(t('start date'), date(startDate)),
    dueDate !== undefined && (dueDate === null ? labelled(t('due date'), t('none')) : t('due {0}', date(dueDate))),
    description !== undefined &&
      labelled(t('description'), description === '' ? t('none') : shortQuoted(description, saying)),
  ];
  const words = said.filter((one) => one).join(' · ');
  return words && ` ${words}`;
}

/** What a tool sets of a pin, after a blank. */
export function pinWords({ name, url }: PinFields, saying: Saying): string {
  const said = [
    name !== undefined && labelled(t('name'), shortQuoted(name, saying)),
    url !== undefined && labelled(t('address'), shortAddress(url, saying)),
  ];
  return ` ${said.filter((one) => one).join(' · ')}`;
}

function labelled(field: string, value: string): string {
  return `${field}: ${value}`;
}
