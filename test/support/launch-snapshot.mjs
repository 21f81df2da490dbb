/** Starts a snapshot of the program as `bin/boreal.mjs` starts the program. */
import { run } from '../../bin/bun.mjs';

run(['--no-install', ...process.argv.slice(2)]);
