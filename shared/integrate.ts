/** Items of Yjs that are put into a document, or taken out of it, by their ids: what no method of a type does. */
import * as Y from 'yjs';

/**
 * Puts an item into the type that it belongs to. To be called in a transaction of that document.
 * @param known how much of the item is there already, from its start on
 */
export function integrate(transaction: Y.Transaction, item: Y.Item, known = 0): void {
  item.integrate(transaction, known);
  forgetPlaces(item);
}

/** Marks an item as deleted. To be called in a transaction of its document. */
export function erase(transaction: Y.Transaction, item: Y.Item): void {
  item.delete(transaction);
  forgetPlaces(item);
}

/**
 * A text remembers where in it one wrote last, and counts on from there. Its own methods keep that right, and Yjs forgets it after what comes
 * from elsewhere; after what is put in by hand it would be wrong, and the next letters would come and go elsewhere.
 */
function forgetPlaces({ parent }: Y.Item): void {
  if (parent instanceof Y.AbstractType && parent._searchMarker) parent._searchMarker.length = 0;
}
