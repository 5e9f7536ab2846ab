// @ts-check
// A lock for one machine that the operating system holds: it is gone with the process, however that ends.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * A socket's address that stands for a name: a pipe on Windows, an abstract socket on Linux, a socket file elsewhere.
 * @param {string} name
 * @returns {string}
 */
function addressOf(name) {
  const key = `tackboard-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${key}`;
  return process.platform === 'linux' ? `\0${key}` : join(tmpdir(), key);
}

/**
 * Takes the lock, or says that another process has it. It does not wait.
 * @param {string} path what is locked: a file or folder (need not exist); the same path is the same lock
 * @returns {Promise<{ release: () => Promise<void> } | undefined>} undefined: someone else has it
 */
export async function tryLock(path) {
  const address = addressOf(resolve(path));
  const server = await listen(address);
  if (server) return server;
  // Where the socket is a file, it outlives a killed process; nobody answers there then.
  if (!address.startsWith('/') || (await answered(address))) return undefined;
  rmSync(address, { force: true });
  return listen(address);
}

/**
 * Takes the lock, waiting for as long as another process has it.
 * @param {string} path what is locked, as in `tryLock`
 * @param {() => void} [onWait] called once if there is something to wait for
 * @returns {Promise<{ release: () => Promise<void> }>}
 */
export async function lock(path, onWait) {
  for (let waits = 0; ; waits++) {
    const held = await tryLock(path);
    if (held) return held;
    if (waits === 0) onWait?.();
    await gone(addressOf(resolve(path)));
  }
}

/**
 * @param {string} address
 * @returns {Promise<{ release: () => Promise<void> } | undefined>}
 */
function listen(address) {
  return new Promise((settle, fail) => {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => undefined).on('close', () => waiting.delete(socket));
      socket.unref();
    });
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? settle(undefined) : fail(error),
    );
    server.listen(address, () => {
      server.unref();
      const release = () =>
        /** @type {Promise<void>} */ (
          new Promise((done) => {
            server.close(() => done());
            for (const socket of waiting) socket.destroy();
          })
        );
      settle({ release });
    });
  });
}

/**
 * @param {string} address
 * @returns {Promise<boolean>} whether a living process listens there
 */
function answered(address) {
  return new Promise((settle) => {
    const socket = connect(address, () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });
}

/**
 * Waits until the holder lets go or ends: its sockets close then.
 * @param {string} address
 * @returns {Promise<void>}
 */
function gone(address) {
  return new Promise((settle) => {
    connect(address)
      .on('error', () => undefined)
      .on('close', () => settle());
  });
}
