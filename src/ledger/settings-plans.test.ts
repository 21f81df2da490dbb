/** A question of pages to the database costs the same among ten million rows: every statement finds its rows by an index. */
import { expect, test } from 'bun:test';
import { limitsFrom, NOON } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';
import { DEFAULT_PLANS, planNames } from '../core/plan.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { openSqlite } from '../platform/database/sqlite.ts';
import { createStores, type Stores } from '../server/stores/stores.ts';

const KEY = { accountId: 'acc_1', keyId: 'key_1' };
const READING = { nowMs: NOON, dayFromMs: NOON };
const PAGE = { accountId: 'acc_1', filter: {}, before: null, rowsMax: 50 };
const NEW_KEY = {
  id: 'key_2',
  accountId: 'acc_1',
  name: 'x',
  hint: '',
  createdAtMs: NOON,
  allowedModels: [],
  allowedRanges: [],
  limits: [],
};
const ROTATION = { id: 'key_3', hint: '', fingerprint: 'p3', createdAtMs: NOON, endsAtMs: NOON };

const NEW_ORDER = {
  id: 'ord_1',
  accountId: 'acc_1',
  method: 'bank',
  language: 'en',
  vatId: null,
  createdAtMs: NOON,
  offer: { id: 'credit-1', kind: 'credit', amount: nanos(1n) },
  expiresAtMs: NOON + 1,
} as const;
const CONFIRMED = { id: 'evt_1', kind: 'test', about: { by: 'order', orderId: 'ord_1' } } as const;

const PLAN_OFFER = {
  id: 'plan-pro',
  kind: 'plan',
  plan: 'pro',
  name: planNames('pro'),
  every: 'month',
  amount: nanos(1n),
} as const;
const FAILED = { by: 'renewal-failed', orderId: 'ord_1', subscription: 's', invoice: 'i', amount: nanos(1n) } as const;

