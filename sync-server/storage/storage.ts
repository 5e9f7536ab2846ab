/** What the server keeps, as ports of promises: documents as a log with snapshots, and the tables that are the server's own. */
import type { SpaceId, UserId } from '../../shared/ids';
import type { RecordKind } from '../../shared/layout';
import type { SpaceKind } from '../../shared/operations/seed';

/** All times are milliseconds since 1970 by the server's clock. */
export type Time = number;

export const ROLES = ['viewer', 'contributor', 'owner'] as const;
/** What a user may do in a space, from least to most. */
export type Role = (typeof ROLES)[number];

/** An update of a space that is not yet in the log. */
export interface NewEntry {
  readonly space: SpaceId;
  readonly update: Uint8Array;
  /** When it was merged. */
  readonly merged: Time;
}

/** An update as the log holds it. */
export interface LogEntry {
  /** Its place in the log of its space: 1, 2, 3 … */
  readonly sequence: number;
  readonly merged: Time;
  readonly update: Uint8Array;
}

/** A document as stored: everything up to a place in its log, and the entries after it. */
export interface StoredDocument {
  readonly snapshot:
    | { readonly through: number; readonly update: Uint8Array; readonly coverage: Uint8Array }
    | undefined;
  /** In order of `sequence`, all after the snapshot. */
  readonly log: readonly LogEntry[];
}

/** What lies in the log of a space, and how large the snapshot before it is. */
export interface StoredAmount {
  readonly entries: number;
  readonly bytes: number;
  readonly snapshotBytes: number;
}

/** The documents of all spaces. */
export interface DocumentStore {
  /**
   * The part of the store that a document lies in: 0 where all is in one. A part can be away alone, and what is appended to it is a
   * commit of its own.
   */
  partOf(space: SpaceId): number;
  /** Appends entries of any spaces: of each part all of them or, when it rejects, none. @returns the sequence of each */
  append(entries: readonly NewEntry[]): Promise<number[]>;
  /**
   * A document; of a space without entries an empty one. Rejects where what is stored cannot be read.
   * @param after only what came after that entry: a snapshot only if it stands for more than that
   */
  load(space: SpaceId, after?: number): Promise<StoredDocument>;
  /** The last entry of every document that has one. @param of of these spaces only */
  lastEntries(of?: readonly SpaceId[]): Promise<Map<SpaceId, number>>;
  /** How much there is of a document. */
  amount(space: SpaceId): Promise<StoredAmount>;
  /** Puts a snapshot in place of the entries up to `through`. Later entries stay; a snapshot of more than that stays too. */
  compact(space: SpaceId, snapshot: NonNullable<StoredDocument['snapshot']>): Promise<void>;
  /** Sets an entry aside that no document can take: it is kept, and in no `load` that begins after this was asked for. */
  quarantine(space: SpaceId, sequence: number): Promise<void>;
}

export interface UserRow {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly created: Time;
  readonly modified: Time;
}

export interface TokenRow {
  readonly id: string;
  readonly user: UserId;
  readonly readOnly: boolean;
  readonly created: Time;
  readonly expires: Time | undefined;
  readonly revoked: Time | undefined;
}

/** Who shows a token. */
export interface Bearer {
  readonly user: UserRow;
  readonly token: TokenRow;
}

/** A token to be kept: only its SHA-256, never itself. */
export interface NewToken {
  readonly id: string;
  readonly hash: Uint8Array;
  readonly readOnly: boolean;
  readonly expires: Time | undefined;
}

/** Users and their tokens. */
export interface AccountStore {
  /**
   * Makes a user with a first token, their personal space and its seed, and makes them a member where their e-mail was invited.
   * @returns false, with nothing written, where the e-mail (compared without case) is in use
   */
  addUser(user: UserRow, token: NewToken, seed: Uint8Array): Promise<boolean>;
  /**
   * As `addUser`, with the e-mail of the invite whose code it is; the code ends with that.
   * @param codeHash the SHA-256 of the code
   * @returns the user; or, with nothing written, that the code is none (any more), or that a user has the e-mail already
   */
  join(
    codeHash: Uint8Array,
    user: Omit<UserRow, 'email'>,
    token: NewToken,
    seed: Uint8Array,
  ): Promise<UserRow | 'no-code' | 'in-use'>;
  /** Gives a user another name; nothing where it is theirs already. */
  rename(user: string, name: string, now: Time): Promise<void>;
  users(): Promise<UserRow[]>;
  /** The users of the ids that exist. */
  usersById(ids: readonly string[]): Promise<Map<string, UserRow>>;
  /** @returns false where there is no such user */
  addToken(user: string, token: NewToken, now: Time): Promise<boolean>;
  /** All tokens, ended ones too, by creation. */
  tokens(): Promise<TokenRow[]>;
  /** @returns false where there is no such token; one that is revoked already stays as it is */
  revokeToken(id: string, now: Time): Promise<boolean>;
  /** Who has the token with that hash; undefined where it is unknown, expired or revoked. */
  bearer(hash: Uint8Array, now: Time): Promise<Bearer | undefined>;
  /** The token with that id if it is good now. */
  livingToken(id: string, now: Time): Promise<TokenRow | undefined>;
}

