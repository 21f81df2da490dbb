/** A model with several engines, as its clients and its operator see it. */
import { expect, test } from 'bun:test';
import { ask, askAndPay, askForNothing, CANARY, costOf, expectRefusal, questionFor } from '../support/asking.ts';
import { expectLedgerInOrder, requestRows, settledRows } from '../support/ledger-order.ts';
import { isChat, NAMES, type Name, type PoolService, startPool } from '../support/pool-service.ts';
import { answerText, hang, jsonError, type Script, waitFor } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';

const said = (content: string) => ({ messages: [{ role: 'user', content }] });

/** Chats get the script; probes pass. */
const chats = (pool: PoolService, name: Name, script: Script) =>
  pool.upstreams[name].play((request) => (isChat(request) ? script : answerText('pong')));

const circuitOf = (pool: PoolService, name: Name) => pool.metric(`boreal_engine_circuit{engine="${name}"}`);

test('a conversation keeps to its engine, and many conversations use all of them', async () => {
  await using pool = await startPool();
  const begin = async (n: number) => (await ask(pool.service, 'json', said(`conversation ${n}`))).text;
  const goOn = async (n: number, answer: string) => {
    const { messages } = said(`conversation ${n}`);
    const more = [...messages, { role: 'assistant', content: answer }, { role: 'user', content: 'And now?' }];
    return (await ask(pool.service, 'json', { messages: more })).text;
  };

  const engines: string[] = [];
  for (let n = 0; n < 30; n++) {
    const engine = await begin(n);
    if (n < 10) expect(await goOn(n, engine)).toBe(engine);
    engines.push(engine);
  }

  expect([...new Set(engines)].sort()).toEqual([...NAMES]);
});

test('each engine is asked for the model by the name that it knows', async () => {
  const models = { 'svc-frost': { engine: [{ engine: 'a', model: 'special', weight: 1 }], model: 'general' } };
  await using pool = await startPool({ models });

  await ask(pool.service, 'json');

  expect(pool.upstreams.a.requests[0]?.body).toMatchObject({ model: 'special' });
});

test('an engine that refuses our key is an alarm for the operator, no caller is blamed, and it is used again once it works', async () => {
  await using pool = await startPool({ engine: { openMs: 50 } });
  const first = (await ask(pool.service, 'json')).text as Name;
  pool.upstreams[first].play(jsonError(401, { error: { message: CANARY } }));

  const { answer } = await askAndPay(pool.service, 'json');

  expect(answer.status).toBe(200);
  expect(answer.text).not.toBe(first);
  const alarm = pool.service.log.find((line) => line.message.startsWith('an engine refuses our key'));
  expect(alarm).toMatchObject({ level: 'error', engine: first });
  expect(await pool.metric(`boreal_engine_failures_total{engine="${first}",kind="key-refused"}`)).toBe(1);
  expect(await circuitOf(pool, first)).toBe(2);
  const asked = pool.asked()[first];
  await ask(pool.service, 'json');
  expect(pool.asked()[first]).toBe(asked);

  pool.upstreams[first].play(answerText('back'));
  await until('it is tried again', async () => (await ask(pool.service, 'json')).text === 'back');
  expect(await circuitOf(pool, first)).toBe(0);
  await expectLedgerInOrder(pool.service.config.dataDir);
});

test('an engine that says when to come back is left alone until then', async () => {
  await using pool = await startPool();
  const first = (await ask(pool.service, 'json')).text as Name;
  chats(pool, first, jsonError(429, {}, { 'retry-after': '60' }));
  await ask(pool.service, 'json');
  const asked = pool.asked()[first];

  for (let n = 0; n < 5; n++) expect((await ask(pool.service, 'json')).status).toBe(200);

  expect(pool.asked()[first]).toBe(asked);
});

