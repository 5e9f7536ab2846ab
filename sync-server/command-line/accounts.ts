/** The commands about users and tokens. They print JSON lines, and work while a server runs on the store. */
import { randomUUID } from 'node:crypto';
import { toIsoDate } from '../../shared/dates';
import { name as nameSchema, parse } from '../../shared/fields';
import { asId, type SpaceId, type UserId } from '../../shared/ids';
import { seedUpdate } from '../../shared/operations/seed';
import { emailAddress } from '../../shared/rest/references';
import { makeToken } from '../bearer';
import type { Storage, Time } from '../storage/storage';
import { CommandFailure, printLine } from './command';
import { nameOfSpace } from './spaces';
import { type StorePlace, withStore } from './store-place';

/** Who is to be made a user. */
export interface NewUser {
  readonly name: string;
  readonly email: string;
}

/** Makes a user with their personal space, and prints them with their first token, which is shown this once. */
export async function addUser(place: StorePlace, input: NewUser): Promise<void> {
  printLine(await withStore(place, (storage) => makeUser(storage, input)));
}

/**
 * Makes a user with their personal space and a first token, which nobody can read again.
 * @throws CommandFailure where the name or the e-mail address cannot be taken
 */
export async function makeUser(
  storage: Storage,
  input: NewUser,
): Promise<NewUser & { readonly id: string; readonly token: string }> {
  const name = value(typedName, input.name, 'The name');
  const email = value(emailAddress, input.email.trim(), 'The e-mail address');
  const id = randomUUID();
  const token = makeToken();
  const now = Date.now();
  const user = { id: asId<UserId>(id), name, email, created: now, modified: now };
  const seed = seedUpdate(asId<SpaceId>(id), 'user');
  const added = await storage.accounts.addUser(user, token.kept, seed);
  if (!added) throw new CommandFailure(`The e-mail address ${email} is in use.`);
  return { id, name, email, token: token.text };
}

/** Prints every user. */
export async function listUsers(place: StorePlace): Promise<void> {
  for (const { id, name, email, created } of await withStore(place, (storage) => storage.accounts.users())) {
    printLine({ id, name, email, created: toIsoDate(created) });
  }
}

/** Removes a user; what only they own goes to an heir. */
export async function removeUser(place: StorePlace, id: string, heir: string | undefined): Promise<void> {
  await withStore(place, async (storage) => {
    const removal = await storage.upkeep.removeUser(id, heir, Date.now());
    switch (removal.kind) {
      case 'done':
        return;
      case 'no-user':
        throw new CommandFailure(`There is no user with the id ${id}.`);
      case 'no-heir':
        throw new CommandFailure(`There is no other user with the id ${heir}, who could get what is theirs.`);
      case 'only-owner': {
        const names = await Promise.all(
          removal.spaces.map(async (space) => `"${await nameOfSpace(storage, space)}" (${space})`),
        );
        throw new CommandFailure(
          `Nobody else owns ${names.join(', ')}. Name who gets them with --transfer, or make someone else an owner first.`,
        );
      }
    }
  });
}

/** Makes a token for a user and prints it, this once. */
export async function addToken(
  place: StorePlace,
  choice: { readonly user: string; readonly readOnly: boolean; readonly expires: Time | undefined },
): Promise<void> {
  const token = makeToken(choice);
  const added = await withStore(place, (storage) => storage.accounts.addToken(choice.user, token.kept, Date.now()));
  if (!added) throw new CommandFailure(`There is no user with the id ${choice.user}.`);
  printLine({ id: token.kept.id, token: token.text });
}

/** Prints every token without its text, which nobody has any more. */
export async function listTokens(place: StorePlace): Promise<void> {
  for (const token of await withStore(place, (storage) => storage.accounts.tokens())) {
    const { id, user, readOnly, created, expires, revoked } = token;
    printLine({
      id,
      user,
      readOnly,
      created: toIsoDate(created),
      ...(expires !== undefined && { expires: toIsoDate(expires) }),
      ...(revoked !== undefined && { revoked: toIsoDate(revoked) }),
    });
  }
}

/** Ends a token; a running server closes its sockets within a second. */
export async function revokeToken(place: StorePlace, id: string): Promise<void> {
  const found = await withStore(place, (storage) => storage.accounts.revokeToken(id, Date.now()));
  if (!found) throw new CommandFailure(`There is no token with the id ${id}.`);
}

/** A name that a person has typed (rule V6). */
const typedName = nameSchema.refine((text) => text.trim() !== '', { error: 'must hold more than spaces' });

function value(schema: typeof nameSchema, input: string, what: string): string {
  const parsed = parse(schema, input);
  if (parsed.kind === 'done') return parsed.value;
  throw new CommandFailure(`${what} ${parsed.faults.map(({ message }) => message).join(', and ')}.`);
}
