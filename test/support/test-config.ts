/** The configuration that a test writes: never the one of this checkout, nor the operator's environment. */
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/server/configuration/config.ts';

const EMPTY = join(import.meta.dir, '../fixtures/empty.config.json');

export const testConfig = (env: Readonly<Record<string, string | undefined>> = {}): Config =>
  readConfig({ BOREAL_CONFIG: EMPTY, ...env });
