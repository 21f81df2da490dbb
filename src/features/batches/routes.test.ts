/** Batches at the pages: their owner, members who see their own alone, operators, and the webhook at the end. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { PASSWORD } from '../../../test/support/known-people.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { startReceiver } from '../../../test/support/webhook-receiver.ts';
import { nanos } from '../../core/money.ts';
import { partOf } from './files.ts';
import { type LineEnd, scopeOf, sealedAs } from './rules.ts';
import { answeredLine } from './wire.ts';

let service: SettingsService;
beforeEach(async () => {
  service = await startSettings();
});
afterEach(() => service[Symbol.asyncDispose]());

const KEEP = { keepMs: 86_400_000, outputId: 'file-out', errorId: 'file-err' };
const OWNER = 'reader';

/** A batch of Anna with two lines that wait. */
async function begunBatch(id = 'batch_1') {
  const { body } = await service.anna.ask('POST /api/keys', { body: { name: 'nightly' } });
  const { batches } = service.stores;
  const nowMs = service.clock.nowMs();
  await batches.create(
    {
      ...({
        id,
        accountId: 'acc_anna',
        keyId: body.key.id,
        dialect: 'openai',
        endpoint: '/v1/chat/completions',
      } as const),
      ...{ inputFileId: 'file-in', metadata: null, budget: null, createdAtMs: nowMs, expiresAtMs: nowMs + 86_400_000 },
      owner: OWNER,
    },
    10,
  );
  await batches.addLines(id, [
    { line: 1, customId: 'first', request: 'sealed' },
    { line: 2, customId: 'second', request: 'sealed' },
  ]);
  await batches.begin({ id, owner: OWNER, total: 2, nowMs });
  return id;
}

async function end(batchId: string, line: number, how: LineEnd, text: string, owner = OWNER) {
  const of = { batchId, line };
  const { vault, clock } = service.platform;
  const result = await vault.seal('acc_anna', sealedAs(of, 'result'), text);
  const cost = nanos(1_500_000_000n);
  const ended = { ...of, owner, end: how, result, resultBytes: text.length, requestId: null, cost, scope: scopeOf(of) };
  return service.stores.batches.answered({ ...ended, atMs: clock.nowMs() }, { ...KEEP, nowMs: clock.nowMs() });
}

const lineOf = (line: number) =>
  answeredLine('batch_1', { line, customId: `${line}` }, { status: 200, requestId: 'req_1', bodyJson: '{}' });

const readResults = (id: string, lines = 'all') =>
  service.anna.open('GET /api/batches/{id}/results', { id, query: { lines } });

test('a line that was given to a server which never heard of it is free again when its lease is over', async () => {
  const batchId = await begunBatch();
  const { batches } = service.stores;
  const nowMs = service.clock.nowMs();
  const lease = { owner: 'server', leasedUntilMs: nowMs + 1000 };
  await batches.take({ ...lease, batchId, limit: 2, nowMs });

  await batches.renew({ ...lease, leasedUntilMs: nowMs + 9000, running: [{ batchId, line: 1 }], reading: null });

  const other = { owner: 'other', leasedUntilMs: nowMs + 9000, batchId, limit: 2, nowMs: nowMs + 2000 };
  expect((await batches.take(other)).map(({ line }) => line)).toEqual([2]);
});

test('the owner sees how far a batch is, what it cost, and reads its results when it has ended', async () => {
  const id = await begunBatch();
  await end(id, 1, 'succeeded', lineOf(1));
  const running = (await service.anna.ask('GET /api/batches')).body;
  const early = await readResults(id);
  await end(id, 2, 'errored', lineOf(2));
  const ended = (await service.anna.ask('GET /api/batches')).body;
  const results = await (await readResults(id)).text();
  const failed = await (await readResults(id, 'failed')).text();

  expect(running).toMatchObject({
    isPaused: false,
    batches: [{ id, status: 'in_progress', keyName: 'nightly', total: 2, succeeded: 1, failed: 0, costCzk: '1.5' }],
  });
  expect(early.status).toBe(404);
  expect(ended.batches).toMatchObject([{ status: 'completed', succeeded: 1, failed: 1, costCzk: '3' }]);
  expect(results).toBe(lineOf(1) + lineOf(2));
  expect(failed).toBe(lineOf(2));
});

