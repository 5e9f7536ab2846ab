import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait';
import { cpuSeconds, familyCpuSeconds, metered } from './load/accounts';

const BUSY = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';

test.skipIf(process.platform !== 'linux')(
  'the CPU of a family counts children that work, and those that have ended',
  async () => {
    const grandchild = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}]);`;
    const program = `${grandchild} console.log('done'); process.stdin.resume();`;
    const parent = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    const pid = parent.pid ?? 0;
    try {
      const { beside, cpu } = await metered({ pids: [pid], engines: [{ name: 'parent', pid }] }, async () => {
        await waitFor('the child to work', () => familyCpuSeconds(pid) - cpuSeconds(pid) > 0.1, { every: 5 });
        await new Promise((done) => parent.stdout.once('data', done));
      });
      expect(beside[0]?.name).toBe('parent');
      expect((beside[0]?.cpu ?? 0) - cpu).toBeGreaterThan(0.25);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
