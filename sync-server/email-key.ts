/** How e-mail addresses are compared. */

/** What two addresses have in common that count as the same: they are compared without case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
