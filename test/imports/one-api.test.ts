/** `boreal import` from a one-api and a new-api that really ran: their own users, keys, channels and spending. */
import { describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { SQL } from 'bun';
import { formatCzk, nanos } from '../../src/core/money.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';
import { seeded } from '../support/random.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { type Fork, type Place, PROGRAMS, startForeign } from './foreign-program.ts';
import { type ForeignCustomer, fill } from './foreign-world.ts';
import { NANOS_PER_UNIT, startMovedIn } from './moved-in.ts';

const SEED = Number(process.env.SEED ?? 39);
const DOMAIN = 'people.example.com';
const MARIADB = process.env.BOREAL_TEST_MARIADB_URL;
const FORKS = (['one-api', 'new-api'] as const).filter((fork: Fork) => PROGRAMS[fork] || leftOut(fork));

/** Where the program keeps its rows; undefined is a file of SQLite. */
const PLACES: Readonly<Record<string, () => Promise<(AsyncDisposable & Place) | undefined>>> = {
  SQLite: async () => undefined,
  PostgreSQL: async () => {
    const database = await newPostgresDatabase();
    return { url: database.url, dsn: database.url, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  },
  ...(MARIADB && { MariaDB: () => newMariadb(MARIADB) }),
};
if (!MARIADB) leftOut('MariaDB');

function leftOut(what: string): void {
  console.log(`LEFT OUT: no ${what} is at hand; \`npm run test:imports\` brings it.`);
}

async function newMariadb(server: string): Promise<AsyncDisposable & Place> {
  const name = `foreign_${randomUUID().replaceAll('-', '')}`;
  const asAdmin = async (statement: string) => {
    await using sql = new SQL(server, { max: 1 });
    await sql.unsafe(statement);
  };
  await asAdmin(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const { username, password, host } = new URL(server);
  return {
    url: new URL(name, server).href,
    dsn: `${username}:${password}@tcp(${host})/${name}?charset=utf8mb4&parseTime=True`,
    [Symbol.asyncDispose]: () => asAdmin(`DROP DATABASE ${name}`),
  };
}

const czkOf = (units: number): string => formatCzk(nanos(BigInt(units) * NANOS_PER_UNIT));

const asImported = ({ id, email, quota, keys }: ForeignCustomer) => ({
  ...{ user: String(id), email, creditCzk: czkOf(quota) },
  keys: keys.map(({ name, key }) => ({ name, hint: key.slice(-4) })),
});

describe.each(FORKS)('%s', (fork) => {
  test.each(Object.keys(PLACES))('on %s: balances come to the unit, and old keys pay the old prices', async (name) => {
    console.log(`seed ${SEED}`);
    await using place = await PLACES[name]!();
    await using upstream = await startUpstream();
    await using program = await startForeign(fork, place);
    const customers = await fill(program, { upstream, random: seeded(SEED), domain: DOMAIN });
    await program.stop();
    await using boreal = await startMovedIn();
    const words = [fork, program.database, '--email-domain', DOMAIN] as const;

    const shown = await boreal.importFrom(...words);
    const brought = await boreal.importFrom(...words, '--yes');
    const again = await boreal.importFrom(...words, '--yes');

    expect(shown.applied).toBe(false);
    expect(brought).toEqual({ ...shown, applied: true });
    expect(again.changes).toEqual([]);
    expect(brought.accounts.filter(({ user }) => user !== '1')).toEqual(customers.map(asImported));
    for (const { keys, quota } of customers) expect(await boreal.creditOf(keys[0]!.key)).toBe(czkOf(quota));

    // Models and groups hold from some seconds later on.
    const { key } = customers.find(({ group }) => group === 'vip')!.keys[0]!;
    await until('the group pays less', async () => {
      const swift = (await boreal.modelsOf(key)).find(({ id }) => id === 'swift');
      return swift?.list_price !== undefined;
    });
    for (const { questions, ...customer } of customers) {
      for (const [at, { key, model, usage, charged }] of questions.entries()) {
        upstream.play(answerText('Hi.', { usage }));
        const answer = await boreal.ask(at % 2 === 0 ? key : `sk-${key}`, model);
        expect(Object(answer.usage).cost_czk, `${customer.email}, question ${at}`).toBe(czkOf(charged));
      }
      const asked = questions.reduce((sum, { charged }) => sum + charged, 0);
      expect(await boreal.creditOf(customer.keys[0]!.key)).toBe(czkOf(customer.quota - asked));
      const limited = customer.keys.find((key) => !key.unlimited_quota)!;
      const refused = await boreal.ask(limited.key, 'plain').catch((error) => error);
      expect(Object(refused.error).code).toBe('model_not_allowed');
    }
    expect(upstream.requests.at(-1)!.headers.authorization).toMatch(/^Bearer sk-(engine|spare)$/);
    await boreal.audit();
  });
});