test('an idle engine is probed now and then, and left alone when it is gone', async () => {
  await using pool = await startPool({ engine: { probeMs: 20, failuresMax: 2, openMs: 60_000 } });

  await pool.upstreams.b.stop();

  await until('it is left alone', async () => (await circuitOf(pool, 'b')) === 2);
  for (let n = 0; n < 10; n++) expect((await ask(pool.service, 'json', said(`${n}`))).status).toBe(200);
  expect(await pool.metric('boreal_engine_retries_total{model="svc-frost"}')).toBeUndefined();
});

test('one account with a hundred requests does not starve another with one', async () => {
  await using pool = await startPool({
    engine: { concurrencyMax: 1, queueMax: 200 },
    models: { 'svc-frost': { engine: 'a' } },
  });
  const { service } = pool;
  const gate = Promise.withResolvers<void>();
  chats(pool, 'a', [waitFor(gate.promise), answerText('done')]);
  const other = await service.newKey({ accountId: await service.newAccount() });
  const waiting = () => pool.metric('boreal_engine_queue{model="svc-frost"}');
  const many = Array.from({ length: 100 }, () => ask(service, 'json', said('one of many')));
  await until('they wait', async () => (await waiting()) === 99);

  const one = service.post(questionFor('json', said('the only one')), {
    headers: { authorization: `Bearer ${other.secret}` },
  });
  await until('it waits too', async () => (await waiting()) === 100);
  gate.resolve();
  const answers = await Promise.all(many);

  expect((await one).status).toBe(200);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const order = pool.upstreams.a.requests.filter(isChat).map(({ rawBody }) => rawBody.includes('the only one'));
  expect(order.indexOf(true)).toBeWithin(1, 3);
  expect(await pool.metric('boreal_engine_running{engine="a"}')).toBe(0);
  await expectLedgerInOrder(service.config.dataDir);
});

test('who leaves while waiting for a place pays nothing, because no engine has worked for them', async () => {
  await using pool = await startPool({ engine: { concurrencyMax: 1 }, models: { 'svc-frost': { engine: 'a' } } });
  const { service } = pool;
  const gate = Promise.withResolvers<void>();
  chats(pool, 'a', [waitFor(gate.promise), answerText('done')]);
  const running = ask(service, 'json');
  await pool.upstreams.a.nextRequest();
  const leaving = new AbortController();
  const waiting = service.post(questionFor('json'), { signal: leaving.signal }).catch(() => {});
  await until('it waits', async () => (await pool.metric('boreal_engine_queue{model="svc-frost"}')) === 1);

  leaving.abort();
  await waiting;
  await until('it is over', () => requestRows(service.config.dataDir).some(({ state }) => state === 'released'));
  gate.resolve();
  await running;

  const rows = await settledRows(service.config.dataDir, 2);
  expect(rows.map(({ state, outcome }) => [state, outcome])).toEqual([
    ['settled', 'finished'],
    ['released', 'left-early'],
  ]);
  expect(pool.asked().a).toBe(1);
  await expectLedgerInOrder(service.config.dataDir);
});

test('an account that has something running waits because of itself and gets a 429, any other a 502', async () => {
  await using pool = await startPool({
    engine: { concurrencyMax: 1, queueMax: 1, queueMs: 200 },
    models: { 'svc-frost': { engine: 'a' } },
  });
  const { service } = pool;
  chats(pool, 'a', hang());
  const leaving = new AbortController();
  const running = service.post(questionFor('json'), { signal: leaving.signal }).catch(() => {});
  await pool.upstreams.a.nextRequest();

  const both = await Promise.all([ask(service, 'json'), ask(service, 'stream')]);
  const other = await service.newKey({ accountId: await service.newAccount() });
  const waited = await service.post(questionFor('json'), { headers: { authorization: `Bearer ${other.secret}` } });

  for (const answer of both) expectRefusal(answer, { status: 429, code: 'concurrency_limit_exceeded' });
  expect(waited.status).toBe(502);
  expect(await waited.json()).toMatchObject({ error: { code: 'upstream_overloaded' } });
  leaving.abort();
  await running;
  await settledRows(service.config.dataDir, 4);
  await expectLedgerInOrder(service.config.dataDir);
});

