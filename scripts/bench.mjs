/**
 * `npm run bench`: the gateway beside what it is compared with, and whether the goals are met.
 * `npm run bench -- <name> [options]`: runs `bench/<name>.ts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { refuse } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { findNginx } from './provision/nginx.mjs';

const FOLDER = join(ROOT, 'bench');
const DEFAULT = 'gateway';
const BESIDE_NGINX = [DEFAULT, 'tails', 'peers'];
const given = process.argv.slice(2);
const [name, ...options] = given.length === 0 || given[0].startsWith('-') ? [DEFAULT, ...given] : given;
const file = join(FOLDER, `${name}.ts`);

if (/^[a-z-]+$/.test(name) && existsSync(file)) {
  installDevPackages();
  if (BESIDE_NGINX.includes(name)) provideNginx();
  run(['--no-install', file, ...options]);
} else {
  const names = readdirSync(FOLDER)
    .filter((entry) => entry.endsWith('.ts') && readFileSync(join(FOLDER, entry), 'utf8').includes('npm run bench --'))
    .map((entry) => entry.slice(0, -'.ts'.length));
  refuse(`There is no such bench; say one of: ${names.join(', ')}`);
}

/** Without one the bench says so in nginx's place. */
function provideNginx() {
  try {
    process.env.NGINX ||= process.env.BOREAL_TEST_NGINX || findNginx();
  } catch (error) {
    console.error(error.message);
  }
}
