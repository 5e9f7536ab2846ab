// @ts-check
// Fastify answering GET / with the list in the JSON file LIST, serialised anew for each request.
import { readFileSync } from 'node:fs';
import fastify from 'fastify';

const { HOST, PORT, LIST = '' } = process.env;
const list = JSON.parse(readFileSync(LIST, 'utf8'));
const server = fastify();
server.get('/', async () => list);
await server.listen({ host: HOST, port: Number(PORT) });
console.log('listening');
