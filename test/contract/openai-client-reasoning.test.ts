/** The official client: reasoning beside the content, however the engine writes it. */
import { describe, expect, test } from 'bun:test';
import { lendServices } from '../support/lent-services.ts';
import { answerReasoning, answerText } from '../support/scripted-upstream.ts';
import { asked, collect, HELLO, MODELS, orderOf, PRICED_USAGE, rejection } from './client.fixture.ts';

const lendService = lendServices();

const THINKERS = MODELS.filter(({ isReasoning }) => isReasoning);
const STYLES = ['reasoning_content', 'reasoning', 'think-tags'] as const;
const CASES = THINKERS.flatMap(({ catalogue, model }) => STYLES.map((style) => ({ catalogue, model, style })));
const THOUGHT = { reasoning: 'First I think, <b>hard</b>.', content: 'Then I answer: a < b.' };

describe.each(CASES)('$model, from an engine that writes $style,', ({ catalogue, model, style }) => {
  test('has the reasoning beside the content in JSON', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerReasoning({ ...THOUGHT, style }, { usage: PRICED_USAGE }));

    const { choices, usage } = await service.client().chat.completions.create({ model, messages: HELLO });

    expect<object | undefined>(choices[0]?.message).toEqual({
      role: 'assistant',
      content: THOUGHT.content,
      reasoning_content: THOUGHT.reasoning,
      refusal: null,
    });
    expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(3);
  });

  test('streams the reasoning first, in deltas of its own', async () => {
    await using service = await lendService({ catalogue });
    service.upstream.play(answerReasoning({ ...THOUGHT, style }));

    const chunks = await collect(
      await service.client().chat.completions.create({ model, messages: HELLO, stream: true }),
    );

    const deltas = chunks.map((chunk) => chunk.choices[0]!.delta as Record<string, string>);
    const [role, ...pieces] = deltas;
    const end = pieces.pop();
    const answerAt = pieces.findIndex((delta) => 'content' in delta);
    expect(role).toEqual({ role: 'assistant', content: '' });
    expect(end).toEqual({});
    expect(pieces.slice(0, answerAt).every((delta) => Object.keys(delta).join() === 'reasoning_content')).toBe(true);
    expect(pieces.slice(answerAt).every((delta) => Object.keys(delta).join() === 'content')).toBe(true);
    expect(pieces.map((delta) => delta.reasoning_content ?? '').join('')).toBe(THOUGHT.reasoning);
    expect(pieces.map((delta) => delta.content ?? '').join('')).toBe(THOUGHT.content);
  });
});

test('tags that arrive one character at a time are still tags', async () => {
  await using service = await lendService();
  const written = `\n<think>\n${THOUGHT.reasoning}\n</think>\n\n${THOUGHT.content}`;
  service.upstream.play(answerText(written, { chunks: [...written] }));

  const chunks = await collect(
    await service.client().chat.completions.create({ model: 'svc-polaris', messages: HELLO, stream: true }),
  );

  const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta as Record<string, string>));
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(THOUGHT.reasoning);
  expect(deltas.map((delta) => delta.content ?? '').join('')).toBe(THOUGHT.content);
});

test.each(['The tag <think> opens a thought.', 'a </think> b', '<thinking>no</thinking>', '<', ' <th'])(
  'a text that only talks about tags stays as it is: %s',
  async (text) => {
    await using service = await lendService();
    service.upstream.play(answerText(text, { chunks: [...text] }));
    const order = { model: 'svc-polaris', messages: HELLO };

    const { choices } = await service.client().chat.completions.create(order);
    const streamed = await service
      .client()
      .chat.completions.stream({ ...order, stream: true })
      .finalContent();

    expect(choices[0]?.message.content).toBe(text);
    expect(choices[0]?.message).not.toHaveProperty('reasoning_content');
    expect(streamed).toBe(text);
  },
);

test.each(THINKERS)(
  '$model ignores the temperature, but not one that is out of range',
  async ({ catalogue, model }) => {
    await using service = await lendService({ catalogue });
    const { completions } = service.client().chat;

    await completions.create({ model, messages: HELLO, temperature: 1.5 });
    const error = await rejection(completions.create({ model, messages: HELLO, temperature: 2.1 }));

    expect(asked(service)).not.toHaveProperty('temperature');
    expect(error).toMatchObject({ status: 400, param: 'temperature' });
    expect(error.message).toContain('temperature must be at most 2');
  },
);

test('reasoning that a client sends back is taken and not passed on', async () => {
  await using service = await lendService();
  const client = service.client();
  service.upstream.play(answerReasoning({ ...THOUGHT, style: 'reasoning_content' }));

  const { choices } = await client.chat.completions.create({ model: 'svc-polaris', messages: HELLO });
  await client.chat.completions.create({
    model: 'svc-polaris',
    messages: [...HELLO, choices[0]!.message, { role: 'user', content: 'And?' }],
  });
  await client.chat.completions.create(
    orderOf({ messages: [{ role: 'assistant', content: 'x', reasoning_content: null, reasoning: 'y' }, ...HELLO] }),
  );

  expect(asked(service, 1).messages).toEqual([
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: THOUGHT.content },
    { role: 'user', content: 'And?' },
  ]);
  expect(asked(service, 2).messages).toEqual([
    { role: 'assistant', content: 'x' },
    { role: 'user', content: 'Hello' },
  ]);
});

test('reasoning_effort is passed on', async () => {
  await using service = await lendService();

  await service.client().chat.completions.create({ model: 'svc-polaris', messages: HELLO, reasoning_effort: 'low' });

  expect(asked(service).reasoning_effort).toBe('low');
});
