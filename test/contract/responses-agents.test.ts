/** The OpenAI Agents SDK: its loop over tools, hand-overs between agents, and state that the service keeps. */
import { describe, expect, test } from 'bun:test';
import { Agent, OpenAIConversationsSession, OpenAIProvider, Runner, tool } from '@openai/agents';
import { z } from 'zod';
import { lendServices } from '../support/lent-services.ts';
import { answerText, answerToolCalls, inTurn } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, collect, rejection } from './client.fixture.ts';

const lend = lendServices();

const runnerOf = (service: TestService) =>
  new Runner({
    modelProvider: new OpenAIProvider({ openAIClient: service.client() as never, useResponses: true }),
    tracingDisabled: true,
  });

const weather = tool({
  name: 'weather',
  description: 'The weather of a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `rain in ${city}`,
});
const CALL = { id: 'call_a1', name: 'weather', arguments: { city: 'Brno' } };
const agent = new Agent({ name: 'Forecaster', instructions: 'Be terse.', model: 'svc-glacier', tools: [weather] });

describe('an agent', () => {
  test('calls its tool and answers, whole and streamed', async () => {
    await using service = await lend();
    const script = inTurn(answerToolCalls([CALL]), answerText('It rains.'));
    service.upstream.play(script);

    const whole = await runnerOf(service).run(agent, 'Weather in Brno?');
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.')));
    const streamed = await runnerOf(service).run(agent, 'Weather in Brno?', { stream: true });
    await collect(streamed);
    await streamed.completed;

    expect(whole.finalOutput).toBe('It rains.');
    expect(streamed.finalOutput).toBe('It rains.');
    expect(asked(service).messages).toMatchObject([
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'Weather in Brno?' },
      { role: 'assistant', tool_calls: [{ id: 'call_a1', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'call_a1', content: 'rain in Brno' },
    ]);
  });

  test('goes on from its last response, and sends only what is new', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerText('Brno.'), answerText('Yes.')));
    const runner = runnerOf(service);

    const first = await runner.run(agent, 'Where?');
    const second = await runner.run(agent, 'Sure?', { previousResponseId: first.lastResponseId! });

    expect(second.finalOutput).toBe('Yes.');
    expect(asked(service).messages).toEqual([
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: 'Brno.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  test('goes on in a conversation of the service, tools included, and sends only what is new', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.'), answerText('Yes.')));
    const runner = runnerOf(service);
    const { conversations } = service.client();
    const { id: conversationId } = await conversations.create();

    await runner.run(agent, 'Weather in Brno?', { conversationId });
    const second = await runner.run(agent, 'Sure?', { conversationId });

    expect(second.finalOutput).toBe('Yes.');
    expect(asked(service).messages).toMatchObject([
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'Weather in Brno?' },
      { role: 'assistant', tool_calls: [{ id: 'call_a1', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'call_a1', content: 'rain in Brno' },
      { role: 'assistant', content: 'It rains.' },
      { role: 'user', content: 'Sure?' },
    ]);
    expect(await collect(conversations.items.list(conversationId))).toHaveLength(6);
  });

  test('keeps its session in a conversation of the service', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerToolCalls([CALL]), answerText('It rains.'), answerText('Yes.')));
    const runner = runnerOf(service);
    const session = new OpenAIConversationsSession({ client: service.client() as never });

    await runner.run(agent, 'Weather in Brno?', { session });
    const second = await runner.run(agent, 'Sure?', { session });
    const kept = await session.getItems();
    const last = await session.popItem();
    await session.clearSession();

    expect(second.finalOutput).toBe('Yes.');
    expect(asked(service).messages).toMatchObject([
      { role: 'system', content: 'Be terse.' },
      { role: 'user', content: 'Weather in Brno?' },
      { role: 'assistant', tool_calls: [{ id: 'call_a1' }] },
      { role: 'tool', tool_call_id: 'call_a1', content: 'rain in Brno' },
      { role: 'assistant', content: 'It rains.' },
      { role: 'user', content: 'Sure?' },
    ]);
    expect(kept).toHaveLength(6);
    expect(last).toMatchObject({ role: 'assistant', content: [{ text: 'Yes.' }] });
  });

  test('hands over to another agent, which answers', async () => {
    await using service = await lend();
    service.upstream.play(
      inTurn(answerToolCalls([{ id: 'call_h', name: 'transfer_to_Forecaster', arguments: {} }]), answerText('Sun.')),
    );
    const triage = new Agent({ name: 'Triage', model: 'svc-frost', handoffs: [agent] });

    const result = await runnerOf(service).run(triage, 'Weather?');

    expect(result.finalOutput).toBe('Sun.');
    expect(result.lastAgent?.name).toBe('Forecaster');
    expect(service.upstream.requests).toHaveLength(2);
  });

  test('gets an error when the credit is exhausted, and the run ends', async () => {
    await using service = await startService({ creditNanos: 0n });

    const thrown = await rejection(runnerOf(service).run(agent, 'Weather?'));

    expect(thrown).toMatchObject({ status: 402, code: 'insufficient_quota' });
  });
});
