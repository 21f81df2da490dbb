/** `npm run test:sdks [-- <part of an SDK's name> …]`: SDKs of other languages against a real service; see test/sdk/main.ts. */
import { join } from 'node:path';
import { ROOT, run } from '../bin/bun.mjs';
import { installDevPackages } from './dev-packages.mjs';

installDevPackages();
run(['--no-install', join(ROOT, 'test/sdk/main.ts'), ...process.argv.slice(2)]);
