/** Limits of tokens: what a key, or an account, may use at the most, whatever pays for it. */
import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { keepLeases } from '../../test/support/leased-stores.ts';
import { limitsFrom, NOON, openStorage, PRICE, type Storage, usageOf } from '../../test/support/ledger-fixture.ts';

const DECEMBER = Date.UTC(2026, 10, 30, 23);
const PLENTY = 10n ** 12n;

type Who = { readonly id: string; readonly keyId: string };

/** So many tokens of input and of output at the most. */
async function hold(
  { stores }: Storage,
  who: Who,
  rest: { id?: string; tokens?: [number, number]; atMs?: number } = {},
) {
  const { id = 'req_1', tokens: [inputTokensMax, outputTokensMax] = [100, 50], atMs = NOON } = rest;
  const about = { accountId: who.id, keyId: who.keyId, model: 'm', priceVersion: 'm@1', price: PRICE };
  return stores.ledger.hold({ ...about, requestId: id, inputTokensMax, outputTokensMax, atMs });
}

const settle = ({ stores }: Storage, requestId: string, [input, output]: [number, number], atMs = NOON) =>
  stores.ledger.settle({ requestId, usage: usageOf(input, output), outcome: 'finished', atMs });

async function planCustomer(options: Parameters<Storage['account']>[0]) {
  const storage = await openStorage({ offers: { pro: { tokens: 1_000_000n }, ultra: { tokens: 2_000_000n } } });
  await storage.publish();
  const who = await storage.account(options);
  await storage.stores.plans.choose({ accountId: who.id, plan: 'pro', actor: 't', atMs: NOON });
  return { storage, who };
}

const refusedBy = (code: string) => ({ code, message: expect.stringContaining('token limit') });