export interface SpaceRow {
  readonly id: SpaceId;
  readonly kind: SpaceKind;
  /** The workspace of a project. */
  readonly workspace: SpaceId | undefined;
  readonly created: Time;
  /** When it or its members changed last. */
  readonly modified: Time;
  readonly deleted: Time | undefined;
}

export interface Member {
  readonly user: UserRow;
  readonly role: Role;
}

/** A member-to-be, known by e-mail only. */
export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
}

/** An invite, with where to and by whom. */
export interface PendingInvite extends Invite {
  readonly space: SpaceId;
  readonly by: UserId;
}

/** Someone who asks to be let into a space, with the role that they ask for. */
export type AccessRequest = Member;

/** One change of the members of a space. Whoever becomes a member asks no more, and is invited no more. */
export type MemberChange =
  | { readonly kind: 'set'; readonly user: UserId; readonly role: Role }
  | { readonly kind: 'remove'; readonly user: UserId }
  | { readonly kind: 'invite'; readonly invite: Invite; readonly by: UserId }
  | { readonly kind: 'reinvite'; readonly id: string; readonly role: Role }
  | { readonly kind: 'uninvite'; readonly id: string }
  /** A request for access is refused. */
  | { readonly kind: 'deny'; readonly user: UserId };

/** Spaces and who is in them. */
export interface SpaceStore {
  /** Makes a space with its first owner, first members and, where given, the first entry of its document: all or nothing. @returns false where the id is taken */
  create(
    space: SpaceRow,
    owner: UserId,
    members: readonly MemberChange[],
    first: Uint8Array | undefined,
  ): Promise<boolean>;
  /** A space, deleted or not. */
  space(id: string): Promise<SpaceRow | undefined>;
  /**
   * What a user may do in a space: as its member, as owner of a project's workspace, or in their own.
   * undefined where nothing, or where the space or its workspace is deleted.
   */
  role(space: string, user: string): Promise<Role | undefined>;
  /** Every space that a user can open, with their role, oldest first. */
  spacesOf(user: string): Promise<(SpaceRow & { readonly role: Role })[]>;
  /** Own members of a space, oldest first. */
  members(space: string): Promise<Member[]>;
  /** Who counts as a member of a space: its own members, the owners of a project's workspace, or whose own it is. */
  people(space: string): Promise<ReadonlyMap<string, UserRow>>;
  invites(space: string): Promise<Invite[]>;
  /** Changes members, all or nothing. @returns `no-owner`, with nothing written, where no owner would be left */
  changeMembers(space: string, changes: readonly MemberChange[], now: Time): Promise<'done' | 'no-owner'>;
  /** The projects of a workspace that are not deleted, oldest first. */
  projects(workspace: string): Promise<SpaceRow[]>;
  /** Marks a space as deleted; a workspace's projects with it. */
  remove(space: string, now: Time): Promise<void>;
  /** The deleted spaces that a user owned, as member or as owner of a project's workspace; newest first. */
  deletedOf(user: string): Promise<SpaceRow[]>;
  /** Takes the mark from a deleted space; of a workspace also from the projects that were deleted with it, and no others. */
  restore(space: string, now: Time): Promise<void>;
}

