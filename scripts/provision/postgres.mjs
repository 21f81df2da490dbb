/** A PostgreSQL for tests: a new cluster with a password, flushing to the disk as in production. */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, realpathSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { startKept } from './kept-server.mjs';
import { findOrInstall, folderWith, versionsIn } from './programs.mjs';

const WHAT_TO_DO =
  'The tests need PostgreSQL 14 or newer: install it (Debian: apt-get install postgresql; macOS: brew install postgresql), or set BOREAL_TEST_POSTGRES_URL to a server where they may create databases.';

/** As it comes, and so with every flush that production has, except that many tests connect at once. */
const SETTINGS = [
  'max_connections=500',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  'log_min_messages=fatal',
];

/** Below `parent`, if that is given. */
export async function startPostgres(parent) {
  const cluster = newCluster();
  // Ends at once: these data are not needed again.
  const { port, stop } = await startKept({ name: 'postgres', stopSignal: 'QUIT', parent, ...cluster });
  return { url: `postgres://boreal:${cluster.password}@127.0.0.1:${port}/postgres`, stop };
}

/** How a cluster is made, started and known to be ready; tests that stop and start one use this, too. */
export function newCluster() {
  const folder = findOrInstall(findPostgres, { packages: ['postgresql'], whatToDo: WHAT_TO_DO });
  const user = unprivilegedUser();
  const password = randomBytes(16).toString('hex');
  return {
    user,
    password,
    prepare: (home) => initialise({ folder, home, user, password }),
    command: (home, freePort) => [
      join(folder, 'postgres'),
      '-D',
      join(home, 'data'),
      '-p',
      String(freePort),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
    isReady: acceptsConnections,
  };
}

/** The folder of the programs, without the links that lead there: they look for their own files beside themselves. */
function findPostgres() {
  const folder = folderWith(
    ['postgres', 'initdb'],
    [
      ...versionsIn('/usr/lib/postgresql', /^\d+$/, 'bin'),
      ...versionsIn('/usr', /^pgsql-\d+$/, 'bin'),
      ...versionsIn('/opt/homebrew/opt', /^postgresql(@\d+)?$/, 'bin'),
      ...versionsIn('/usr/local/opt', /^postgresql(@\d+)?$/, 'bin'),
      '/Applications/Postgres.app/Contents/Versions/latest/bin',
    ],
  );
  return folder && dirname(realpathSync(join(folder, 'initdb')));
}

function initialise({ folder, home, user, password }) {
  const secret = join(home, 'password');
  writeFileSync(secret, password, { mode: 0o600 });
  if (user) chownSync(secret, user.uid, user.gid);
  const options = ['--username=boreal', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8', '--locale=C'];
  // Without waiting for the disk: if the machine stops now, there is no test to go on with.
  const args = ['--no-sync', '-D', join(home, 'data'), ...options];
  const made = spawnSync(join(folder, 'initdb'), args, { cwd: home, encoding: 'utf8', ...user });
  if (made.status !== 0) throw new Error(`initdb failed for the tests:\n${made.error?.message ?? made.stderr}`);
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (option) => Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This machine does not know the name.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody": run the tests as another user.',
  );
}

/** A server that is still starting answers a log-in with an error (E); one that is ready asks for the password (R). */
const acceptsConnections = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(LOG_IN));
    socket.on('data', (reply) => resolve(reply[0] === 'R'.charCodeAt(0))).on('data', () => socket.destroy());
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
  });

const LOG_IN_WORDS = Buffer.from('user\0boreal\0database\0postgres\0\0');
/** Its length and the version of the protocol, 3.0, come before the words. */
const LOG_IN = Buffer.concat([Buffer.from([0, 0, 0, LOG_IN_WORDS.length + 8, 0, 3, 0, 0]), LOG_IN_WORDS]);
