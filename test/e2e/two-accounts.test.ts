/** Two real people, signed in: every id of one of them, given by the other. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { goOn, openBrowser, openPage, signInQuietly } from '../support/browser.ts';
import { type FurnishedOrders, furnishedOrders, SELLS_BY_BANK } from '../support/furnished-orders.ts';
import { type FurnishedPerson, furnishedPerson } from '../support/furnished-person.ts';
import { PASSWORD, type PageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const LONG_MS = 600_000;
const DAY_MS = 86_400_000;
const ACTION = { id: 'order-of-a-stranger-1', reason: 'because' };
const PASSKEY_ID = 'pas_of_jana';

let service: TestService;
let jana: FurnishedPerson;
let orders: FurnishedOrders;
let stranger: PageClient;

beforeAll(async () => {
  service = await startService({ env: SELLS_BY_BANK });
  jana = await furnishedPerson(service, 'jana@example.com');
  orders = await furnishedOrders(service, jana.accountId);
  stranger = await signedUp(service, 'stranger@example.com');
  await givePasskey();
}, LONG_MS);

afterAll(() => service.stop());

test(
  'every id of one account is unknown to the other, and nothing of it changes',
  async () => {
    const before = await everythingOf(jana.client);
    const [keyId, requestId] = [jana.keyIds[0]!, jana.requestIds[0]!];
    const completionId = requestId.replace('req_', 'chatcmpl-');

    const refused = [
      await stranger.patch(`/api/keys/${keyId}`, { name: 'Mine' }),
      await stranger.post(`/api/keys/${keyId}/rotate`, { overlapHours: 0 }),
      await stranger.post(`/api/keys/${keyId}/revoke`),
      await stranger.get(`/api/requests/${requestId}`),
      await stranger.get(`/api/requests/${completionId}`),
      await stranger.get(`/api/orders/${orders.open}`),
      await stranger.get(`/api/orders/${orders.paid}`),
      await stranger.get(`/api/operator/customers/${jana.accountId}?dayFromMs=${Date.now()}`),
      await stranger.get(`/api/operator/orders?search=${jana.email}`),
      await stranger.post(`/api/operator/orders/${orders.open}/confirm`, { ...ACTION, czk: '500' }),
      await stranger.post(`/api/operator/orders/${orders.open}/cancel`, ACTION),
      await stranger.get('/api/operator/vouchers'),
      await stranger.post('/api/operator/vouchers', {
        ...ACTION,
        gift: { kind: 'credit', czk: '5' },
        usesMax: 1,
        expiresAtMs: null,
      }),
      await stranger.post('/api/operator/reload', ACTION),
      await stranger.post('/api/account/delete', { email: jana.email, password: PASSWORD }),
      await stranger.post('/api/auth/passkey/delete-passkey', { id: PASSKEY_ID }),
      await stranger.post('/api/auth/passkey/update-passkey', { id: PASSKEY_ID, name: 'Mine' }),
    ];
    const lists = [
      await stranger.get(`/api/requests?keyId=${keyId}`),
      await stranger.get(`/api/requests?search=${requestId}`),
      await stranger.get(`/api/requests?before=${requestId}`),
      await stranger.get(`/api/requests?as=${jana.accountId}`),
    ];
    const bought = await stranger.get('/api/orders');
    const file = await stranger.get(`/api/requests.csv?keyId=${keyId}`);
    const ended = await stranger.post('/api/auth/revoke-session', { token: await sessionTokenOf(jana.client) });

    expect(refused.map(({ status }) => status).filter((status) => status < 400 || status >= 500)).toEqual([]);
    for (const { status, text } of lists) expect([status >= 500, text.includes(requestId)]).toEqual([false, false]);
    expect(bought.json).toEqual({ orders: [], withdrawable: [] });
    expect(file.text.trim().split('\r\n')).toHaveLength(1);
    expect(ended.status).toBeLessThan(500);
    expect(await everythingOf(jana.client)).toEqual(before);
  },
  LONG_MS,
);

test(
  'a receipt and an order of another account do not exist, for a key and for a page',
  async () => {
    const made = await stranger.post('/api/keys', { name: 'Mine' });
    const { secret } = made.json as unknown as { secret: string };
    const id = jana.requestIds[0]!.replace('req_', 'chatcmpl-');
    await using browser = await openBrowser();
    const visitor = await browser.visit(service);
    await signInQuietly(visitor, 'stranger@example.com', PASSWORD);

    const asked = await fetch(`${service.url}/receipts/${id}`, { headers: { authorization: `Bearer ${secret}` } });
    await openPage(visitor, `/requests/${jana.requestIds[0]}`);

    expect(asked.status).toBe(404);
    await visitor.page.getByRole('heading', { name: 'There is no such request' }).waitFor();
    await goOn(visitor, `/orders/${orders.open}`);
    await visitor.page.getByRole('heading', { name: 'There is no such order' }).waitFor();
    expect(await visitor.page.getByRole('img').count()).toBe(0);
    expect(await visitor.page.locator('main').textContent()).not.toContain('500');
    expect(visitor.complaints).toEqual([]);
  },
  LONG_MS,
);

/** As the owner sees it. */
async function everythingOf(client: PageClient): Promise<readonly string[]> {
  const month = new Date().toISOString().slice(0, 7);
  const paths = [
    '/api/me',
    `/api/keys?dayFromMs=${Date.now() - (Date.now() % DAY_MS)}`,
    '/api/requests',
    '/api/billing',
    '/api/orders',
    ...[orders.open, orders.paid].map((id) => `/api/orders/${id}`),
    `/api/statements/${month}`,
    '/api/auth/list-sessions',
    '/api/auth/passkey/list-user-passkeys',
  ];
  const texts = [];
  for (const path of paths) {
    const { status, text } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    texts.push(text);
  }
  return texts;
}

async function sessionTokenOf(client: PageClient): Promise<string> {
  const { json } = await client.get('/api/auth/get-session');
  return (json as unknown as { session: { token: string } }).session.token;
}

/** A row as signing in by passkey leaves it. */
async function givePasskey(): Promise<void> {
  const { json } = await jana.client.get('/api/auth/get-session');
  const { user } = json as unknown as { user: { id: string } };
  await service.stores.authRows.create('passkey', {
    id: PASSKEY_ID,
    userId: user.id,
    name: 'Phone',
    publicKey: 'key',
    credentialID: 'credential',
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: 0,
    transports: 'internal',
    aaguid: '',
    createdAt: Date.now(),
  });
}
