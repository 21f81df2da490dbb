/**
 * `npm run bench -- move [--requests 1000000] [--accounts 1000]`
 *
 * How long `boreal move` takes from SQLite to PostgreSQL, with everything that it proves. It starts a PostgreSQL of its
 * own, which flushes as in production.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../src/ledger/audit/audit.ts';
import { continueNumbers } from '../src/ledger/journal-rows.ts';
import { moveDatabase } from '../src/platform/database/database-move.ts';
import { readMigrations } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { openSqlite } from '../src/platform/database/sqlite.ts';
import { growLedger } from './support/grown-ledger.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({
  options: {
    requests: { type: 'string', default: '1000000' },
    accounts: { type: 'string', default: '1000' },
  },
});
const past = { size: Number(options.requests), accounts: Number(options.accounts) };

type Provision = (names: readonly string[]) => Promise<{ env: Record<string, string>; stop(): Promise<void> }>;

/** Plain JavaScript without types, because it has to run before the runtime of the tests is there. */
const { provision } = (await import(join(import.meta.dir, '../scripts/provision/provision.mjs'))) as {
  provision: Provision;
};
const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-move-'));
const postgres = await provision(['postgres']);
try {
  await measure(postgres.env.BOREAL_TEST_POSTGRES_URL ?? process.env.BOREAL_TEST_POSTGRES_URL!);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(url: string): Promise<void> {
  const path = join(folder, 'boreal.db');
  await (await growLedger(path, past)).close();
  const from = openSqlite(path, 'commit');
  const to = openPostgres(url, { isUnhurried: true });
  const seconds = { copy: 0, rebuild: 0, compare: 0, audit: 0 };
  const megabytesMost = { copy: 0, rebuild: 0, compare: 0, audit: 0 };
  let lastMs = performance.now();
  let shown = '';
  const spend = (step: keyof typeof seconds, share = 1) => {
    seconds[step] += (performance.now() - lastMs) / 1000;
    lastMs = performance.now();
    megabytesMost[step] = Math.max(megabytesMost[step], Math.round(process.memoryUsage.rss() / 1e6));
    const line = `${step} ${Math.floor(share * 10) * 10} %`;
    if (line !== shown) console.error(`${line}: ${seconds[step].toFixed(0)} s, at most ${megabytesMost[step]} MB`);
    shown = line;
  };
  const rows = await moveDatabase(
    { db: from, name: 'SQLite' },
    { db: to, name: 'PostgreSQL' },
    {
      migrations: readMigrations(),
      nowMs: Date.now(),
      newToken: () => 'bench',
      onProgress: ({ step, done, total }) => spend(step, done / total),
      continueNumbers,
      prove: async (onProgress) => {
        const { problems } = await audit(to, Date.now(), { scope: 'full', onProgress });
        if (problems.length > 0) throw new Error(problems.join('\n'));
        spend('audit');
      },
    },
  );
  await Promise.all([from.close(), to.close()]);
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const megabytes = Math.round(statSync(path).size / 1e6);
  console.log(`${past.size} requests, ${all} rows, ${megabytes} MB of SQLite`);
  for (const step of ['copy', 'rebuild', 'compare', 'audit'] as const)
    console.log(`${step.padEnd(8)} ${seconds[step].toFixed(1)} s, at most ${megabytesMost[step]} MB of memory`);
}
