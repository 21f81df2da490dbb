/** Batches on the real embedded engine: a line that runs is ended when its batch is cancelled, and when others would wait. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { toFile } from 'openai';
import { ENDLESS } from '../support/endless.ts';
import { expectLedgerInOrder } from '../support/ledger-order.ts';
import { startService, type TestService, until } from '../support/service.ts';

const SLOTS = 2;
let service: TestService;
beforeAll(async () => {
  service = await startService({
    embedded: { slots: SLOTS, queueMax: 64 },
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_LIMITS_BATCH_LINES_AT_ONCE: String(SLOTS) },
  });
  await until('the engine is ready', async () => (await fetch(service.url.replace('/v1', '/readyz'))).status === 200);
});
afterAll(() => service.stop());

const SHORT = { model: 'svc-glacier', messages: [{ role: 'user' as const, content: 'Hi' }], max_tokens: 20 };
const LONG = { ...SHORT, max_tokens: 220, ...ENDLESS };
const LONGEST = { ...LONG, max_tokens: 1900 };

async function make(bodies: readonly object[]) {
  const client = service.client();
  const text = bodies
    .map((body, n) => JSON.stringify({ custom_id: `line-${n}`, method: 'POST', url: '/v1/chat/completions', body }))
    .join('\n');
  const file = await client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
  const order = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
  return client.batches.create({ input_file_id: file.id, ...order });
}

const countsOf = async (id: string) => (await service.client().batches.retrieve(id)).request_counts!;
const statusIs = (id: string, status: string) =>
  until(`it is ${status}`, async () => (await service.client().batches.retrieve(id)).status === status, 60_000);

async function metric(name: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', service.url))).text();
  const values = [...text.matchAll(/^(boreal_[^ ]+) (\d+)$/gm)].filter(([, label]) => label!.startsWith(name));
  return values.reduce((sum, [, , value]) => sum + Number(value), 0);
}

/** Makes a batch, and waits until the engine writes the answers to its first lines. */
async function makeRunning(bodies: readonly object[]): Promise<string> {
  const begun = await metric('boreal_first_token_seconds_count');
  const { id } = await make(bodies);
  await until('all slots are taken', async () => (await metric('boreal_first_token_seconds_count')) >= begun + SLOTS);
  return id;
}

test('a request never waits for a batch: a line gives way, costs nothing, and is answered later', async () => {
  const id = await makeRunning([LONG, LONG]);

  const answer = await service.client().chat.completions.create(SHORT);
  const before = await countsOf(id);
  await statusIs(id, 'completed');

  expect(answer.choices[0]!.message.content).not.toBe('');
  expect(before).toEqual({ total: 2, completed: 0, failed: 0 });
  expect(await countsOf(id)).toEqual({ total: 2, completed: 2, failed: 0 });
  // Nothing has failed: neither the engine nor the status of the model may suffer from it.
  expect(await metric('boreal_engine_failures_total')).toBe(0);
  expect(await metric('boreal_chats_total{model="svc-glacier",outcome="engine-failed"}')).toBe(0);
  expect(await metric('boreal_chats_total{model="svc-glacier",outcome="service-stopped"}')).toBeGreaterThan(0);
  await expectLedgerInOrder(service.config.dataDir);
}, 120_000);

test('a batch that is cancelled ends the lines that run, and pays for those that were answered', async () => {
  const client = service.client();
  const id = await makeRunning([SHORT, LONGEST, LONGEST, LONGEST]);
  await until('one is answered', async () => (await countsOf(id)).completed === 1);

  await client.batches.cancel(id);
  await statusIs(id, 'cancelled');
  const next = await client.chat.completions.create(SHORT);

  const batch = (await client.batches.retrieve(id)) as unknown as { cost_czk: string; output_file_id: string };
  const [line] = (await (await client.files.content(batch.output_file_id)).text()).split('\n');
  expect(await countsOf(id)).toEqual({ total: 4, completed: 1, failed: 3 });
  expect(batch.cost_czk).toBe(JSON.parse(line!).response.body.usage.cost_czk);
  expect(next.choices[0]!.message.content).not.toBe('');
  const { held } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  expect(held).toBe(0n as never);
  await expectLedgerInOrder(service.config.dataDir);
}, 120_000);
