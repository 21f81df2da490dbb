/**
 * As many logprobs as a model with a long output gives: 32,000 tokens and 20 others for each, 37 MB of JSON. Measured as
 * in `loop-hold.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chatWith } from '../support/large-bodies.ts';
import { answerLogprobs, type ProbedService, startProbedService, TURN_MS_MAX } from '../support/loop-turns.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import type { Environment } from '../support/service-process.ts';
import { isThorough } from '../support/thorough.ts';

const TOKENS = 32_000;
const CHAT = chatWith('"Hi"', ',"logprobs":true,"top_logprobs":20,"model":"long"');
const RESPONSE = JSON.stringify({ input: 'Hi', top_logprobs: 20, model: 'long' });
const streamed = (body: string) => `${body.slice(0, -1)},"stream":true}`;

/** Written once for both services. */
const ANSWER = answerLogprobs(TOKENS);

const startLong = async (env: Environment = {}): Promise<ProbedService> => {
  const model = { engine: 'main', maxOutputTokens: TOKENS, price: { input: '1', output: '1' } };
  const started = await startProbedService({ BOREAL_MODELS: JSON.stringify({ long: model }), ...env });
  started.upstream.play(ANSWER);
  return started;
};

let onSqlite: ProbedService;
let onPostgres: ProbedService;
let storage: Awaited<ReturnType<typeof emptyPostgres>>;
beforeAll(async () => {
  onSqlite = await startLong();
  storage = await emptyPostgres();
  onPostgres = await startLong({
    BOREAL_DATABASE_URL: storage.url,
    BOREAL_SECRET: 'a secret of this test, long enough',
  });
});
afterAll(async () => {
  await onSqlite[Symbol.asyncDispose]();
  await onPostgres[Symbol.asyncDispose]();
  await storage.giveBack();
});

type Asked = { readonly path: string; readonly body: string; readonly headers?: Readonly<Record<string, string>> };

async function ask(service: ProbedService, { path, body, headers = {} }: Asked): Promise<void> {
  const response = await service.post(path, body, headers);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(30_000_000);
}

const SHAPES = [
  ['a chat', '/chat/completions', CHAT],
  ['a streamed chat', '/chat/completions', streamed(CHAT)],
  ['a response', '/responses', RESPONSE],
  ['a streamed response', '/responses', streamed(RESPONSE)],
] as const;

test.each([SHAPES[0], SHAPES[2]])(
  '%s with the logprobs of 32,000 tokens does not hold the loop',
  async (_, path, body) => {
    expect(await onSqlite.longestTurnMs(() => ask(onSqlite, { path, body }))).toBeLessThan(TURN_MS_MAX);
  },
);

async function askAndRepeat(service: ProbedService, { name, path, body }: Asked & { name: string }): Promise<void> {
  const key = (n: number) => `${name}-${n}`.replaceAll(' ', '-');
  const askWithKey = (n: number) => ask(service, { path, body, headers: { 'idempotency-key': key(n) } });
  const asked = () => service.upstream.requests.filter(({ method }) => method === 'POST').length;

  expect(await service.longestTurnMs(askWithKey), 'kept').toBeLessThan(TURN_MS_MAX);
  const before = asked();
  expect(await service.longestTurnMs(() => askWithKey(0)), 'given again').toBeLessThan(TURN_MS_MAX);
  expect(asked()).toBe(before);
}

/** Usually each is asked at one of the two: before the answer is kept, there is no difference. */
const ON_SQLITE = isThorough ? SHAPES : [SHAPES[1], SHAPES[2]];
const ON_POSTGRES = isThorough ? SHAPES : [SHAPES[0], SHAPES[3]];

test.each(ON_SQLITE)('%s with as many, for an Idempotency-Key, does not hold the loop', (name, path, body) =>
  askAndRepeat(onSqlite, { name, path, body }),
);

test.each(ON_POSTGRES)(
  '%s with as many, for an Idempotency-Key, does not hold the loop on PostgreSQL',
  (name, path, body) => askAndRepeat(onPostgres, { name, path, body }),
);
