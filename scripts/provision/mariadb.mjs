/** A MariaDB for the trial of `boreal import`: many of the services that customers come from keep their rows in MySQL. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startKept } from './kept-server.mjs';
import { findOrInstall, findProgram, folderWith } from './programs.mjs';

const WHAT_TO_DO = 'install mariadb-server (Debian: apt-get install mariadb-server; macOS: brew install mariadb)';

export async function startMariadb() {
  const folder = findOrInstall(() => folderWith(['mariadb-install-db', 'mariadb-admin']), {
    packages: ['mariadb-server'],
    whatToDo: WHAT_TO_DO,
  });
  const program = findProgram(['mariadbd'], ['/usr/sbin/mariadbd']);
  if (!program) throw new Error(WHAT_TO_DO);
  const password = randomBytes(16).toString('hex');
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const { port, stop } = await startKept({
    name: 'mariadb',
    stopSignal: 'KILL',
    prepare: (home) => {
      const words = ['--no-defaults', `--datadir=${home}/data`, '--skip-test-db', ...asRoot];
      const { status, stderr } = spawnSync(join(folder, 'mariadb-install-db'), words, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`MariaDB makes no data folder: ${stderr}`);
      writeFileSync(
        join(home, 'first.sql'),
        `CREATE USER boreal@'127.0.0.1' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO boreal@'127.0.0.1';\n`,
        { mode: 0o600 },
      );
    },
    command: (home, freePort) => [
      program,
      '--no-defaults',
      ...asRoot,
      `--datadir=${home}/data`,
      `--socket=${home}/socket`,
      '--bind-address=127.0.0.1',
      `--port=${freePort}`,
      '--skip-name-resolve',
      `--init-file=${home}/first.sql`,
    ],
    isReady: (port) => answers({ folder, port, password }),
  });
  return { url: `mysql://boreal:${password}@127.0.0.1:${port}/`, stop };
}

function answers({ folder, port, password }) {
  const words = ['--no-defaults', '--host=127.0.0.1', `--port=${port}`, '--user=boreal', 'ping'];
  const env = { ...process.env, MYSQL_PWD: password };
  return spawnSync(join(folder, 'mariadb-admin'), words, { env, stdio: 'ignore' }).status === 0;
}
