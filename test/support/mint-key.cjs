// @ts-check
// Preloaded into a VS Code server (node --require): gives the workbench the key with which it seals secrets, as code-server's
// own entry would. Without it a window keeps its secrets in memory only, and a reload signs everyone out.
const { randomBytes } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { Server } = require('node:http');

const file = process.env.TACKBOARD_MINT_KEY;
const { emit } = Server.prototype;

/** The server's half of the key: 32 bytes, the same for as long as the profile lives. */
function key(/** @type {string} */ path) {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 });
  return readFileSync(path);
}

Server.prototype.emit = function (event, ...args) {
  const [request, response] = args;
  if (!file || event !== 'request' || request.method !== 'POST' || !/\/mint-key$/.test(request.url ?? '')) {
    return emit.call(this, event, ...args);
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  response.end(key(file));
  return true;
};
