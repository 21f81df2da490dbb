/** One account with very many streams, and others beside it, on the real embedded engine. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startService, type TestService, until } from '../support/service.ts';

const isReady = async (one: TestService): Promise<boolean> =>
  (await fetch(one.url.replace('/v1', '/readyz'))).status === 200;
/** Half of what fits into the context: sixteen pieces. */
const LONG_PROMPT = { messages: [{ role: 'user', content: 'word '.repeat(1000) }], max_tokens: 1 };
/** The built-in model answers with a program. */
const PROGRAM = {
  messages: [{ role: 'user', content: 'How do I use Boreal from Python?' }],
  max_tokens: 300,
  stream: true,
};

let service: TestService;
beforeAll(async () => {
  service = await startService({
    embedded: { slots: 8, queueMax: 8 },
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' },
  });
  await until('the engine is ready', () => isReady(service));
});
afterAll(() => service.stop());

test('an account that fills the engine has to wait, and others are answered', async () => {
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => (await service.newKey({ accountId: await service.newAccount() })).secret),
  );
  const leaving = new AbortController();
  const read = async (asked: Promise<Response>) => {
    const answer = await asked;
    if (answer.status === 200) void answer.text().catch(() => {});
    return answer;
  };

  const greedy = Array.from({ length: 24 }, () => read(service.post(PROGRAM, { signal: leaving.signal })));
  const refusals: Response[] = [];
  for (const asked of greedy)
    void asked.then(
      (answer) => answer.status !== 200 && refusals.push(answer),
      () => {},
    );
  await until('slots and queue are full', () => refusals.length >= 24 - 7 - 8);
  const served = await Promise.all(
    others.map((secret) =>
      service.post({ ...PROGRAM, max_tokens: 3, stream: false }, { headers: { authorization: `Bearer ${secret}` } }),
    ),
  );

  expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const refused of refusals) {
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 61);
    expect(await refused.json()).toMatchObject({
      error: { type: 'rate_limit_error', code: 'concurrency_limit_exceeded' },
    });
  }
  leaving.abort();
  await Promise.allSettled(greedy);
  await until('nothing is held any more', async () => {
    const { held } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    return held === 0n;
  });
});

test('a long prompt is read piece by piece, and an answer that runs goes on meanwhile', async () => {
  const running = await service.post({ ...PROGRAM, max_tokens: 1900 });
  const reader = running.body!.getReader();
  await reader.read();
  let pieces = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver && !(await reader.read()).done) pieces += 1;
  })();

  const read = await service.client().chat.completions.create({ model: 'svc-glacier', ...LONG_PROMPT } as never);
  isOver = true;
  await reader.cancel();
  await reading;

  const { prompt_tokens } = (read as { usage: { prompt_tokens: number } }).usage;
  // Each piece of 64 tokens lets it write at least one; some are counted later.
  expect(pieces).toBeGreaterThanOrEqual(Math.floor(prompt_tokens / 96));
});
