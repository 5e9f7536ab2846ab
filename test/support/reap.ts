/** Setup of tests that start processes: a worker that is told to end takes with it what a test that ran out of time has left (child-group.ts). */

// Vitest ends a worker with SIGTERM, of which a process dies without a word to those who wait for its exit; and in a worker
// `process.exit` throws. So they are told here, and the signal does, the second time, what it does where nobody listens.
function endWorker(): void {
  process.emit('exit', 143);
  process.kill(process.pid, 'SIGTERM');
}
// A worker that runs several files runs this before each.
if (!process.listeners('SIGTERM').some(({ name }) => name === endWorker.name)) process.once('SIGTERM', endWorker);