test('a line ends once, whichever server says so again', async () => {
  const id = await begunBatch();

  expect(await end(id, 1, 'succeeded', lineOf(1))).toBe(true);
  expect(await end(id, 1, 'errored', lineOf(1))).toBe(false);

  const { batches } = (await service.anna.ask('GET /api/batches')).body;
  expect(batches).toMatchObject([{ succeeded: 1, failed: 0, costCzk: '1.5' }]);
});

test('a line that another server has taken over is ended by that one alone, and its answer is kept until then', async () => {
  const batchId = await begunBatch();
  const { batches } = service.stores;
  const nowMs = service.clock.nowMs();
  await batches.take({ owner: 'slow', leasedUntilMs: nowMs + 1000, batchId, limit: 1, nowMs });
  await keptAnswer(batchId, 1);
  await batches.take({ owner: 'other', leasedUntilMs: nowMs + 9000, batchId, limit: 1, nowMs: nowMs + 2000 });
  const isKept = async () => (await service.db.sql.one('SELECT scope FROM recorded_answers')) !== undefined;

  expect(await end(batchId, 1, 'succeeded', lineOf(1), 'slow')).toBe(false);
  expect(await isKept()).toBe(true);
  expect(await end(batchId, 1, 'succeeded', lineOf(1), 'other')).toBe(true);

  expect(await isKept()).toBe(false);
});

test('the owner cancels; another account sees nothing of it', async () => {
  const id = await begunBatch();

  const foreign = await service.ben.ask('POST /api/batches/{id}/cancel', { id });
  const { body } = await service.anna.ask('POST /api/batches/{id}/cancel', { id });

  expect(foreign.status).toBe(404);
  expect((await service.ben.ask('GET /api/batches')).body.batches).toEqual([]);
  expect(body.batches).toMatchObject([{ id, status: 'cancelled', failed: 2 }]);
});

test('an operator sees the batches of all, and pauses them with a line in the log', async () => {
  const id = await begunBatch();
  const order = { id: 'order-0000000000-1', reason: 'maintenance' };

  const seen = (await service.olga.ask('GET /api/operator/batches')).body;
  const paused = (await service.olga.ask('POST /api/operator/batches/pause', { body: { ...order, isPaused: true } }))
    .body;

  expect(seen).toMatchObject({ isPaused: false, batches: [{ id, accountId: 'acc_anna', email: 'anna@example.com' }] });
  expect(paused.isPaused).toBe(true);
  expect((await service.anna.ask('GET /api/batches')).body.isPaused).toBe(true);
  expect(await service.stores.batches.open({ isBackground: false }, service.clock.nowMs())).toEqual([]);
  expect(await service.stores.actionLog.actions({ rowsMax: 1 })).toMatchObject([
    { kind: 'pause-batches', reason: 'maintenance', before: { isPaused: false }, after: { isPaused: true } },
  ]);
});

test('the end of a batch calls the webhook of its owner, once', async () => {
  using receiver = startReceiver();
  await service.anna.ask('POST /api/webhooks', { body: { url: receiver.url, events: ['batch.completed'] } });
  const id = await begunBatch();
  await end(id, 1, 'succeeded', lineOf(1));
  await end(id, 2, 'succeeded', lineOf(2));

  expect(await service.notices.deliverToEndpoints()).toBe(1);

  expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({
    type: 'batch.completed',
    data: { accountId: 'acc_anna', batchId: id, status: 'completed', total: 2, succeeded: 2, failed: 0, costCzk: '3' },
  });
});

test.each([
  ['succeeded', 'completed', '1.5'],
  ['errored', 'failed', '1.5'],
  ['cancelled', 'cancelled', '0'],
  ['expired', 'failed', '0'],
] as const)('the end of a response in the background calls it, too: %s', async (end, status, costCzk) => {
  using receiver = startReceiver();
  await service.anna.ask('POST /api/webhooks', { body: { url: receiver.url, events: ['response.completed'] } });
  const { key } = (await service.anna.ask('POST /api/keys', { body: { name: 'nightly' } })).body;
  const { batches, backgroundResponses } = service.stores;
  const createdAtMs = service.clock.nowMs();
  const times = { id: 'resp_1', createdAtMs, expiresAtMs: createdAtMs };
  const response = { ...times, keptMax: 10, input: 'sealed', response: 'sealed' };
  const made = {
    ...times,
    accountId: 'acc_anna',
    keyId: key.id,
    request: 'sealed',
    form: null,
    madeWith: null,
    response,
  };
  await backgroundResponses.create(made, 10);
  const of = { batchId: 'resp_1', line: 1 };
  const cost = nanos(1_500_000_000n);
  const result = {
    ...of,
    owner: OWNER,
    end,
    result: null,
    resultBytes: 0,
    requestId: null,
    cost,
    scope: scopeOf(of),
    atMs: createdAtMs,
  };
  const kept = { ...KEEP, nowMs: createdAtMs };

  if (end === 'cancelled') await batches.cancel('acc_anna', 'resp_1', kept);
  else if (end === 'expired') await batches.expire({ isBackground: true }, kept);
  else await backgroundResponses.end({ ...result, error: null, response: null }, kept);

  expect(await service.notices.deliverToEndpoints()).toBe(1);
  expect(JSON.parse(receiver.calls[0]!.body)).toMatchObject({
    type: 'response.completed',
    data: { accountId: 'acc_anna', responseId: 'resp_1', status, costCzk },
  });
});

