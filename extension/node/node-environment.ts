/** Clock, ids, timers and network of Node. */
import { randomUUID } from 'node:crypto';
import { toIsoDate } from '../../shared/dates';
import type { Environment } from '../app/environment';
import { NodeWebSocket } from './web-socket';

/** The world outside, as Node has it; whoever uses it says where the log goes. */
export const nodeEnvironment: Omit<Environment, 'log'> = {
  now: () => toIsoDate(Date.now()),
  newId: randomUUID,
  random: Math.random,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  fetch,
  WebSocket: NodeWebSocket,
};
