/** `npm run test:schema [-- <areas and Schemathesis arguments>]`: Schemathesis over a real service; see test/schema/main.ts. */
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

installDevPackages();
run(['--no-install', join(ROOT, 'test/schema/main.ts'), ...process.argv.slice(2)]);
