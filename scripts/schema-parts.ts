/**
 * `node bin/bun.mjs scripts/schema-parts.ts`, after a new migration: writes what all of them make into
 * `migrations/parts.json`. A start compares the database with that, and runs no migration to know it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../src/platform/database/migrate.ts';
import { partsToKeep } from '../src/platform/database/schema-check.ts';

const PATH = join(import.meta.dir, '../migrations/parts.json');
writeFileSync(PATH, `${JSON.stringify(await partsToKeep(readMigrations()), null, 2)}\n`);
