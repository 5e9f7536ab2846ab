/** The command line: what can be said, with its help. Every option has an environment variable too. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseRequestDate } from '../../shared/dates';
import { busOf } from './bus-place';
import { readOrigin } from './origin';
import type { ServeOptions } from './serve';
import { placeOf, type StorePlace } from './store-place';

// Each command loads what it needs itself: a list of users need not wait for a web server.
const accounts = () => import('./accounts');
const copying = () => import('./copy');
const safekeeping = () => import('./safekeeping');
const serving = () => import('./serve');
const spaces = () => import('./spaces');

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Builds the program. @param version as `--version` prints it */
export function buildProgram(version: string): Command {
  const program = new Command('tackboard-server')
    .description(
      'The sync server of Tackboard: merges what a team does in VS Code, and serves the same records over REST.',
    )
    .version(version)
    .configureHelp({ sortSubcommands: false })
    .addHelpText(
      'after',
      `
Every option can also be set by an environment variable: TACKBOARD_ and its name in
capitals, for example TACKBOARD_DATA or TACKBOARD_RATE_LIMIT.

To begin:
  $ tackboard-server user add --name "Ada" --email ada@example.com
  $ tackboard-server serve`,
    );
  program.addCommand(serveCommand());
  program.addCommand(userCommands());
  program.addCommand(spaceCommands());
  program.addCommand(tokenCommands());
  for (const one of safekeepingCommands()) program.addCommand(one);
  program.addCommand(copyCommand());
  return program;
}

function serveCommand(): Command {
  return onStore('serve', 'run the server until it is told to end (Ctrl-C)')
    .addOption(option('--host <address>', 'address to listen on; 0.0.0.0 for all').default('127.0.0.1').argParser(said))
    .addOption(option('--port <number>', 'port to listen on; 0 takes a free one').default(4455).argParser(port))
    .addOption(option('--organization <name>', 'name of the organization that REST shows').default('Tackboard'))
    .addOption(option('--rate-limit <n>', 'requests a minute per token; 0 for no limit').default(600).argParser(count))
    .addOption(
      option('--allow-origin <origins>', 'web pages that may connect, with commas between')
        .default([] as string[], 'any')
        .argParser((text, before: string[]) => [...before, ...text.split(',').map(origin)]),
    )
    .addOption(
      option(
        '--bus <address>',
        'with --store: other servers serve it too, and news go between them over this Redis or Valkey: redis://host',
      ),
    )
    .addOption(option('--fsync', 'flush every commit to the device: a power cut loses nothing either').default(false))
    .addOption(
      option('--trash-days <days>', 'how long what was deleted can be brought back').default(30).argParser(count),
    )
    .addOption(option('--log-level <level>', 'how much to log on standard error').choices(LOG_LEVELS).default('info'))
    .action(async (options: Omit<ServeOptions, 'bus'> & { bus?: string }, command: Command) => {
      const bus = busOf(options.bus, command.getOptionValueSource('bus'));
      await (await serving()).serve(place(command), { ...options, bus });
    });
}

function userCommands(): Command {
  const user = new Command('user').description('add, list and remove users');
  user.addCommand(
    onStore('add', 'make a user; prints one line of JSON with a token, which is shown this once')
      .addOption(option('--name <name>', 'what others see').makeOptionMandatory())
      .addOption(option('--email <address>', 'address that nobody else has').makeOptionMandatory())
      .action(async ({ name, email }: { name: string; email: string }, command: Command) =>
        (await accounts()).addUser(place(command), { name, email }),
      ),
  );
  user.addCommand(
    onStore('list', 'print every user as a line of JSON').action(async (_options: object, command: Command) =>
      (await accounts()).listUsers(place(command)),
    ),
  );
  user.addCommand(
    onStore('remove', 'remove a user, their tokens and memberships; their own space goes into the trash')
      .addOption(option('--id <id>', 'id of the user').makeOptionMandatory())
      .addOption(option('--transfer <id>', 'user who becomes owner of what only they own'))
      .action(async ({ id, transfer }: { id: string; transfer: string | undefined }, command: Command) =>
        (await accounts()).removeUser(place(command), id, transfer),
      ),
  );
  return user;
}

function spaceCommands(): Command {
  const space = new Command('space').description(
    'list spaces (workspaces, projects, what is a user’s own) and restore them',
  );
  space.addCommand(
    onStore('list', 'print every space as a line of JSON')
      .addOption(option('--deleted', 'those in the trash instead').default(false))
      .action(async ({ deleted }: { deleted: boolean }, command: Command) =>
        (await spaces()).listSpaces(place(command), deleted),
      ),
  );
  space.addCommand(
    onStore('restore', 'bring a space out of the trash; a workspace with the projects that were deleted with it')
      .addOption(option('--id <id>', 'id of the space').makeOptionMandatory())
      .action(async ({ id }: { id: string }, command: Command) => (await spaces()).restoreSpace(place(command), id)),
  );
  return space;
}

