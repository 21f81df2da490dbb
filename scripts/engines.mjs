/** `npm run test:engines [-- --llama-server <path>]`: the service in front of a real llama.cpp; see test/engines/main.ts. */
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

installDevPackages();
run(['--no-install', join(ROOT, 'test/engines/main.ts'), ...process.argv.slice(2)]);
