/** The full ledger, and beside it everything else that pays, expires, documents or limits: what an intruder could wish for. */
import { nanos } from '../../src/core/money.ts';
import { audit } from '../../src/ledger/audit/audit.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { AccountAction, ServiceAction } from '../../src/server/stores/actions.ts';
import { createStores, type Stores } from '../../src/server/stores/stores.ts';
import { askMore, sealAll, writeFullLedger } from './full-ledger.ts';
import { SELLER } from './known-sellers.ts';
import type { LeasedStores } from './leased-stores.ts';
import { limitsFrom, NOON, PRICE, usageOf } from './ledger-fixture.ts';

const OFFERS = { pro: { tokens: 300n }, ultra: { tokens: 600n } };
const DAY = 86_400_000;
const CZK = 10n ** 9n;

/** Up to noon everything is proved; two requests of December are not. */
export async function furnishLedger(db: Database): Promise<void> {
  const leased = await writeFullLedger(db);
  const stores = createStores(db, OFFERS, SELLER);
  await writePeople(stores);
  await writeSales(stores);
  await writeRules(stores);
  await sealAll(db);
  const { problems } = await audit(db, NOON, { scope: 'new', isRemembered: true });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const december = 22 * 24 * 60;
  await askMore(leased, { from: december, to: december + 1 });
  await askAsMember(leased, NOON + december * 60_000);
  await sealAll(db);
}

/** Dan asks with the key of Ben's account, which is in a price group. */
async function askAsMember(
  { ledger, priceGroups }: Pick<LeasedStores, 'ledger' | 'priceGroups'>,
  atMs: number,
): Promise<void> {
  const about = { requestId: 'req_of_member', accountId: 'acc_ben', keyId: 'key_dan', model: 'm', atMs };
  const priced = await priceGroups.price({ model: 'm', listVersion: 'm@1', groupVersion: 'partners@1' });
  await ledger.hold({ ...about, ...priced, inputTokensMax: 40, outputTokensMax: 40 });
  const settlement = { requestId: about.requestId, usage: usageOf(30, 20), outcome: 'finished' } as const;
  await ledger.settle({ ...settlement, atMs: atMs + 1000 });
}

let acts = 0;
const act = ({ actionLog }: Stores, action: AccountAction | ServiceAction) => {
  acts += 1;
  return actionLog.act({ id: `act_more_${acts}`, actor: 'olga@example.com', reason: 'test', atMs: NOON, action });
};

/** Ben owns an account and has tried the service; Dan is a member with a budget and a key of his own, and Eva has left. */
async function writePeople(stores: Stores): Promise<void> {
  const times = { createdAt: NOON, updatedAt: NOON };
  for (const name of ['ben', 'dan', 'eva']) {
    const email = `${name}@example.com`;
    await stores.authRows.create('user', { id: name, email, name, emailVerified: 1, role: 'customer', ...times });
    const trial = { personHash: `hash-of-${name}`, formerHash: `hash-of-${name}`, amount: nanos(20n * CZK) };
    await stores.owners.adopt({ userId: name, email, newId: `acc_${name}`, atMs: NOON, trial });
  }
  const lasts = { createdAtMs: NOON, sentAtMs: NOON, expiresAtMs: NOON + DAY };
  const about = { role: 'customer', createdBy: 'ben', memberRole: 'developer' } as const;
  const accountId = 'acc_ben';
  const limits = limitsFrom({ amount: 5n * CZK, window: 'month' }, { tokens: 5000n, window: 'month' });
  for (const userId of ['dan', 'eva']) {
    const [id, email] = [`inv_${userId}`, `${userId}@example.com`];
    const invitation = { id, fingerprint: `hash-${id}`, accountId, email, ...about, ...lasts };
    await act(stores, { kind: 'invite-member', accountId, invitation });
    await act(stores, { kind: 'join', accountId, invitationId: id, userId });
    await act(stores, { kind: 'limit-member', accountId, userId, limits });
  }
  await act(stores, { kind: 'remove-member', accountId, userId: 'eva' });
  const named = { name: 'k', hint: 'xxxx', createdAtMs: NOON, allowedModels: [], allowedRanges: [] };
  const ofKey = limitsFrom({ amount: CZK, window: 'month' }, { tokens: 100n, window: 'total' });
  const key = { id: 'key_dan', accountId: 'acc_ben', userId: 'dan', ...named, limits: ofKey };
  await stores.keys.add({ key, fingerprint: 'print-key_dan' });
}

