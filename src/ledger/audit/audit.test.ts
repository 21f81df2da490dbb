/** The audit is worth something only if it finds what is wrong: each break is made on purpose. */
import { describe, expect } from 'bun:test';
import { currentDatabase, test } from '../../../test/support/databases.ts';
import { sealAll, writeFullLedger } from '../../../test/support/full-ledger.ts';
import { tamper } from '../../../test/support/intruder.ts';
import {
  NOON,
  openStorage,
  PRICE,
  publishBuying,
  type Storage,
  usageOf,
} from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import { writeGroupVersion, writeMembership } from '../group-store.ts';

async function busyLedger(): Promise<Storage> {
  const weights = { m: { input: 1000, cachedInput: 1000, output: 1000, reasoning: 1000 } };
  const storage = await openStorage({ offers: { pro: { tokens: 300n, weights }, ultra: { tokens: 600n } } });
  const who = await storage.account({ credit: 10n ** 9n });
  const debtor = await storage.account({ credit: 100n });
  await storage.stores.credits.takeBack({
    accountId: debtor.id,
    amount: nanos(150n),
    reason: 't',
    actor: 't',
    atMs: NOON,
  });
  await storage.stores.plans.choose({ accountId: who.id, plan: 'pro', actor: 't', atMs: NOON });
  const priceVersion = await storage.publish();
  const buying = await publishBuying(storage, { currency: 'EUR', fromMs: NOON });
  for (const requestId of ['req_1', 'req_2', 'req_3', 'req_4']) {
    await storage.stores.ledger.hold({
      requestId,
      accountId: who.id,
      keyId: who.keyId,
      model: 'm',
      priceVersion,
      price: PRICE,
      inputTokensMax: 200,
      outputTokensMax: 100,
      atMs: NOON,
    });
  }
  for (const requestId of ['req_1', 'req_2']) {
    await storage.stores.ledger.settle({
      requestId,
      usage: usageOf(150, 90, { cachedInputTokens: 20 }),
      outcome: 'finished',
      atMs: NOON,
      buying,
    });
  }
  await storage.stores.ledger.release({ requestId: 'req_4', reason: 'engine-failed', atMs: NOON });
  await askAsMember(storage);
  await askAtTier(storage);
  await sealAll(storage.db);
  return storage;
}

const LONG_BEFORE = NOON - 600_000;

/** A customer in a price group asks once. */
async function askAsMember(storage: Storage): Promise<void> {
  const { id: accountId, keyId } = await storage.account({ credit: 10n ** 9n });
  const said = { group: 'partners', fromMs: LONG_BEFORE, actor: 't' };
  await storage.db.transaction(async (sql) => {
    const models = { m: { output: nanos(7n) } };
    await writeGroupVersion(sql, { ...said, name: 'Partners', percent: 8_000, models });
    await writeMembership(sql, { ...said, accountId });
  });
  const priced = await storage.stores.priceGroups.price({
    ...{ model: 'm', listVersion: 'm@1', groupVersion: 'partners@1' },
  });
  const bounds = { inputTokensMax: 200, outputTokensMax: 100, atMs: NOON };
  await storage.stores.ledger.hold({ requestId: 'req_5', accountId, keyId, model: 'm', ...priced, ...bounds });
  const usage = usageOf(150, 90, { cachedInputTokens: 20 });
  await storage.stores.ledger.settle({ requestId: 'req_5', usage, outcome: 'finished', atMs: NOON });
}

/** A customer asks once at half the price: a package pays for a part, and the credit for the rest. */
async function askAtTier({ account, stores }: Storage): Promise<void> {
  const { id: accountId, keyId } = await account({ credit: 10n ** 9n });
  const about = { accountId, reason: 't', actor: 't', atMs: NOON };
  await stores.credits.grantPackage({ ...about, tokens: 101n, expiresAtMs: NOON + 86_400_000 });
  const served = { tier: 'flex', percent: 50 } as const;
  const priced = await stores.priceGroups.price({ model: 'm', listVersion: 'm@1', served });
  const bounds = { inputTokensMax: 200, outputTokensMax: 100, atMs: NOON, tierPercent: 50 };
  await stores.ledger.hold({ requestId: 'req_6', accountId, keyId, model: 'm', ...priced, ...bounds });
  const usage = usageOf(150, 90, { cachedInputTokens: 20 });
  await stores.ledger.settle({ requestId: 'req_6', usage, outcome: 'finished', atMs: NOON });
}

