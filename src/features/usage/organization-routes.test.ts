/** Usage and costs in OpenAI's form, asked by its official client with a management token, on both databases. */
import { expect } from 'bun:test';
import OpenAI from 'openai';
import { test } from '../../../test/support/databases.ts';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { seeded } from '../../../test/support/random.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { parseCzk } from '../../core/money.ts';
import { bigint, number } from '../../platform/database/database.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight of UTC, three days before the test's noon. */
const FROM = Math.floor(NOON / DAY) * DAY - 3 * DAY;
const seconds = (ms: number): number => Math.floor(ms / 1000);

async function newKey({ anna }: SettingsService, name: string): Promise<string> {
  return (await anna.ask('POST /api/keys', { body: { name } })).body.key.id;
}

async function clientOf({ anna, url }: SettingsService): Promise<OpenAI> {
  const { body } = await anna.ask('POST /api/tokens', { body: { name: 'reports', scopes: ['usage:read'] } });
  return new OpenAI({ baseURL: `${url}/v1`, adminAPIKey: body.secret, maxRetries: 0 });
}

type Usage = OpenAI.Admin.Organization.Usage.UsageCompletionsResponse;
type UsageResult = Extract<
  Usage['data'][number]['results'][number],
  { readonly object: 'organization.usage.completions.result' }
>;
type Cost = { readonly amount: { readonly exact: string; readonly currency: string } };
const resultsOf = ({ data }: Usage) => data.flatMap(({ results }) => results as UsageResult[]);

test('days have a bucket each, with usage or without, split by what is asked for', async () => {
  await using service = await startSettings();
  const { anna } = service;
  const [first, second] = [await newKey(service, 'first'), await newKey(service, 'second')];
  await service.spend(anna, { keyId: first, model: 'svc-frost', atMs: FROM });
  await service.spend(anna, { keyId: first, model: 'svc-glacier', atMs: FROM + DAY - 1 });
  await service.spend(anna, { keyId: second, model: 'svc-glacier', atMs: FROM + 2 * DAY });
  const { usage } = (await clientOf(service)).admin.organization;
  const span = { start_time: seconds(FROM + 5 * HOUR), end_time: seconds(FROM + 3 * DAY) };

  const plain = await usage.completions(span);
  const grouped = await usage.completions({ ...span, group_by: ['model', 'api_key_id', 'project_id'] });
  const filtered = await usage.completions({ ...span, models: ['svc-glacier'], api_key_ids: [second] });

  const starts = [FROM, FROM + DAY, FROM + 2 * DAY];
  expect(plain.data.map(({ start_time, end_time }) => [start_time, end_time])).toEqual(
    starts.map((ms) => [seconds(ms), seconds(ms + DAY)]),
  );
  expect(plain.data.map(({ results }) => results.length)).toEqual([1, 0, 1]);
  expect(resultsOf(plain)[0]).toEqual({
    ...{ object: 'organization.usage.completions.result', num_model_requests: 2 },
    ...{ input_tokens: 200, input_cached_tokens: 40, output_tokens: 100 },
    ...{ input_audio_tokens: 0, output_audio_tokens: 0 },
    ...{ project_id: null, user_id: null, api_key_id: null, model: null, batch: null },
  });
  expect(resultsOf(grouped).map(({ model, api_key_id }) => [model, api_key_id])).toEqual([
    ['svc-frost', first],
    ['svc-glacier', first],
    ['svc-glacier', second],
  ]);
  expect(resultsOf(grouped).map(({ project_id }) => project_id)).toEqual(Array(3).fill(anna.accountId));
  expect(resultsOf(filtered).map(({ num_model_requests }) => num_model_requests)).toEqual([1]);
});

test('several values of a name count, with brackets behind it or without', async () => {
  await using service = await startSettings();
  const { anna, url } = service;
  const keys = [await newKey(service, 'first'), await newKey(service, 'second')];
  for (const keyId of keys) await service.spend(anna, { keyId, model: 'svc-frost', atMs: FROM });
  const { adminAPIKey } = await clientOf(service);
  const of = async (query: string) => {
    const from = `${url}/v1/organization/usage/completions?start_time=${seconds(FROM)}&limit=1&limit=2&${query}`;
    const answer = await fetch(from, { headers: { authorization: `Bearer ${adminAPIKey}` } });
    return (await answer.json()) as Usage & { readonly error?: { readonly param: string } };
  };

  for (const end of ['', '[]']) {
    const query = ['group_by=model', 'group_by=api_key_id', ...keys.map((id) => `api_key_ids=${id}`)];
    const found = await of(query.map((one) => one.replace('=', `${end}=`)).join('&'));
    expect(found.data.length).toBe(2);
    expect(resultsOf(found).map(({ model, api_key_id }) => [model, api_key_id])).toEqual(
      keys.toSorted().map((id) => ['svc-frost', id]),
    );
  }
  expect((await of('group_by=colour&group_by=model')).error?.param).toStartWith('group_by');
});

