#!/usr/bin/env node
/** The `boreal` command. Relative paths in the configuration are relative to where it is called. */
import { join } from 'node:path';
import { ROOT, run } from './bun.mjs';

// Without `--no-install` Bun would fetch a missing package while it runs.
run(['--no-install', join(ROOT, 'src', 'server', 'commands', 'main.ts'), ...process.argv.slice(2)]);