const BREAKS: readonly [what: string, invariant: string, sql: string][] = [
  ['a balance that is not the sum of its entries', 'L1', "UPDATE pots SET balance = balance + 1 WHERE kind = 'credit'"],
  [
    'an entry that was changed',
    'L1',
    "UPDATE ledger_entries SET amount = amount - 1 WHERE kind = 'grant' AND seq = (SELECT MIN(seq) FROM ledger_entries)",
  ],
  ['a charge that is lower', 'L1', "UPDATE requests SET cost_nanos = cost_nanos - 1 WHERE id = 'req_2'"],
  [
    'a charge of tokens that is lower',
    'L1',
    `UPDATE requests SET paid_parts = REPLACE(paid_parts, '"240"', '"239"') WHERE id = 'req_1'`,
  ],
  ['tokens that another pot paid', 'L1', "UPDATE requests SET paid_parts = REPLACE(paid_parts, 'plan-', 'plam-')"],
  ['a charge that is gone', 'L1', "DELETE FROM requests WHERE id = 'req_2'"],
  ['an entry that is gone', 'L1', 'DELETE FROM ledger_entries WHERE seq = (SELECT MAX(seq) FROM ledger_entries)'],
  ["a pot's spend that is not the sum of its charges", 'L1', 'UPDATE pots SET spent = spent + 1'],
  ['a hold without a lease', 'L2', "UPDATE pots SET held = held + 1 WHERE kind = 'credit' AND balance > 1000"],
  ['a hold that is missing', 'L2', "UPDATE pots SET held = 0 WHERE kind = 'credit'"],
  [
    'a cost that is not what was used',
    'L3',
    "UPDATE requests SET output_tokens = output_tokens + 1 WHERE id = 'req_2'",
  ],
  ['a cost that is not in the ledger', 'L3', "UPDATE requests SET cost_nanos = cost_nanos - 1 WHERE id = 'req_2'"],
  [
    'a weight that was changed afterwards',
    'L3',
    `UPDATE pots SET terms = REPLACE(terms, '"output":1000', '"output":900')`,
  ],
  ['a model that the plan does not pay for', 'L3', `UPDATE pots SET terms = '{"models":["n"]}' WHERE kind = 'plan'`],
  ['a price that was changed afterwards', 'L3', 'UPDATE price_versions SET output = output + 1'],
  ['a payment of a pot that held nothing', 'L3', `UPDATE requests SET paid_parts = '[["x","1"]]' WHERE id = 'req_2'`],
  ['payments that cannot be read', 'L3', "UPDATE requests SET paid_parts = 'x' WHERE id = 'req_2'"],
  ['a settled request without a charge', 'L4', "UPDATE requests SET seq = NULL, paid_parts = NULL WHERE id = 'req_1'"],
  [
    'a second charge for a settled request',
    'L4',
    "INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount, at_ms, actor, reason) SELECT account_id, pot_id, 'charge', 'req_1', 0, 0, 't', 't' FROM ledger_entries LIMIT 1",
  ],
  [
    'a charge without a request',
    'L4',
    "INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount, at_ms, actor, reason) SELECT account_id, pot_id, 'charge', 'req_stray', 0, 0, 't', 't' FROM ledger_entries LIMIT 1",
  ],
  ['a request of an account that is not there', 'L4', "UPDATE requests SET account_id = 'zzz' WHERE id = 'req_2'"],
  ['a request of a key that is not there', 'L4', "UPDATE requests SET key_id = 'zzz' WHERE id = 'req_2'"],
  ["a month's spend that is gone", 'L5', 'DELETE FROM key_months'],
  ["a month's spend that is wrong", 'L5', 'UPDATE key_months SET spent_nanos = spent_nanos + 1'],
  ['an hour with a request too many', 'L11', 'UPDATE usage_hours SET requests = requests + 1'],
  ['an hour with an output without a request', 'L11', 'UPDATE usage_hours SET output_tokens = output_tokens + 1'],
  ['an hour that cost too little', 'L11', 'UPDATE usage_hours SET cost_nanos = cost_nanos - 1'],
  [
    'an hour whose plan tokens were taken from packages',
    'L11',
    'UPDATE usage_hours SET plan_tokens = 0, package_tokens = plan_tokens',
  ],
  ['an hour that is gone', 'L11', 'DELETE FROM usage_hours'],
  ['an hour that is another one', 'L11', 'UPDATE usage_hours SET hour_ms = hour_ms + 3600000'],
  ['an hour of another model', 'L11', "UPDATE usage_hours SET model = 'another'"],
  [
    'an hour in which nothing was charged',
    'L11',
    'INSERT INTO usage_hours SELECT account_id, 0, key_id, model, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM usage_hours',
  ],
  [
    'two periods that overlap',
    'L6',
    "INSERT INTO plan_periods (account_id, starts_at_ms, ends_at_ms, plan, pot_id) SELECT account_id, starts_at_ms + 5, ends_at_ms, plan, 'credit-acc_1' FROM plan_periods",
  ],
  [
    'a second grant for a period',
    'L7',
    "INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason) SELECT account_id, pot_id, 'grant', 5, 0, 't', 't' FROM plan_periods",
  ],
  [
    'a request that was bought for less',
    'L21',
    "UPDATE requests SET bought_nanos = bought_nanos - 1 WHERE id = 'req_1'",
  ],
  ['a request that was bought for nothing', 'L21', "UPDATE requests SET buying_version = NULL WHERE id = 'req_1'"],
  ['a buying price that was changed afterwards', 'L21', 'UPDATE buying_versions SET output = output + 1000000'],
  ['a buying price that is gone', 'L21', 'DELETE FROM buying_versions'],
  ['a buying price of a later time', 'L21', 'UPDATE buying_versions SET from_ms = from_ms + 1'],
  ['a rate that was changed afterwards', 'L21', 'UPDATE currency_rates SET rate = rate + 1000000'],
  ['a rate of another currency', 'L21', "UPDATE currency_rates SET currency = 'USD'"],
  ['a request that was bought in EUR at no rate', 'L21', 'UPDATE requests SET rate_version = NULL'],
  ['a margin of less', 'L21', 'UPDATE margin_hours SET bought_nanos = bought_nanos - 1 WHERE requests > 0'],
  ['a margin of more credit', 'L21', 'UPDATE margin_hours SET paid = paid + 1'],
  ['a margin of another engine', 'L21', "UPDATE margin_hours SET engine = 'another'"],
  ['a margin that is gone', 'L21', 'DELETE FROM margin_hours'],
  ['a lower price of a group', 'L23', 'UPDATE price_versions SET input = input - 1 WHERE list_version IS NOT NULL'],
  ['another price of its own', 'L23', `UPDATE price_group_versions SET models = '{"m":{"output":"6"}}'`],
  ['a group with another percent', 'L23', 'UPDATE price_group_versions SET percent = 7999'],
  ['a group that is gone', 'L23', 'DELETE FROM price_group_versions'],
  ['a group that began later', 'L23', 'UPDATE price_group_versions SET from_ms = from_ms + 900000'],
  [
    'a list price that is not there',
    'L23',
    "UPDATE price_versions SET list_version = 'm@9' WHERE list_version = 'm@1'",
  ],
  ['a member of no group', 'L23', 'DELETE FROM price_group_members'],
  ['a member who had left', 'L23', 'UPDATE price_group_members SET price_group = NULL'],
  ['a member since later', 'L23', `UPDATE price_group_members SET from_ms = ${NOON + 1}`],
  ['a member who paid the list price', 'L23', "UPDATE requests SET price_version = 'm@1' WHERE id = 'req_5'"],
  ['a stranger who paid the price of a group', 'L23', "UPDATE requests SET price_version = 'm@1~partners@1'"],
  ['a lower price of a tier', 'L23', 'UPDATE price_versions SET output = output - 1 WHERE tier IS NOT NULL'],
  ['a tier of another per cent', 'L23', 'UPDATE price_versions SET tier_percent = 60 WHERE tier IS NOT NULL'],
  ['a price that no tier has made', 'L23', 'UPDATE price_versions SET tier = NULL, tier_percent = NULL'],
  ['a request at the price of a tier', 'L3', "UPDATE requests SET price_version = 'm@1~flex=50' WHERE id = 'req_2'"],
  ['a request at another tier', 'L3', "UPDATE requests SET price_version = 'm@1' WHERE id = 'req_6'"],
  [
    'tokens of a package that did not count by their tier',
    'L3',
    `UPDATE requests SET paid_parts = REPLACE(paid_parts, '"202"', '"101"') WHERE id = 'req_6'`,
  ],
  ['a debt that was paid out of nothing', 'L8', 'UPDATE debts SET repaid_nanos = 1'],
  ['a debtor who is not blocked', 'L8', "UPDATE accounts SET status = 'active'"],
  ['money out of nothing', 'L9', "UPDATE pots SET balance = balance + 1 WHERE kind = 'credit'"],
  ['a lease without a server', 'L10', 'DELETE FROM servers'],
  [
    'a request that is open',
    'L10',
    `INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, held_nanos, held_parts,
       input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms)
     SELECT 'req_open', account_id, key_id, credit_pot_id, model, price_version, 'open', 0, '[]', 1, 1, 0, 0
     FROM requests WHERE id = 'req_1'`,
  ],
];

