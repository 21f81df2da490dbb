/** Responses in a conversation: what they read of it, and what they leave in it. */
import { describe, expect } from 'bun:test';
import type OpenAI from 'openai';
import { test } from '../support/databases.ts';
import { heldAnswer } from '../support/held-answer.ts';
import { lendServices } from '../support/lent-services.ts';
import { seeded } from '../support/random.ts';
import {
  answerReasoning,
  answerText,
  answerToolCalls,
  inTurn,
  jsonError,
  type ScriptRequest,
  waitFor,
} from '../support/scripted-upstream.ts';
import { asked, collect, paid, rejection } from './client.fixture.ts';

const lend = lendServices();

const TOOLS = [{ type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: false }];
const said = (content: string) => ({ type: 'message' as const, role: 'user' as const, content });

const itemsOf = (client: OpenAI, id: string) =>
  collect(client.conversations.items.list(id, { order: 'asc', limit: 100 }));
const textsIn = async (client: OpenAI, id: string) =>
  (await itemsOf(client, id)).map((item) =>
    item.type === 'message' ? item.content.map((part) => ('text' in part ? part.text : '')).join('') : item.type,
  );

describe('a response in a conversation', () => {
  test('reads its items, and leaves what was sent and what came, whole or streamed, stored or not', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerText('Brno.'), answerText('Yes.'), answerText('Really.')));
    const client = service.client();
    const { id } = await client.conversations.create({ items: [said('A town in Moravia.')] });

    const first = await client.responses.create({ conversation: id, input: 'Which?', instructions: 'Be terse.' });
    const second = await client.responses.create({ conversation: { id }, input: 'Sure?', store: false });
    const events = await collect(await client.responses.create({ conversation: id, input: 'Truly?', stream: true }));

    const { response: third } = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
    const { response: begun } = events[0] as OpenAI.Responses.ResponseCreatedEvent;
    expect([first, second, third, begun].map(({ conversation }) => conversation)).toEqual(Array(4).fill({ id }));
    expect((await client.responses.retrieve(first.id)).conversation).toEqual({ id });
    expect(asked(service).messages).toEqual([
      { role: 'user', content: 'A town in Moravia.' },
      { role: 'user', content: 'Which?' },
      { role: 'assistant', content: 'Brno.' },
      { role: 'user', content: 'Sure?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Truly?' },
    ]);
    const items = await itemsOf(client, id);
    expect(items.slice(1, 3)).toMatchObject([
      { type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_text', text: 'Which?' }] },
      { ...first.output[0], status: 'completed' },
    ]);
    expect(await textsIn(client, id)).toEqual([
      ...['A town in Moravia.', 'Which?', 'Brno.', 'Sure?', 'Yes.', 'Truly?', 'Really.'],
    ]);
    expect(await rejection(client.responses.retrieve(second.id))).toMatchObject({ status: 404 });
  });

  test('has calls, their results and reasoning in it', async () => {
    await using service = await lend();
    service.upstream.play(
      inTurn(
        answerToolCalls([{ id: 'call_1', name: 'weather', arguments: {} }]),
        answerReasoning({ reasoning: 'Rain it is.', content: 'Rain.', style: 'reasoning_content' }),
        answerText('Yes.'),
      ),
    );
    const client = service.client();
    const { id: conversation } = await client.conversations.create();

    await client.responses.create({ conversation, input: 'Weather?', tools: TOOLS });
    await client.responses.create({
      ...{ conversation, tools: TOOLS },
      input: [{ type: 'function_call_output', call_id: 'call_1', output: 'rain' }],
    });
    await client.responses.create({ conversation, input: 'Sure?' });

    const items = await itemsOf(client, conversation);
    expect(items.map(({ type }) => type)).toEqual([
      ...(['message', 'function_call', 'function_call_output', 'reasoning', 'message', 'message', 'message'] as const),
    ]);
    expect(items[1]).toMatchObject({ call_id: 'call_1', name: 'weather', arguments: '{}', status: 'completed' });
    expect(items[3]).toMatchObject({ content: [{ type: 'reasoning_text', text: 'Rain it is.' }] });
    expect(asked(service).messages).toMatchObject([
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
      { role: 'assistant', content: 'Rain.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  test('that was cut short is in it; one that failed or was left is not', async () => {
    await using service = await lend();
    const client = service.client({ maxRetries: 0 });
    const { id: conversation } = await client.conversations.create();
    service.upstream.play(answerText('Brno is', { finishReason: 'length' }));
    const cut = await client.responses.create({ conversation, input: 'Tell me.' });
    service.upstream.play(jsonError(500));
    await rejection(client.responses.create({ conversation, input: 'Fail.' }));
    const gate = Promise.withResolvers<void>();
    service.upstream.play(heldAnswer(gate.promise));
    const held = await client.responses.create({ conversation, input: 'Leave.', stream: true });
    for await (const event of held) if (event.type.endsWith('.delta')) break;
    const left = await (await service.upstream.nextRequest()).ended;
    gate.resolve();

    expect(cut).toMatchObject({ status: 'incomplete', conversation: { id: conversation } });
    service.upstream.play(answerText('Hi.'));
    await client.responses.create({ conversation, input: 'And now?' });
    expect(left).toBe('client-left');
    expect(await textsIn(client, conversation)).toEqual(['Tell me.', 'Brno is', 'And now?', 'Hi.']);
  });

  test('is refused where it cannot be, and costs nothing', async () => {
    await using service = await lend();
    const client = service.client();
    const { id } = await client.conversations.create({ items: [{ ...said('Hi'), id: 'msg_own' } as never] });
    const other = service.client({ apiKey: (await service.newKey({ accountId: await service.newAccount() })).secret });
    const empty = await client.conversations.create();

    const refusal = (asking: OpenAI, order: object) =>
      rejection(asking.responses.create({ input: 'Hi', ...order } as OpenAI.Responses.ResponseCreateParams));

    expect(await refusal(client, { conversation: id, previous_response_id: 'resp_1' })).toMatchObject({
      status: 400,
      param: 'conversation',
    });
    for (const [asking, order] of [
      [client, { conversation: 'conv_unknown' }],
      [client, { conversation: { id: 'conv_unknown' }, stream: true }],
      [other, { conversation: id }],
    ] as const) {
      const missing = await refusal(asking, order);
      expect(missing).toMatchObject({ status: 404, message: expect.stringContaining('conv_') });
    }
    const twice = await refusal(client, { conversation: id, input: [{ type: 'item_reference', id: 'msg_own' }] });
    expect(twice).toMatchObject({ status: 400, param: 'input', message: expect.stringContaining('Duplicate item') });
    expect(await refusal(client, { conversation: empty.id, input: undefined })).toMatchObject({ param: 'input' });
    for (const wrong of [7, 'conv 1', { id: '' }, [id], { name: id }]) {
      const refused = await refusal(client, { conversation: wrong });
      expect([refused.status, String(refused.param)]).toEqual([400, expect.stringMatching(/^conversation/)]);
    }
    expect((await paid(service)).spent).toBe(0n);
    expect(service.upstream.requests).toHaveLength(0);
  });

  test('may bring nothing of its own, and is counted with the conversation', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Brno.'));
    const client = service.client();
    const { id: conversation } = await client.conversations.create({ items: [said('A town in Moravia?')] });

    const alone = await client.responses.inputTokens.count({ input: 'Hi' });
    const whole = await client.responses.inputTokens.count({ input: 'Hi', conversation });
    await client.responses.create({ conversation });

    expect(whole.input_tokens).toBeGreaterThan(alone.input_tokens);
    expect(await textsIn(client, conversation)).toEqual(['A town in Moravia?', 'Brno.']);
  });

  test('of a conversation that is deleted meanwhile is whole, and says that it is in none', async () => {
    await using service = await lend();
    const gate = Promise.withResolvers<void>();
    service.upstream.play([waitFor(gate.promise), answerText('one two three')]);
    const client = service.client();
    const { id: conversation } = await client.conversations.create();

    const asking = client.responses.create({ conversation, input: 'Count.' });
    await service.upstream.nextRequest();
    await client.conversations.delete(conversation);
    gate.resolve();
    const response = await asking;

    expect(response).toMatchObject({ status: 'completed', output_text: 'one two three', conversation: null });
    expect(await rejection(client.conversations.retrieve(conversation))).toMatchObject({ status: 404 });
  });

  test('is refused by a conversation that is full', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Hi.'));
    const client = service.client();
    const { id: conversation } = await client.conversations.create({ items: [said('x'.repeat(1_500_000))] });

    const refused = await rejection(client.responses.create({ conversation, input: 'y'.repeat(700_000) }));

    expect(refused).toMatchObject({ status: 400, param: 'conversation' });
    expect(service.upstream.requests).toHaveLength(0);
  });
});