/** Who waits to come into a space. */
export interface AdmissionStore {
  /** Who asks for access to a space, oldest first. */
  requests(space: string): Promise<AccessRequest[]>;
  /** Asks for access; who has asked already changes nothing. */
  ask(space: SpaceId, user: UserId, role: Role, now: Time): Promise<void>;
  invite(id: string): Promise<PendingInvite | undefined>;
  /** The invites that wait for an e-mail address, oldest first; none to a deleted space. */
  invitesFor(email: string): Promise<PendingInvite[]>;
  /** Makes a user a member by an invite, which is used up. @returns false where there is no such invite */
  accept(id: string, user: UserId, now: Time): Promise<boolean>;
  /** Keeps the hash of a code that an invite can be joined by; an older one ends. */
  putCode(invite: string, hash: Uint8Array, expires: Time): Promise<void>;
}

/** When a record was made and last changed. `space` stands for the fields of the space itself, under its own id. */
export interface RecordTimes {
  readonly kind: RecordKind | 'space';
  readonly id: string;
  readonly created: Time;
  readonly modified: Time;
  /** When the mark that it is deleted was merged; undefined where it has none. */
  readonly deleted?: Time | undefined;
}

/** Which records there are in which space, and since when: follows from the logs, kept so that it need not be made again. */
export interface RecordIndex {
  /** The times in a space, and up to which entry of its log they say all. */
  load(space: SpaceId): Promise<{ readonly through: number; readonly times: RecordTimes[] }>;
  /** Up to which entry of a space's log its times are saved. */
  through(space: SpaceId): Promise<number>;
  /**
   * Adds or replaces times, and then says that they are complete up to an entry; nothing where that is behind what is saved. What a crash
   * leaves of it is times only.
   */
  save(space: SpaceId, through: number, times: readonly RecordTimes[]): Promise<void>;
  /** The spaces that hold a record of that kind and id, as far as saved; the one that was merged first comes first. */
  holders(kind: RecordKind, id: string): Promise<readonly { readonly space: SpaceId; readonly created: Time }[]>;
  /** Spaces whose log goes on after what is saved. @param id only those where it is named in what is not saved yet */
  behind(id?: string): Promise<SpaceId[]>;
  /** Spaces that have a record which was deleted at a time or before, or may have: something of then is in their log and not saved yet. */
  deletedBy(time: Time): Promise<SpaceId[]>;
}

/** What became of a user who was to be removed. */
export type UserRemoval =
  | { readonly kind: 'done' }
  | { readonly kind: 'no-user' }
  | { readonly kind: 'no-heir' }
  /** Nobody else owns these; nothing was written. */
  | { readonly kind: 'only-owner'; readonly spaces: readonly SpaceId[] };

/** What an operator does, and what the server does of its own accord as time goes by. */
export interface Upkeep {
  /** Every space, deleted ones too, oldest first; without those that were purged. */
  spaces(): Promise<SpaceRow[]>;
  /**
   * Removes a user with their tokens and memberships; their personal space goes into the trash.
   * @param heir who becomes owner of what only they own
   */
  removeUser(user: string, heir: string | undefined, now: Time): Promise<UserRemoval>;
  /** Removes the content and members of spaces that were deleted before a time; their ids stay taken. @returns which */
  purgeSpaces(before: Time, now: Time): Promise<SpaceId[]>;
  /** Reads every row of every table. @returns what is wrong, in words; documents are looked at by loading them */
  faults(): Promise<string[]>;
}

/** All of it, in one data folder or database. */
export interface Storage {
  readonly documents: DocumentStore;
  readonly accounts: AccountStore;
  readonly spaces: SpaceStore;
  readonly admissions: AdmissionStore;
  readonly records: RecordIndex;
  readonly upkeep: Upkeep;
  /** Calls back within half a second after another process has changed users, tokens, spaces or members. @returns ends that */
  onOutsideChange(listener: () => void): () => void;
  /** A number that is another one after every change of users, spaces or members by another process, and the same after ours. Cheap to ask for. */
  outsideVersion(): Promise<number>;
  /** Runs something that only one server at a time does. @returns undefined, with nothing done, where another does it now */
  alone<T>(task: string, work: () => Promise<T>): Promise<T | undefined>;
  /** The time by the store's own clock, which all servers share. */
  time(): Promise<Time>;
  /** How many servers have it open now, this one included; 0 where only commands have. */
  servers(): Promise<number>;
  /** Whether it can be written to now. */
  writable(): Promise<boolean>;
  /** What of it cannot be used now while the rest can, in words for everyone; undefined where all can, or nothing. */
  partlyAway(): Promise<string | undefined>;
  close(): Promise<void>;
}