test('hours and days tell requests of batches from the others', async () => {
  await using service = await startSettings();
  const { anna } = service;
  const key = await newKey(service, 'first');
  for (const atMs of [FROM, FROM + 1]) await service.spend(anna, { keyId: key, model: 'svc-frost', atMs });
  await service.spend(anna, { keyId: key, model: 'svc-frost', atMs: FROM + 2, isBatch: true });
  await service.spend(anna, { keyId: key, model: 'svc-glacier', atMs: FROM + HOUR, isBatch: true });
  const { usage } = (await clientOf(service)).admin.organization;
  const span = { start_time: seconds(FROM), end_time: seconds(FROM + DAY) };
  const parts = (page: Usage) =>
    resultsOf(page).map(({ model, batch, num_model_requests, input_tokens }) => [
      ...[model, batch, num_model_requests, input_tokens],
    ]);

  expect(parts(await usage.completions({ ...span, group_by: ['batch'] }))).toEqual([
    [null, false, 2, 200],
    [null, true, 2, 200],
  ]);
  expect(parts(await usage.completions({ ...span, bucket_width: '1h', group_by: ['model', 'batch'] }))).toEqual([
    ['svc-frost', false, 2, 200],
    ['svc-frost', true, 1, 100],
    ['svc-glacier', true, 1, 100],
  ]);
  expect(parts(await usage.completions({ ...span, batch: true }))).toEqual([[null, null, 2, 200]]);
  expect(parts(await usage.completions({ ...span, batch: false }))).toEqual([[null, null, 2, 200]]);
  expect(parts(await usage.completions(span))).toEqual([[null, null, 4, 400]]);
  const refusal = await usage
    .completions({ ...span, bucket_width: '1m', group_by: ['batch'] })
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 400, param: 'bucket_width' });
});

test('pages follow each other to the end, in each width, and their sums are those of the ledger', async () => {
  await using service = await startSettings();
  const { anna, db } = service;
  const keys = [await newKey(service, 'first'), await newKey(service, 'second')];
  const random = seeded(7);
  for (let n = 0; n < 40; n += 1) {
    const model = n % 3 === 0 ? 'svc-frost' : 'svc-glacier';
    await service.spend(anna, { keyId: keys[n % 2]!, model, atMs: FROM + random.integer(0, DAY - 1) });
  }
  const client = await clientOf(service);
  const span = { start_time: seconds(FROM), end_time: seconds(FROM + DAY) };
  const truth = (await db.sql.one(
    `SELECT COUNT(*) AS requests, SUM(input_tokens) AS input, SUM(output_tokens) AS output, SUM(cost_nanos) AS cost
     FROM requests WHERE seq IS NOT NULL AND account_id = ?`,
    anna.accountId,
  ))!;

  for (const [bucket_width, limit] of [
    ['1m', 700],
    ['1h', 10],
    ['1d', 1],
  ] as const) {
    const results: UsageResult[] = [];
    let buckets = 0;
    let page: string | null | undefined;
    do {
      const found = await client.admin.organization.usage.completions({
        ...{ ...span, bucket_width, limit, group_by: ['model'] },
        ...(page && { page }),
      });
      expect(found.has_more).toBe(found.next_page !== null);
      buckets += found.data.length;
      results.push(...resultsOf(found));
      page = found.next_page;
    } while (page);
    const sum = (name: 'num_model_requests' | 'input_tokens' | 'output_tokens') =>
      results.reduce((all, one) => all + one[name], 0);
    expect({ bucket_width, buckets }).toEqual({
      bucket_width,
      buckets: { '1m': 1440, '1h': 24, '1d': 1 }[bucket_width],
    });
    expect([sum('num_model_requests'), sum('input_tokens'), sum('output_tokens')]).toEqual([
      number(truth, 'requests'),
      number(truth, 'input'),
      number(truth, 'output'),
    ]);
  }

  const paid = await client.admin.organization.usage.costs({ ...span, group_by: ['line_item'] });
  const amounts = paid.data.flatMap(({ results }) => results as readonly object[] as readonly Cost[]);
  expect(amounts.reduce((all, { amount }) => all + parseCzk(amount.exact)!, 0n)).toBe(bigint(truth, 'cost'));
  expect(new Set(amounts.map(({ amount }) => amount.currency))).toEqual(new Set(['czk']));
});

test('it takes a management token with the scope, and says what is wrong with a question', async () => {
  await using service = await startSettings();
  const { anna, url } = service;
  const key = (await anna.ask('POST /api/keys', { body: { name: 'chat' } })).body.secret;
  const { body } = await anna.ask('POST /api/tokens', { body: { name: 'keys alone', scopes: ['keys:read'] } });
  const client = await clientOf(service);
  const ask = (adminAPIKey: string) =>
    new OpenAI({ baseURL: `${url}/v1`, adminAPIKey, maxRetries: 0 }).admin.organization.usage
      .completions({ start_time: seconds(FROM) })
      .catch((error: unknown) => (error as { readonly status: number }).status);
  const refusal = (query: object) =>
    client.admin.organization.usage
      .completions({ start_time: seconds(FROM), ...query })
      .catch((error: unknown) => (error as { readonly status: number; readonly param: string }).param);

  expect(await ask(key)).toBe(401);
  expect(await ask(body.secret)).toBe(403);
  expect(await refusal({ bucket_width: '1w' })).toBe('bucket_width');
  expect(await refusal({ bucket_width: '1h', limit: 169 })).toBe('limit');
  expect(await refusal({ end_time: seconds(FROM) - 1 })).toBe('start_time');
  expect(await refusal({ page: 'three' })).toBe('page');
});
