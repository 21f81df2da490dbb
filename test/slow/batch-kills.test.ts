/**
 * Servers are killed (SIGKILL) while they run a batch, again and again: every line is answered under its name and charged
 * once, and what was charged is what the ledger says. On SQLite with one server, on PostgreSQL with two.
 */
import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { audit } from '../../src/ledger/audit/audit.ts';
import { emptyPostgres } from '../support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../support/postgres-storage.ts';
import { seeded } from '../support/random.ts';
import { expectCleanLedger } from '../support/reckoning.ts';
import {
  answerText,
  type Script,
  type ScriptedUpstream,
  startUpstream,
  waitFor,
} from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { times } from '../support/thorough.ts';

const SEED = Number(process.env.SEED ?? 20271118);
/** More than are opened at once. */
const LINES = times(300, 10_000);
const KILLS = times(3, 20);

let upstream: ScriptedUpstream;
/** Answers wait for it, so that a batch does not end while a server is started again. */
let held: Promise<unknown> = Promise.resolve();
beforeAll(async () => {
  upstream = await startUpstream();
  upstream.play(numbered);
});
afterAll(() => upstream.stop());

/** Reports as many tokens as the line asks for, so that each charge shows which line it is for. */
function numbered(request: Parameters<Extract<Script, (...values: never[]) => Script>>[0]): Script {
  const body = request.body as { messages: { content: string }[] };
  const wanted = Number(body.messages[0]!.content);
  const usage = { prompt_tokens: 9, completion_tokens: tokensOf(wanted) };
  return [waitFor(held), answerText(`answer ${wanted}`, { usage })];
}

const TOKENS_MAX = 4000;
const tokensOf = (n: number): number => (n % TOKENS_MAX) + 1;

const lineOf = (n: number) =>
  JSON.stringify({
    custom_id: `line-${n}`,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'svc-frost', messages: [{ role: 'user', content: String(n) }], max_tokens: TOKENS_MAX },
  });

const clientAt = ({ url }: ServiceProcess, key: string) => new OpenAI({ baseURL: url, apiKey: key, maxRetries: 5 });

async function makeBatch(client: OpenAI) {
  const text = Array.from({ length: LINES }, (_, n) => lineOf(n + 1)).join('\n');
  const file = await client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' });
  return client.batches.create({ input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' });
}

/** Each line is in the output once, with its own answer; returns the ids of the requests that were charged. */
async function expectWhole(client: OpenAI, id: string): Promise<ReadonlySet<string>> {
  const batch = await client.batches.retrieve(id);
  expect(batch).toMatchObject({ status: 'completed', request_counts: { total: LINES, completed: LINES, failed: 0 } });
  const text = await (await client.files.content(batch.output_file_id!)).text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.length).toBe(LINES);
  expect(new Set(lines.map(({ custom_id }) => custom_id)).size).toBe(LINES);
  for (const { custom_id, response } of lines) {
    const n = Number(custom_id.slice('line-'.length));
    expect(response.body.choices[0].message.content).toBe(`answer ${n}`);
    expect(response.body.usage.completion_tokens).toBe(tokensOf(n));
  }
  return new Set(lines.map(({ response }) => response.request_id));
}

type Charged = { readonly id: string; readonly output: number; readonly cost: bigint };

/** One settled request for each line, and no other; their sum is what the batch has cost. */
function expectChargedOnce(settled: readonly Charged[], ids: ReadonlySet<string>, costNanos: bigint): void {
  expect(settled.length).toBe(LINES);
  expect(new Set(settled.map(({ id }) => id))).toEqual(new Set(ids));
  expect(settled.map(({ output }) => output).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: LINES }, (_, n) => tokensOf(n + 1)).toSorted((a, b) => a - b),
  );
  expect(settled.reduce((sum, { cost }) => sum + cost, 0n)).toBe(costNanos);
}

const SETTLED = "SELECT id, output_tokens, cost_nanos FROM requests WHERE state = 'settled'";
const chargedFrom = (row: Readonly<Record<string, unknown>>): Charged => ({
  id: String(row.id),
  output: Number(row.output_tokens),
  cost: BigInt(row.cost_nanos as bigint),
});