function safekeepingCommands(): Command[] {
  return [
    onStore('backup', 'write a consistent copy while the server runs: one SQLite database')
      .addOption(option('--to <file>', 'a new file').makeOptionMandatory())
      .action(async ({ to }: { to: string }, command: Command) => (await safekeeping()).backUp(place(command), to)),
    onStore('restore', 'put a copy into an empty data folder')
      .addOption(option('--from <file>', 'what backup has written').makeOptionMandatory())
      .action(async ({ from }: { from: string }, command: Command) =>
        (await safekeeping()).restoreBackup(place(command), from),
      ),
    onStore(
      'check',
      'read every document and row; prints a summary in JSON, exit code 1 if anything is damaged',
    ).action(async (_options: object, command: Command) => (await safekeeping()).checkAll(place(command))),
  ];
}

function copyCommand(): Command {
  return new Command('copy')
    .description(
      'take a team over from a data folder or a database into empty PostgreSQL databases, while no server runs',
    )
    .addOption(option('--from <place>', 'the data folder, or the database as --store names it').makeOptionMandatory())
    .addOption(
      option(
        '--to <address>',
        'the database: postgres://user@host/database; several with commas between, over which spaces are spread',
      ).makeOptionMandatory(),
    )
    .action(async (choice: { from: string; to: string }) => (await copying()).copyStore(choice));
}

function tokenCommands(): Command {
  const token = new Command('token').description('add, list and revoke tokens');
  token.addCommand(
    onStore('add', 'make a token for a user; prints one line of JSON, and the token this once')
      .addOption(option('--user <id>', 'whose token it is').makeOptionMandatory())
      .addOption(option('--read-only', 'a token that may only read').default(false))
      .addOption(option('--expires <when>', 'after some days, like 30d, or at an ISO time in UTC').argParser(expiry))
      .action(async (choice: { user: string; readOnly: boolean; expires: number | undefined }, command: Command) =>
        (await accounts()).addToken(place(command), choice),
      ),
  );
  token.addCommand(
    onStore('list', 'print every token as a line of JSON, without its text').action(
      async (_options: object, command: Command) => (await accounts()).listTokens(place(command)),
    ),
  );
  token.addCommand(
    onStore('revoke', 'end a token; its sockets are closed within a second')
      .addOption(option('--id <id>', 'id of the token').makeOptionMandatory())
      .action(async ({ id }: { id: string }, command: Command) => (await accounts()).revokeToken(place(command), id)),
  );
  return token;
}

/** A command on a store: in a folder, or in a database. */
function onStore(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      option('--data <folder>', 'folder of the data; made if absent').default('./tackboard-data').argParser(said),
    )
    .addOption(
      option(
        '--store <address>',
        'a PostgreSQL database instead: postgres://user@host/database; or several with commas between, the first of which is the directory',
      ),
    );
}

/** The store that the options of a command name. */
function place(command: Command): StorePlace {
  const { data, store } = command.opts<{ data: string; store?: string }>();
  const [dataFrom, storeFrom] = ['data', 'store'].map((name) => command.getOptionValueSource(name));
  return placeOf({ data, dataFrom, store, storeFrom });
}

/** An option with its environment variable. */
function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`TACKBOARD_${made.name().replaceAll('-', '_').toUpperCase()}`);
}

/** A value that is not empty: an empty address is every address, an empty path the current folder. */
function said(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

function port(text: string): number {
  const value = count(text);
  if (value > 65_535) throw new InvalidArgumentError('A port is 0 to 65535.');
  return value;
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It has to be a whole number, 0 or more.');
  return Number(text);
}

/** A page's origin, as browsers write it. */
function origin(text: string): string {
  const read = readOrigin(text.trim());
  if (read !== undefined) return read;
  throw new InvalidArgumentError(
    `"${text.trim()}" is no origin: it has to be like https://example.com or http://localhost:8080. Without the option any page may connect.`,
  );
}

/** A time in milliseconds, from days from now or an ISO time. */
function expiry(text: string): number {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const date = days === undefined ? parseRequestDate(text) : undefined;
  if (days === undefined && !date) throw new InvalidArgumentError('It has to be like 30d or 2026-12-31T00:00:00Z.');
  const now = Date.now();
  const time = date ? Date.parse(date) : now + Number(days) * DAY_MS;
  if (time <= now) throw new InvalidArgumentError('That time is over: the token could never be used.');
  return time;
}