/** A file of Anna in two parts. */
async function sentFile() {
  const { vault, clock } = service.platform;
  const about = { id: 'file-in', accountId: 'acc_anna', bytes: 8, createdAtMs: clock.nowMs() };
  const bounds = { filesMax: 10, filesBytesMax: 1_000_000 };
  const file = { ...about, purpose: 'batch' as const, filename: 'in.jsonl', expiresAtMs: clock.nowMs() + 86_400_000 };
  await service.stores.batchFiles.begin(file, bounds);
  for (const [part, text] of ['{"a":', '1}\n'].entries()) {
    const sealed = await vault.seal('acc_anna', partOf('file-in', part), text);
    await service.stores.batchFiles.addPart('file-in', part, sealed);
  }
  await service.stores.batchFiles.finish({ ...file, parts: 2 }, bounds);
}

test('the export of an account has its files and batches, readable, and those of no other account', async () => {
  await sentFile();
  const id = await begunBatch();
  await end(id, 1, 'succeeded', lineOf(1));
  await end(id, 2, 'errored', lineOf(2));

  const file = JSON.parse(await (await service.anna.open('GET /api/account/export')).text());
  const ofBen = JSON.parse(await (await service.ben.open('GET /api/account/export')).text());

  expect(file.files).toMatchObject([
    { id: 'file-err', purpose: 'batch_output', batchId: id },
    { id: 'file-in', filename: 'in.jsonl', purpose: 'batch', bytes: 8 },
    { id: 'file-out', purpose: 'batch_output', batchId: id },
  ]);
  expect(file.fileParts).toEqual([
    { fileId: 'file-in', part: 0, content: '{"a":' },
    { fileId: 'file-in', part: 1, content: '1}\n' },
  ]);
  expect(file.batches).toMatchObject([{ id, endpoint: '/v1/chat/completions', keyName: 'nightly', costCzk: '3' }]);
  expect(file.batchResults).toEqual([1, 2].map((line) => ({ batchId: id, result: JSON.parse(lineOf(line)) })));
  expect(ofBen).toMatchObject({ files: [], fileParts: [], batches: [], batchResults: [] });
});

/** The answer to a line that was charged, and is not among the results yet. */
const keptAnswer = (batchId: string, line: number) =>
  service.db.sql.run(
    'INSERT INTO recorded_answers (scope, fingerprint, request_id, answer, expires_at_ms) VALUES (?, ?, ?, ?, ?)',
    scopeOf({ batchId, line }),
    'f',
    'req_1',
    '{}',
    service.clock.nowMs() + 86_400_000,
  );

test('an account that is deleted leaves no file, batch, line or kept answer behind', async () => {
  await sentFile();
  const id = await begunBatch();
  await end(id, 1, 'succeeded', lineOf(1));
  const rows = async () => {
    const tables = ['files', 'file_parts', 'batches', 'batch_lines', 'recorded_answers'];
    const counts = await Promise.all(tables.map((table) => service.db.sql.one(`SELECT COUNT(*) AS n FROM ${table}`)));
    return counts.map((row) => Number(row!.n));
  };
  await keptAnswer(id, 2);
  expect(await rows()).toEqual([1, 2, 1, 2, 1]);

  const body = { email: 'anna@example.com', password: PASSWORD };
  expect((await service.anna.ask('POST /api/account/delete', { body })).status).toBe(200);

  expect(await rows()).toEqual([0, 0, 0, 0, 0]);

  // A line that ran meanwhile comes to its end.
  await keptAnswer(id, 2);
  expect(await end(id, 2, 'succeeded', lineOf(2))).toBe(false);
  expect(await rows()).toEqual([0, 0, 0, 0, 0]);
});
