import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE, usageOf } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';

const about = { reason: 'because', actor: 'operator', atMs: NOON };

describe('a payment that is taken back', () => {
  test('comes out of the credit while it is there', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: 100n });

    const debt = await storage.stores.credits.takeBack({ ...about, accountId: id, amount: nanos(60n) });

    expect(debt).toBe(nanos(0n));
    expect(await storage.stores.ledger.balanceOf(id, NOON)).toMatchObject({ credit: 40n, debt: 0n });
    expect((await storage.stores.accounts.find(id))?.status).toBe('active');
  });

  test('leaves a debt for what was spent and blocks the account; the balance stays at zero', async () => {
    await using storage = await openStorage();
    const { id, keyId } = await storage.account({ credit: 100n });

    const debt = await storage.stores.credits.takeBack({ ...about, accountId: id, amount: nanos(130n) });

    expect(debt).toBe(nanos(30n));
    expect(await storage.stores.ledger.balanceOf(id, NOON)).toMatchObject({ credit: 0n, debt: 30n });
    const order = {
      requestId: 'r',
      accountId: id,
      keyId,
      model: 'm',
      priceVersion: await storage.publish(),
      price: PRICE,
      inputTokensMax: 0,
      outputTokensMax: 1,
      atMs: NOON,
    };
    await expect(storage.stores.ledger.hold(order)).rejects.toMatchObject({ code: 'account_blocked' });
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('does not touch what running requests hold', async () => {
    await using storage = await openStorage();
    const { id, keyId } = await storage.account({ credit: 1_000_000n });
    const order = {
      requestId: 'r',
      accountId: id,
      keyId,
      model: 'm',
      priceVersion: await storage.publish(),
      price: PRICE,
      inputTokensMax: 4,
      outputTokensMax: 9,
      atMs: NOON,
    };
    await storage.stores.ledger.hold(order);

    const debt = await storage.stores.credits.takeBack({ ...about, accountId: id, amount: nanos(1_000_000n) });
    await storage.stores.ledger.settle({ requestId: 'r', usage: usageOf(4, 9), outcome: 'finished', atMs: NOON });

    expect(debt).toBe(nanos(1_000_000n));
    expect(await storage.stores.ledger.balanceOf(id, NOON)).toMatchObject({ credit: 0n, held: 0n });
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('is paid by later grants, and the account is active again when nothing is owed', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: 100n });
    await storage.stores.credits.takeBack({ ...about, accountId: id, amount: nanos(130n) });
    await storage.stores.credits.takeBack({ ...about, accountId: id, amount: nanos(5n) });

    await storage.stores.credits.grant({ ...about, accountId: id, amount: nanos(20n) });
    expect(await storage.stores.ledger.balanceOf(id, NOON)).toMatchObject({ credit: 0n, debt: 15n });
    expect((await storage.stores.accounts.find(id))?.status).toBe('blocked');

    await storage.stores.credits.grant({ ...about, accountId: id, amount: nanos(50n) });
    expect(await storage.stores.ledger.balanceOf(id, NOON)).toMatchObject({ credit: 35n, debt: 0n });
    expect((await storage.stores.accounts.find(id))?.status).toBe('active');
    expect((await storage.audit()).problems).toEqual([]);
  });
});

describe('a correction', () => {
  test('adds or takes, but never more than is free', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: 100n });

    await storage.stores.credits.correct({ ...about, accountId: id, amount: nanos(-40n) });
    await storage.stores.credits.correct({ ...about, accountId: id, amount: nanos(5n) });
    const tooMuch = storage.stores.credits.correct({ ...about, accountId: id, amount: nanos(-66n) });

    await expect(tooMuch).rejects.toBeInstanceOf(RangeError);
    expect((await storage.stores.ledger.balanceOf(id, NOON)).credit).toBe(nanos(65n));
  });

  test('is in the ledger with who did it and why', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account();
    await storage.stores.credits.correct({ ...about, accountId: id, amount: nanos(5n) });

    const entry = await storage.db.sql.one(
      "SELECT kind, amount, actor, reason FROM ledger_entries WHERE kind = 'correction'",
    );
    expect(entry).toEqual({ kind: 'correction', amount: 5n, actor: 'operator', reason: 'because' });
  });
});

test('two packages granted in the same millisecond are two packages', async () => {
  await using storage = await openStorage();
  const { id } = await storage.account();

  for (let i = 0; i < 2; i++)
    await storage.stores.credits.grantPackage({ ...about, accountId: id, tokens: 10n, expiresAtMs: NOON + 1000 });

  const { pots } = await storage.stores.ledger.balanceOf(id, NOON);
  expect(pots.filter((pot) => pot.kind === 'package').map((pot) => pot.amount)).toEqual([10n, 10n]);
});

describe('an account', () => {
  test('has a thousand million crowns at most: a grant that would make it more is refused in a sentence', async () => {
    await using storage = await openStorage();
    const { id } = await storage.account({ credit: 10n ** 18n });

    const grant = (amount: bigint) => storage.stores.credits.grant({ ...about, accountId: id, amount: nanos(amount) });

    await expect(grant(1n)).rejects.toThrow('An account may have at most 1000000000 CZK: this would be more.');
    expect((await storage.stores.ledger.balanceOf(id, NOON)).credit).toBe(nanos(10n ** 18n));
    expect((await storage.audit()).problems).toEqual([]);
  });
});
