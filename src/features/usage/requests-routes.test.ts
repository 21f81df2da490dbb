import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { NOON } from '../../../test/support/ledger-fixture.ts';
import { type SettingsService, startSettings, USAGE } from '../../../test/support/settings-service.ts';
import type { Reply, Visitor } from '../../../test/support/visitor.ts';
import { SETTINGS_LIMITS } from '../../core/limits.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import { completionIdOf } from '../../core/request-id.ts';
import type { RequestRow } from './contract.ts';

const HOUR = 3_600_000;
let service: SettingsService;
let anna: Visitor;
let keyId: string;
let otherKeyId: string;
let ids: string[] = [];

beforeAll(async () => {
  service = await startSettings();
  anna = service.anna;
  keyId = (await anna.ask('POST /api/keys', { body: { name: '=first' } })).body.key.id;
  otherKeyId = (await anna.ask('POST /api/keys', { body: { name: 'second' } })).body.key.id;
  // Many in one millisecond, so that pages have to tell them apart by their ids.
  for (let n = 0; n < 130; n++) {
    const atMs = NOON + Math.floor(n / 20);
    const model = n % 10 === 0 ? 'svc-polaris' : 'svc-frost';
    ids.push(await service.spend(anna, { keyId: n % 13 === 0 ? otherKeyId : keyId, model, atMs }));
  }
  service.clock.set(NOON + HOUR);
});
afterAll(() => service[Symbol.asyncDispose]());

type Page = Reply<'GET /api/requests'>;

/** Every page until the end. */
async function pages(query: Record<string, string | number> = {}): Promise<RequestRow[][]> {
  const all: RequestRow[][] = [];
  let before: string | null = null;
  do {
    const page: Page = await anna.ask('GET /api/requests', { query: { ...query, ...(before && { before }) } });
    expect(page.status).toBe(200);
    all.push([...page.body.requests]);
    before = page.body.next;
  } while (before !== null);
  return all;
}

