/** Amounts that are too large are refused where they enter, in one sentence, and the ledger stays right. */
import { expect } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentDatabase, test } from '../support/databases.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { runBoreal } from '../support/service-process.ts';

test('grants of nine thousand million crowns are refused in one sentence, and the audit passes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-amounts-'));
  await using database = currentDatabase() === 'PostgreSQL' ? await newPostgresDatabase() : undefined;
  const env = {
    BOREAL_DATA_DIR: dataDir,
    ...(database && { BOREAL_DATABASE_URL: database.url, BOREAL_SECRET: 'a secret of this test, long enough' }),
  };
  const boreal = (words: string) => runBoreal(words.split(' '), env);
  expect((await boreal('account create --email eva@example.com --credit 100000000')).code).toBe(0);

  const refused = [
    await boreal('credit grant --account eva@example.com --czk 9000000000'),
    await boreal('credit grant --account eva@example.com --czk 100000000.000000001'),
    await boreal('credit correct --account eva@example.com --czk=9000000000 --reason x'),
    await boreal('package grant --account eva@example.com --tokens 1000000000001 --expires 2090-01-01'),
    await boreal('key create --account eva@example.com --name k --limit 9000000000 --limit-window total'),
    await boreal('voucher create --czk 9000000000'),
    await boreal('price set --model svc-frost --input 1000001 --output 1 --reason x'),
  ];

  for (const { code, stderr } of refused) {
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^boreal: [^\n]+\n$/) });
  }
  expect(refused[0]!.stderr).toBe('boreal: --czk: An amount may be at most 100000000 CZK.\n');
  expect(await boreal('audit')).toMatchObject({ code: 0 });
  rmSync(dataDir, { recursive: true, force: true });
});
