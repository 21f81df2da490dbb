/** `boreal import` from a database with the schema that LiteLLM publishes, made by its own migrations. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { startMovedIn } from './moved-in.ts';

const MIGRATIONS = process.env.BOREAL_TEST_LITELLM_MIGRATIONS;
if (MIGRATIONS) console.log('LEFT OUT: LiteLLM itself does not run here, so its rows are written by this test.');
else console.log("LEFT OUT: LiteLLM's schema is not at hand; `npm run test:imports` brings it.");

const hash = (key: string) => new Bun.CryptoHasher('sha256').update(key).digest('hex');
const keyOf = (name: string) => `sk-${name}-Ft7Yh2Lk9Pq4Wx6Zc1Vb3`;

async function migrated(migrations: string) {
  const database = await newPostgresDatabase();
  const sql = new SQL(database.url, { max: 1 });
  const folders = readdirSync(migrations, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    // No transaction allows it, and the tables are not in use yet.
    const text = readFileSync(join(migrations, name, 'migration.sql'), 'utf8').replaceAll(/\bCONCURRENTLY\b/gi, '');
    await sql.unsafe(text);
  }
  return {
    sql,
    url: database.url,
    [Symbol.asyncDispose]: async () => {
      await sql.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

type Written = Readonly<Record<string, string | number | boolean | null>>;

const insert = (sql: SQL, table: string, row: Written) =>
  sql.unsafe(
    `INSERT INTO "${table}" (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
    Object.values(row),
  );

test.skipIf(!MIGRATIONS)('keys come with their rules, and one with a rule that is none here stays away', async () => {
  await using database = await migrated(MIGRATIONS!);
  const { sql } = database;
  const user = (row: Written) => insert(sql, 'LiteLLM_UserTable', row);
  const key = (name: string, row: Written = {}) =>
    insert(sql, 'LiteLLM_VerificationToken', {
      ...{ token: hash(keyOf(name)), key_name: 'sk-...1Vb3', key_alias: name, user_id: 'u-eva', ...row },
    });
  await user({ user_id: 'u-eva', user_email: 'Eva@example.com', max_budget: 10, spend: 2.5, models: '{swift,plain}' });
  await user({ user_id: 'u-ota', user_email: 'ota@example.com', budget_duration: '30d', max_budget: 1 });
  await user({ user_id: 'u-new', user_email: 'new@example.com' });
  await key('eva', {
    expires: '2099-01-01T00:00:00',
    rpm_limit: 60,
    tpm_limit: 9000,
    allowed_routes: '{llm_api_routes}',
  });
  await key('small', { max_budget: 1, spend: 0.25, models: '{swift,other}' });
  await key('team', { team_id: 'team-1' });
  await key('beside', { max_parallel_requests: 2 });
  await key('priced', { model_max_budget: '{"swift":{"budget_limit":1}}' });
  await key('none', { models: '{no-default-models}' });
  await key('over', { expires: '2020-01-01T00:00:00' });
  await key('blocked', { blocked: true });
  // LiteLLM writes times in UTC, and the operator lives far from there.
  await using boreal = await startMovedIn({ TZ: 'Pacific/Kiritimati' });

  const { accounts, left } = await boreal.importFrom('litellm', database.url, '--yes');
  const keys = await boreal.keysOf('eva@example.com');

  expect(accounts).toMatchObject([
    { email: 'eva@example.com', creditCzk: '176.25', keys: [{ name: 'eva' }, { name: 'small' }] },
    { email: 'new@example.com', creditCzk: '0', keys: [] },
    { email: 'ota@example.com', creditCzk: '23.5', keys: [] },
  ]);
  const [eva, small] = ['eva', 'small'].map((name) => keys.find((one) => one.name === name)!);
  expect(eva).toMatchObject({
    allowedModels: ['swift', 'plain'],
    expiresAt: '2099-01-01T00:00:00.000Z',
    limits: [
      { unit: 'requests', window: 'minute', max: '60' },
      { unit: 'tokens', window: 'minute', max: '9000' },
    ],
  });
  expect(small).toMatchObject({ allowedModels: ['swift'], limits: [{ unit: 'CZK', window: 'total', max: '17.625' }] });
  expect(Object.fromEntries(left.map(({ what, why }) => [what, why]))).toEqual({
    'the budget of user u-new (u-new)': 'is none there: the account begins without credit',
    'the budget of user u-ota (u-ota)': 'is new there from time to time: what is left of it comes once',
    'key team': 'has team_id there, which no key has here',
    'key beside': 'has max_parallel_requests there, which no key has here',
    'key priced': 'has model_max_budget there, which no key has here',
    'key none': 'may use no model there',
    'key blocked': 'is blocked there',
    [`key ${hash(keyOf('over')).slice(0, 12)} (over) of user u-eva (u-eva)`]: 'is over there',
  });
});
