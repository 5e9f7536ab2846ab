/** The fields of a body that were sent: schemas leave the others in as undefined, which is no value. */

export type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Only the fields that were sent. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
