/**
 * The same Idempotency-Key at two real servers on one database: one answer, one charge, whatever becomes of a server.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { audit } from '../../src/ledger/audit/audit.ts';
import { type EmptyDatabase, emptyPostgres } from '../support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../support/postgres-storage.ts';
import {
  answerText,
  hang,
  jsonError,
  type ScriptedUpstream,
  startUpstream,
  waitFor,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { ask, type Question } from '../support/witness.ts';

const ANSWER = answerText('one two three', { usage: { prompt_tokens: 9, completion_tokens: 3 } });

let storage: EmptyDatabase;
let upstream: ScriptedUpstream;
let one: ServiceProcess;
let other: ServiceProcess;
let key: string;
let keys = 0;
let idempotencyKey: string;

const start = () =>
  startServiceProcess({ engineUrl: upstream.url, env: { ...sharedBy(storage), BOREAL_EMBEDDED: '{"enabled":false}' } });

beforeAll(async () => {
  storage = await emptyPostgres();
  upstream = await startUpstream();
  [one, other] = [await start(), await start()];
  ({ key } = await accountWithKey(storage));
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await upstream.stop();
  await storage.giveBack();
});
beforeEach(() => {
  keys += 1;
  idempotencyKey = `once-${keys}`;
});

const askAt = (server: ServiceProcess, question: Partial<Question> = {}) =>
  ask({ url: server.url, key }, { nonce: idempotencyKey, form: 'json', idempotencyKey, ...question });

/** Chats that the engine was asked for this test's key; it is also asked how it is. */
const chats = () => upstream.requests.filter(({ rawBody }) => rawBody.includes(`"${idempotencyKey}"`)).length;

/** How each request has ended, in the order of their beginning. */
async function bookedStates(): Promise<readonly string[]> {
  const rows = await storage.db.sql.all('SELECT state, outcome FROM requests ORDER BY id');
  return rows.map(({ state, outcome }) => `${state}: ${outcome}`);
}

/** As if so much time had passed for readers of the claims: the test need not wait for it. */
const letLeasesEnd = () => storage.db.sql.run('UPDATE answer_claims SET leased_until_ms = 0');

const claims = () => storage.db.sql.all('SELECT owner, failure FROM answer_claims');

async function expectRightLedger(): Promise<void> {
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  expect(await claims()).toEqual([]);
}

test('at both at once there is one answer, and it is charged once, as JSON and as a stream', async () => {
  const gate = Promise.withResolvers<void>();
  upstream.play([waitFor(gate.promise), ANSWER]);

  const first = askAt(one, { form: 'stream' });
  await until('the engine is asked', () => chats() === 1);
  const second = askAt(other, { form: 'stream' });
  const third = askAt(other, { form: 'stream' });
  // Other bodies under the key are refused at both, while it runs and later.
  const reused = await askAt(other, { nonce: 'another body' });
  gate.resolve();
  const told = await Promise.all([first, second, third]);
  const later = [await askAt(one, { form: 'stream' }), await askAt(other, { form: 'stream' })];

  expect(reused).toMatchObject({ status: 400, errorCode: 'idempotency_key_reused' });
  expect(told.map(({ isReplay }) => isReplay)).toEqual([false, true, true]);
  for (const each of [...told, ...later]) {
    expect(each).toMatchObject({ isWhole: true, text: 'one two three', completionId: told[0]!.completionId });
  }
  expect(chats()).toBe(1);
  expect((await bookedStates()).length).toBe(1);
  await expectRightLedger();
});

test('of many at both at the same moment one is answered by the engine, and all get its answer', async () => {
  upstream.play(ANSWER);
  const before = (await bookedStates()).length;

  const told = await Promise.all(Array.from({ length: 16 }, (_, n) => askAt(n % 2 ? one : other)));

  expect(new Set(told.map(({ completionId }) => completionId)).size).toBe(1);
  expect(told.filter(({ isReplay }) => !isReplay).length).toBe(1);
  expect(chats()).toBe(1);
  expect((await bookedStates()).length).toBe(before + 1);
  await expectRightLedger();
});

test('a failure at one is the failure of those who wait at the other, and the next call begins anew', async () => {
  const gate = Promise.withResolvers<void>();
  upstream.play([waitFor(gate.promise), jsonError(500)]);
  const first = askAt(one);
  await until('the engine is asked', () => chats() === 1);
  const second = askAt(other);
  const looks = await storage.db.sql.all('SELECT owner FROM answer_claims');
  gate.resolve();

  expect(looks.length).toBe(1);
  expect([await first, await second].map(({ status, errorCode }) => [status, errorCode])).toEqual([
    [502, 'upstream_error'],
    [502, 'upstream_error'],
  ]);
  upstream.play(ANSWER);
  expect(await askAt(other)).toMatchObject({ isWhole: true, isReplay: false });
  expect(await askAt(one)).toMatchObject({ isWhole: true, isReplay: true });
  await expectRightLedger();
});

test('a server that was out of reach for too long has lost its claim: its answer is not charged, the other one is', async () => {
  const gate = Promise.withResolvers<void>();
  upstream.play((_, n) => (n === 0 ? [waitFor(gate.promise), ANSWER] : ANSWER));
  const before = (await bookedStates()).length;
  const first = askAt(one);
  await until('the engine is asked', () => chats() === 1);
  process.kill(one.pid, 'SIGSTOP');
  await letLeasesEnd();

  const second = await askAt(other);
  process.kill(one.pid, 'SIGCONT');
  gate.resolve();

  expect(second).toMatchObject({ isWhole: true, isReplay: false });
  expect(await first).toMatchObject({ status: 502, errorCode: 'store_unavailable' });
  expect(await askAt(one)).toMatchObject({ isWhole: true, isReplay: true, completionId: second.completionId });
  // The row of what was not charged is not waited for.
  await until('both are written', async () => (await bookedStates()).length === before + 2);
  const states = (await bookedStates()).slice(before);
  expect(states).toEqual(['released: answered-elsewhere', 'settled: finished']);
  await expectRightLedger();
});

test('a claim of a dead server does not block the key: who waited makes the answer', async () => {
  upstream.play((_, n) => (n === 0 ? hang() : ANSWER));
  const first = askAt(one);
  await until('the engine is asked', () => chats() === 1);
  process.kill(one.pid, 'SIGKILL');
  await one.exited;

  const second = askAt(other);
  expect((await claims()).length).toBe(1);
  await letLeasesEnd();

  expect(await second).toMatchObject({ isWhole: true, isReplay: false });
  expect((await first).isWhole).toBe(false);
  expect(await askAt(other)).toMatchObject({ isWhole: true, isReplay: true });
  await expectRightLedger();
});
