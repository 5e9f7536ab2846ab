// @ts-check
// Preloaded into a VS Code server (node --require): makes its workbench what vscode.dev is, where the extension host of the browser
// has an origin of its own for each folder, and so databases of its own. The server leaves it to a product's file to say so.
const { Server } = require('node:http');

/** The origin of a folder's extension host: VS Code makes its name of the workbench's origin and of the folder. */
const OF_FOLDER = /^http:\/\/v--[0-9a-v]+\.localhost:\d+$/;
const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...args) {
  if (event === 'request') {
    const [request, response] = args;
    const { host, origin } = request.headers;
    if (OF_FOLDER.test(origin ?? '')) response.setHeader('access-control-allow-origin', origin);
    if (/^\/(\?|$)/.test(request.url ?? '')) rewritePage(response, host);
  }
  return emit.call(this, event, ...args);
};

/** Tells the workbench's page where extension hosts live, and lets it show them. */
function rewritePage(/** @type {import('node:http').ServerResponse} */ response, /** @type {string} */ host) {
  const page = `*.${host}`;
  const { writeHead, end } = response;
  response.writeHead = function (status, /** @type {any} */ headers) {
    for (const name of Object.keys(headers ?? {})) {
      if (/^content-security-policy$/i.test(name))
        headers[name] = headers[name].replace("frame-src 'self'", `frame-src 'self' http://${page}`);
      if (/^content-length$/i.test(name)) delete headers[name];
    }
    return writeHead.call(this, status, headers);
  };
  response.end = function (/** @type {any} */ html) {
    if (typeof html !== 'string' && !Buffer.isBuffer(html)) return end.call(this, html);
    const [base] = /(?<=id="vscode-workbench-web-base-url" data-settings=")[^"]+/.exec(String(html)) ?? [];
    const template = `http://${page.replace('*', '{{uuid}}')}/${base}`;
    const told = String(html).replace(
      '&quot;productConfiguration&quot;:{',
      (start) => `${start}&quot;webEndpointUrlTemplate&quot;:&quot;${template}&quot;,`,
    );
    return end.call(this, told);
  };
}
