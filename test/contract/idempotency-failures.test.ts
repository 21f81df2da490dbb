/** The uses of an Idempotency-Key: clients that leave, engines that fail, servers that restart, time that passes. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Seen, seen } from '../support/asking.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerText, inTurn, jsonError, type Script, sse, sseHead, waitFor } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { CHAT } from './bad-input.fixture.ts';

const lend = lendServices();

const STREAM = { ...CHAT, stream: true };
const HEADERS = { 'idempotency-key': 'once' };
const ONE_CHARGE = 9n * 5_000n + 1n * 20_000n;

const ask = async (
  service: TestService,
  body: object = CHAT,
  headers: Record<string, string> = HEADERS,
): Promise<Seen> => seen(await service.post(body, { headers }), 'json');

const isReplay = ({ headers }: Seen): boolean => headers.get('idempotent-replayed') === 'true';
const spentBy = async ({ stores, accountId }: TestService): Promise<bigint> =>
  (await stores.ledger.balanceOf(accountId, Date.now())).spent;
const heldBy = async ({ stores, accountId }: TestService): Promise<bigint> =>
  (await stores.ledger.balanceOf(accountId, Date.now())).held;

const delta = (content: string) =>
  sse({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const END: readonly Script[] = [
  sse({ id: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  sse({ id: 'x', choices: [], usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 } }),
  sse('[DONE]'),
];

test('a client that leaves in the middle of a stream and repeats gets the whole answer, and pays once', async () => {
  await using service = await lend();
  const rest = Promise.withResolvers<void>();
  service.upstream.play([sseHead(), delta('The first half '), waitFor(rest.promise), delta('and the second.'), ...END]);
  const leaving = new AbortController();
  const response = await service.post(STREAM, { headers: HEADERS, signal: leaving.signal });
  await response.body!.getReader().read();

  leaving.abort();
  const repeat = ask(service, STREAM);
  rest.resolve();
  const answer = await repeat;

  expect(answer.text).toBe('The first half and the second.');
  expect(answer.isDone).toBe(true);
  expect(isReplay(answer)).toBe(true);
  expect(service.upstream.requests).toHaveLength(1);
  expect(await spentBy(service)).toBe(ONE_CHARGE);
});

test('the answer to a client that left is kept also when the repeat comes later', async () => {
  await using service = await lend();
  const rest = Promise.withResolvers<void>();
  service.upstream.play([sseHead(), delta('a'), waitFor(rest.promise), delta('b'), ...END]);
  const leaving = new AbortController();
  const response = await service.post(STREAM, { headers: HEADERS, signal: leaving.signal });
  await response.body!.getReader().read();

  leaving.abort();
  rest.resolve();
  await until('the answer is paid', async () => (await spentBy(service)) > 0n);
  const answer = await ask(service, STREAM);

  expect([answer.text, isReplay(answer), answer.isDone]).toEqual(['ab', true, true]);
  expect(service.upstream.requests).toHaveLength(1);
  expect(await spentBy(service)).toBe(ONE_CHARGE);
});

test('a client that gives up waiting for JSON and repeats gets the answer, and pays once', async () => {
  await using service = await lend();
  const rest = Promise.withResolvers<void>();
  service.upstream.play([waitFor(rest.promise), answerText('worth the wait')]);
  const leaving = new AbortController();
  const given = service.post(CHAT, { headers: HEADERS, signal: leaving.signal }).catch(() => 'gone');
  await service.upstream.nextRequest();

  leaving.abort();
  expect(await given).toBe('gone');
  const repeat = ask(service);
  rest.resolve();

  expect((await repeat).text).toBe('worth the wait');
  expect(service.upstream.requests).toHaveLength(1);
  expect(await spentBy(service)).toBe(ONE_CHARGE);
});

test('a failure is not kept: the next call asks the engine anew', async () => {
  await using service = await lend();
  service.upstream.play(inTurn(jsonError(500), answerText('better now')));

  const [failed, next, again] = [await ask(service), await ask(service), await ask(service)];

  expect([failed.status, next.status, again.status]).toEqual([502, 200, 200]);
  expect([isReplay(failed), isReplay(next), isReplay(again)]).toEqual([false, false, true]);
  expect(service.upstream.requests).toHaveLength(2);
  expect(await spentBy(service)).toBe(ONE_CHARGE);
});

test('a failure in the middle of a stream is not kept either, and costs nothing', async () => {
  await using service = await lend();
  service.upstream.play(inTurn([sseHead(), delta('half'), { type: 'reset' }], [sseHead(), delta('whole'), ...END]));

  const [failed, next] = [await ask(service, STREAM), await ask(service, STREAM)];

  expect([failed.text, failed.isDone, failed.error?.type]).toEqual(['half', false, 'upstream_error']);
  expect([next.text, next.isDone, isReplay(next)]).toEqual(['whole', true, false]);
  expect(await spentBy(service)).toBe(ONE_CHARGE);
  expect(await heldBy(service)).toBe(0n);
});

test('calls that wait for one that fails get the same failure, and the engine was asked once', async () => {
  await using service = await lend();
  const rest = Promise.withResolvers<void>();
  service.upstream.play(inTurn([waitFor(rest.promise), jsonError(500)], answerText('anew')));
  const first = ask(service);
  await service.upstream.nextRequest();
  const waiting = [ask(service), ask(service), ask(service)];
  // The limit counts a call before anything waits: once the fifth is counted, the others are in.
  await until('they are waiting', async () => (await countedBy(service)) >= 5);

  rest.resolve();
  const answers = await Promise.all([first, ...waiting]);

  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 502]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(service.upstream.requests).toHaveLength(1);
  expect(await spentBy(service)).toBe(0n);
});

/** How many requests of the key have been admitted, this one included. */
async function countedBy(service: TestService): Promise<number> {
  const { headers } = await fetch(`${service.url}/models`, { headers: { authorization: `Bearer ${service.key}` } });
  return 120 - Number(headers.get('x-ratelimit-remaining-requests'));
}