test(`a server on SQLite is killed ${KILLS} times in a batch of ${LINES} lines`, async () => {
  console.log(`SEED=${SEED}`);
  const random = seeded(SEED);
  const folder = mkdtempSync(join(tmpdir(), 'boreal-batch-kill-'));
  const start = () =>
    startServiceProcess({ engineUrl: upstream.url, folder, env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
  let service = await start();
  const { key } = await accountIn(service.dataDir);
  const { id } = await makeBatch(clientAt(service, key));
  for (let kill = 0; kill < KILLS; kill += 1) {
    const asked = upstream.requests.length;
    const after = random.integer(1, Math.max(2, Math.floor(LINES / KILLS / 2)));
    await until('some lines were asked', () => upstream.requests.length >= asked + after);
    process.kill(service.pid, 'SIGKILL');
    await service.exited;
    service = await start();
  }
  const client = clientAt(service, key);
  await until('it has ended', async () => (await client.batches.retrieve(id)).status === 'completed', 300_000);

  const ids = await expectWhole(client, id);
  using database = new Sqlite(join(service.dataDir, 'boreal.db'), { readonly: true, safeIntegers: true });
  const batch = database.query('SELECT cost_nanos FROM batches').get() as { cost_nanos: bigint };
  expectChargedOnce(
    (database.query(SETTLED).all() as Record<string, unknown>[]).map(chargedFrom),
    ids,
    batch.cost_nanos,
  );
  expect(database.query('SELECT COUNT(*) AS n FROM recorded_answers').get()).toEqual({ n: 0n });
  await expectCleanLedger(service.dataDir, `seed ${SEED}`);
  console.log(`${LINES} lines, ${KILLS} kills, ${upstream.requests.length} questions to the engine`);
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}, 900_000);

test(`two servers on PostgreSQL are killed ${KILLS} times in a batch of ${LINES} lines`, async () => {
  const random = seeded(SEED);
  const storage = await emptyPostgres();
  const env = { ...sharedBy(storage), BOREAL_EMBEDDED: '{"enabled":false}' };
  const start = () => startServiceProcess({ engineUrl: upstream.url, env });
  const servers = [await start(), await start()];
  const { key } = await accountWithKey(storage);
  const { id } = await makeBatch(clientAt(servers[0]!, key));
  /** As if so much time had passed since the server died: the test need not wait for it. */
  const letLeasesEnd = async (owners: readonly string[]) => {
    for (const owner of owners) {
      await storage.db.sql.run('UPDATE batch_lines SET leased_until_ms = 0 WHERE owner = ?', owner);
      await storage.db.sql.run('UPDATE batches SET leased_until_ms = 0 WHERE owner = ?', owner);
    }
  };
  const owners = async () => {
    const rows = await storage.db.sql.all('SELECT DISTINCT owner FROM batch_lines WHERE owner IS NOT NULL');
    return rows.map(({ owner }) => String(owner));
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const asked = upstream.requests.length;
    const after = random.integer(1, Math.max(2, Math.floor(LINES / KILLS / 2)));
    await until('some lines were asked', () => upstream.requests.length >= asked + after);
    const at = random.integer(0, 1);
    const restarted = Promise.withResolvers<void>();
    held = restarted.promise;
    process.kill(servers[at]!.pid, 'SIGKILL');
    await servers[at]!.exited;
    servers[at] = await start();
    restarted.resolve();
  }
  // What the dead have left is free when their leases are over; the living renew theirs.
  await letLeasesEnd(await owners());
  await storage.db.sql.run('UPDATE answer_claims SET leased_until_ms = 0');
  const client = clientAt(servers[0]!, key);
  await until('it has ended', async () => (await client.batches.retrieve(id)).status === 'completed', 300_000);

  const ids = await expectWhole(client, id);
  const [batch] = await storage.db.sql.all('SELECT cost_nanos FROM batches');
  const settled = (await storage.db.sql.all(SETTLED)).map(chargedFrom);
  expectChargedOnce(settled, ids, BigInt(batch!.cost_nanos!));
  expect((await audit(storage.db, Date.now())).problems).toEqual([]);
  for (const server of servers) await server[Symbol.asyncDispose]();
  await storage.giveBack();
}, 900_000);
