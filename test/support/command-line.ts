/** The command line beside a running server, on either database. */
import { expect } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DATABASES } from './databases.ts';
import { emptyPostgres } from './postgres-database.ts';
import { startService } from './service.ts';
import { runBoreal } from './service-process.ts';

export type Made = Readonly<Record<string, string>>;

/** A server, and the command line beside it. */
export async function startBeside(database: (typeof DATABASES)[number], more: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-beside-'));
  const storage = database === 'PostgreSQL' ? await emptyPostgres() : undefined;
  const env = {
    BOREAL_SECRET: 'the same for the server and its commands',
    ...more,
    ...(storage && { BOREAL_DATABASE_URL: storage.url }),
  };
  const service = await startService({ dataDir, env });
  const boreal = (words: string) => runBoreal(words.split(' '), { BOREAL_DATA_DIR: dataDir, ...env });
  return {
    service,
    boreal,
    json: async (words: string) => {
      const ran = await boreal(`${words} --json`);
      expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
      return JSON.parse(ran.stdout) as Made;
    },
    status: async (path: string, secret = '') =>
      (await fetch(new URL(path, service.url), { headers: { authorization: `Bearer ${secret}` } })).status,
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await storage?.giveBack();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