describe('the list of requests', () => {
  test('shows every request once, newest first, a page at a time', async () => {
    const all = await pages();

    expect(all.map(({ length }) => length)).toEqual([50, 50, 30]);
    const shown = all.flat();
    expect(shown.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const inOrder = shown.toSorted((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1));
    expect(shown).toEqual(inOrder);
    expect(shown[0]).toMatchObject({ ...USAGE, keyId, keyName: '=first', outcome: 'finished', durationMs: 0 });
  });

  test('is filtered by model, key, outcome and time', async () => {
    const polaris = (await pages({ model: 'svc-polaris' })).flat();
    const second = (await pages({ keyId: otherKeyId })).flat();
    const early = (await pages({ fromMs: NOON + 1, toMs: NOON + 3 })).flat();
    const left = (await pages({ outcome: 'client-left' })).flat();

    expect(polaris).toHaveLength(13);
    expect(second).toHaveLength(10);
    expect(early.map(({ atMs }) => atMs - NOON)).toEqual([...Array(20).fill(2), ...Array(20).fill(1)]);
    expect(left).toEqual([]);
  });

  test('shows what was free, too, and nothing that still runs', async () => {
    const running = await service.hold(anna, { keyId });
    const failed = await service.hold(anna, { keyId });
    await service.stores.ledger.release({ requestId: failed, reason: 'engine-failed', atMs: service.clock.nowMs() });

    const all = (await pages({})).flat();
    const [free] = await pages({ outcome: 'free' });

    expect(all.some(({ id }) => id === running)).toBe(false);
    expect(free).toMatchObject([{ id: failed, czk: '0' }]);
    await service.stores.ledger.release({ requestId: running, reason: 'engine-failed', atMs: service.clock.nowMs() });
  });

  test.each(['nonsense', '1.', '.req_1', `${'9'.repeat(17)}.req_1`, "1.req_1' OR 1"])(
    'refuses %j as a place to read on from',
    async (before) => {
      const { status, error } = await anna.ask('GET /api/requests', { query: { before } });

      expect([status, error?.param]).toEqual([400, 'before']);
    },
  );
});

describe('a search', () => {
  test('finds a request by its id, by its completion and by the beginning of either', async () => {
    const id = await service.spend(anna, { keyId });
    const wanted = [id, completionIdOf(id), id.slice(0, 20), completionIdOf(id).slice(0, 25), id.slice(4, 16)];

    for (const search of wanted) expect((await pages({ search })).flat()).toMatchObject([{ id }]);
  });

  test('by a short beginning looks only where such ids can be', async () => {
    const id = await service.spend(anna, { keyId });

    const found = (await pages({ search: id.slice(0, 9) })).flat();

    expect(found.map((row) => row.id)).toContain(id);
    expect(found.every((row) => row.id.startsWith(id.slice(0, 9)))).toBe(true);
  });

  test('for what is no id finds nothing', async () => {
    expect((await pages({ search: "' OR 1=1 --" })).flat()).toEqual([]);
    expect((await pages({ search: 'req_zzzzzzzzzzzz' })).flat()).toEqual([]);
  });
});

describe('a receipt', () => {
  test('says at which price, what it cost and who paid, by either id', async () => {
    const about = { accountId: anna.accountId, actor: 'test', reason: 'test', atMs: service.clock.nowMs() };
    await service.stores.credits.grantPackage({ ...about, tokens: 30n, expiresAtMs: NOON + 90 * 24 * HOUR });
    const id = await service.spend(anna, { keyId });
    const { price, priceVersion } = service.catalogue.models.get(service.catalogue.defaultModel)!;

    const { body } = await anna.ask('GET /api/requests/{id}', { id });
    const same = await anna.ask('GET /api/requests/{id}', { id: completionIdOf(id) });

    const cost = nanos(50n * price.input + 20n * price.cachedInput + 50n * price.output);
    expect(body).toMatchObject({
      id,
      completionId: completionIdOf(id),
      priceVersion,
      czk: formatCzk(cost),
      planTokens: 0,
      packageTokens: 30,
      paidBy: [
        { pot: 'package', label: 'package', tokens: 30 },
        { pot: 'credit', czk: formatCzk(cost) },
      ],
    });
    expect(same.body).toEqual(body);
    ids = [...ids, id];
  });

  test('of nothing is not found', async () => {
    for (const id of ['req_none', 'nonsense']) {
      const { status, error } = await anna.ask('GET /api/requests/{id}', { id });
      expect([status, error?.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('the file of requests', () => {
  test('has a line for each, in the order of the list, and says what it is', async () => {
    const response = await anna.open('GET /api/requests.csv', { query: { toMs: NOON + 1000 } });
    const text = await response.text();

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="boreal-requests.csv"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const listed = (await pages({ toMs: NOON + 1000 })).flat().map(({ id }) => id);
    const lines = text.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[1]!)).toEqual(listed);
    expect(text).toContain(",'=first,");
    expect(text).not.toContain(',=first,');
  });

  test('is written for Czech spreadsheets where it is asked for so', async () => {
    const query = { model: 'svc-polaris' };
    const plain = await (await anna.open('GET /api/requests.csv', { query })).text();
    const czech = await (await anna.open('GET /api/requests.csv', { query: { ...query, for: 'excel-cs' } })).text();
    const wrong = await anna.open('GET /api/requests.csv', { query: { for: 'lotus' } });

    const rowsOf = (text: string, between: string) =>
      text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(between));
    const costs = rowsOf(plain, ',').map((cells) => cells[15]!);
    expect(costs.slice(1).some((cost) => cost.includes('.'))).toBe(true);
    expect(rowsOf(czech, ';').map((cells) => cells[15]!)).toEqual(costs.map((cost) => cost.replace('.', ',')));
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('for must be one of \\"plain\\", \\"excel-cs\\".');
  });

  test('obeys the filters', async () => {
    const response = await anna.open('GET /api/requests.csv', { query: { model: 'svc-polaris' } });

    expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(1 + 13);
  });

  test('refuses a filter that it does not know', async () => {
    const response = await anna.open('GET /api/requests.csv', { query: { accountId: 'acc_ben' } });

    expect(response.status).toBe(400);
  });
});

test('a page looks at a bounded number of requests, and says how far it came', async () => {
  const fill = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 12000)
    INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, outcome, held_nanos,
      held_parts, input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms, ended_at_ms)
    SELECT 'req_many' || (100000 + i), r.account_id, r.key_id, r.credit_pot_id, 'svc-frost', r.price_version,
      'released', 'engine-failed', 0, '[]', 1, 1, r.admitted_at_ms - 1 - i, 0, 0 FROM n, requests r WHERE r.id = ?`;
  await service.db.sql.run(fill, ids[0]!);

  const sizes: number[] = [];
  let before: string | null = null;
  let searchedToMs = 0;
  do {
    const page: Page = await anna.ask('GET /api/requests', { query: { keyId: 'key_none', ...(before && { before }) } });
    sizes.push(page.body.requests.length);
    before = page.body.next;
    searchedToMs = page.body.searchedToMs;
    if (before) expect(searchedToMs).toBe(Number(before.split('.')[0]));
  } while (before);

  expect(SETTINGS_LIMITS.requestsSearched).toBe(5000);
  expect(sizes).toEqual([0, 0, 0]);
  expect(searchedToMs).toBe(0);
});
