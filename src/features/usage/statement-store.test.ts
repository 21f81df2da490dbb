import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage, PRICE, type Storage, usageOf } from '../../../test/support/ledger-fixture.ts';
import { type Random, seeded } from '../../../test/support/random.ts';
import { seeds } from '../../../test/support/thorough.ts';
import { monthSpanMs, monthsBetween } from '../../core/calendar.ts';
import { ServiceError } from '../../core/errors.ts';
import { nanos } from '../../core/money.ts';
import { writeGroupVersion, writeMembership } from '../../ledger/group-store.ts';
import { closeStatement, type Statement } from './statement.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTHS = 5;
const END = NOON + MONTHS * 30 * DAY;

type Who = { readonly id: string; readonly keyId: string };

const statementOf = async (storage: Storage, accountId: string, month: string): Promise<Statement> =>
  closeStatement(await storage.stores.statements.read({ accountId, ...monthSpanMs(month)! }));

/** The content of the credit pot before a moment by the journal itself: every row, added up one by one. */
async function creditAt(storage: Storage, accountId: string, beforeMs: number): Promise<bigint> {
  const entries = await storage.db.sql.all('SELECT amount, at_ms, pot_id FROM ledger_entries');
  const charges = await storage.db.sql.all(
    'SELECT -cost_nanos AS amount, ended_at_ms AS at_ms, credit_pot_id AS pot_id FROM requests WHERE seq IS NOT NULL',
  );
  return [...entries, ...charges]
    .filter((entry) => entry.pot_id === `credit-${accountId}` && Number(entry.at_ms) < beforeMs)
    .reduce((sum, entry) => sum + BigInt(entry.amount!), 0n);
}

/** Something that may happen to an account; times only go forward. */
async function happen(storage: Storage, who: Who, at: { random: Random; n: number; atMs: number }): Promise<void> {
  const { random, n, atMs } = at;
  const { ledger, credits, plans, maintenance } = storage.stores;
  const about = { accountId: who.id, actor: 'test', reason: `step ${n}`, atMs };
  const amount = nanos(BigInt(random.integer(1, 10 ** 9)) * 7n);
  switch (random.integer(0, 11)) {
    case 0:
      return void (await credits.grant({ ...about, amount }));
    case 1:
      return credits.correct({ ...about, amount: nanos(-amount) }).catch(expectRangeError);
    case 2:
      return void (await credits.takeBack({ ...about, amount }));
    case 3:
      return credits.grantPackage({ ...about, tokens: BigInt(random.integer(1, 200)), expiresAtMs: atMs + 9 * DAY });
    case 4:
      return void (await plans.choose({ ...about, plan: random.pick(['pro', 'ultra']) }));
    case 5:
      for (const step of ['expirePots', 'renewPlans', 'payDebts'] as const) await maintenance[step](atMs);
      return;
    default:
      return ask().catch(expectRefusal);
  }

  async function ask(): Promise<void> {
    const requestId = `req_${who.id}_${n}`;
    const bounds = { inputTokensMax: 100, outputTokensMax: 100, price: PRICE, priceVersion: await storage.publish() };
    const order = { requestId, accountId: who.id, keyId: who.keyId, model: 'm', ...bounds };
    const { outputTokensMax } = await ledger.hold({ ...order, atMs });
    if (random.integer(0, 5) === 0) return ledger.release({ requestId, reason: 'engine-failed', atMs });
    const usage = usageOf(random.integer(0, 100), random.integer(0, outputTokensMax));
    await ledger.settle({ requestId, usage, outcome: 'finished', atMs });
  }
}

function expectRefusal(thrown: unknown): void {
  expect(thrown).toBeInstanceOf(ServiceError);
}

function expectRangeError(thrown: unknown): void {
  expect(thrown).toBeInstanceOf(RangeError);
}

