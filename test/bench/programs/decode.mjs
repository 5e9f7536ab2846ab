// @ts-check
// Decodes the state in the file STATE with Yjs alone, in a process that has done nothing else; prints the milliseconds of the first time.
import { readFileSync } from 'node:fs';
import * as Y from 'yjs';

const state = readFileSync(process.env.STATE ?? '');
const start = performance.now();
Y.applyUpdate(new Y.Doc(), state);
console.log(JSON.stringify({ milliseconds: performance.now() - start }));
