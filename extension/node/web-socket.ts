/** The socket of the desktop: the package ws, in the form that y-websocket's provider wants. */
import { WebSocket as WsSocket } from 'ws';
import { FRAME_MAX } from '../../shared/wire';

/** A handshake that takes longer, in milliseconds, fails. */
const HANDSHAKE_MS = 15_000;

class NodeSocket extends WsSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols, { perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS, maxPayload: FRAME_MAX });
  }
}

/**
 * A WebSocket for Node with the browser's interface.
 * Made with Node's own http, which VS Code leads through its proxy and certificate settings.
 */
export const NodeWebSocket = NodeSocket as unknown as typeof WebSocket;
