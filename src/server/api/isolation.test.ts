/** Two accounts: whatever belongs to one does not exist for the other, on every route. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { completionIdOf } from '../../core/request-id.ts';

let service: SettingsService;
let annasKey: string;
let annasRequest: string;
let annasOrder: string;
let annasInvoice: string;
let annasInvitation: string;
let annasToken: string;
let annasWebhook: string;
let annasDomain: string;

beforeAll(async () => {
  service = await startSettings({ payments: { bank: { iban: 'CZ6508000000192000145399', name: 'Boreal' } } });
  annasKey = (await service.anna.ask('POST /api/keys', { body: { name: 'hers' } })).body.key.id;
  annasRequest = await service.spend(service.anna, { keyId: annasKey });
  const order = { offer: 'credit-100', method: 'bank' };
  annasOrder = (await service.anna.ask('POST /api/orders', { body: order })).body.order.id;
  const paid = (await service.anna.ask('POST /api/orders', { body: order })).body.order.id;
  const told = { id: 'confirm', kind: 'bank transfer', about: { by: 'order', orderId: paid } } as const;
  await service.stores.orders.apply(told, { actor: 'test', atMs: service.clock.nowMs() });
  const invited = await service.anna.ask('POST /api/invitations', { body: { email: 'd@example.com', role: 'viewer' } });
  annasInvitation = invited.body.invitations[0]!.id;
  const token = { name: 'hers', scopes: ['usage:read'] };
  annasToken = (await service.anna.ask('POST /api/tokens', { body: token })).body.token.id;
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['limit.reached'] } as const;
  annasWebhook = (await service.anna.ask('POST /api/webhooks', { body: webhook })).body.webhooks[0]!.id;
  await addBatch();
  const claimed = await service.anna.ask('POST /api/domains', { body: { domain: 'anna.example' } });
  annasDomain = claimed.body.domains[0]!.id;
  annasInvoice = (await service.stores.orders.find('acc_anna', paid))!.invoiceNumber!;
});
afterAll(() => service[Symbol.asyncDispose]());

const ANNAS_BATCH = 'batch_anna';

/** One that has ended: it was cancelled before it had lines. */
async function addBatch(): Promise<void> {
  const nowMs = service.clock.nowMs();
  const { batches } = service.stores;
  const about = { id: ANNAS_BATCH, accountId: 'acc_anna', keyId: annasKey, dialect: 'openai' } as const;
  const asked = { endpoint: '/v1/chat/completions', inputFileId: null, metadata: null, budget: null } as const;
  await batches.create({ ...about, ...asked, createdAtMs: nowMs, expiresAtMs: nowMs + 1000, owner: null }, 1);
  await batches.cancel('acc_anna', ANNAS_BATCH, { nowMs, keepMs: 1000, outputId: 'file-out', errorId: 'file-err' });
}

/** Every route whose path names something, with what it would take. */
const NAMING = [
  ['PATCH /api/keys/{id}', () => annasKey, { name: 'stolen' }],
  ['POST /api/keys/{id}/rotate', () => annasKey, { overlapHours: 0 }],
  ['POST /api/keys/{id}/revoke', () => annasKey, undefined],
  ['GET /api/requests/{id}', () => annasRequest, undefined],
  ['GET /api/orders/{id}', () => annasOrder, undefined],
  ['GET /api/orders/{id}/documents', () => annasOrder, undefined],
  ['GET /api/orders/{id}/withdrawal', () => annasOrder, undefined],
  ['POST /api/orders/{id}/withdrawal', () => annasOrder, { name: 'Ben' }],
  ['GET /api/requests/{id}', () => completionIdOf(annasRequest), undefined],
  ['PATCH /api/members/{id}', () => 'anna', { role: 'viewer' }],
  ['PATCH /api/members/{id}/budget', () => 'anna', { limits: [{ unit: 'CZK', window: 'month', max: '5' }] }],
  ['POST /api/members/{id}/remove', () => 'anna', undefined],
  ['POST /api/invitations/{id}/resend', () => annasInvitation, undefined],
  ['POST /api/invitations/{id}/withdraw', () => annasInvitation, undefined],
  ['POST /api/tokens/{id}/revoke', () => annasToken, undefined],
  ['POST /api/domains/{id}/check', () => annasDomain, undefined],
  ['POST /api/domains/{id}/delete', () => annasDomain, undefined],
  [
    'PATCH /api/domains/{id}/provider',
    () => annasDomain,
    { issuer: 'https://id.example', clientId: 'a', clientSecret: 'b' },
  ],
  ['POST /api/domains/{id}/provider/delete', () => annasDomain, undefined],
  ['POST /api/batches/{id}/cancel', () => ANNAS_BATCH, undefined],
  ['POST /api/webhooks/{id}/test', () => annasWebhook, undefined],
  ['POST /api/webhooks/{id}/enable', () => annasWebhook, undefined],
  ['POST /api/webhooks/{id}/delete', () => annasWebhook, undefined],
] as const;

