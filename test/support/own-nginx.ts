/** An nginx with the settings that we ship, in front of servers on this machine. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './service.ts';
import { nginxPath } from './test-servers.ts';

const SHIPPED = resolve(import.meta.dir, '../../deploy/compose/nginx.conf');

export type OwnNginx = AsyncDisposable & {
  /** Ends in /v1. */
  readonly url: string;
  /** Where there is nothing but the host. */
  readonly origin: string;
  /** Sends nothing to this server any more, or to both again. Resolves when no request goes the old way. */
  spare(serverPort: number | undefined): Promise<void>;
};

/** Only places are changed: the servers, the port, and the folder for files. */
export async function startNginx(serverPorts: readonly [number, number]): Promise<OwnNginx> {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-nginx-'));
  // Its workers run as another user when it is started by root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'nginx.conf');
  const all = moved(readFileSync(SHIPPED, 'utf8'), { serverPorts, port, folder });
  writeFileSync(settings, all);
  const command = [nginxPath(), '-p', folder, '-c', settings];
  const checked = Bun.spawnSync([...command, '-t'], { stderr: 'pipe' });
  if (checked.exitCode !== 0) throw new Error(`nginx does not take its settings:\n${checked.stderr}`);
  // What it then says is that servers are gone, which tests bring about.
  const nginx = Bun.spawn([...command, '-g', 'daemon off;'], { stdout: 'ignore', stderr: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('nginx answers', answers);
  return {
    url: `${origin}/v1`,
    origin,
    spare: async (serverPort) => {
      const server = `server 127.0.0.1:${serverPort} max_fails=0`;
      writeFileSync(settings, serverPort === undefined ? all : all.replace(`${server};`, `${server} down;`));
      const before = workersOf(nginx.pid);
      nginx.kill('SIGHUP');
      // The old ones end when they have answered whom they had.
      await until('nginx follows its new settings', () => {
        const now = workersOf(nginx.pid);
        return now.length > 0 && !now.some((pid) => before.includes(pid));
      });
    },
    [Symbol.asyncDispose]: async () => {
      nginx.kill('SIGTERM');
      await nginx.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const workersOf = (master: number): readonly string[] =>
  readFileSync(`/proc/${master}/task/${master}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '');

type Places = { readonly serverPorts: readonly [number, number]; readonly port: number; readonly folder: string };

function moved(shipped: string, { serverPorts, port, folder }: Places): string {
  const [one, other] = serverPorts;
  const changes: readonly (readonly [string, string])[] = [
    ['10.87.87.11:8787', `127.0.0.1:${one}`],
    ['10.87.87.12:8787', `127.0.0.1:${other}`],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['worker_processes auto;', 'worker_processes 2;'],
    [' /tmp/', ` ${folder}/`],
  ];
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(`The settings of nginx have no "${from}" any more: change this tool too.`);
    return text.replaceAll(from, to);
  }, shipped);
}
