/** Trial credit: given with a new account, once for a person, and proved by the audit. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';

const AMOUNT = nanos(20n * 10n ** 9n);
const trialOf = (personHash: string) => ({ personHash, formerHash: personHash, amount: AMOUNT });

async function signUp({ stores }: Storage, name: string, personHash?: string): Promise<string> {
  const email = `${name}@example.com`;
  const times = { createdAt: NOON, updatedAt: NOON };
  await stores.authRows.create('user', { id: name, email, name, emailVerified: 1, role: 'customer', ...times });
  const trial = personHash === undefined ? undefined : trialOf(personHash);
  return (await stores.owners.adopt({ userId: name, email, newId: `acc_${name}`, atMs: NOON, trial })).accountId;
}

const creditOf = async ({ stores }: Storage, accountId: string): Promise<bigint> =>
  (await stores.ledger.balanceOf(accountId, NOON)).credit;

describe('trial credit', () => {
  test('comes with a new account, and the audit finds it right', async () => {
    await using storage = await openStorage();

    const accountId = await signUp(storage, 'jana', 'hash-of-jana');

    expect(await creditOf(storage, accountId)).toBe(AMOUNT);
    const [entry, ...others] = await storage.db.sql.all('SELECT kind, actor, reason, cause FROM ledger_entries');
    const about = { actor: 'service', reason: 'trial credit', cause: 'trial:hash-of-jana' };
    expect([entry, others]).toEqual([{ kind: 'grant', ...about }, []]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('is not given where there is none, nor to an account that the operator has made', async () => {
    await using storage = await openStorage();
    await storage.stores.accounts.create({
      id: 'acc_made',
      email: 'made@example.com',
      status: 'active',
      createdAtMs: NOON,
    });

    const without = await signUp(storage, 'without');
    const made = await signUp(storage, 'made', 'hash-of-made');

    expect(made).toBe('acc_made');
    expect([await creditOf(storage, without), await creditOf(storage, made)]).toEqual([0n, 0n]);
  });

  test('is given once to a person who signs up ten times at once', async () => {
    await using storage = await openStorage();

    const accounts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => signUp(storage, `jana${i}`, 'one mailbox')),
    );
    const credits = await Promise.all(accounts.map((id) => creditOf(storage, id)));

    expect(new Set(accounts).size).toBe(10);
    expect(credits.filter((credit) => credit > 0n)).toEqual([AMOUNT]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('is not given again to a person who has deleted the account', async () => {
    await using storage = await openStorage();
    const { stores } = storage;
    const first = await signUp(storage, 'jana', 'hash-of-jana');
    await stores.closing.close({ accountId: first, actor: 'owner', atMs: NOON });
    await stores.owners.forget('jana', 'acc_jana');

    const times = { createdAt: NOON, updatedAt: NOON };
    const user = { id: 'again', email: 'jana@example.com', name: 'J', emailVerified: 1, role: 'customer', ...times };
    await stores.authRows.create('user', user);
    const trial = trialOf('hash-of-jana');
    const { accountId: second } = await stores.owners.adopt({
      userId: 'again',
      email: 'jana@example.com',
      newId: 'acc_again',
      atMs: NOON,
      trial,
    });

    expect(second).toBe('acc_again');
    expect([await creditOf(storage, first), await creditOf(storage, second)]).toEqual([0n, 0n]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('is counted for the time at which it was given, and not as a payment', async () => {
    await using storage = await openStorage();
    await signUp(storage, 'jana', 'hash-of-jana');
    await signUp(storage, 'petr', 'hash-of-petr');

    const { payments, paid, trial } = await storage.stores.overview.sales({ fromMs: NOON, toMs: NOON + 1 });
    const later = await storage.stores.overview.sales({ fromMs: NOON + 1, toMs: NOON + 2 });

    expect([payments, paid, trial, later.trial]).toEqual([0, nanos(0n), nanos(2n * AMOUNT), nanos(0n)]);
  });
});

const RAISED = "UPDATE pots SET balance = balance + 5 WHERE id = 'credit-acc_jana'";
const BREAKS: readonly [what: string, problem: RegExp, ...statements: string[]][] = [
  [
    'more than was recorded',
    /^L13: the grant \d+ of 20000000005 .* is not the 20000000000 of its trial credit/,
    'UPDATE ledger_entries SET amount = amount + 5',
    RAISED,
  ],
  [
    'more, with what was recorded',
    /^L15: trial_credits hash-of-jana was changed: amount_nanos/,
    'UPDATE ledger_entries SET amount = amount + 5',
    'UPDATE trial_credits SET amount_nanos = amount_nanos + 5',
    RAISED,
  ],
  [
    'credit whose person was forgotten, so that it can be had again',
    /^L13: .* names trial:hash-of-jana, which is no trial credit of the account/,
    'DELETE FROM trial_credits',
  ],
  [
    'credit that was recorded and not given',
    /^L13: the trial credit of 20000000000 to acc_jana was not given/,
    "DELETE FROM ledger_entries WHERE cause = 'trial:hash-of-jana'",
  ],
];

describe('the audit finds trial credit:', () => {
  test.each(BREAKS)('%s', async (_, problem, ...statements) => {
    await using storage = await openStorage();
    await signUp(storage, 'jana', 'hash-of-jana');
    await tamper(storage.db, ...statements);

    const { problems } = await storage.audit();

    expect(
      problems.some((one) => problem.test(one)),
      problems.join('\n'),
    ).toBe(true);
  });
});

describe('who has had trial credit', () => {
  test.each(['UPDATE trial_credits SET at_ms = 0', 'DELETE FROM trial_credits'])(
    'is never changed: %s',
    async (sql) => {
      await using storage = await openStorage();
      await signUp(storage, 'jana', 'hash-of-jana');

      await expect(storage.db.sql.run(sql)).rejects.toThrow(/^rows of trial_credits are never (?:changed|deleted)$/);
    },
  );
});
