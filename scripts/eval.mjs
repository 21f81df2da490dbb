/** `npm run eval -- [options]`: asks the built-in model the questions of its evaluation; `model/eval/main.ts` has the options. */
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

installDevPackages();
run(['--no-install', join(ROOT, 'model/eval/main.ts'), ...process.argv.slice(2)]);
