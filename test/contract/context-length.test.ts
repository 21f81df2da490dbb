/** Prompts that cannot fit into the context of their model are refused before an engine hears of them. */
import { expect, test } from 'bun:test';
import { answerText } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

const CONTEXT_TOKENS = 1000;
/** No vocabulary has longer tokens. */
const TOKEN_BYTES_MAX = 256;
const env = {
  BOREAL_MODELS: JSON.stringify({ 'svc-glacier': { engine: 'main', contextTokens: CONTEXT_TOKENS } }),
};

test('a prompt whose bytes cannot fit is refused without asking an engine, and costs nothing', async () => {
  await using service = await startService({ env });
  service.upstream.play(answerText('Hello'));
  const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  const halves = (bytes: number) => [
    { role: 'system', content: 'ž'.repeat(bytes / 4) },
    { role: 'user', content: ' '.repeat(bytes / 2) },
  ];

  const refusal = await service
    .client()
    .chat.completions.create({ model: 'svc-glacier', messages: halves(CONTEXT_TOKENS * TOKEN_BYTES_MAX) as never })
    .catch((error) => error);

  expect(refusal).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'messages' });
  expect(refusal.message).toContain(
    "This model's maximum context length is 1000 tokens. However, your messages have at least 1000 tokens.",
  );
  expect(service.upstream.requests).toEqual([]);
  expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);

  const fitting = await service.post({ messages: halves((CONTEXT_TOKENS - 1) * TOKEN_BYTES_MAX) });
  expect(fitting.status).toBe(200);
});

test('where the context of a model is unknown, its engine decides', async () => {
  await using service = await startService();
  service.upstream.play(answerText('Hello'));

  const answer = await service.post({ messages: [{ role: 'user', content: ' '.repeat(4_000_000) }] });

  expect(answer.status).toBe(200);
});
