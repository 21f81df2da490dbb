/** How many requests of a key and of an account may run at once. */
import { describe, expect, test } from 'bun:test';
import { heldAnswer } from '../support/held-answer.ts';
import { answerText, hang } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

const CHAT = { messages: [{ role: 'user', content: 'Hello' }] };
const LIMITS = { BOREAL_LIMITS_RUNNING_PER_KEY: '2', BOREAL_LIMITS_RUNNING_PER_ACCOUNT: '3' };

const start = () => startService({ env: LIMITS });
const by = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
const remaining = (answer: Response) => Number(answer.headers.get('x-ratelimit-remaining-requests'));

async function expectTooMany(answer: Response, what: string): Promise<void> {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeWithin(1, 61);
  expect(Number(answer.headers.get('retry-after-ms'))).toBeGreaterThan(0);
  const { error } = (await answer.json()) as { error: { message: string; type: string; code: string } };
  expect(error).toMatchObject({ type: 'rate_limit_error', code: 'concurrency_limit_exceeded' });
  expect(error.message).toContain(what);
}

/** Begins streams that last until the gate opens. */
async function running(service: TestService, secrets: readonly string[], gate: Promise<void>): Promise<Response[]> {
  service.upstream.play(heldAnswer(gate));
  const answers = await Promise.all(secrets.map((secret) => service.post({ ...CHAT, stream: true }, by(secret))));
  expect(answers.map(({ status }) => status)).toEqual(secrets.map(() => 200));
  return answers;
}

describe('a request beyond what may run at once', () => {
  test('is refused with its own code, costs nothing, does not count, and is admitted when another has ended', async () => {
    await using service = await start();
    const gate = Promise.withResolvers<void>();
    const answers = await running(service, [service.key, service.key], gate.promise);
    const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

    const refused = await service.post(CHAT);

    await expectTooMany(refused, '2 with one API key');
    expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('120');
    expect(remaining(refused)).toBe(120 - 2);
    expect(refused.headers.get('x-ratelimit-reset-requests')).toMatch(/^(5\d|60)\.\d{3}s$/);
    expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
    const models = await fetch(`${service.url}/models`, by(service.key));
    expect({ status: models.status, remaining: remaining(models) }).toEqual({ status: 200, remaining: 120 - 3 });
    gate.resolve();
    for (const answer of answers) await answer.text();
    service.upstream.play(answerText('Hi'));
    expect((await service.post(CHAT)).status).toBe(200);
  });

  test('is counted over all keys of an account, and other accounts notice nothing', async () => {
    await using service = await start();
    const second = await service.newKey();
    const other = await service.newKey({ accountId: await service.newAccount() });
    const gate = Promise.withResolvers<void>();
    const answers = await running(service, [service.key, service.key, second.secret], gate.promise);
    service.upstream.play(answerText('Hi'));

    await expectTooMany(await service.post(CHAT, by(second.secret)), '3 with one account');

    expect((await service.post(CHAT, by(other.secret))).status).toBe(200);
    gate.resolve();
    for (const answer of answers) await answer.text();
    expect((await service.post(CHAT, by(second.secret))).status).toBe(200);
  });

  test('has room again after every way in which one can end', async () => {
    await using service = await start();
    const full = async () => {
      service.upstream.play(hang());
      const leaving = new AbortController();
      const both = [0, 1].map(() => service.post(CHAT, { signal: leaving.signal }).catch(() => {}));
      await until('both run', async () => (await service.post(CHAT, by(service.key))).status === 429);
      return { leave: () => leaving.abort(), both };
    };
    for (const body of ['{', JSON.stringify({ messages: [] }), JSON.stringify({ ...CHAT, model: 'nobody' })]) {
      for (let n = 0; n < 3; n++) expect((await service.post(body)).status).toBe(400);
    }
    const first = await full();
    first.leave();
    await Promise.all(first.both);
    service.upstream.play(answerText('Hi'));
    await until('those who left are gone', async () => (await service.post(CHAT)).status === 200);

    const stream = await service.post({ ...CHAT, stream: true });
    await stream.body!.cancel();

    for (let n = 0; n < 4; n++) {
      await until('there is room', async () => (await service.post({ ...CHAT, stream: true })).text().then(() => true));
    }
    expect((await service.post(CHAT)).status).toBe(200);
  });

  test('goes on counting for an Idempotency-Key whose client has left', async () => {
    await using service = await start();
    const gate = Promise.withResolvers<void>();
    service.upstream.play(heldAnswer(gate.promise));
    for (const key of ['one', 'two']) {
      const answer = await service.post({ ...CHAT, stream: true }, { headers: { 'idempotency-key': key } });
      expect(answer.status).toBe(200);
      await answer.body!.cancel();
    }

    await expectTooMany(await service.post(CHAT), '2 with one API key');

    gate.resolve();
    await until('the answers are whole', async () => (await service.post(CHAT)).status === 200);
  });
});

test('a key may have 120 requests running at once without a setting', async () => {
  await using service = await startService();
  const gate = Promise.withResolvers<void>();

  const answers = await running(service, Array(120).fill(service.key), gate.promise);

  gate.resolve();
  for (const answer of answers) await answer.text();
  const refused = await service.post(CHAT);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
});