test('a ledger that is right passes', async () => {
  await using storage = await busyLedger();

  const { ok, problems, checked } = await storage.audit();

  expect(problems).toEqual([]);
  expect(ok).toBe(true);
  expect(Object.keys(checked).sort()).toEqual([
    ...[
      'L1',
      'L10',
      'L11',
      'L13',
      'L14',
      'L15',
      'L16',
      'L2',
      'L20',
      'L21',
      'L23',
      'L24',
      'L3',
      'L4',
      'L5',
      'L6',
      'L7',
      'L8',
      'L9',
    ],
  ]);
});

describe('the audit finds', () => {
  test.each(BREAKS)('%s', async (_, invariant, sql) => {
    await using storage = await busyLedger();
    await tamper(storage.db, sql);

    const { ok, problems } = await storage.audit();

    expect(ok).toBe(false);
    expect(
      problems.some((problem) => problem.startsWith(`${invariant}:`)),
      problems.join('\n'),
    ).toBe(true);
  });
});

/** The one that was released. */
const SETTLE_4 = "UPDATE requests SET state = 'settled', ended_at_ms = 1";

describe('the database itself refuses', () => {
  const REFUSED: readonly [what: string, sql: string][] = [
    ['a balance below zero', "UPDATE pots SET balance = -1 WHERE kind = 'credit'"],
    ['holding more than there is', "UPDATE pots SET held = balance + 1 WHERE kind = 'credit'"],
    [
      'a second charge of one request',
      `INSERT INTO requests (id, account_id, key_id, credit_pot_id, model, price_version, state, held_nanos, held_parts,
         input_tokens_max, output_tokens_max, admitted_at_ms, expires_at_ms, ended_at_ms, cost_nanos, seq, paid_parts)
       SELECT id, account_id, key_id, credit_pot_id, model, price_version, state, held_nanos, held_parts, input_tokens_max,
         output_tokens_max, admitted_at_ms, expires_at_ms, ended_at_ms, cost_nanos, 999, paid_parts
       FROM requests WHERE id = 'req_2'`,
    ],
    [
      'a second entry of one request and one pot',
      "INSERT INTO ledger_entries (account_id, pot_id, kind, request_id, amount, at_ms, actor, reason) SELECT 'acc_1', 'credit-acc_1', 'charge', 'req_x', 0, 0, 't', 't' FROM pots",
    ],
    [
      'a cost above the hold',
      `${SETTLE_4}, cost_nanos = held_nanos + 1, seq = 999, paid_parts = '[]' WHERE id = 'req_4'`,
    ],
    ['a charge that gives money', `${SETTLE_4}, cost_nanos = -1, seq = 999, paid_parts = '[]' WHERE id = 'req_4'`],
    ['a charge that does not say what pots paid', `${SETTLE_4}, cost_nanos = 0, seq = 999 WHERE id = 'req_4'`],
    [
      'a number of the journal that another charge has',
      `${SETTLE_4}, cost_nanos = 0, seq = (SELECT MAX(seq) FROM requests), paid_parts = '[]' WHERE id = 'req_4'`,
    ],
    [
      'a charge of a request that was not settled',
      "UPDATE requests SET seq = 999, paid_parts = '[]' WHERE id = 'req_4'",
    ],
    ['a hold above the bound', "UPDATE requests SET held_nanos = 1000000000000000001 WHERE id = 'req_4'"],
    [
      'two periods with one start',
      "INSERT INTO plan_periods (account_id, starts_at_ms, ends_at_ms, plan, pot_id) SELECT account_id, starts_at_ms, ends_at_ms, plan, 'x' FROM plan_periods",
    ],
    [
      'a second credit pot',
      `INSERT INTO pots (id, account_id, kind, label, balance, held, created_at_ms)
       SELECT 'x', account_id, kind, label, 0, 0, 0 FROM pots WHERE id = 'credit-acc_1'`,
    ],
    ['a balance above the bound', "UPDATE pots SET balance = 1000000000000000001 WHERE kind = 'credit'"],
    ['a balance that is beyond 64 bits', 'UPDATE pots SET balance = balance + 9223372036854775807 WHERE balance > 0'],
    [
      'an entry above the bound',
      "INSERT INTO ledger_entries (account_id, pot_id, kind, amount, at_ms, actor, reason) SELECT account_id, id, 'grant', 1000000000000000001, 0, 't', 't' FROM pots",
    ],
    ['a debt above the bound', 'UPDATE debts SET amount_nanos = 1000000000000000001'],
    [
      'a price above the bound',
      `INSERT INTO price_versions (id, model, version, input, cached_input, output, reasoning, from_ms, actor)
       VALUES ('x', 'x', 1, 1000000001, 0, 0, 0, 0, 'x')`,
    ],
  ];

  test.each(REFUSED)('%s', async (_, sql) => {
    await using storage = await busyLedger();

    await expect(storage.db.sql.run(sql)).rejects.toThrow(/constraint|out of range/);
  });
});