describe('a limit of tokens', () => {
  test('contains a key of a plan: output is capped, then requests are refused, and the next month begins anew', async () => {
    const { storage, who } = await planCustomer({ keyTokens: { tokens: 220n, window: 'month' } });
    await using _ = storage;

    await hold(storage, who);
    await expect(hold(storage, who, { id: 'req_2' })).rejects.toMatchObject(refusedBy('key_limit_reached'));
    await settle(storage, 'req_1', [80, 30]);
    const capped = await hold(storage, who, { id: 'req_3' });
    await settle(storage, 'req_3', [100, capped.outputTokensMax]);

    expect(capped.outputTokensMax).toBe(10);
    await expect(hold(storage, who, { id: 'req_4' })).rejects.toMatchObject(refusedBy('key_limit_reached'));
    await hold(storage, who, { id: 'req_5', atMs: DECEMBER });
    const { limits } = await storage.stores.ledger.fundsOf(who.keyId, NOON);
    expect(limits).toMatchObject([{ owner: 'key', unit: 'tokens', max: 220n, window: 'month', used: 220n }]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('of an account counts all of its keys, and that of a key counts beside it', async () => {
    const { storage, who } = await planCustomer({
      ...{ keyTokens: { tokens: 200n, window: 'total' }, accountTokens: { tokens: 400n, window: 'total' } },
    });
    await using _ = storage;
    const key = { id: 'key_b', accountId: who.id, name: 'b', hint: 'xxxx', createdAtMs: NOON };
    await storage.stores.keys.add({
      key: { ...key, allowedModels: [], allowedRanges: [], limits: [] },
      fingerprint: 'print-b',
    });
    const other = { ...who, keyId: 'key_b' };

    await hold(storage, who);
    await settle(storage, 'req_1', [100, 50]);
    await expect(hold(storage, who, { id: 'req_2' })).rejects.toMatchObject(refusedBy('key_limit_reached'));
    await hold(storage, other, { id: 'req_3' });
    await settle(storage, 'req_3', [100, 50]);
    await expect(hold(storage, other, { id: 'req_4' })).rejects.toMatchObject(refusedBy('account_limit_reached'));
    const last = await hold(storage, other, { id: 'req_5', tokens: [90, 50] });

    expect(last.outputTokensMax).toBe(10);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('that a request is refused for is named, once, for the alert about it', async () => {
    const { storage, who } = await planCustomer({ accountTokens: { tokens: 120n, window: 'total' } });
    await using _ = storage;
    const { ledger, close } = await keepLeases(storage.stores);
    const order = { accountId: who.id, keyId: who.keyId, model: 'm', priceVersion: 'm@1', price: PRICE, atMs: NOON };
    const ask = async (requestId: string) =>
      ledger.hold({ ...order, requestId, inputTokensMax: 120, outputTokensMax: 50 });

    await expect(ask('req_1')).rejects.toMatchObject(refusedBy('account_limit_reached'));
    await expect(ask('req_2')).rejects.toMatchObject(refusedBy('account_limit_reached'));

    const [limit] = await storage.stores.limits.list(who.id, NOON);
    expect(ledger.refusedLimits.take()).toEqual([limit!.id]);
    expect(ledger.refusedLimits.take()).toEqual([]);
    await close();
  });

  test('that is lowered while requests run lets them end, and admits no other', async () => {
    const { storage, who } = await planCustomer({ keyTokens: { tokens: 1000n, window: 'total' } });
    await using _ = storage;
    const { stores } = storage;
    await hold(storage, who);
    const lowered = { limits: limitsFrom(undefined, { tokens: 120n, window: 'total' }) };
    await stores.accountKeys.change({ accountId: who.id, keyId: who.keyId }, lowered);

    await expect(hold(storage, who, { id: 'req_2', tokens: [5000, 1] })).rejects.toMatchObject(
      refusedBy('key_limit_reached'),
    );
    await settle(storage, 'req_1', [100, 50]);

    await expect(hold(storage, who, { id: 'req_3', tokens: [1, 1] })).rejects.toMatchObject(
      refusedBy('key_limit_reached'),
    );
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('that comes while requests run counts what they may still use', async () => {
    const { storage, who } = await planCustomer({});
    await using _ = storage;
    await hold(storage, who);
    await storage.stores.limits.set(who.id, limitsFrom(undefined, { tokens: 160n, window: 'month' }));
    await settle(storage, 'req_1', [100, 50]);

    await expect(hold(storage, who, { id: 'req_2', tokens: [2000, 1] })).rejects.toMatchObject(
      refusedBy('account_limit_reached'),
    );
    expect(await storage.stores.limits.list(who.id, NOON)).toMatchObject([{ max: 160n, used: 150n }]);
  });

  test('moves to the key that replaces another, less what was used of it', async () => {
    const { storage, who } = await planCustomer({ keyTokens: { tokens: 200n, window: 'total' } });
    await using _ = storage;
    await hold(storage, who);
    await settle(storage, 'req_1', [100, 50]);
    const next = { id: 'key_next', hint: 'yyyy', fingerprint: 'print-next', createdAtMs: NOON, endsAtMs: NOON };

    await storage.stores.accountKeys.rotate({ accountId: who.id, keyId: who.keyId }, next);

    const reading = { nowMs: NOON, dayFromMs: NOON };
    const key = await storage.stores.accountKeys.find({ accountId: who.id, keyId: 'key_next' }, reading);
    expect(key).toMatchObject({ limits: [{ unit: 'tokens', max: 50n, window: 'total' }], tokens: 0n });
  });

  test.each(['keyTokens', 'accountTokens'] as const)(
    'lets exactly as many of 60 at once through (%s)',
    async (limited) => {
      const { storage, who } = await planCustomer({
        credit: PLENTY,
        [limited]: { tokens: 150n * 7n, window: 'month' },
      });
      await using _ = storage;

      const outcomes = await Promise.allSettled(
        Array.from({ length: 60 }, (_one, i) => hold(storage, who, { id: `req_${i}` })),
      );

      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(7);
    },
  );
});

test('the audit finds tokens of a key that its hours do not have', async () => {
  const { storage, who } = await planCustomer({});
  await using _ = storage;
  await hold(storage, who);
  await settle(storage, 'req_1', [100, 50]);
  await storage.db.sql.run('UPDATE key_months SET tokens = tokens - 1');

  expect((await storage.audit()).problems).toEqual([
    expect.stringMatching(/^L5: key key_1 in 2026-11 is off its hours by 0 and -1 tokens/),
  ]);
});