describe('a statement', () => {
  test.each(seeds(2, 6))('sums to the ledger exactly, whatever happened (seed %i)', async (seed) => {
    await using storage = await openStorage({ offers: { pro: { tokens: 60n }, ultra: { tokens: 150n } } });
    const random = seeded(seed);
    const accounts = [await storage.account({ credit: 5n * 10n ** 9n }), await storage.account({ credit: 10n ** 9n })];
    let atMs = NOON;

    for (let n = 0; n < 400; n++) {
      atMs = Math.min(END, atMs + random.integer(0, (2 * (END - NOON)) / 400));
      await happen(storage, random.pick(accounts), { random, n, atMs });
    }

    expect((await storage.audit(atMs)).problems).toEqual([]);
    for (const { id } of accounts) {
      let opening = 0n;
      for (const month of monthsBetween(NOON, atMs).toReversed()) {
        const { fromMs, toMs } = monthSpanMs(month)!;
        const statement = await statementOf(storage, id, month);
        const about = `seed ${seed}, ${id}, ${month}`;
        expect(statement.opening, about).toBe(nanos(opening));
        expect(statement.opening, about).toBe(nanos(await creditAt(storage, id, fromMs)));
        expect(statement.closing, about).toBe(nanos(await creditAt(storage, id, toMs)));
        opening = statement.closing;
      }
      expect(opening).toBe((await storage.stores.ledger.balanceOf(id, atMs)).credit);
    }
  });

  test('splits a charge at the turn of the month by the moment of the charge', async () => {
    await using storage = await openStorage();
    const who = await storage.account({ credit: 10n ** 9n });
    const { toMs } = monthSpanMs('2026-11')!;
    const priceVersion = await storage.publish();
    for (const [n, atMs] of [toMs - 1, toMs].entries()) {
      const requestId = `req_${n}`;
      const bounds = { inputTokensMax: 10, outputTokensMax: 10, price: PRICE, priceVersion };
      const order = { requestId, accountId: who.id, keyId: who.keyId, model: 'm', ...bounds };
      await storage.stores.ledger.hold({ ...order, atMs: toMs - 1 });
      await storage.stores.ledger.settle({ requestId, usage: usageOf(1, 0), outcome: 'finished', atMs });
    }

    const [november, december] = [
      await statementOf(storage, who.id, '2026-11'),
      await statementOf(storage, who.id, '2026-12'),
    ];

    expect([november.charged, december.charged]).toEqual([PRICE.input, PRICE.input]);
    expect(december.opening).toBe(november.closing);
    expect(november.movements).toMatchObject([{ kind: 'grant', pot: 'credit', amount: 10n ** 9n }]);
  });

  test('has what came at its first moment, and nothing of the first of the next month', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const { fromMs, toMs } = monthSpanMs('2026-11')!;
    const about = { accountId, reason: 'test', actor: 'test' };
    for (const [n, atMs] of [fromMs - 1, fromMs, toMs - 1, toMs].entries())
      await storage.stores.credits.grant({ ...about, amount: nanos(10n ** BigInt(n)), atMs });

    const { opening, movements, closing } = await statementOf(storage, accountId, '2026-11');

    expect([opening, closing]).toEqual([nanos(1n), nanos(111n)]);
    expect(movements.map(({ amount, planName, order }) => [amount, planName, order])).toEqual([
      [10n, null, null],
      [100n, null, null],
    ]);
  });

  test('names the price groups of its month in their order, as they were called at its end', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account();
    const { fromMs, toMs } = monthSpanMs('2026-11')!;
    const groups: readonly (readonly [string | null, number])[] = [
      ...([
        ['before', fromMs - 1],
        ['replaced', fromMs],
        ['first', fromMs],
        ['late', toMs - 1],
      ] as const),
      ...([
        ['middle', fromMs + 5],
        [null, fromMs + 9],
        ['again', fromMs + 5],
        ['next', toMs],
      ] as const),
    ];
    const about = { percent: 10_000, models: {}, actor: 'test' };
    for (const [group, atMs] of groups) {
      if (group !== null) await writeGroupVersion(storage.db.sql, { ...about, group, name: group, fromMs: atMs });
      await writeMembership(storage.db.sql, { accountId, group, fromMs: atMs, actor: 'test' });
    }
    for (const fromMs of [toMs - 1, toMs])
      await writeGroupVersion(storage.db.sql, { ...about, group: 'middle', name: `middle at ${fromMs}`, fromMs });
    await writeGroupVersion(storage.db.sql, { ...about, group: 'young', name: 'young', fromMs: toMs + 1 });
    await writeMembership(storage.db.sql, { accountId, group: 'young', fromMs: fromMs + 7, actor: 'test' });

    const { priceGroups } = await statementOf(storage, accountId, '2026-11');

    expect(priceGroups).toEqual(['first', `middle at ${toMs - 1}`, 'again', 'young', 'late']);
  });

  test('names the plan of what it gave', async () => {
    await using storage = await openStorage({ offers: { pro: { tokens: 60n } } });
    const { id: accountId } = await storage.account();
    await storage.stores.plans.choose({ accountId, plan: 'pro', actor: 'test', atMs: NOON });

    const { movements } = await statementOf(storage, accountId, '2026-11');

    expect(movements.filter(({ pot }) => pot === 'plan').map(({ planName }) => planName)).not.toContain(null);
    expect(movements.filter(({ pot }) => pot === 'plan')).toHaveLength(1);
  });

  test('counts nothing of another account', async () => {
    await using storage = await openStorage();
    await storage.account({ credit: 10n ** 9n });
    const other = await storage.account();

    expect(await statementOf(storage, other.id, '2026-11')).toEqual({
      opening: nanos(0n),
      movements: [],
      usage: [],
      priceGroups: [],
      charged: nanos(0n),
      closing: nanos(0n),
    });
  });
});
