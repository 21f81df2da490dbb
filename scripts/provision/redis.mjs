/** A Redis or Valkey for tests, which keeps nothing on the disk. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { startKept } from './kept-server.mjs';
import { findOrInstall, findProgram } from './programs.mjs';

const WHAT_TO_DO =
  'The tests need Redis 6.2 or Valkey: install one (Debian: apt-get install redis-server; macOS: brew install redis), or set BOREAL_TEST_REDIS_URL.';

const HOMEBREW = ['redis', 'valkey'].flatMap((name) =>
  ['/opt/homebrew/opt', '/usr/local/opt'].map((folder) => `${folder}/${name}/bin/${name}-server`),
);

export async function startRedis() {
  const program = findOrInstall(() => findProgram(['redis-server', 'valkey-server'], HOMEBREW), {
    packages: ['redis-server', 'valkey-server'],
    whatToDo: WHAT_TO_DO,
  });
  const password = randomBytes(16).toString('hex');
  const { port, stop } = await startKept({
    name: 'redis',
    stopSignal: 'KILL',
    command: (folder, freePort) => [
      program,
      '--port',
      String(freePort),
      '--bind',
      '127.0.0.1',
      '--requirepass',
      password,
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
      '--loglevel',
      'warning',
    ],
    isReady: (port) => answers(port, password),
  });
  return { url: `redis://:${password}@127.0.0.1:${port}`, stop };
}

const answers = (port, password) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\n`));
    socket.on('data', (reply) => resolve(String(reply).startsWith('+OK'))).on('data', () => socket.destroy());
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  });