describe('a repeat with its Idempotency-Key', () => {
  test('leaves nothing twice, also where an item was deleted since', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Hi.'));
    const client = service.client();
    const { id: conversation } = await client.conversations.create();
    const once = () =>
      client.responses.create({ conversation, input: 'Hello' }, { headers: { 'idempotency-key': 'k' } });

    const [first, second] = await Promise.all([once(), once()]);
    const between = await textsIn(client, conversation);
    for (const { id } of await itemsOf(client, conversation))
      await client.conversations.items.delete(id!, { conversation_id: conversation });
    const third = await once();

    expect([second.id, third.id]).toEqual([first!.id, first!.id]);
    expect(between).toEqual(['Hello', 'Hi.']);
    expect(await textsIn(client, conversation)).toEqual([]);
    expect(service.upstream.requests).toHaveLength(1);
  });

  test('gets its answer also where it would be refused by now', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerText('Hi.'), answerText('x'.repeat(1_000_000))));
    const client = service.client();
    const { id: conversation } = await client.conversations.create({ items: [said('y'.repeat(1_200_000))] });
    const own = [{ ...said('Hello'), id: 'msg_own' } as OpenAI.Responses.ResponseInputItem];
    const once = (key: string, input: OpenAI.Responses.ResponseInput) =>
      client.responses.create({ conversation, input }, { headers: { 'idempotency-key': key } });

    const first = await once('there', own);
    const again = await once('there', own);
    const filling = await once('full', [said('More?')]);
    const filled = await once('full', [said('More?')]);
    const items = await textsIn(client, conversation);
    await client.conversations.delete(conversation);
    const gone = await once('full', [said('More?')]);

    expect([again, filled]).toEqual([first, filling]);
    expect(gone).toMatchObject({ id: filling.id, store: true, conversation: null });
    expect(items.slice(1)).toEqual(['Hello', 'Hi.', 'More?', 'x'.repeat(1_000_000)]);
    expect(service.upstream.requests).toHaveLength(2);
    expect(await rejection(once('another', [said('More?')]))).toMatchObject({ status: 404 });
  });

  test('finishes what a client has left', async () => {
    await using service = await lend();
    service.upstream.play(answerText('one two three four'));
    const client = service.client();
    const { id: conversation } = await client.conversations.create();
    const order = { conversation, input: 'Count', stream: true } as const;
    const once = { headers: { 'idempotency-key': 'k' } };

    for await (const event of await client.responses.create(order, once)) if (event.type.endsWith('.delta')) break;
    await collect(await client.responses.create(order, once));

    expect(await textsIn(client, conversation)).toEqual(['Count', 'one two three four']);
    expect(service.upstream.requests).toHaveLength(1);
  });
});