test('a kept answer survives a restart of the service', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-test-'));
  try {
    const before = await startService({ dataDir });
    before.upstream.play(answerText('kept for you'));
    const [json, stream] = [await ask(before), await ask(before, STREAM, { 'idempotency-key': 'streamed' })];
    await before.stop();

    await using after = await startService({ dataDir });
    const authorization = `Bearer ${before.key}`;
    const jsonAgain = await ask(after, CHAT, { ...HEADERS, authorization });
    const streamAgain = await ask(after, STREAM, { 'idempotency-key': 'streamed', authorization });
    const reused = await ask(after, STREAM, { ...HEADERS, authorization });

    expect(jsonAgain.body).toBe(json.body);
    expect([streamAgain.text, streamAgain.isDone]).toEqual([stream.text, true]);
    expect([isReplay(jsonAgain), isReplay(streamAgain)]).toEqual([true, true]);
    expect(reused.error?.code).toBe('idempotency_key_reused');
    expect(after.upstream.requests).toHaveLength(0);
    expect((await after.stores.ledger.balanceOf(before.accountId, Date.now())).spent).toBe((2n * ONE_CHARGE) as never);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('after its time a key is free: the next call is a new request, also with another body', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_IDEMPOTENCY_MS: '50' } });
  const first = await ask(service);

  await until('the answer is forgotten', async () => !isReplay(await ask(service)));
  const spent = await spentBy(service);
  const other = { ...CHAT, max_tokens: 7 };
  await until('another body is taken', async () => (await ask(service, other)).status === 200);

  expect(first.status).toBe(200);
  expect(spent).toBeGreaterThanOrEqual(2n * ONE_CHARGE);
  expect(await heldBy(service)).toBe(0n);
});

test('nothing of an answer or a question is stored without the header', async () => {
  await using service = await lend();
  service.upstream.play(answerText('a-very-secret-answer'));
  const body = { ...CHAT, messages: [{ role: 'user', content: 'a-very-secret-question' }] };

  await ask(service, body, {});
  await ask(service, { ...body, stream: true }, {});
  const without = filesOf(service);
  await ask(service, body);
  const withHeader = filesOf(service);

  expect(without).not.toContain('very-secret');
  expect(rowsOf(service)).toBe(1);
  expect(withHeader).toContain('a-very-secret-answer');
  expect(withHeader).not.toContain('a-very-secret-question');
});

const filesOf = ({ config }: TestService): string =>
  readdirSync(config.dataDir)
    .map((name) => readFileSync(join(config.dataDir, name)).toString('latin1'))
    .join('\n');

function rowsOf({ config }: TestService): number {
  using database = new Database(join(config.dataDir, 'boreal.db'), { readonly: true });
  return database.query<{ n: number }, []>('SELECT count(*) AS n FROM recorded_answers').get()!.n;
}

test('a server that stops lets an answer finish whose client has left, and keeps it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-test-'));
  try {
    const before = await startService({ dataDir });
    const rest = Promise.withResolvers<void>();
    before.upstream.play([waitFor(rest.promise), answerText('finished alone')]);
    const leaving = new AbortController();
    const given = before.post(CHAT, { headers: HEADERS, signal: leaving.signal }).catch(() => 'gone');
    await before.upstream.nextRequest();
    leaving.abort();
    await given;

    const stopped = before.stop();
    rest.resolve();
    await stopped;
    await using after = await startService({ dataDir });
    const answer = await ask(after, CHAT, { ...HEADERS, authorization: `Bearer ${before.key}` });

    expect([answer.text, isReplay(answer)]).toEqual(['finished alone', true]);
    expect(after.upstream.requests).toHaveLength(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