/** A package by bank transfer, credit by card of which a part went back, a saved card, and one who owes. */
async function writeSales(stores: Stores): Promise<void> {
  const about = { language: 'en', vatId: null, createdAtMs: NOON, expiresAtMs: NOON + DAY } as const;
  const million = { id: 'million', kind: 'package', amount: nanos(90n * CZK), tokens: 1000n, days: 90 } as const;
  const { orders, bankMovements, topUps } = stores;
  const { variableSymbol } = await orders.create({
    id: 'ord_bank',
    accountId: 'acc_ben',
    offer: million,
    method: 'bank',
    ...about,
  });
  const movement = {
    ...{ bookedOn: '2026-11-15', amount: million.amount, currency: 'CZK', isReversal: false, bankId: '1' },
    ...{ variableSymbol: variableSymbol!, counterparty: '', name: 'Ben', message: '' },
  };
  const recorded = { account: 'CZ6508000000192000145399', source: 'fio', atMs: NOON, ids: ['mov_1'] } as const;
  await bankMovements.record([movement], recorded);
  const paid = { orderId: 'ord_bank', amount: million.amount, movementId: 'mov_1' };
  await act(stores, { kind: 'confirm-order', accountId: 'acc_ben', ...paid });
  await orders.create({ id: 'ord_open', accountId: 'acc_ben', offer: million, method: 'bank', ...about });

  const credit = { id: 'credit-100', kind: 'credit', amount: nanos(100n * CZK) } as const;
  await orders.create({ id: 'ord_card', accountId: 'acc_ben', offer: credit, method: 'stripe', ...about });
  await orders.setSession('ord_card', 'cs_card');
  const none = { invoice: null, subscription: null };
  const session = { by: 'session', session: 'cs_card', orderId: 'ord_card', payment: 'pi_card', ...none } as const;
  const fact = { kind: 'paid' } as const;
  const said = { actor: 'stripe', atMs: NOON };
  const sum = { amount: credit.amount, currency: 'czk' };
  await orders.apply({ id: 'evt_card', kind: 'paid', about: { ...session, fact, paid: sum } }, said);
  const refunded = { kind: 'refunded', total: nanos(30n * CZK) } as const;
  await orders.apply(
    { id: 'evt_back', kind: 'refund', about: { by: 'payment', payment: 'pi_card', fact: refunded } },
    said,
  );

  const face = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 };
  await topUps.saveCard('acc_ben', { customer: 'cus_ben', method: 'pm_ben', ...face }, NOON);
  const rule = { isOn: true, below: nanos(CZK), amount: nanos(50n * CZK), monthMax: nanos(100n * CZK) };
  await topUps.set('acc_ben', rule, { language: 'en', atMs: NOON });
  await act(stores, { kind: 'refund', accountId: 'acc_dan', amount: nanos(25n * CZK) });
}

/** Prices, offers, vouchers and limits, each by an operator's action. */
async function writeRules(stores: Stores): Promise<void> {
  await act(stores, { kind: 'price', model: 'm', price: PRICE, fromMs: NOON + 90 * DAY });
  const terms = { kind: 'package', tokens: 1000, czk: '90', days: 90 } as const;
  await act(stores, { kind: 'offer', item: 'package-million', terms, after: 0, fromMs: NOON });
  const group = { name: 'Partners', percent: 8_000, models: { m: { output: nanos(7n) } } };
  await act(stores, { kind: 'price-group', group: 'partners', terms: group, fromMs: NOON });
  await act(stores, { kind: 'join-price-group', accountId: 'acc_ben', group: 'partners', fromMs: NOON });
  await act(stores, { kind: 'plan-terms', plan: 'pro', terms: { tokens: 400n }, fromMs: NOON + 90 * DAY });
  const made = { hint: 'EFGH', usesMax: 1, uses: 0, note: '', createdBy: 'olga@example.com', createdAtMs: NOON };
  const voucher = {
    ...made,
    id: 'vou_2',
    gift: { kind: 'package', tokens: 500n, days: 30 },
    expiresAtMs: NOON + DAY,
  } as const;
  await act(stores, { kind: 'voucher', voucher: { ...voucher, revokedAtMs: null }, fingerprint: 'print-vou_2' });
  const month = 'month' as const;
  await stores.limits.set(
    'acc_ben',
    limitsFrom({ amount: 50n * CZK, window: month }, { tokens: 10_000n, window: month }),
  );
  await stores.accounts.create({ id: 'acc_tom', email: 'tom@example.com', status: 'active', createdAtMs: NOON });
  await act(stores, { kind: 'suspend', accountId: 'acc_tom' });
}
