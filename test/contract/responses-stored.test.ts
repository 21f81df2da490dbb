/** Responses that are kept: referring to them, reading and deleting them, and what is left of them in the database. */
import { describe, expect } from 'bun:test';
import type OpenAI from 'openai';
import { test } from '../support/databases.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerText, answerToolCalls, inTurn } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { asked, collect, paid, rejection } from './client.fixture.ts';

const lend = lendServices();

const TOOLS = [{ type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: false }];

type ItemPage = { data: { content: { text: string }[] }[]; last_id: string; has_more: boolean };

const get = (service: TestService, path: string, key = service.key) =>
  fetch(`${service.url}/${path}`, { headers: { authorization: `Bearer ${key}` } });

describe('a later request', () => {
  test('goes on from the previous response, without its instructions', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerText('Brno.'), answerText('Yes.'), answerText('Really.')));
    const client = service.client();

    const first = await client.responses.create({ instructions: 'Be terse.', input: 'Where?' });
    const second = await client.responses.create({ previous_response_id: first.id, input: 'Sure?' });
    const events = await collect(
      await client.responses.create({ previous_response_id: second.id, input: 'Truly?', stream: true }),
    );

    expect<object>(first).toMatchObject({ store: true });
    expect<object>(second).toMatchObject({ store: true, previous_response_id: first.id });
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' });
    expect(asked(service).messages).toEqual([
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: 'Brno.' },
      { role: 'user', content: 'Sure?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Truly?' },
    ]);
  });

  test('gives only the result of a call, whose call is in the previous response', async () => {
    await using service = await lend();
    service.upstream.play(
      inTurn(answerToolCalls([{ id: 'call_1', name: 'weather', arguments: {} }]), answerText('Rain.')),
    );
    const client = service.client();

    const first = await client.responses.create({ input: 'Weather?', tools: TOOLS });
    const second = await client.responses.create({
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: 'call_1', output: 'rain' }],
      tools: TOOLS,
    });

    expect(second.output_text).toBe('Rain.');
    expect(asked(service).messages).toMatchObject([
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
    ]);
  });

  test('refers to single items, of the output and of the input', async () => {
    await using service = await lend();
    service.upstream.play(inTurn(answerText('Brno.'), answerText('Yes.')));
    const client = service.client();
    const first = await client.responses.create({ input: 'Where?' });
    const { data: sent } = await client.responses.inputItems.list(first.id);

    await client.responses.create({
      input: [
        { type: 'item_reference', id: sent[0]!.id! },
        { id: first.output[0]!.id! } as OpenAI.Responses.ResponseInputItem,
        { role: 'user', content: 'Sure?' },
      ],
    });

    expect(asked(service).messages).toEqual([
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: 'Brno.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  test('is refused where what it refers to is not there, and costs nothing', async () => {
    await using service = await lend();
    const client = service.client();
    const gone = `resp_${'a'.repeat(34)}`;

    const previous = await rejection(client.responses.create({ previous_response_id: gone, input: 'Sure?' }));
    const item = await rejection(
      client.responses.create({ input: [{ type: 'item_reference', id: `msg_${'a'.repeat(34)}_0` }] }),
    );
    const result = await rejection(
      client.responses.create({ input: [{ type: 'function_call_output', call_id: 'call_9', output: 'x' }] }),
    );

    expect(previous).toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
    });
    expect(item).toMatchObject({ status: 400, param: 'input[0].id' });
    expect(result).toMatchObject({ status: 400, param: 'input' });
    expect(result.message).toContain('call_9');
    expect((await paid(service)).spent).toBe(0n);
  });
});

