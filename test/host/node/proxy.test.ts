/** The way to the sync server is the one that VS Code's proxy settings say, for the socket and for requests. */
import { assert } from 'chai';
import * as vscode from 'vscode';
import { NodeWebSocket } from '../../../extension/node/web-socket';
import { type ForwardProxy, openForwardProxy } from '../../support/forward-proxy';
import { openSocketServer, type SocketServer } from '../../support/socket-server';
import { waitFor } from '../../support/wait';

/** A name that no resolver knows: only the proxy leads there. */
const HOST = 'tackboard.invalid';

describe('behind a proxy', () => {
  const setting = (proxy: string | undefined) =>
    vscode.workspace.getConfiguration('http').update('proxy', proxy, vscode.ConfigurationTarget.Global);
  let server: SocketServer;
  let proxy: ForwardProxy;
  before(async () => {
    server = await openSocketServer((socket) => socket.on('message', (data) => socket.send(data)));
    proxy = await openForwardProxy(server.port);
    await setting(proxy.url);
  });
  after(async () => {
    await setting(undefined);
    await proxy[Symbol.asyncDispose]();
    await server.close();
  });

  it('the socket reaches a server that only the proxy knows, with its token in the handshake', async () => {
    const socket = new NodeWebSocket(`ws://${HOST}/sync/space`, ['tackboard.v1', 'bearer.token']);
    const heard: string[] = [];
    socket.onopen = () => socket.send('here');
    socket.onmessage = ({ data }) => heard.push(String(data));
    socket.onerror = () => heard.push('an error');
    await waitFor('what was said', () => heard.length > 0);
    socket.close();
    assert.deepEqual(heard, ['here']);
    assert.strictEqual(server.handshakes[0]?.headers['sec-websocket-protocol'], 'tackboard.v1,bearer.token');
    assert.include(proxy.asked.at(-1), HOST);
    assert.notInclude(proxy.asked.join(), 'token');
  });

  it('the socket to a server with a certificate goes through a tunnel', async () => {
    const socket = new NodeWebSocket(`wss://${HOST}/sync/space`, ['tackboard.v1']);
    socket.onerror = () => undefined;
    await waitFor('the tunnel', () => proxy.asked.includes(`CONNECT ${HOST}:443`));
    socket.close();
  });

  it('requests go that way too', async () => {
    const before = proxy.asked.length;
    // The server speaks sockets only, and says so.
    assert.strictEqual((await fetch(`http://${HOST}/v1/user`)).status, 426);
    assert.include(proxy.asked.slice(before).join(), HOST);
  });
});
