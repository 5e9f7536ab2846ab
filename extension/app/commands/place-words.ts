/** Where something is put, in words that tell one section from another of the same name. */
import { t } from '@vscode/l10n';
import type { SectionRecord } from '../../../shared/records';
import type { OpenSpace } from '../open-space';
import { quoted } from '../quoted';
import { spaceName } from '../space-name';

/** A section with its list and its space: “Section 1” of “Personal Tasks” in “On This Machine”. */
export function sectionWords(space: OpenSpace, section: Pick<SectionRecord, 'name' | 'list'>): string {
  const list = space.replica.view.record('list', section.list);
  const where = quoted(spaceName(space));
  return list
    ? t('{0} of {1} in {2}', quoted(section.name), quoted(list.name), where)
    : t('{0} in {1}', quoted(section.name), where);
}
