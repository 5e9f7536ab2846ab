/** Constants of the websocket between replicas and the sync server (rules W1 to W6). History at the end. */

/** Message types: the first varUint of a frame. 0 to 3 are y-websocket's own. */
export const MESSAGE = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  /** A varUint that the server sends back once everything before it on the socket is on disk. */
  barrier: 100,
  /** Asks, on the socket of the personal space, for the caller's spaces; answered now and at every change. */
  news: 101,
} as const;

/** Why a socket is closed. y-websocket's provider stops at 44xx and tries again after the rest. */
export const CLOSE = {
  /** The server is going down; come back soon. */
  restart: 1012,
  /** Too many, too slow, or no room on disk: come back later. */
  tryLater: 1013,
  tooLarge: 1009,
  /** The frame is no message, or an update that would break whoever applies it. */
  badMessage: 4400,
  /** No or bad credential, or no access. */
  forbidden: 4403,
  notFound: 4404,
} as const;

/** Subprotocols for clients that cannot set headers: the server selects the first, the second carries the token. */
export const SUBPROTOCOL = { version: 'tackboard.v1', bearerPrefix: 'bearer.' } as const;

/** The path below which sockets are opened: followed by `/` and the space's id. */
export const SYNC_PATH = '/sync';

/** The largest frame, in bytes. */
export const FRAME_MAX = 64 * 1024 * 1024;
/** The largest awareness state of a socket, in bytes. */
export const AWARENESS_MAX = 64 * 1024;
/** After so many milliseconds without a message a socket gets an empty awareness message: y-websocket gives up after 30,000. */
export const SILENCE_MAX_MS = 20_000;

// History
// 1  the first: barrier and news beside y-websocket's messages.
