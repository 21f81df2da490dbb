/**
 * Servers are killed (SIGKILL) while they make responses in the background: each is made again or has failed, and is charged
 * once or not at all. On SQLite with one server; on PostgreSQL with two, which know of each other's responses.
 */
import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { audit } from '../../src/ledger/audit/audit.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../support/postgres-storage.ts';
import { seeded } from '../support/random.ts';
import { expectCleanLedger } from '../support/reckoning.ts';
import {
  answerText,
  chunk,
  finish,
  type Script,
  type ScriptedUpstream,
  type ScriptRequest,
  sse,
  sseHead,
  startUpstream,
  waitFor,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { times } from '../support/thorough.ts';

const SEED = Number(process.env.SEED ?? 20261118);
const RESPONSES = times(40, 400);
const KILLS = times(4, 20);
const ENV = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000', BOREAL_LIMITS_BACKGROUND_MAX: '1000' };

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
beforeEach(() => upstream.restart());
afterAll(() => upstream.stop());

type Event = OpenAI.Responses.ResponseStreamEvent;
type Made = OpenAI.Responses.Response;
const ORDER = { model: 'svc-frost', background: true } as const;
const OPEN = ['queued', 'in_progress'];

const clientAt = ({ url }: ServiceProcess, apiKey: string) => new OpenAI({ baseURL: url, apiKey, maxRetries: 5 });

/** Reports as many tokens as it is asked for, so that each charge shows which response it is for. */
const numbered: Script = (request) => {
  const { messages } = request.body as { messages: { content: string }[] };
  const wanted = Number(messages.at(-1)!.content);
  const usage = { prompt_tokens: 9, completion_tokens: wanted };
  return answerText(`answer ${wanted}`, { usage });
};

/** Says one word, and the rest when the gate is open. */
const halfway =
  (gate: Promise<unknown>) =>
  (request: ScriptRequest): Script => [
    sseHead(),
    sse(chunk(request, { role: 'assistant', content: 'Good ' })),
    waitFor(gate),
    sse(chunk(request, { content: 'day' })),
    sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    sse({ ...chunk(request, {}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } }),
    sse('[DONE]'),
    finish(),
  ];

const textIn = (events: readonly Event[]): string =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');

async function untilEnded(client: OpenAI, id: string): Promise<Made> {
  let response = await client.responses.retrieve(id);
  await until('the response has ended', async () => {
    response = await client.responses.retrieve(id);
    return !OPEN.includes(response.status!);
  });
  return response;
}

/** Reads until a word was said, and leaves. */
async function readFirstWord(stream: AsyncIterable<Event>): Promise<readonly Event[]> {
  const events: Event[] = [];
  for await (const event of stream) {
    events.push(event);
    if (event.type === 'response.output_text.delta') break;
  }
  return events;
}

const idIn = ([first]: readonly Event[]): string => (first as OpenAI.Responses.ResponseCreatedEvent).response.id;

/** A stream ends with an error event, at which the official client throws: the events before it. */
async function eventsOf(client: OpenAI, id: string, after?: number) {
  const events: Event[] = [];
  let thrown: unknown;
  try {
    const query = { stream: true, ...(after !== undefined && { starting_after: after }) } as const;
    for await (const event of await client.responses.retrieve(id, query)) events.push(event);
  } catch (error) {
    thrown = error;
  }
  return { events, thrown };
}

type Charged = { readonly output: number; readonly cost: bigint };
const SETTLED = "SELECT output_tokens, cost_nanos FROM requests WHERE state = 'settled'";
const chargedFrom = (row: Readonly<Record<string, unknown>>): Charged => ({
  output: Number(row.output_tokens),
  cost: BigInt(row.cost_nanos as bigint),
});

/** Each response that is whole was charged once, and nothing else was. */
function expectChargedOnce(responses: readonly Made[], settled: readonly Charged[]): void {
  const whole = responses.filter(({ status }) => status === 'completed');
  const outputs = (list: readonly number[]) => list.toSorted((a, b) => a - b);
  expect(outputs(settled.map(({ output }) => output))).toEqual(outputs(whole.map(({ usage }) => usage!.output_tokens)));
  const costs = whole.map(({ usage }) => Number((usage as unknown as { cost_czk: string }).cost_czk));
  const spent = settled.reduce((sum, { cost }) => sum + cost, 0n);
  expect(Math.round(costs.reduce((sum, cost) => sum + cost, 0) * 1e9)).toBe(Number(spent));
}

async function make(client: OpenAI, n: number): Promise<string> {
  const order = { ...ORDER, input: String(n), max_output_tokens: 4000 };
  if (n % 2 === 0) return (await client.responses.create(order)).id;
  const stream = await client.responses.create({ ...order, stream: true });
  for await (const event of stream) if (event.type === 'response.created') return event.response.id;
  throw new Error('It has no events.');
}

test(`a server on SQLite is killed ${KILLS} times while it makes ${RESPONSES} responses`, async () => {
  console.log(`SEED=${SEED}`);
  const random = seeded(SEED);
  const folder = mkdtempSync(join(tmpdir(), 'boreal-background-kill-'));
  const start = () => startServiceProcess({ engineUrl: upstream.url, folder, env: ENV });
  upstream.play(numbered);
  let service = await start();
  const { key } = await accountIn(service.dataDir);
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const client = clientAt(service, key);
    const asked = upstream.requests.length;
    const some = Math.ceil(RESPONSES / KILLS);
    ids.push(...(await Promise.all(Array.from({ length: some }, (_, n) => make(client, ids.length + n + 1)))));
    const after = random.integer(1, some - 1);
    await until('some were asked', () => upstream.requests.length >= asked + after);
    process.kill(service.pid, 'SIGKILL');
    await service.exited;
    service = await start();
  }
  const client = clientAt(service, key);
  const responses: Made[] = [];
  for (const id of ids) responses.push(await untilEnded(client, id));

  const unstreamed = responses.filter((_, n) => n % 2 === 1);
  expect(unstreamed.map(({ status }) => status)).toEqual(unstreamed.map(() => 'completed'));
  for (const [n, { status, output_text, error }] of responses.entries()) {
    if (status === 'completed') expect(output_text).toBe(`answer ${n + 1}`);
    else expect(error?.message).toContain('was stopped');
  }
  using database = new Sqlite(join(service.dataDir, 'boreal.db'), { readonly: true, safeIntegers: true });
  expectChargedOnce(responses, (database.query(SETTLED).all() as Record<string, unknown>[]).map(chargedFrom));
  expect(database.query('SELECT COUNT(*) AS n FROM recorded_answers').get()).toEqual({ n: 0n });
  await expectCleanLedger(service.dataDir, `seed ${SEED}`);
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);

test('a stream that was seen in part has failed after a kill, and one that was whole is streamed again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-background-kill-'));
  const start = () => startServiceProcess({ engineUrl: upstream.url, folder, env: ENV });
  const open = Promise.resolve();
  const never = new Promise(() => {});
  upstream.play((request, n) => halfway(n === 0 ? open : never)(request));
  let service = await start();
  const { key } = await accountIn(service.dataDir);
  let client = clientAt(service, key);
  const whole: Event[] = await Array.fromAsync(await client.responses.create({ ...ORDER, input: 'x', stream: true }));
  const seen = await readFirstWord(await client.responses.create({ ...ORDER, input: 'x', stream: true }));

  process.kill(service.pid, 'SIGKILL');
  await service.exited;
  service = await start();
  client = clientAt(service, key);
  const failed = await untilEnded(client, idIn(seen));
  const again = await eventsOf(client, idIn(whole), 4);
  const rest = await eventsOf(client, idIn(seen), seen.at(-1)!.sequence_number);

  expect(failed).toMatchObject({ status: 'failed', usage: null });
  expect(again.events).toEqual(whole.slice(5));
  expect(rest.events).toEqual([]);
  expect(String(rest.thrown)).toContain('was stopped');
  expect(upstream.requests.length).toBe(2);
  await expectCleanLedger(service.dataDir);
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