/** Everything that the pages, their sweeps, and the servers that run batches ask. */
const CUSTOMERS = { filter: {}, sort: 'newest', after: null, rowsMax: 50, nowMs: NOON } as const;
const CALLS: Readonly<Record<string, (stores: Stores) => Promise<unknown>>> = {
  'accountKeys.list': ({ accountKeys }) => accountKeys.list('acc_1', READING),
  'accountKeys.find': ({ accountKeys }) => accountKeys.find(KEY, READING),
  'accountKeys.add': ({ accountKeys }) => accountKeys.add({ key: NEW_KEY, fingerprint: 'p2' }, 200),
  'accountKeys.change': ({ accountKeys }) => accountKeys.change(KEY, { name: 'y', limits: [] }),
  'accountKeys.rotate': ({ accountKeys }) => accountKeys.rotate(KEY, ROTATION),
  'accountKeys.revoke': ({ accountKeys }) => accountKeys.revoke(KEY, NOON),
  'accountKeys.playground': ({ accountKeys }) =>
    accountKeys.makePlayground({ accountId: 'acc_1' }, { id: 'key_4', atMs: NOON }),
  'usages.steps by model': ({ usages }) => usages.steps({ accountId: 'acc_1', startsMs: [0, NOON], by: 'model' }),
  'usages.steps by key': ({ usages }) => usages.steps({ accountId: 'acc_1', startsMs: [0, NOON], by: 'key' }),
  'usages.steps by member': ({ usages }) => usages.steps({ accountId: 'acc_1', startsMs: [0, NOON], by: 'member' }),
  'usages.steps of one member': ({ usages }) =>
    usages.steps({ accountId: 'acc_1', startsMs: [0, NOON], by: 'key', ofUserId: 'u1' }),
  'usages.steps by pot': ({ usages }) => usages.steps({ accountId: 'acc_1', startsMs: [0, NOON], by: 'pot' }),
  'usages.page': ({ usages }) => usages.page(PAGE),
  'usages.page from a cursor': ({ usages }) => usages.page({ ...PAGE, before: { atMs: NOON, id: 'req_x' } }),
  'usages.page by id': ({ usages }) => usages.page({ ...PAGE, filter: { idPrefix: 'req_0123456789' } }),
  'usages.page by a whole id': ({ usages }) => usages.page({ ...PAGE, filter: { idPrefix: `req_${'0'.repeat(34)}` } }),
  'usages.find': ({ usages }) => usages.find('acc_1', 'req_1'),
  'statements.read': ({ statements }) => statements.read({ accountId: 'acc_1', fromMs: 0, toMs: NOON }),
  'ledger.balanceOf': ({ ledger }) => ledger.balanceOf('acc_1', NOON),
  'plans.current': ({ plans }) => plans.current('acc_1', NOON),
  'alerts.of': ({ alerts }) => alerts.of('acc_1'),
  'alerts.set': ({ alerts }) => alerts.set('acc_1', { below: nanos(1n), language: 'en', atMs: NOON }),
  'alerts.claim': ({ alerts }) => alerts.claim('', NOON),
  'limits.list': ({ limits }) => limits.list('acc_1', NOON),
  'limits.set': async ({ limits }) => {
    await limits.set('acc_1', limitsFrom({ amount: 5n, window: 'day' }));
    await limits.set('acc_1', limitsFrom({ amount: 6n, window: 'day' }));
    await limits.set('acc_1', []);
  },
  'limitAlerts.addDue': ({ limitAlerts }) =>
    limitAlerts.addDue({ afterId: '', nowMs: NOON, refused: [], channels: ['owner'] }),
  'exports.movements': ({ exports }) => exports.movements('acc_1', { atMs: NOON, seq: 1 }),
  'orders.create': ({ orders }) => orders.create(NEW_ORDER),
  'orders.find': ({ orders }) => orders.find('acc_1', 'ord_1'),
  'orders.list': ({ orders }) => orders.list('acc_1'),
  'orders.paidWithin': ({ orders }) => orders.paidWithin({ accountId: 'acc_1', fromMs: 0, toMs: NOON }),
  'orders.listAll of an account': ({ orders }) => orders.listAll({ accountId: 'acc_1', rowsMax: 20 }),
  'orders.listAll by number': ({ orders }) => orders.listAll({ search: '2026000001', rowsMax: 51 }),
  'orders.listAll in pages': ({ orders }) => orders.listAll({ after: { createdAtMs: NOON, id: 'ord_1' }, rowsMax: 51 }),
  'orders.changeSubscription': async ({ orders }) => {
    await orders.create({ ...NEW_ORDER, id: 'ord_2', method: 'stripe', offer: PLAN_OFFER });
    await orders.changeSubscription({ subscriptionId: 'sub_1', orderId: 'ord_2', atMs: NOON });
  },
  'orders.failedPayment': ({ orders }) => orders.failedPayment(FAILED),
  'vouchers.list': ({ vouchers }) => vouchers.list({ after: { createdAtMs: NOON, id: 'vou_1' }, rowsMax: 51 }),
  'orders.apply': ({ orders }) => orders.apply(CONFIRMED, { actor: 'test', atMs: NOON }),
  'orders.expire': ({ orders }) => orders.expire(NOON),
  'orders.addReceipts': ({ orders }) =>
    orders.addReceipts({ atMs: NOON, origin: 'https://b.example', channels: ['owner'] }),
  'orders.subscriptionOf': ({ orders }) => orders.subscriptionOf('acc_1'),
  'orders.subscriptionsToEnd': ({ orders }) => orders.subscriptionsToEnd(),
  'vouchers.redeem': ({ vouchers }) =>
    vouchers.redeem({ accountId: 'acc_1', fingerprint: 'p', atMs: NOON }).catch(() => undefined),
  'maintenance.emptyClosed': ({ maintenance }) => maintenance.emptyClosed(NOON),
  'customers.list': ({ customers }) => customers.list({ ...CUSTOMERS, search: '' }),
  'customers.list by address': ({ customers }) => customers.list({ ...CUSTOMERS, search: 'a' }),
  'customers.list by the address of a member': ({ customers }) => customers.list({ ...CUSTOMERS, search: 'anna' }),
  'customers.list by id': ({ customers }) => customers.list({ ...CUSTOMERS, search: 'acc_' }),
  'customers.list by spend': ({ customers }) => customers.list({ ...CUSTOMERS, search: '', sort: 'spent' }),
  'customers.list with a filter': ({ customers }) =>
    customers.list({ ...CUSTOMERS, search: '', filter: { status: 'blocked' } }),
  'customers.owner': ({ customers }) => customers.owner('acc_1'),
  'actionLog.actions of an account': ({ actionLog }) => actionLog.actions({ accountId: 'acc_1', rowsMax: 50 }),
  'actionLog.actions': ({ actionLog }) => actionLog.actions({ rowsMax: 50 }),
  'batches.open': ({ batches }) => batches.open({ isBackground: false }, NOON),
  'batches.take': ({ batches }) =>
    batches.take({ batchId: 'batch_1', owner: 'server', limit: 8, nowMs: NOON, leasedUntilMs: NOON }),
  'batches.hasLive': ({ batches }) => batches.hasLive({ isBackground: false }),
  'batches.renew': ({ batches }) =>
    batches.renew({
      ...{ owner: 'server', leasedUntilMs: NOON, reading: null },
      running: [{ batchId: 'batch_1', line: 1 }],
    }),
  'closing.close': ({ closing }) => closing.close({ accountId: 'acc_1', actor: 'test', atMs: NOON }),
};

/** Sums of one account's few rows that are joined to its keys, and lists that have a bound of their own. */
const MAY_BE_SCANNED = ['few', 'b', 't', 'setting_values'];

