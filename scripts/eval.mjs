/** `npm run eval -- <what> [options]`: runs `<what>/eval/main.ts`; `model` has one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

const [what = 'model', ...options] = process.argv.slice(2);
const file = join(ROOT, what, 'eval', 'main.ts');

if (/^[a-z]+$/.test(what) && existsSync(file)) {
  installDevPackages();
  run(['--no-install', file, ...options]);
} else {
  console.error('There is no such evaluation; say: npm run eval -- model');
  process.exitCode = 2;
}
