/** What the commands say of pins and of dashboards: a sentence each, since languages do not put a noun into a sentence alike. */
import { t } from '@vscode/l10n';
import type { ItemKind } from '../tree/item-tree';

interface ItemWords {
  readonly addListWhere: () => string;
  readonly addListTo: (space: string) => string;
  readonly newList: () => string;
  readonly newSection: () => string;
  readonly moveWhere: () => string;
  readonly ownSpaceOnly: () => string;
  readonly noList: () => string;
  readonly noSection: () => string;
  readonly none: () => string;
  readonly which: () => string;
  readonly selectFirst: () => string;
  readonly onlyItems: () => string;
}

/** What is said, by the kind of items. Names that are put in are quoted already. */
export const ITEM_WORDS: Readonly<Record<ItemKind, ItemWords>> = {
  pin: {
    addListWhere: () => t('Add the pin list where?'),
    addListTo: (space) => t('Add a pin list to {0}', space),
    newList: () => t('New Pin List'),
    newSection: () => t('New Pin Section'),
    moveWhere: () => t('Move the pins where?'),
    ownSpaceOnly: () => t('Pins can be moved within their own space only.'),
    noList: () => t('There is no pin list here.'),
    noSection: () => t('There is no section here that a pin could be added to.'),
    none: () => t('There are no pins yet.'),
    which: () => t('Which pin?'),
    selectFirst: () => t('Select what is to be moved in the view Pins first.'),
    onlyItems: () => t('Only pins can be moved to a section.'),
  },
  dashboard: {
    addListWhere: () => t('Add the dashboard list where?'),
    addListTo: (space) => t('Add a dashboard list to {0}', space),
    newList: () => t('New Dashboard List'),
    newSection: () => t('New Dashboard Section'),
    moveWhere: () => t('Move the dashboards where?'),
    ownSpaceOnly: () => t('Dashboards can be moved within their own space only.'),
    noList: () => t('There is no dashboard list here.'),
    noSection: () => t('There is no section here that a dashboard could be added to.'),
    none: () => t('There are no dashboards yet.'),
    which: () => t('Which dashboard?'),
    selectFirst: () => t('Select what is to be moved in the view Dashboards first.'),
    onlyItems: () => t('Only dashboards can be moved to a section.'),
  },
};
