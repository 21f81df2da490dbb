/** The same chat in every form that the playground writes: one question to the engine, one price. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Dialect, translated } from '../../web/src/dialects.ts';
import { bodyOf, type Draft, EMPTY_DRAFT } from '../../web/src/features/playground/draft.ts';
import { modelView } from '../../web/src/model-view.fixture.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  service.upstream.play(answerText('Sunny.', { usage: { prompt_tokens: 20, completion_tokens: 10 } }));
});
afterAll(() => service.stop());

const PATHS: Readonly<Record<Dialect, string>> = {
  chat: 'chat/completions',
  responses: 'responses',
  messages: 'messages',
};

const TOOL = { name: 'weather', description: 'The weather of a town.', parameters: { type: 'object' } };

/** Everything that can be typed in the playground and that all forms can say. */
const DRAFT: Draft = {
  ...EMPTY_DRAFT,
  system: 'Be brief.',
  turns: [
    { id: '1', role: 'user', content: 'Weather in Brno and in Praha?' },
    {
      id: '2',
      role: 'assistant',
      content: 'Let me see.',
      toolCalls: [
        { id: 'call_1', name: 'weather', arguments: '{"town":"Brno"}' },
        { id: 'call_2', name: 'weather', arguments: '{"town":"Praha"}' },
      ],
    },
    { id: '3', role: 'tool', content: '21 °C', toolCallId: 'call_1' },
    { id: '4', role: 'tool', content: '19 °C', toolCallId: 'call_2' },
    { id: '5', role: 'assistant', content: 'Brno 21, Praha 19.' },
    { id: '6', role: 'user', content: 'And tomorrow?' },
  ],
  parameters: { ...EMPTY_DRAFT.parameters, temperature: '0.5', topP: '0.9', maxTokens: '100' },
  tools: JSON.stringify([{ type: 'function', function: TOOL }]),
};

async function ask(dialect: Dialect): Promise<{ asked: Record<string, unknown>; cost: string }> {
  const { body } = translated(dialect, bodyOf(DRAFT, modelView({ id: 'svc-glacier' })).body, 8192);
  const answer = await fetch(`${service.url}/${PATHS[dialect]}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining('Sunny.')]);
  const receipt = await fetch(`${service.url}/receipts/${answer.headers.get('x-request-id')}`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const { cost_czk: cost } = (await receipt.json()) as { cost_czk: string };
  return { asked: service.upstream.requests.at(-1)!.body as Record<string, unknown>, cost };
}

test('a conversation with tools reaches the engine alike in all three forms, and costs the same', async () => {
  const chat = await ask('chat');

  expect(chat.asked.messages).toHaveLength(7);
  expect(chat.cost).toBe('0.0015');
  expect(await ask('responses')).toEqual(chat);
  expect(await ask('messages')).toEqual(chat);
});
