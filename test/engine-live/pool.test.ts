/** The embedded engine as one of several: the real built-in model stands in for an upstream that fails. */
import { expect, test } from 'bun:test';
import { askAndPay } from '../support/asking.ts';
import { expectLedgerInOrder } from '../support/ledger-order.ts';
import { isChat } from '../support/pool-service.ts';
import { answerText, jsonError } from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';

test('where an upstream fails, the embedded engine answers for the same model', async () => {
  await using service = await startService({
    env: {
      BOREAL_EMBEDDED: '{}',
      BOREAL_MODELS: JSON.stringify({ 'svc-frost': { engine: ['main', 'embedded'], model: 'elsewhere' } }),
    },
  });
  const isReady = () => service.log.some((line) => line.message === 'embedded engine is ready');
  await until('the engine is ready', isReady);
  service.upstream.play((request) => (isChat(request) ? jsonError(500) : answerText('pong')));

  const messages = [{ role: 'user', content: 'What is the capital of France?' }];
  const { answer, paid } = await askAndPay(service, 'stream', { messages, temperature: 0, max_tokens: 60 });

  expect(answer.text).toContain('Paris');
  expect(answer.isDone).toBe(true);
  expect(paid).toBeGreaterThan(0n);
  await expectLedgerInOrder(service.config.dataDir);
});
