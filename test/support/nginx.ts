/** A real nginx with the configuration that we hand out, in a folder of its own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRoot } from '../../scripts/root';
import { installByApt } from './apt';
import { startGroup } from './child-group';
import { freePort } from './free-port';
import { tempFolder } from './temp-folder';
import { waitFor } from './wait';

/** A running balancer. `await using` ends it. */
export interface Balancer extends AsyncDisposable {
  /** like `http://127.0.0.1:8080` */
  readonly url: string;
}

/** The program: `TACKBOARD_NGINX`, else one on the PATH. */
function findNginx(): string | undefined {
  if (process.env.TACKBOARD_NGINX) return process.env.TACKBOARD_NGINX;
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));
}

/** Installs Debian's nginx if there is none (`installByApt`). @returns the program */
export function installNginx(): Promise<string> {
  return installByApt({
    name: 'nginx',
    package: 'nginx-light',
    instead: 'the program in TACKBOARD_NGINX',
    find: findNginx,
  });
}

/**
 * Starts nginx with `sync-server/deploy/nginx.conf`, without TLS, in front of servers on this machine.
 * @throws if there is none, or with what it said when it did not start
 */
export async function startNginx(ports: readonly number[]): Promise<Balancer> {
  const program = findNginx();
  if (!program) throw new Error('There is no nginx; `npm test` installs it.');
  const folder = tempFolder('nginx');
  const port = await freePort();
  const given = readFileSync(inRoot('sync-server', 'deploy', 'nginx.conf'), 'utf8');
  const [first, ...others] = given.match(/^ {2}server 10\.[^\n]+\n/gm) ?? [];
  if (first === undefined) throw new Error('nginx.conf names no servers.');
  const ours = others
    .reduce((text, line) => text.replace(line, ''), given)
    .replace(first, ports.map((one) => first.replace(/10\.\S+/, `127.0.0.1:${one}`)).join(''))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_[^\n]+\n/gm, '');
  mkdirSync(join(folder.path, 'temp'));
  writeFileSync(join(folder.path, 'tackboard.conf'), ours);
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${join(folder.path, 'temp', one)};`,
  );
  writeFileSync(
    join(folder.path, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${join(folder.path, 'pid')}; error_log stderr warn; worker_processes 1;
events { worker_connections 512; }
http { access_log off; ${temps.join(' ')} include ${join(folder.path, 'tackboard.conf')}; }
`,
  );
  const child = await startGroup({
    command: program,
    args: ['-p', folder.path, '-c', join(folder.path, 'nginx.conf')],
  });
  const url = `http://127.0.0.1:${port}`;
  const end = async (): Promise<void> => {
    await child.stop();
    await folder.remove();
  };
  try {
    await waitFor('nginx to answer', async () => {
      if (!child.running) throw new Error(child.output());
      return (await fetch(`${url}/healthz`)).ok;
    });
  } catch (error) {
    await end();
    throw error;
  }
  return { url, [Symbol.asyncDispose]: end };
}
