/** POST /v1/messages/count_tokens where the engine cannot tell: our own bound, and it says so. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ creditNanos: 0n });
});
afterAll(() => service.stop());

const ORDER = { model: 'svc-glacier', messages: [{ role: 'user' as const, content: 'Hello there' }] };
const clientOf = (apiKey = service.key) =>
  new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey });
const failureOf = (asked: PromiseLike<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

test('counts by the bound without credit, a hold or an answer, and more for more', async () => {
  const short = await clientOf().messages.countTokens(ORDER);
  const long = await clientOf().messages.countTokens({
    ...ORDER,
    system: 'x'.repeat(1000),
    tools: [{ name: 'weather', input_schema: { type: 'object' } }],
  });

  expect(short).toMatchObject({ counted_by: 'bound' } as object);
  expect(short.input_tokens).toBeGreaterThanOrEqual('Hello there'.length);
  expect(long.input_tokens).toBeGreaterThan(short.input_tokens + 1000);
  expect(service.upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toEqual([]);
  expect((await service.stores.ledger.openHolds()).count).toBe(0);
});

test('refuses what a message would be refused for, in the same shape', async () => {
  const { secret } = await service.newKey({ allowedModels: ['svc-frost'] });

  expect(await failureOf(clientOf('sk-wrong').messages.countTokens(ORDER))).toMatchObject({ status: 401 });
  expect(await failureOf(clientOf(secret).messages.countTokens(ORDER))).toMatchObject({ status: 404 });
  expect(await failureOf(clientOf().messages.countTokens({ ...ORDER, messages: [] }))).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
  });
});

test('counts a large body too, which is read on a thread', async () => {
  const content = 'word '.repeat(100_000);

  const { input_tokens } = await clientOf().messages.countTokens({ ...ORDER, messages: [{ role: 'user', content }] });

  expect(input_tokens).toBeGreaterThan(500_000);
});