describe('a kept response', () => {
  test('is read, listed and deleted by every key of its account, and by no other', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Brno.'));
    const client = service.client();
    const made = await client.responses.create({ input: [{ role: 'user', content: 'Where?' }], metadata: { a: 'b' } });
    const second = await service.newKey();
    const other = await service.newKey({ accountId: await service.newAccount() });

    const read = await client.responses.retrieve(made.id);
    const items = await client.responses.inputItems.list(made.id, { order: 'asc' });

    expect(read).toEqual(made);
    expect(items.data).toMatchObject([
      { type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_text', text: 'Where?' }] },
    ]);
    expect((await get(service, `responses/${made.id}`, second.secret)).status).toBe(200);
    expect((await get(service, `responses/${made.id}`, other.secret)).status).toBe(404);
    expect((await get(service, `responses/${made.id}/input_items`, other.secret)).status).toBe(404);
    const foreign = await rejection(
      service.client({ apiKey: other.secret }).responses.create({ previous_response_id: made.id, input: 'And?' }),
    );
    expect(foreign).toMatchObject({ status: 400, code: 'previous_response_not_found' });
    const refused = await rejection(service.client({ apiKey: other.secret }).responses.delete(made.id));
    expect(refused).toMatchObject({ status: 404 });

    await client.responses.delete(made.id);

    expect(await rejection(client.responses.retrieve(made.id))).toMatchObject({ status: 404 });
    expect(await rejection(client.responses.delete(made.id))).toMatchObject({ status: 404 });
  });

  test('lists its input in pages', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Ok'));
    const input = Array.from({ length: 5 }, (_, i) => ({ role: 'user' as const, content: `${i}` }));
    const { id } = await service.client().responses.create({ input });

    const pageAt = async (path: string) => (await (await get(service, path)).json()) as ItemPage;
    const first = await pageAt(`responses/${id}/input_items?limit=2`);
    const rest = await pageAt(`responses/${id}/input_items?limit=3&after=${first.last_id}`);
    const wrong = await get(service, `responses/${id}/input_items?limit=0`);

    const texts = (page: ItemPage) => page.data.map((one) => one.content[0]!.text);
    expect([texts(first), first.has_more]).toEqual([['4', '3'], true]);
    expect([texts(rest), rest.has_more]).toEqual([['2', '1', '0'], false]);
    expect(wrong.status).toBe(400);
  });

  test('is encrypted in the database, for its account alone', async () => {
    await using service = await lend();
    service.upstream.play(answerText('A secret of Brno.'));
    const made = await service.client().responses.create({ input: 'Tell me a secret of Brno.' });

    const [sealed] = await service.stores.storedResponses.list(service.accountId, null);

    expect(sealed?.id).toBe(made.id);
    expect(atob(sealed!.input) + atob(sealed!.response)).not.toContain('Brno');
  });

  test('is not made where the client does not want it', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Hi'));

    const response = await service.client().responses.create({ input: 'Hello', store: false });

    expect(response).toMatchObject({ store: false } as object);
    expect((await get(service, `responses/${response.id}`)).status).toBe(404);
    expect(await service.stores.storedResponses.list(service.accountId, null)).toEqual([]);
  });

  test('is not made of what is too long to be read again, also where that comes from an earlier one', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Hi'));
    const client = service.client();

    const half = await client.responses.create({ input: 'x'.repeat(1_100_000) });
    const whole = await client.responses.create({ previous_response_id: half.id, input: 'y'.repeat(1_100_000) });

    expect<object>(half).toMatchObject({ store: true });
    expect<object>(whole).toMatchObject({ store: false, output_text: 'Hi' });
    const [first] = asked(service).messages as { content: string }[];
    expect(first!.content).toHaveLength(1_100_000);
    expect(await service.stores.storedResponses.list(service.accountId, null)).toHaveLength(1);
  });

  test('is forgotten by the sweep when its time is over, and the oldest where there are too many', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_STORED_RESPONSES_MAX: '2' } });
    service.upstream.play(answerText('Hi'));
    const client = service.client();
    const made: string[] = [];
    for (const input of ['1', '2', '3']) made.push((await client.responses.create({ input })).id);

    const left = await service.stores.storedResponses.list(service.accountId, null);
    const hour = 60 * 60 * 1000;
    await service.stores.maintenance.forgetAnswers(Date.now() + 23 * hour);
    const before = await service.stores.storedResponses.list(service.accountId, null);
    await service.stores.maintenance.forgetAnswers(Date.now() + 25 * hour);

    expect(left.map(({ id }) => id)).toEqual(made.slice(1));
    expect(before).toHaveLength(2);
    expect(await service.stores.storedResponses.list(service.accountId, null)).toEqual([]);
  });

  test('goes with its account', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Hi'));
    await service.client().responses.create({ input: 'Hello' });

    await service.stores.closing.close({ accountId: service.accountId, actor: 'owner', atMs: Date.now() });

    expect(await service.stores.storedResponses.list(service.accountId, null)).toEqual([]);
  });

  test('is the same for a repeat with its Idempotency-Key', async () => {
    await using service = await lend();
    service.upstream.play(answerText('Hi'));
    const client = service.client();
    const once = () =>
      client.responses.create({ input: 'Hello' }, { idempotencyKey: 'k', headers: { 'idempotency-key': 'k' } });

    const [first, second] = [await once(), await once()];

    expect(second).toEqual(first);
    expect(await service.stores.storedResponses.list(service.accountId, null)).toHaveLength(1);
  });
});

test('a client that leaves an answer with an Idempotency-Key gets it whole, kept, and can go on from it', async () => {
  await using service = await lend();
  service.upstream.play(inTurn(answerText('one two three four'), answerText('five')));
  const client = service.client();
  const once = { headers: { 'idempotency-key': 'k' } };
  const order = { input: 'Count', stream: true } as const;

  for await (const event of await client.responses.create(order, once)) if (event.type.endsWith('.delta')) break;
  const events = await collect(await client.responses.create(order, once));
  const { response } = events.at(-1) as OpenAI.Responses.ResponseCompletedEvent;
  const next = await client.responses.create({ previous_response_id: response.id, input: 'And?' });

  expect<object>(response).toMatchObject({ status: 'completed', store: true });
  expect(next.output_text).toBe('five');
  expect(asked(service).messages).toMatchObject([{}, { role: 'assistant', content: 'one two three four' }, {}]);
  expect(service.upstream.requests).toHaveLength(2);
});

describe('where the operator keeps nothing', () => {
  test('requests are served, say that they were not kept, and references are refused with the reason', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_STORED_RESPONSE_MS: '0' } });
    service.upstream.play(answerText('Hi'));
    const client = service.client();

    const response = await client.responses.create({ input: 'Hello', store: true });
    const previous = await rejection(client.responses.create({ previous_response_id: response.id, input: 'And?' }));

    expect(response).toMatchObject({ output_text: 'Hi', store: false } as object);
    expect(previous).toMatchObject({ status: 400, param: 'previous_response_id' });
    expect(previous.message).toContain('keeps none');
    expect((await get(service, `responses/${response.id}`)).status).toBe(404);
  });
});
