/** `npm run eval -- <what> [options]`: runs `<what>/eval/main.ts`; `model` has one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { refuse } from './arguments.mjs';

const given = process.argv.slice(2);
const [what, ...options] = given.length === 0 || given[0].startsWith('-') ? ['model', ...given] : given;
const file = join(ROOT, what, 'eval', 'main.ts');

if (/^[a-z]+$/.test(what) && existsSync(file)) {
  run(['--no-install', file, ...options]);
} else {
  refuse('There is no such evaluation; say: npm run eval -- model');
}
