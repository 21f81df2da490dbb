/** Storage with something of everything in them, sealed: what an intruder could wish to change. */
import type { Buying } from '../../src/core/bought.ts';
import { nanos } from '../../src/core/money.ts';
import { createSealStore } from '../../src/ledger/audit/seal-store.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { type LeasedStores, leasedStores } from './leased-stores.ts';
import { NOON, PRICE, usageOf } from './ledger-fixture.ts';

const OFFERS = { pro: { tokens: 300n }, ultra: { tokens: 600n } };
const ANNA = 'acc_anna';
const HOUR = 3_600_000;

const PATIENCE_MS = 60_000;

/** Seals all that there is. On PostgreSQL rows wait for the transactions of every test that runs beside this one. */
export async function sealAll(db: Database, atMs = NOON): Promise<void> {
  const seals = createSealStore(db);
  const startedAtMs = performance.now();
  while (await hasUnsealed(db)) {
    if (performance.now() - startedAtMs > PATIENCE_MS) throw new Error('rows are not sealed: a transaction stays open');
    await seals.seal(atMs);
  }
}

async function hasUnsealed(db: Database): Promise<boolean> {
  const row = await db.sql.one(
    `SELECT (SELECT COUNT(*) FROM ledger_entries WHERE seq > last.entries) +
       (SELECT COUNT(*) FROM requests WHERE seq > last.entries) +
       (SELECT COUNT(*) FROM operator_actions WHERE seq > last.actions) +
       (SELECT COUNT(*) FROM row_versions WHERE seq > last.versions) AS n
     FROM (SELECT COALESCE(MAX(entries_to), 0) AS entries, COALESCE(MAX(actions_to), 0) AS actions,
       COALESCE(MAX(versions_to), 0) AS versions FROM seals) AS last`,
  );
  return Number(row?.n) > 0;
}

export async function writeFullLedger(db: Database, requests = 12): Promise<LeasedStores> {
  const stores = leasedStores(createStores(db, OFFERS));
  const about = { actor: 'olga@example.com', reason: 'opening', atMs: NOON };
  await stores.accounts.create({ id: ANNA, email: 'anna@example.com', status: 'active', createdAtMs: NOON });
  const grant = { kind: 'grant', accountId: ANNA, amount: nanos(10n ** 12n) } as const;
  await stores.actionLog.act({ ...about, id: 'act_1', action: grant });
  const correct = { kind: 'correct', accountId: ANNA, amount: nanos(5000n) } as const;
  await stores.actionLog.act({ ...about, id: 'act_2', action: correct });
  const packed = { kind: 'package', accountId: ANNA, tokens: 40n, expiresAtMs: NOON + 30 * 24 * HOUR } as const;
  await stores.actionLog.act({ ...about, id: 'act_3', action: packed });
  await stores.actionLog.act({ ...about, id: 'act_4', action: { kind: 'plan', accountId: ANNA, plan: 'pro' } });
  await buy(stores);
  await redeem(stores);
  await ask(stores, requests);
  await sealAll(db);
  return stores;
}

async function buy({ orders }: Pick<Stores, 'orders'>): Promise<void> {
  const times = { createdAtMs: NOON, expiresAtMs: NOON + HOUR };
  const offer = { id: 'credit-100', kind: 'credit', amount: nanos(100n * 10n ** 9n) } as const;
  await orders.create({ id: 'ord_1', accountId: ANNA, offer, method: 'stripe', language: 'en', vatId: null, ...times });
  await orders.setSession('ord_1', 'cs_1');
  const paid = { amount: offer.amount, currency: 'czk' };
  const none = { invoice: null, subscription: null };
  const session = { by: 'session', session: 'cs_1', orderId: 'ord_1', payment: 'pi_1', ...none } as const;
  const event = {
    id: 'evt_1',
    kind: 'checkout.session.completed',
    about: { ...session, paid, fact: { kind: 'paid' } },
  };
  await orders.apply(event as Parameters<typeof orders.apply>[0], { actor: 'stripe', atMs: NOON });
}

async function redeem({ vouchers }: Pick<Stores, 'vouchers'>): Promise<void> {
  const about = { hint: 'ABCD', usesMax: 5, uses: 0, note: '', createdBy: 'olga@example.com', createdAtMs: NOON };
  const gift = { kind: 'credit', amount: nanos(7000n) } as const;
  await vouchers.add({ ...about, id: 'vou_1', gift, expiresAtMs: null, revokedAtMs: null }, 'print-vou_1');
  await vouchers.redeem({ accountId: ANNA, fingerprint: 'print-vou_1', atMs: NOON });
}

async function ask(stores: LeasedStores, requests: number): Promise<void> {
  const { keys, prices } = stores;
  const named = { name: 'k', hint: 'xxxx', createdAtMs: NOON, allowedModels: [], allowedRanges: [], limits: [] };
  await keys.add({ key: { id: 'key_1', accountId: ANNA, ...named }, fingerprint: 'print-key_1' });
  await prices.publish(new Map([['m', PRICE]]), { actor: 'test', atMs: NOON });
  await askMore(stores, { from: 1, to: requests });
}

/** Requests of Anna's, one a minute, each settled after a second. */
export async function askMore(
  { ledger }: Pick<LeasedStores, 'ledger'>,
  { from, to, buying }: { from: number; to: number; buying?: Buying },
): Promise<void> {
  for (let n = from; n <= to; n += 1) {
    const requestId = `req_${String(n).padStart(6, '0')}`;
    const atMs = NOON + n * 60_000;
    const bounds = { inputTokensMax: 200, outputTokensMax: 100, price: PRICE, priceVersion: 'm@1' };
    const about = { requestId, accountId: ANNA, keyId: 'key_1', model: 'm', atMs };
    await ledger.hold({ ...about, ...bounds });
    const settlement = { requestId, usage: usageOf(150, 90), outcome: 'finished', atMs: atMs + 1000 } as const;
    await ledger.settle({ ...settlement, ...(buying && { buying }) });
  }
}
