/** Credit that was given when fewer spellings were known to be one mailbox counts by the rules of now. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { tamper } from '../../../test/support/intruder.ts';
import { NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import { formerMailboxOf } from './mailbox.ts';
import type { Trial } from './rules.ts';
import { createTrialCredit } from './trial-credit.ts';

const AMOUNT = nanos(20n * 10n ** 9n);
const fingerprint = (text: string) => `hash of ${text}`;
const trialsOf = ({ stores }: Storage) =>
  createTrialCredit({ fingerprint }, { owners: stores.owners, trialCredit: AMOUNT });

async function adopt({ stores }: Storage, email: string, trial: Trial | undefined): Promise<string> {
  const times = { createdAt: NOON, updatedAt: NOON };
  const id = `user of ${email}`;
  await stores.authRows.create('user', { id, email, name: email, emailVerified: 1, role: 'customer', ...times });
  return (await stores.owners.adopt({ userId: id, email, newId: `acc_${email}`, atMs: NOON, trial })).accountId;
}

/** As they were written before mailboxes were read more closely: with the hash of then, and no other. */
async function givenBefore(storage: Storage, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    const hash = fingerprint(`trial credit of ${formerMailboxOf(email)}`);
    await adopt(storage, email, { personHash: hash, formerHash: hash, amount: AMOUNT });
  }
  await tamper(storage.db, 'DELETE FROM trial_mailboxes', "DELETE FROM row_versions WHERE kind = 'trial_mailboxes'");
}

const creditOf = async ({ stores }: Storage, accountId: string): Promise<bigint> =>
  (await stores.ledger.balanceOf(accountId, NOON)).credit;

describe('who has had trial credit before', () => {
  test('does not get it with a spelling that counted as another mailbox then', async () => {
    await using storage = await openStorage();
    await givenBefore(storage, ['jana+1@seznam.cz', 'eva@yahoo.com', 'x@ota.fastmail.com']);
    const trials = trialsOf(storage);
    const credits: bigint[] = [];

    for (const email of ['jana@seznam.cz', 'eva-2@yahoo.com', 'ota@fastmail.com', 'petr@seznam.cz']) {
      credits.push(await creditOf(storage, await adopt(storage, email, await trials.of(email))));
    }

    expect(credits).toEqual([0n, 0n, 0n, AMOUNT]);
    expect((await storage.audit()).problems).toEqual([]);
  });

  test('does not get it again with the same address after the account was deleted', async () => {
    await using storage = await openStorage();
    const email = 'jana+1@seznam.cz';
    await givenBefore(storage, [email]);
    await storage.stores.closing.close({ accountId: `acc_${email}`, actor: 'owner', atMs: NOON });
    await storage.stores.owners.forget(`user of ${email}`, `acc_${email}`);
    await storage.db.sql.run("UPDATE accounts SET email = 'deleted' WHERE id = ?", `acc_${email}`);

    const trial = await trialsOf(storage).of(email);
    const { personHash, formerHash } = trial!;
    await storage.stores.authRows.create('user', {
      id: 'again',
      email,
      name: 'J',
      emailVerified: 1,
      role: 'customer',
      createdAt: NOON,
      updatedAt: NOON,
    });
    const order = { userId: 'again', email, newId: 'acc_again', atMs: NOON, trial };
    const { accountId } = await storage.stores.owners.adopt(order);

    expect(personHash).not.toBe(formerHash);
    expect(await creditOf(storage, accountId)).toBe(0n);
  });

  test('is known also where there are more of them than are read at once', async () => {
    await using storage = await openStorage();
    await givenBefore(
      storage,
      Array.from({ length: 450 }, (_, i) => `person${i}+a@seznam.cz`),
    );

    const trial = await trialsOf(storage).of('person449@seznam.cz');

    expect(await storage.stores.owners.trialsToRead()).toEqual([]);
    expect(await creditOf(storage, await adopt(storage, 'person449@seznam.cz', trial))).toBe(0n);
  });
});
