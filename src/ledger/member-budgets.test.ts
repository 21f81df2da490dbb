/** Budgets of members: what all keys of a member may use together in a month, of credit and of tokens. */
import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { keepLeases } from '../../test/support/leased-stores.ts';
import { limitsFrom, NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';
import { seeded } from '../../test/support/random.ts';
import type { ServiceError } from '../core/errors.ts';
import { type Nanos, nanos } from '../core/money.ts';

const DECEMBER = Date.UTC(2026, 10, 30, 23);
const PLENTY = 10n ** 12n;
/** The cost of a request of 100 tokens of input and 50 of output. */
const COST = 100n * 25_000n + 50n * 100_000n;
const TOKENS = 150n;

type Limits = { readonly credit?: bigint; readonly tokens?: bigint };

/** An account with a key of the organisation, two of Dan and one of Eva; Dan has the budget. */
async function team(budget: Limits) {
  const storage = await openStorage();
  await storage.publish();
  const { id: accountId, keyId } = await storage.account({ credit: PLENTY });
  for (const userId of ['anna', 'dan', 'eva']) {
    await storage.db.sql.run(
      `INSERT INTO auth_users (id, email, name, role, email_verified, created_at_ms, updated_at_ms)
       VALUES (?, ?, 'D', 'customer', 1, 1, 1)`,
      userId,
      `${userId}@example.com`,
    );
    if (userId === 'anna') await storage.db.sql.run('UPDATE accounts SET user_id = ? WHERE id = ?', userId, accountId);
    else
      await storage.db.sql.run(
        "INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES (?, ?, 'developer', 1)",
        accountId,
        userId,
      );
  }
  for (const [id, userId] of [
    ['key_dan1', 'dan'],
    ['key_dan2', 'dan'],
    ['key_eva', 'eva'],
  ] as const) {
    const key = { id, accountId, userId, name: id, hint: 'xxxx', createdAtMs: NOON };
    await storage.stores.keys.add({
      key: { ...key, allowedModels: [], allowedRanges: [], limits: [] },
      fingerprint: id,
    });
  }
  let actions = 0;
  const limit = ({ credit, tokens }: Limits) =>
    storage.stores.actionLog.act({
      id: `act_${++actions}`,
      actor: 'anna@example.com',
      reason: 'test',
      atMs: NOON,
      action: {
        kind: 'limit-member',
        accountId,
        userId: 'dan',
        limits: limitsFrom(
          credit === undefined ? undefined : { amount: credit, window: 'month' },
          tokens === undefined ? undefined : { tokens, window: 'month' },
        ),
      },
    });
  await limit(budget);
  return { storage, accountId, ofAll: keyId, limit };
}

type Ask = { readonly accountId: string; readonly keyId: string; readonly id: string; readonly atMs?: number };

const hold = async ({ stores }: Storage, { accountId, keyId, id, atMs = NOON }: Ask) =>
  stores.ledger.hold({
    ...{ accountId, keyId, model: 'm', priceVersion: 'm@1', price: PRICE },
    ...{ requestId: id, inputTokensMax: 100, outputTokensMax: 50, atMs },
  });

const settle = ({ stores }: Storage, requestId: string, atMs = NOON) =>
  stores.ledger.settle({ requestId, usage: usageOf(100, 50), outcome: 'finished', atMs });

const REFUSED = { code: 'member_limit_reached' };

describe.each([
  ['credit', { credit: COST * 2n }],
  ['tokens', { tokens: TOKENS * 2n }],
] as const)('a budget of %s', (kind, budget) => {
  test(`counts all keys of the member and no others, and the next month begins anew (${kind})`, async () => {
    const { storage, accountId, ofAll } = await team(budget);
    await using _ = storage;
    const ask = (keyId: string, id: string, atMs = NOON) => hold(storage, { accountId, keyId, id, atMs });

    for (const [keyId, id] of [
      ['key_dan1', 'req_1'],
      ['key_dan2', 'req_2'],
      ['key_eva', 'req_3'],
      [ofAll, 'req_4'],
    ] as const) {
      await ask(keyId, id);
      await settle(storage, id);
    }
    await expect(ask('key_dan1', 'req_5')).rejects.toMatchObject(REFUSED);
    await expect(ask('key_dan2', 'req_6')).rejects.toMatchObject(REFUSED);
    await ask('key_eva', 'req_7');
    await ask(ofAll, 'req_8');
    await ask('key_dan2', 'req_9', DECEMBER);

    const budgets = await storage.stores.members.budgets(accountId, NOON);
    const ofDan = { userId: 'dan', spent: nanos(COST * 2n), used: TOKENS * 2n };
    expect(budgets.find(({ userId }) => userId === 'dan')).toMatchObject(ofDan);
    const { limits } = await storage.stores.ledger.fundsOf('key_dan2', NOON);
    const max = kind === 'credit' ? COST * 2n : TOKENS * 2n;
    expect(limits).toMatchObject([{ owner: 'member', ownerId: 'dan', max, used: max }]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test(`lets exactly as many of 60 at once through (${kind})`, async () => {
    const { storage, accountId } = await team(kind === 'credit' ? { credit: COST * 7n } : { tokens: TOKENS * 7n });
    await using _ = storage;

    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_one, i) =>
        hold(storage, { accountId, keyId: i % 2 ? 'key_dan1' : 'key_dan2', id: `req_${i}` }),
      ),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(7);
  });

  test(`that comes or is lowered while requests run lets them end, and admits no other (${kind})`, async () => {
    const { storage, accountId, limit } = await team({});
    await using _ = storage;
    await hold(storage, { accountId, keyId: 'key_dan1', id: 'req_1' });
    await limit(kind === 'credit' ? { credit: COST / 2n } : { tokens: TOKENS / 2n });

    await settle(storage, 'req_1');

    await expect(hold(storage, { accountId, keyId: 'key_dan2', id: 'req_2' })).rejects.toMatchObject(REFUSED);
    await limit({});
    expect(await hold(storage, { accountId, keyId: 'key_dan2', id: 'req_3' })).toMatchObject({ outputTokensMax: 50 });
    expect((await storage.audit()).problems).toEqual([]);
  });
});

test('no walk of a team takes a member over a budget, and the audit finds nothing', async () => {
  for (const seed of [1, 2, 3].map((n) => n + Number(process.env.SEED ?? 0))) {
    const random = seeded(seed);
    const { storage, accountId, ofAll, limit } = await team({ credit: COST * 5n, tokens: TOKENS * 6n });
    await using _ = storage;
    let most = { credit: COST * 5n, tokens: TOKENS * 6n };
    const running: string[] = [];
    for (let step = 0; step < 60; step++) {
      const what = random.fraction();
      if (what < 0.5) {
        const id = `req_${step}`;
        const keyId = random.pick(['key_dan1', 'key_dan2', 'key_eva', ofAll]);
        const held = await hold(storage, { accountId, keyId, id }).catch((error: unknown) => {
          expect((error as ServiceError).code, `seed ${seed}, step ${step}`).toBe('member_limit_reached');
        });
        if (held) running.push(id);
      } else if (what < 0.9 && running.length > 0) {
        const id = running.splice(random.integer(0, running.length - 1), 1)[0]!;
        if (random.fraction() < 0.8) {
          const usage = usageOf(random.integer(1, 100), random.integer(0, 30));
          await storage.stores.ledger.settle({ requestId: id, usage, outcome: 'finished', atMs: NOON });
        } else await storage.stores.ledger.release({ requestId: id, reason: 'engine-failed', atMs: NOON });
      } else {
        most = { credit: most.credit + COST, tokens: most.tokens + TOKENS };
        await limit(most);
      }
      const ofDan = (await storage.stores.members.budgets(accountId, NOON)).find(({ userId }) => userId === 'dan')!;
      expect(ofDan.spent <= (most.credit as Nanos) && ofDan.used <= most.tokens, `seed ${seed}, step ${step}`).toBe(
        true,
      );
    }
    expect((await storage.audit()).problems, `seed ${seed}`).toEqual([]);
  }
});

test('a refusal for a budget is remembered under the id of the budget, for the alert about it', async () => {
  const { storage, accountId } = await team({ tokens: TOKENS / 2n });
  await using _ = storage;
  const keeper = await keepLeases(storage.stores);

  const order = { accountId, keyId: 'key_dan1', model: 'm', priceVersion: 'm@1', price: PRICE, requestId: 'req_1' };
  const asked = Promise.resolve(keeper.ledger.hold({ ...order, inputTokensMax: 100, outputTokensMax: 50, atMs: NOON }));

  await expect(asked).rejects.toMatchObject(REFUSED);
  const [budget] = await storage.stores.limits.list(accountId, NOON);
  expect(keeper.ledger.refusedLimits.take()).toEqual([budget!.id]);
  await keeper.close();
});
