/** The settings API once more, on the database that several servers share: the tests that run on SQLite alone. */
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const TESTS = [
  'features/**/*routes.test.ts',
  'features/keys/*.test.ts',
  'features/organisations/*.test.ts',
  'server/api/*.test.ts',
]
  .flatMap((glob) => [...new Bun.Glob(`src/${glob}`).scanSync(ROOT)])
  .filter((file) => !file.includes('operator-routes'))
  .filter((file) => !readFileSync(join(ROOT, file), 'utf8').includes('/support/databases.ts'))
  .map((file) => `./${file}`);

test('every test of the settings API holds on PostgreSQL too', async () => {
  const run = Bun.spawn([process.execPath, 'test', '--timeout=60000', ...TESTS], {
    cwd: ROOT,
    env: { ...process.env, BOREAL_TEST_DATABASE: 'PostgreSQL' },
    stdout: 'ignore',
    stderr: 'pipe',
  });

  const report = await new Response(run.stderr).text();

  const failures = report.split('\n').filter((line) => line.startsWith('(fail)'));
  expect(failures).toEqual([]);
  expect(await run.exited, report.slice(-2000)).toBe(0);
}, 600_000);