test('one account that fills an engine and its queue keeps no other waiting', async () => {
  await using pool = await startPool({
    engine: { concurrencyMax: 8, queueMax: 4 },
    models: { 'svc-frost': { engine: 'a' } },
  });
  const { service } = pool;
  chats(pool, 'a', (request) => (request.rawBody.includes('greedy') ? hang() : answerText('served')));
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => (await service.newKey({ accountId: await service.newAccount() })).secret),
  );
  const leaving = new AbortController();
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

  const greedy = Array.from({ length: 20 }, () =>
    service.post({ model: 'svc-frost', ...said('greedy') }, { signal: leaving.signal }).catch(() => undefined),
  );
  await until('the queue is full', async () => (await pool.metric('boreal_engine_queue{model="svc-frost"}')) === 4);
  const served = await Promise.all(
    others.map((secret) =>
      service.post({ model: 'svc-frost', ...said('Hi') }, { headers: { authorization: `Bearer ${secret}` } }),
    ),
  );
  leaving.abort();
  const refused = (await Promise.all(greedy)).flatMap((answer) => (answer ? [answer] : []));

  expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
  // Those of others that had to wait for a moment took the room of some that waited.
  expect(refused.length).toBeWithin(20 - 7 - 4, 20 - 7 - 4 + 3);
  for (const { status } of refused) expect(status).toBe(429);
  for (const answer of refused) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  await until('nothing is held any more', async () => {
    const { held } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    return held === before.held;
  });
  await expectLedgerInOrder(service.config.dataDir);
});

const FALLING_BACK = {
  'svc-glacier': { engine: ['a', 'b'], fallback: 'svc-frost' },
  'svc-frost': { engine: 'c' },
};

test('a fallback answers in its own name and at its own price, and only for what it can take', async () => {
  await using pool = await startPool({ models: FALLING_BACK });
  for (const name of ['a', 'b'] as const) chats(pool, name, jsonError(500));

  const { answer, paid } = await askAndPay(pool.service, 'json', { model: 'svc-glacier' });

  expect(answer.text).toBe('c');
  const { id, model } = JSON.parse(answer.body) as { id: string; model: string };
  expect(model).toBe('svc-frost');
  expect(paid).toBe(costOf(answer.usage!.prompt_tokens, answer.usage!.completion_tokens));
  const [asked, answered] = requestRows(pool.service.config.dataDir);
  expect(asked).toMatchObject({ state: 'released', outcome: 'engine-failed', cost_nanos: null });
  expect(answered).toMatchObject({ state: 'settled', outcome: 'finished', cost_nanos: Number(paid) });
  const receipt = await fetch(`${pool.service.url}/receipts/${id}`, {
    headers: { authorization: `Bearer ${pool.service.key}` },
  });
  expect(await receipt.json()).toMatchObject({ model: 'svc-frost' });
  await expectLedgerInOrder(pool.service.config.dataDir);
});

test('a key that may not use the fallback is not sent there', async () => {
  await using pool = await startPool({ models: FALLING_BACK });
  for (const name of ['a', 'b'] as const) chats(pool, name, jsonError(500));
  const { secret } = await pool.service.newKey({ allowedModels: ['svc-glacier'] });

  const response = await pool.service.post(questionFor('json', { model: 'svc-glacier' }), {
    headers: { authorization: `Bearer ${secret}` },
  });

  expect(response.status).toBe(502);
  expect(pool.asked().c).toBe(0);
});

test('without a word of the operator no other model answers', async () => {
  await using pool = await startPool({
    models: { 'svc-glacier': { engine: ['a', 'b'] }, 'svc-frost': { engine: 'c' } },
  });
  for (const name of ['a', 'b'] as const) chats(pool, name, jsonError(500));

  expectRefusal(await askForNothing(pool.service, 'stream', { model: 'svc-glacier' }), { code: 'upstream_error' });
  expect(pool.asked().c).toBe(0);
});
