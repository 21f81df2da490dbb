/** The bytes of every table that can be downloaded, as programs read it and as Czech Excel does. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { isFile } from '../../src/platform/api/contract.ts';
import { CONTRACT_ROUTES } from '../../src/server/api/contracts.ts';
import { busyOperator, orderBecause, performAction } from '../support/busy-operator.ts';
import { BANK, furnishedMovements } from '../support/furnished-orders.ts';
import { type FurnishedPerson, furnishedPerson } from '../support/furnished-person.ts';
import { US_PERSON } from '../support/known-buyers.ts';
import { SELLER_SETTING } from '../support/known-sellers.ts';
import type { PageClient } from '../support/page-client.ts';
import { startService, type TestService, until } from '../support/service.ts';

const LONG_MS = 600_000;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const PRICE = { input: '5.25', cachedInput: '5.25', output: '5.25', reasoning: '5.25' };

const month = () => new Date().toISOString().slice(0, 7);
const quarter = () => `${month().slice(0, 4)}-Q${Math.ceil(Number(month().slice(5)) / 3)}`;

/** Each table by its route: who asks, for what, and whether it has amounts. */
const TABLES: Readonly<Record<string, readonly [who: 'jana' | 'operator', has: 'amounts' | 'words', path?: string]>> = {
  'GET /api/activity.csv': ['jana', 'words'],
  'GET /api/requests.csv': ['jana', 'amounts'],
  'GET /api/statements/{month}/csv': ['jana', 'amounts', `/api/statements/${month()}/csv`],
  'GET /api/operator/actions.csv': ['operator', 'words'],
  'GET /api/operator/bank/movements.csv': ['operator', 'amounts'],
  'GET /api/operator/margins.csv': ['operator', 'amounts'],
  'GET /api/operator/documents/oss.csv': [
    'operator',
    'amounts',
    `/api/operator/documents/oss.csv?quarter=${quarter()}`,
  ],
  'GET /api/operator/documents.zip': ['operator', 'amounts', `/api/operator/documents.zip?month=${month()}`],
};

let service: TestService;
let jana: FurnishedPerson;
let operator: PageClient;

beforeAll(async () => {
  const payments = { bank: BANK, seller: { ...SELLER_SETTING, vatElsewhere: 'oss' } };
  service = await startService({ env: { BOREAL_PAYMENTS: JSON.stringify(payments) } });
  jana = await furnishedPerson(service, 'jana@example.com');
  await furnishedMovements(service.stores, Date.now());
  operator = await busyOperator(service, jana.accountId);
  const bought = { engine: 'main', model: '', currency: 'CZK', price: PRICE, fromMs: null };
  await performAction(operator, 'buying-prices', { ...orderBecause('their invoice'), ...bought });
  await buyFromGermany();
  await until('a request has a margin', haveMargin);
}, LONG_MS);
afterAll(() => service.stop());

test('every route that answers with a table is looked at here', () => {
  const routes = Object.values(CONTRACT_ROUTES).filter(({ reply, name }) => {
    const type = isFile(reply) ? reply.file : '';
    return type === 'text/csv' || (type === 'application/zip' && name.includes('documents'));
  });

  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort());
});

describe.each(Object.entries(TABLES))('%s', (name, [who, has, path = name.slice('GET '.length)]) => {
  test(
    'has commas and points, and for Czech Excel semicolons and decimal commas; both say that they are UTF-8',
    async () => {
      const [plain, czech] = [
        await bytesOf(who, path),
        await bytesOf(who, `${path}${path.includes('?') ? '&' : '?'}for=excel-cs`),
      ];

      expect([plain, czech].map((bytes) => [...bytes.subarray(0, 3)])).toEqual([BYTE_ORDER_MARK, BYTE_ORDER_MARK]);
      const [rows, czechRows] = [cellsOf(plain, ','), cellsOf(czech, ';')];
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set([...rows, ...czechRows].map(({ length }) => length)).size).toBe(1);
      const pairs = rows.flatMap((cells, row) => cells.map((cell, at) => [cell, czechRows[row]?.[at]] as const));
      const changed = pairs.filter(([cell, inCzech]) => cell !== inCzech);
      expect(changed.filter(([cell, inCzech]) => cell.replace('.', ',') !== inCzech)).toEqual([]);
      expect(changed.filter(([cell]) => !/^-?\d{1,20}\.\d{1,20}$/.test(cell))).toEqual([]);
      expect(changed.length > 0 ? 'amounts' : 'words').toBe(has);
    },
    LONG_MS,
  );
});

async function bytesOf(who: 'jana' | 'operator', path: string): Promise<Uint8Array> {
  const { cookies } = who === 'jana' ? jana.client : operator;
  const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const bytes = await answer.bytes();
  return path.includes('.zip') ? unzipSync(bytes)['documents.csv']! : bytes;
}

/** A reader of CSV of its own, after RFC 4180. */
function cellsOf(bytes: Uint8Array, separator: ',' | ';'): readonly (readonly string[])[] {
  const text = strFromU8(bytes.subarray(BYTE_ORDER_MARK.length));
  expect(text).toEndWith('\r\n');
  const rows: string[][] = [[]];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\r\\n]*)(${separator}|\\r\\n)`, 'g');
  for (const [, written = '', end] of text.matchAll(cell)) {
    rows.at(-1)!.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** A sale with the VAT of another country, for the one-stop shop. */
async function buyFromGermany(): Promise<void> {
  const { client } = jana;
  await client.patch('/api/buyer', { ...US_PERSON, country: 'DE' });
  const wish = { offer: 'credit-100', method: 'bank' };
  const { order } = (await client.post('/api/orders', wish)).json as { order: { id: string } };
  await operator.post(`/api/operator/orders/${order.id}/confirm`, { ...orderBecause('it is there'), czk: '100' });
}

/** A buying price counts from a moment that every server has heard of: requests are made until one is after it. */
async function haveMargin(): Promise<boolean> {
  const { secret: apiKey } = await service.newKey({ accountId: jana.accountId });
  await service.client({ apiKey }).chat.completions.create({
    ...{ model: 'svc-glacier', messages: [{ role: 'user', content: 'hi' }], max_tokens: 10 },
  });
  return (await operator.get('/api/operator/margins.csv')).text.trim().includes('\n');
}
