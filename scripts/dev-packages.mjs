/**
 * Packages for development (clients, linters, types). `npm ci` leaves them out, because a service needs none of them; the
 * first command that does installs them from the same lock.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../bin/bun.mjs';

const INSTALL = ['install', '--include=dev', '--no-save', '--no-audit', '--prefer-offline'];

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) installDevPackages();

/** Ends the process with one sentence if they cannot be had. */
export function installDevPackages() {
  if (isComplete()) return;
  console.log('installing the packages for development');
  const { status } = spawnSync('npm', INSTALL, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0 && isComplete()) return;
  console.error(
    'The packages for development are missing: run `npm ci --include=dev` where npm can reach its registry.',
  );
  process.exit(1);
}

function isComplete() {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(devDependencies).every((name) => existsSync(join(ROOT, 'node_modules', name, 'package.json')));
}