describe('many responses at once in one conversation', () => {
  const AT_ONCE = 12;

  test.each([1, 2, 3])(
    'lose nothing, and the items of each stay together, in the order of their ends: seed %i',
    async (seed) => {
      await using service = await lend();
      const random = seeded(seed);
      const gates = new Map(
        Array.from({ length: AT_ONCE }, (_, n) => [`question ${n}`, Promise.withResolvers<void>()]),
      );
      service.upstream.play(({ body }: ScriptRequest) => {
        const { messages } = body as { messages: { content: string }[] };
        const question = messages.at(-1)!.content;
        return [waitFor(gates.get(question)!.promise), answerText(`answer to ${question}`)];
      });
      const client = service.client();
      const { id: conversation } = await client.conversations.create({ items: [said('Begin.')] });
      const ask = async (question: string) => {
        if (random.fraction() < 0.5)
          return client.responses.create({ conversation, input: [said('Note.'), said(question)] });
        const events = await collect(
          await client.responses.create({ conversation, input: [said('Note.'), said(question)], stream: true }),
        );
        return (events.at(-1) as OpenAI.Responses.ResponseCompletedEvent).response;
      };

      const running = new Map([...gates.keys()].map((question) => [question, ask(question)]));
      for (let n = 0; n < AT_ONCE; n++) await service.upstream.nextRequest();
      // The first half ends one after the other, the rest all at once.
      const order = [...gates.keys()]
        .map((question) => ({ question, at: random.fraction() }))
        .sort((a, b) => a.at - b.at);
      const inTurn = order.slice(0, AT_ONCE / 2).map(({ question }) => question);
      for (const question of inTurn) {
        gates.get(question)!.resolve();
        expect(await running.get(question)).toMatchObject({ status: 'completed', conversation: { id: conversation } });
      }
      for (const gate of gates.values()) gate.resolve();
      await Promise.all(running.values());

      const [begin, ...rest] = await textsIn(client, conversation);
      const turns = Array.from({ length: rest.length / 3 }, (_, n) => rest.slice(3 * n, 3 * n + 3));
      expect(begin).toBe('Begin.');
      expect(turns).toEqual(turns.map(([, question]) => ['Note.', question!, `answer to ${question}`]));
      expect(turns.slice(0, inTurn.length).map(([, question]) => question)).toEqual(inTurn);
      expect(turns.map(([, question]) => question!).toSorted()).toEqual([...gates.keys()].toSorted());
    },
  );
});