test('an amount beyond its bound is reported by the audit, which goes on', async () => {
  await using storage = await busyLedger();
  for (const guard of AMOUNT_GUARDS[currentDatabase()]) await storage.db.sql.run(guard);
  const add = `INSERT INTO ledger_entries (seq, account_id, pot_id, kind, amount, at_ms, actor, reason)
    SELECT ?, account_id, id, 'grant', 9000000000000000000, 0, 't', 't' FROM pots WHERE id = 'credit-acc_1'`;
  for (const seq of [10 ** 12, 10 ** 12 + 1]) await storage.db.sql.run(add, seq);

  const { ok, problems } = await storage.audit();

  expect(ok).toBe(false);
  const outOfRange = /^L16: ledger_entries \d+ has the amount 9000000000000000000, which is out of range\.$/;
  expect(problems).toContainEqual(expect.stringMatching(outOfRange));
  expect(problems.some((problem) => problem.startsWith('L1:'))).toBe(true);
});

/** The constraints that keep amounts within their bounds. */
const AMOUNT_GUARDS = {
  SQLite: ['PRAGMA ignore_check_constraints = ON'],
  PostgreSQL: ['ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_range'],
};

/** A column of each that could be changed. */
const CHANGED: Readonly<Record<string, string>> = {
  ledger_entries: 'amount = amount',
  requests: 'cost_nanos = cost_nanos',
  seals: 'hash = hash',
  operator_actions: 'actor = actor',
  row_versions: 'body = body',
  payment_events: 'fact = fact',
  voucher_uses: 'at_ms = at_ms',
  price_versions: 'input = input',
};

describe('the database itself refuses to', () => {
  const TABLES = [
    'ledger_entries',
    'requests',
    'operator_actions',
    'seals',
    'row_versions',
    'payment_events',
    'voucher_uses',
  ];
  const APPEND_ONLY = [...TABLES, 'price_versions'].flatMap((table): [what: string, sql: string][] => [
    [`change rows of ${table}`, `UPDATE ${table} SET ${CHANGED[table]}`],
    [`delete rows of ${table}`, `DELETE FROM ${table}`],
  ]);

  test.each([...APPEND_ONLY, ['delete an order', 'DELETE FROM orders']] as const)('%s', async (_, sql) => {
    await using storage = await openStorage();
    await writeFullLedger(storage.db, 2);

    await expect(storage.db.sql.run(sql)).rejects.toThrow(/^rows of \w+ are never (?:changed|deleted)$/);
    expect((await storage.audit()).problems).toEqual([]);
  });
});
