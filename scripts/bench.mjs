/** `npm run bench -- <name> [options]`: runs `bench/<name>.ts`. Without a name it says which there are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';

const FOLDER = join(ROOT, 'bench');
const [name = '', ...options] = process.argv.slice(2);
const file = join(FOLDER, `${name}.ts`);

if (/^[a-z-]+$/.test(name) && existsSync(file)) run(['--no-install', file, ...options]);
else {
  const names = readdirSync(FOLDER)
    .filter((entry) => entry.endsWith('.ts') && readFileSync(join(FOLDER, entry), 'utf8').includes('npm run bench --'))
    .map((entry) => entry.slice(0, -'.ts'.length));
  console.error(`There is no such bench; say one of: ${names.join(', ')}.`);
  process.exitCode = 2;
}