/** Those that answer with a file. */
const FILES = [
  ['GET /api/batches/{id}/results', () => ANNAS_BATCH, 'application/jsonl'],
  ['GET /api/orders/{id}/proforma', () => annasOrder, 'application/pdf'],
  ['GET /api/documents/{id}/pdf', () => annasInvoice, 'application/pdf'],
  ['GET /api/documents/{id}/isdoc', () => annasInvoice, 'application/xml; charset=utf-8'],
] as const;

describe("another account's file", () => {
  test.each(FILES)(
    'is not found by %s, and is there for its owner',
    async (route, id, type) => {
      const path = route.replace('{id}', id());

      expect((await service.ben.open(path)).status).toBe(404);
      const own = await service.anna.open(path);
      expect([own.status, own.headers.get('content-type')]).toEqual([200, type]);
    },
    30_000,
  );
});

describe("another account's object", () => {
  test.each(NAMING)('is not found by %s', async (route, id, body) => {
    const { status, error } = await service.ben.ask(route, { id: id(), body });

    expect([status, error?.code]).toEqual([404, 'not_found']);
  });

  test.each(NAMING)('gets from %s the same words as one that does not exist', async (route, id, body) => {
    const [other, none] = [
      await service.ben.ask(route, { id: id(), body }),
      await service.ben.ask(route, { id: `${id()}x`, body }),
    ];

    expect(other.error).toEqual(none.error);
  });

  test('stays as it was', async () => {
    const { body } = await service.anna.ask('GET /api/keys', { query: { dayFromMs: service.clock.nowMs() - 1 } });

    expect(body.keys).toMatchObject([{ id: annasKey, name: 'hers', revokedAtMs: null, expiresAtMs: null }]);
  });

  test('is in no list, chart, search, statement or file', async () => {
    const nowMs = service.clock.nowMs();
    const span = { fromMs: nowMs - 86_400_000, toMs: nowMs + 1000, step: 'day', zone: 'UTC' };
    const before = `${nowMs + 1000}.req_z`;
    const texts = await Promise.all([
      service.ben.open('GET /api/keys', { query: { dayFromMs: nowMs - 1 } }),
      service.ben.open('GET /api/usage', { query: { ...span, by: 'key' } }),
      service.ben.open('GET /api/requests', { query: { before } }),
      service.ben.open('GET /api/requests', { query: { search: annasRequest } }),
      service.ben.open('GET /api/requests', { query: { search: annasRequest.slice(0, 12) } }),
      service.ben.open('GET /api/requests', { query: { keyId: annasKey } }),
      service.ben.open('GET /api/requests.csv', { query: { search: annasRequest } }),
      service.ben.open('GET /api/billing'),
      service.ben.open('GET /api/orders'),
      service.ben.open('GET /api/members'),
      service.ben.open('GET /api/tokens'),
      service.ben.open('GET /api/activity'),
      service.ben.open('GET /api/activity', { query: { memberId: 'anna' } }),
      service.ben.open('GET /api/activity.csv'),
      service.ben.open('GET /api/statements/2026-11'),
      service.ben.open('GET /api/account/export'),
    ]);

    for (const response of texts) {
      const text = await response.text();
      expect(response.status, response.url).toBe(200);
      expect(text, response.url).not.toContain(annasKey);
      expect(text, response.url).not.toContain(annasOrder);
      expect(text, response.url).not.toContain(annasRequest.slice(4));
      expect(text, response.url).not.toContain('acc_anna');
    }
  });
});

describe('every route', () => {
  test('has a guard of its own that wants a person who is signed in', () => {
    const open = service.routes.filter(({ guard }) => guard !== 'person' && guard !== 'spender');

    // A person who has the link may read what it is an invitation to.
    expect(open.map(({ path }) => path)).toEqual(['/api/invitation/look']);
    expect(service.routes.length).toBeGreaterThan(15);
  });

  test('refuses a person who is not', async () => {
    for (const { method, path } of service.routes.filter(({ guard }) => guard !== 'none')) {
      const name = `${method} ${path.replace(/\{\w+\}/, 'x')}`;
      const response = await service.ben.open(name, { headers: { cookie: '' } });
      expect(response.status, name).toBe(401);
    }
  });

  test('that names something is in the table above', () => {
    const naming = service.routes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => name.includes('{id}') && !name.includes(' /api/v1/'));

    expect(naming.sort()).toEqual([...new Set([...NAMING, ...FILES].map(([route]) => route as string))].sort());
  });

  test('that changes something wants it from our own pages', async () => {
    const changing = service.routes.filter(({ method, guard }) => method !== 'GET' && guard !== 'none');
    for (const { method, path } of changing) {
      const name = `${method} ${path.replace(/\{\w+\}/, 'x')}`;
      const response = await service.ben.open(name, { headers: { origin: 'https://evil.example' } });
      expect(response.status, name).toBe(403);
    }
  });
});
