/** /v1/conversations, as the official client calls it: made, read, changed, deleted, and its items. */
import { describe, expect } from 'bun:test';
import type OpenAI from 'openai';
import { test } from '../support/databases.ts';
import { lendServices } from '../support/lent-services.ts';
import { startService, type TestService } from '../support/service.ts';
import { collect, rejection } from './client.fixture.ts';

const lend = lendServices();

type Item = OpenAI.Conversations.ConversationItem;

const said = (content: string) => ({ type: 'message' as const, role: 'user' as const, content });
const textsOf = (items: readonly Item[]) =>
  items.map((item) => (item.type === 'message' ? item.content.map((part) => ('text' in part ? part.text : '')) : item));

const ask = (service: TestService, path: string, init: RequestInit = {}) =>
  fetch(`${service.url}/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  });

describe('a conversation', () => {
  test('is made, read, changed and deleted', async () => {
    await using service = await lend();
    const { conversations } = service.client();

    const made = await conversations.create({ metadata: { topic: 'Brno' }, items: [said('Where?')] });
    const read = await conversations.retrieve(made.id);
    const changed = await conversations.update(made.id, { metadata: { topic: 'Praha' } });
    const emptied = await conversations.update(made.id, { metadata: null });
    const deleted = await conversations.delete(made.id);

    expect(made).toMatchObject({ object: 'conversation', metadata: { topic: 'Brno' } });
    expect(made.id).toMatch(/^conv_\w+$/);
    expect(Math.abs(made.created_at - Date.now() / 1000)).toBeLessThan(600);
    expect(read).toEqual(made);
    expect(changed).toEqual({ ...made, metadata: { topic: 'Praha' } });
    expect(emptied.metadata).toEqual({});
    expect(deleted).toEqual({ id: made.id, object: 'conversation.deleted', deleted: true });
    for (const gone of [
      () => conversations.retrieve(made.id),
      () => conversations.update(made.id, { metadata: {} }),
      () => conversations.delete(made.id),
      () => conversations.items.list(made.id),
      () => conversations.items.create(made.id, { items: [said('Hi')] }),
    ]) {
      expect(await rejection(gone())).toMatchObject({ status: 404, message: expect.stringContaining(made.id) });
    }
  });

  test('is made of nothing', async () => {
    await using service = await lend();
    const { conversations } = service.client();

    const [bare, empty] = [await conversations.create(), await conversations.create({})];

    expect([bare.metadata, empty.metadata]).toEqual([{}, {}]);
    expect(await collect(conversations.items.list(bare.id))).toEqual([]);
  });

  test('is refused what it may not have', async () => {
    await using service = await lend();
    const { conversations } = service.client();
    const { id } = await conversations.create();
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
    const many = Array.from({ length: 21 }, (_, i) => said(`${i}`));
    const refused = async (call: PromiseLike<unknown>) => {
      const { status, param } = await rejection(call);
      return [status, param];
    };

    expect(await refused(conversations.create({ metadata: pairs(17) }))).toEqual([400, 'metadata']);
    expect(await refused(conversations.create({ metadata: { a: 'x'.repeat(513) } }))).toEqual([400, 'metadata.a']);
    const longName = 'k'.repeat(65);
    expect(await refused(conversations.create({ metadata: { [longName]: '' } }))).toEqual([400, 'metadata']);
    expect(await refused(conversations.create({ items: many }))).toEqual([400, 'items']);
    expect(await refused(conversations.items.create(id, { items: many }))).toEqual([400, 'items']);
    expect(await refused(conversations.items.create(id, { items: [] }))).toEqual([400, 'items']);
    const content = (part: object) => ({ items: [{ role: 'user', content: [part] } as never] });
    const picture = { type: 'input_image', image_url: 'http://example.com/a.png' };
    expect(await refused(conversations.create(content(picture)))).toEqual([400, 'items[0].content[0].image_url']);
    const audio = { type: 'input_audio' };
    expect(await refused(conversations.create(content(audio)))).toEqual([400, 'items[0].content[0].type']);
    const reference = { type: 'item_reference', id: 'msg_1' } as const;
    expect(await refused(conversations.items.create(id, { items: [reference] }))).toEqual([400, 'items[0].type']);
    expect(await refused(conversations.update(id, {} as never))).toEqual([400, 'metadata']);
    expect((await ask(service, 'conversations', { method: 'POST', body: '[]' })).status).toBe(400);
    expect((await ask(service, `conversations/${id}`, { method: 'PATCH', body: '{}' })).status).toBe(405);
    const most = await conversations.create({ metadata: { ...pairs(15), ['k'.repeat(64)]: 'x'.repeat(512) } });
    expect(Object.keys(most.metadata as object)).toHaveLength(16);
  });

  test('belongs to its account: every key of it, and no other', async () => {
    await using service = await lend();
    const { conversations } = service.client();
    const { id } = await conversations.create({ items: [said('Hi')] });
    const [item] = await collect(conversations.items.list(id));
    const second = service.client({ apiKey: (await service.newKey()).secret }).conversations;
    const otherKey = await service.newKey({ accountId: await service.newAccount() });
    const other = service.client({ apiKey: otherKey.secret }).conversations;

    expect((await second.retrieve(id)).id).toBe(id);
    for (const foreign of [
      () => other.retrieve(id),
      () => other.update(id, { metadata: {} }),
      () => other.delete(id),
      () => other.items.list(id),
      () => other.items.create(id, { items: [said('Mine')] }),
      () => other.items.retrieve(item!.id!, { conversation_id: id }),
      () => other.items.delete(item!.id!, { conversation_id: id }),
    ]) {
      expect(await rejection(foreign())).toMatchObject({ status: 404 });
    }
    expect(textsOf(await collect(conversations.items.list(id)))).toEqual([['Hi']]);
  });
});

describe('items of a conversation', () => {
  test('are added, listed in pages from either end, read one by one and deleted', async () => {
    await using service = await lend();
    const { conversations } = service.client();
    const { id } = await conversations.create({ items: [said('0'), said('1')] });

    const added = await conversations.items.create(id, { items: [said('2'), said('3'), said('4')] });
    const newest = await conversations.items.list(id, { limit: 2 });
    const inOrder = await collect(conversations.items.list(id, { limit: 2, order: 'asc' }));
    const read = await conversations.items.retrieve(added.first_id, { conversation_id: id, include: [] });
    const left = await conversations.items.delete(added.first_id, { conversation_id: id });

    expect(added).toMatchObject({
      object: 'list',
      has_more: false,
      first_id: added.data[0]!.id!,
      last_id: added.data[2]!.id!,
    });
    expect(textsOf(added.data)).toEqual([['2'], ['3'], ['4']]);
    expect([textsOf(newest.data), newest.has_more]).toEqual([[['4'], ['3']], true]);
    expect(textsOf(inOrder)).toEqual([['0'], ['1'], ['2'], ['3'], ['4']]);
    expect(read).toEqual(added.data[0]!);
    expect(read).toMatchObject({
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: '2' }],
    });
    expect(left).toMatchObject({ id, object: 'conversation' });
    expect(textsOf(await collect(conversations.items.list(id, { order: 'asc' })))).toEqual([
      ['0'],
      ['1'],
      ['3'],
      ['4'],
    ]);
    const gone = { conversation_id: id };
    expect(await rejection(conversations.items.retrieve(added.first_id, gone))).toMatchObject({ status: 404 });
    expect(await rejection(conversations.items.delete(added.first_id, gone))).toMatchObject({ status: 404 });
    expect(await rejection(conversations.items.list(id, { after: added.first_id }))).toMatchObject({
      status: 400,
      param: 'after',
    });
    expect(await rejection(conversations.items.list(id, { limit: 101 }))).toMatchObject({
      status: 400,
      param: 'limit',
    });
    expect(await rejection(conversations.items.list(id, { order: 'up' as 'asc' }))).toMatchObject({
      status: 400,
      param: 'order',
    });
  });

  test('are of every type that a response takes, and keep the ids that they came with', async () => {
    await using service = await lend();
    const { conversations } = service.client();
    const { id } = await conversations.create();

    await conversations.items.create(id, {
      items: [
        { role: 'developer', content: 'Be terse.' },
        {
          id: 'msg_own',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
        },
        { id: 'rs_own', type: 'reasoning', summary: [] },
        { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
      ],
    });

    const items = await collect(conversations.items.list(id, { order: 'asc' }));
    expect(items).toMatchObject([
      { type: 'message', role: 'developer' },
      { id: 'msg_own', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
      { id: 'rs_own', type: 'reasoning' },
      { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
    ]);
    expect(new Set(items.map((item) => item.id)).size).toBe(5);
    const again = conversations.items.create(id, {
      items: [said('New'), { id: 'rs_own', type: 'reasoning', summary: [] }],
    });
    expect(await rejection(again)).toMatchObject({ status: 400, param: 'items' });
    const odd = conversations.items.create(id, { items: [{ id: 'a/b', type: 'reasoning', summary: [] }] });
    expect(await rejection(odd)).toMatchObject({ status: 400, param: 'items[0].id' });
    expect(await collect(conversations.items.list(id))).toHaveLength(5);
  });

  test('are bounded together, in number and in length', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000' } });
    const { conversations } = service.client();
    const long = await conversations.create({ items: [said('x'.repeat(1_100_000))] });
    const full = await conversations.create();
    const twenty = { items: Array.from({ length: 20 }, (_, i) => said(`${i}`)) };
    for (let n = 0; n < 204; n++) await conversations.items.create(full.id, twenty);

    const tooLong = await rejection(conversations.items.create(long.id, { items: [said('y'.repeat(1_100_000))] }));
    const tooMany = await rejection(conversations.items.create(full.id, twenty));
    await conversations.items.create(full.id, { items: twenty.items.slice(4) });
    const oneMore = await rejection(conversations.items.create(full.id, { items: [said('?')] }));

    expect(tooLong).toMatchObject({ status: 400, param: 'items' });
    expect(tooLong.message).toContain('2097152');
    expect(tooMany).toMatchObject({ status: 400, param: 'items' });
    expect(tooMany.message).toContain('4096');
    expect(oneMore).toMatchObject({ status: 400 });
    expect(await rejection(conversations.create({ items: [said('z'.repeat(2_200_000))] }))).toMatchObject({
      status: 400,
    });
  });
});

describe('conversations are kept', () => {
  test('encrypted, for their account alone', async () => {
    await using service = await lend();
    await service.client().conversations.create({ metadata: { town: 'Brno' }, items: [said('A secret of Brno.')] });

    const [sealed] = await service.stores.conversations.list(service.accountId, null);
    const items = await service.stores.conversations.items(service.accountId, sealed!.id, Date.now());

    expect(items).toHaveLength(1);
    expect(atob(sealed!.metadata) + atob(items![0]!.content)).not.toContain('Brno');
  });

  test('for 30 days after their last change, and of too many the one that was left alone the longest goes', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_CONVERSATIONS_MAX: '2' } });
    const { conversations } = service.client();
    const first = await conversations.create();
    const second = await conversations.create();
    await conversations.items.create(first.id, { items: [said('Still here')] });
    const third = await conversations.create();
    const day = 24 * 60 * 60 * 1000;
    const listed = async () => (await service.stores.conversations.list(service.accountId, null)).map(({ id }) => id);

    const left = await listed();
    await service.stores.maintenance.forgetAnswers(Date.now() + 29 * day);
    const before = await listed();
    await service.stores.maintenance.forgetAnswers(Date.now() + 31 * day);

    expect(left.toSorted()).toEqual([first.id, third.id].toSorted());
    expect(await rejection(conversations.retrieve(second.id))).toMatchObject({ status: 404 });
    expect(before).toHaveLength(2);
    expect(await listed()).toEqual([]);
  });

  test('until others of the account need their room', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_CONVERSATIONS_CHARACTERS_MAX: '1000' } });
    const { conversations } = service.client();
    const [first, second] = [
      await conversations.create(),
      await conversations.create({ items: [said('x'.repeat(300))] }),
    ];
    const third = await conversations.create({ items: [said('y'.repeat(100))] });

    await conversations.items.create(first.id, { items: [said('z'.repeat(600))] });

    expect(await rejection(conversations.retrieve(second.id))).toMatchObject({ status: 404 });
    expect((await conversations.retrieve(third.id)).id).toBe(third.id);
    const [item] = await collect(conversations.items.list(first.id));
    await conversations.items.delete(item!.id!, { conversation_id: first.id });
    await conversations.create({ items: [said('x'.repeat(300))] });
    expect((await conversations.retrieve(third.id)).id).toBe(third.id);
  });

  test('until their account is closed', async () => {
    await using service = await lend();
    await service.client().conversations.create({ items: [said('Hi')] });

    await service.stores.closing.close({ accountId: service.accountId, actor: 'owner', atMs: Date.now() });

    expect(await service.stores.conversations.list(service.accountId, null)).toEqual([]);
  });

  test('not at all where the operator wants none: a 404 names what does the same', async () => {
    await using service = await startService({ env: { BOREAL_LIMITS_CONVERSATION_MS: '0' } });
    const client = service.client();

    for (const refused of [
      () => client.conversations.create(),
      () => client.conversations.retrieve('conv_1'),
      () => client.responses.create({ conversation: 'conv_1', input: 'Hi' }),
    ]) {
      expect(await rejection(refused())).toMatchObject({
        status: 404,
        message: expect.stringContaining('previous_response_id'),
      });
    }
  });
});