async function recordedCalls() {
  const plain = openSqlite(':memory:', 'caller');
  await migrate(plain, readMigrations(), NOON);
  const asked = new Map<string, string>();
  let call = 'opening';
  const stores = createStores(
    recordingDatabase(plain, (text) => asked.set(text, call)),
    DEFAULT_PLANS,
  );
  await stores.accounts.create({ id: 'acc_1', email: 'a@example.com', status: 'active', createdAtMs: NOON });
  await stores.keys.add({ key: { ...NEW_KEY, id: 'key_1' }, fingerprint: 'p1' });
  asked.clear();
  for (const [name, run] of Object.entries(CALLS)) {
    call = name;
    await run(stores);
  }
  return { plain, asked, [Symbol.dispose]: () => plain.close() };
}

test('no statement of the settings area reads a table from end to end', async () => {
  await using calls = await recordedCalls();

  const scans: string[] = [];
  for (const [text, name] of calls.asked) {
    for (const step of await planOf(calls.plain, text)) if (isScan(step)) scans.push(`${name}: ${step}\n${text}`);
  }

  expect(calls.asked.size).toBeGreaterThan(30);
  expect(scans).toEqual([]);
});

test('requests are found by their place in the list, or by the beginning of an id', async () => {
  await using calls = await recordedCalls();
  const planOfCall = async (wanted: string) => {
    const texts = [...calls.asked].filter(([, name]) => name === wanted).map(([text]) => text);
    return (await Promise.all(texts.map((text) => planOf(calls.plain, text)))).flat().join('\n');
  };

  const [list, byId] = [await planOfCall('usages.page from a cursor'), await planOfCall('usages.page by id')];
  const byWholeId = await planOfCall('usages.page by a whole id');

  expect(list).toContain('requests_by_account (account_id=? AND admitted_at_ms>? AND admitted_at_ms<?)');
  expect(byId).toContain('(id>? AND id<?)');
  expect(byWholeId).toMatch(/SEARCH r .*\(id=\?\)/);
});

test('a server finds the next lines of a batch without a look at those that have ended', async () => {
  await using calls = await recordedCalls();
  const texts = [...calls.asked].filter(([, name]) => name === 'batches.open' || name === 'batches.take');

  const plans = await Promise.all(texts.map(([text]) => planOf(calls.plain, text)));
  const looks = plans.flat().filter((step) => step.includes('batch_lines'));

  expect(looks.filter((step) => step.includes('batch_lines_by_state (batch_id=? AND state=?)')).length).toBe(4);
  expect(looks.filter((step) => /\(batch_id=\?\)$/.test(step))).toEqual([]);
});

test('a statement that did read a table from end to end would be noticed', async () => {
  await using calls = await recordedCalls();

  for (const text of ['SELECT id FROM requests WHERE model = ?', 'SELECT SUM(amount) FROM ledger_entries']) {
    expect((await planOf(calls.plain, text)).some(isScan)).toBe(true);
  }
});

async function planOf(db: Database, text: string): Promise<readonly string[]> {
  const numbers = Array.from(text.matchAll(/\?(\d*)/g), ([, number], at) => Number(number || at + 1));
  const values = Array.from({ length: Math.max(0, ...numbers) }, () => 1);
  const steps = await db.sql.all(`EXPLAIN QUERY PLAN ${text}`, ...values);
  return steps.map(({ detail }) => String(detail));
}

/** `SCAN` is from end to end, whether of a table or of an index; `SEARCH` is not. */
function isScan(step: string): boolean {
  const what = /^SCAN (?!CONSTANT ROW|\()(\w+)/.exec(step)?.[1];
  return what !== undefined && !MAY_BE_SCANNED.includes(what) && !isOwnIndex(step);
}

/** An index that holds only the few rows that are to be looked at may be read whole. */
const isOwnIndex = (step: string): boolean => /accounts_(?:with_alert|being_emptied)/.test(step);

function recordingDatabase(db: Database, onStatement: (text: string) => void): Database {
  const recorded = (sql: Sql): Sql => {
    const noted = (text: string): string => {
      onStatement(text);
      return text;
    };
    return {
      all: (text, ...values) => sql.all(noted(text), ...values),
      one: (text, ...values) => sql.one(noted(text), ...values),
      run: (text, ...values) => sql.run(noted(text), ...values),
      kind: sql.kind,
      forUpdate: sql.forUpdate,
    };
  };
  const all: Pick<Database, 'sql' | 'transaction'> = {
    sql: recorded(db.sql),
    transaction: (work) => db.transaction((sql) => work({ ...recorded(sql), last: sql.last })),
  };
  return {
    ...all,
    serving: all,
    dialect: db.dialect,
    ledgerKey: db.ledgerKey,
    alone: (work) => db.alone(work),
    snapshot: (work) => db.snapshot((sql) => work(recorded(sql))),
    shrinkLog: () => db.shrinkLog(),
    close: () => db.close(),
  };
}
