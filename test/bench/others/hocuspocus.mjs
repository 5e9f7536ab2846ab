// @ts-check
// Hocuspocus on PORT, with its documents in the SQLite file DATABASE; run by test/bench/contenders/hocuspocus.ts.
import { SQLite } from '@hocuspocus/extension-sqlite';
import { Server } from '@hocuspocus/server';

const { HOST, PORT, DATABASE } = process.env;
const extensions = [new SQLite({ database: DATABASE })];
await new Server({ address: HOST, port: Number(PORT), quiet: true, extensions }).listen();
console.log('listening');