test('of two servers on PostgreSQL each shows, streams, cancels and takes over what the other makes', async () => {
  const storage = await emptyPostgres();
  const env = { ...ENV, ...sharedBy(storage), BOREAL_EMBEDDED: '{"enabled":false}' };
  const [one, other] = [
    await startServiceProcess({ engineUrl: upstream.url, env: { ...env, BOREAL_LIMITS_BACKGROUND_AT_ONCE: '4' } }),
    await startServiceProcess({ engineUrl: upstream.url, env: { ...env, BOREAL_LIMITS_BACKGROUND_AT_ONCE: '0' } }),
  ];
  const { key } = await accountWithKey(storage);
  const [here, there] = [clientAt(one!, key), clientAt(other!, key)];
  const gate = Promise.withResolvers<void>();
  upstream.play(halfway(gate.promise));

  // It is made by the first, and streamed by the second, which makes none itself.
  const seen = await readFirstWord(await there.responses.create({ ...ORDER, input: 'x', stream: true }));
  const rest = eventsOf(there, idIn(seen), seen.at(-1)!.sequence_number);
  const shown = await there.responses.retrieve(idIn(seen));
  const toCancel = await readFirstWord(await here.responses.create({ ...ORDER, input: 'x', stream: true }));
  const cancelled = await there.responses.cancel(idIn(toCancel));
  const cancelledHere = await here.responses.retrieve(idIn(toCancel));
  gate.resolve();
  const events = [...seen, ...(await rest).events];
  const made = await here.responses.retrieve(idIn(seen));

  expect(shown.status).toBe('in_progress');
  expect(textIn(events)).toBe('Good day');
  expect(events.at(-1)!.type).toBe('response.completed');
  expect(made).toMatchObject({ status: 'completed', output_text: 'Good day' });
  expect(cancelled.status).toBe('cancelled');
  expect(cancelledHere).toMatchObject({ status: 'cancelled', usage: { output_tokens: expect.any(Number) } });

  // The first dies while it makes one that was not streamed: a third, in its place, makes it.
  const dead = new Promise(() => {});
  upstream.play([waitFor(dead), answerText('never')]);
  const asked = upstream.requests.length;
  const { id } = await there.responses.create({ ...ORDER, input: 'x' });
  await until('it is asked', () => upstream.requests.length > asked);
  process.kill(one!.pid, 'SIGKILL');
  await one!.exited;
  upstream.play(answerText('pong', { usage: { prompt_tokens: 9, completion_tokens: 3 } }));
  // As if its lease had ended by itself: the test need not wait for it.
  await storage.db.sql.run('UPDATE batch_lines SET leased_until_ms = 0 WHERE owner IS NOT NULL');
  await storage.db.sql.run('UPDATE answer_claims SET leased_until_ms = 0');
  const third = await startServiceProcess({ engineUrl: upstream.url, env });
  const taken = await untilEnded(there, id);

  expect(taken).toMatchObject({ status: 'completed', output_text: 'pong' });
  const settled = (await storage.db.sql.all(SETTLED)).map(chargedFrom);
  expect(settled.length).toBe(3);
  const costs = [made, cancelledHere, taken].map(({ usage }) =>
    Number((usage as unknown as { cost_czk: string }).cost_czk),
  );
  const spent = settled.reduce((sum, { cost }) => sum + cost, 0n);
  expect(Math.round(costs.reduce((sum, cost) => sum + cost, 0) * 1e9)).toBe(Number(spent));
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  await third[Symbol.asyncDispose]();
  await other![Symbol.asyncDispose]();
  await storage.giveBack();
}, 300_000);
