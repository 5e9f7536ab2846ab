// @ts-check
// Sends each update on to the others of its room (the URL's path), as it came; answers every question with an empty document.
import { WebSocketServer } from 'ws';

/** A sync message's step, its second number: question 0, answer 1, update 2. */
const EMPTY_ANSWER = Uint8Array.of(0, 1, 2, 0, 0);
/** @type {Map<string, Set<import('ws').WebSocket>>} */
const rooms = new Map();

const server = new WebSocketServer({ host: process.env.HOST, port: Number(process.env.PORT) });
server.on('listening', () => console.log('listening'));
server.on('connection', (socket, { url = '' }) => {
  const room = rooms.get(url) ?? new Set();
  rooms.set(url, room.add(socket));
  socket.on('close', () => room.delete(socket));
  socket.on('message', (/** @type {Buffer} */ frame) => {
    const [type, step] = frame;
    if (type === 0 && step === 0) socket.send(EMPTY_ANSWER);
    else if (type === 0 && step === 2) for (const other of room) if (other !== socket) other.send(frame);
  });
});
