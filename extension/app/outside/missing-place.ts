/** A place that a program outside names and that is not there: what it is told, with the ids that there are. */
import type { ListKind } from '../../../shared/layout';
import type { Desk } from '../desk';
import { spaceName } from '../space-name';

/** Where something is asked for, by ids. */
interface NamedPlaces {
  readonly space?: string | undefined;
  readonly list?: string | undefined;
  readonly section?: string | undefined;
}

/** The most ids that one refusal names. */
const MOST = 20;

/**
 * Says which place is not there.
 * @param listKind what kind of list the list and the section have to be of
 * @returns a sentence with the ids that could have been meant; undefined where all that is named is there
 */
export function missingPlace(desk: Desk, listKind: ListKind, named: NamedPlaces): string | undefined {
  const { space, list, section } = named;
  const spaces = desk.spaces.filter(({ known }) => space === undefined || known.id === space);
  if (space !== undefined && spaces.length === 0) {
    const open = desk.spaces.map((one) => ({ id: one.known.id, name: spaceName(one) }));
    return `No space ${JSON.stringify(space)} is open here. ${thereAre('spaces', open)}`;
  }
  const lists = spaces.flatMap(({ replica: { view } }) => view.lists(listKind));
  if (list !== undefined && !lists.some(({ id }) => id === (list as string))) {
    return `There is no ${listKind} list ${JSON.stringify(list)}${within(space)}. ${thereAre(`${listKind} lists`, lists)}`;
  }
  if (section === undefined) return undefined;
  const sections = spaces.flatMap(({ replica: { view } }) =>
    view.lists(listKind).flatMap(({ id }) => (list === undefined || id === (list as string) ? view.sections(id) : [])),
  );
  if (sections.some(({ id }) => id === (section as string))) return undefined;
  const where = `of a ${listKind} list${within(space)}`;
  return `There is no such section ${where} (${JSON.stringify(section)}). ${thereAre('sections', sections)}`;
}

function within(space: string | undefined): string {
  return space === undefined ? '' : ` in the space ${JSON.stringify(space)}`;
}

/** `The sections: "id" ("name"), …`: names are other people's text, so they stand in quotes. */
function thereAre(what: string, places: readonly { readonly id: string; readonly name: string }[]): string {
  if (places.length === 0) return `There are no ${what}.`;
  const said = places.slice(0, MOST).map(({ id, name }) => `${JSON.stringify(id)} (${JSON.stringify(name)})`);
  const more = places.length > MOST ? `, and ${places.length - MOST} more` : '';
  return `The ${what}: ${said.join(', ')}${more}.`;
}
