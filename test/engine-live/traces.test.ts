/** One trace through both processes: the gateway, and the embedded engine with the real built-in model. */
import { expect, test } from 'bun:test';
import { ask } from '../support/asking.ts';
import { startService, until } from '../support/service.ts';
import { startTraceReceiver, treesOf } from '../support/trace-receiver.ts';

const ATTEMPT = 'chat svc-frost';

test("the embedded engine's own steps are in the trace of the request, in their order and with its tokens", async () => {
  await using receiver = startTraceReceiver();
  await using service = await startService({ embedded: { slots: 2 }, env: receiver.settings() });
  const isReady = () => service.log.some((line) => line.message === 'embedded engine is ready');
  await until('the engine is ready', isReady);

  const answer = await ask(service, 'stream', { temperature: 0, max_tokens: 20 });
  await until('the request is there', () => receiver.spans.some(({ kind }) => kind === 2));

  expect(receiver.problems).toEqual([]);
  const own = ['engine.process', ['engine.load'], ['engine.wait'], ['engine.prompt'], ['engine.generation']];
  const admission = [['admission.gate'], ['admission.body'], ['admission.hold']];
  expect(treesOf(receiver.spans)).toEqual([
    ['POST /v1/chat/completions', ...admission, [ATTEMPT, own], ['settlement']],
  ]);
  const named = (name: string) => receiver.spans.find((span) => span.name === name)!;
  const attempt = named(ATTEMPT);
  expect(attempt.facts).toMatchObject({ 'boreal.engine': 'embedded', 'boreal.outcome': 'finished' });
  expect(attempt.facts).toMatchObject({
    'gen_ai.usage.input_tokens': answer.usage!.prompt_tokens,
    'gen_ai.usage.output_tokens': answer.usage!.completion_tokens,
  });
  const steps = [named('engine.load'), named('engine.wait'), named('engine.prompt'), named('engine.generation')];
  for (const [at, step] of steps.entries()) {
    expect(step.startedAt).toBeGreaterThanOrEqual(attempt.startedAt);
    expect(step.endedAt).toBeLessThanOrEqual(attempt.endedAt);
    if (at > 0) expect(step.startedAt).toBeGreaterThanOrEqual(steps[at - 1]!.startedAt);
  }
});
