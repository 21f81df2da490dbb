/** On PostgreSQL: an account whose row is locked keeps its own requests waiting, and no other account's. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';

let database: string | undefined;
beforeAll(() => {
  database = process.env.BOREAL_TEST_DATABASE;
  process.env.BOREAL_TEST_DATABASE = 'PostgreSQL';
});
afterAll(() => {
  if (database === undefined) delete process.env.BOREAL_TEST_DATABASE;
  else process.env.BOREAL_TEST_DATABASE = database;
});

const QUESTION = { model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 10 };

test('an account that is locked does not keep other customers waiting, and its own are charged when it is free', async () => {
  await using service = await startService();
  service.upstream.play(answerText('one two', { usage: { prompt_tokens: 5, completion_tokens: 2 } }));
  const other = await service.newKey({ accountId: await service.newAccount() });
  await using session = new SQL(service.config.databaseUrl, { max: 1, adapter: 'postgres' });
  const lock = await session.reserve();
  await lock.unsafe('BEGIN');
  await lock.unsafe('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [service.accountId]);

  const waiting = Array.from({ length: 60 }, () => service.post(QUESTION));
  await until('the lease of the account waits', async () => {
    const [row] = await lock.unsafe(
      "SELECT COUNT(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return Number(row.n) >= 1;
  });
  const answers = [];
  for (let n = 0; n < 20; n++) {
    const headers = { authorization: `Bearer ${other.secret}` };
    answers.push((await service.post(QUESTION, { headers })).status);
  }
  await lock.unsafe('ROLLBACK');
  lock.release();
  const late = await Promise.all(waiting.map(async (answer) => (await answer).status));

  expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
  expect(late).toEqual(Array.from({ length: 60 }, () => 200));
  expect((await service.stores.ledger.balanceOf(service.accountId, Date.now())).held).toEqual(0n as never);
});
