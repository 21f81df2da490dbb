import { expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage, PRICE, type Storage } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../core/money.ts';
import { ORDER, WORST } from '../server/stores/replicas.fixture.ts';
import type { AnswerClaim } from './answer-claims.ts';
import { AnsweredElsewhere } from './answered-elsewhere.ts';

const claim = (owner: string, about: Partial<AnswerClaim> = {}): AnswerClaim => ({
  scope: 'key_1 once',
  fingerprint: 'body',
  owner,
  leasedUntilMs: NOON + 1000,
  ...about,
});
const USAGE = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 };

/** Holds, and settles with an answer to be kept for the claim of `owner`. */
async function settleFor({ stores }: Storage, owner: string): Promise<void> {
  const requestId = `req_${owner}`;
  await stores.ledger.hold({ ...ORDER, requestId });
  const answer = {
    completionId: 'c',
    createdAtMs: NOON,
    model: 'm',
    events: [],
    finishReason: 'stop',
    usage: USAGE,
  } as const;
  const record = { scope: 'key_1 once', fingerprint: 'body', expiresAtMs: NOON + 86_400_000, owner, answer };
  await stores.ledger.settle({ requestId, usage: USAGE, outcome: 'finished', atMs: NOON, record });
}

async function storageWithCustomer(): Promise<Storage> {
  const storage = await openStorage();
  await storage.account({ credit: WORST * 4n });
  await storage.publish(PRICE);
  return storage;
}

test('of many who claim a key at once, one gets it, and the others learn who', async () => {
  await using storage = await openStorage();
  const owners = Array.from({ length: 8 }, (_, n) => `owner ${n}`);

  const outcomes = await Promise.all(owners.map((owner) => storage.stores.answerClaims.take(claim(owner), NOON)));

  const winner = owners[outcomes.findIndex(({ kind }) => kind === 'taken')]!;
  expect(outcomes.filter(({ kind }) => kind === 'taken').length).toBe(1);
  expect(outcomes.filter(({ kind }) => kind === 'busy')).toEqual(
    Array(7).fill({ kind: 'busy', owner: winner, fingerprint: 'body' }),
  );
});

test('a claim lasts as long as its lease is renewed, and then any server may take it, with any body', async () => {
  await using storage = await openStorage();
  const { answerClaims } = storage.stores;
  await answerClaims.take(claim('one'), NOON);
  await answerClaims.renew({ scope: 'key_1 once', owner: 'one', leasedUntilMs: NOON + 5000 });

  expect(await answerClaims.take(claim('two'), NOON + 4999)).toMatchObject({ kind: 'busy', owner: 'one' });
  const taken = await answerClaims.take(
    claim('two', { fingerprint: 'other', leasedUntilMs: NOON + 9000 }),
    NOON + 5000,
  );
  await answerClaims.renew({ scope: 'key_1 once', owner: 'one', leasedUntilMs: NOON + 99_000 });

  expect(taken).toEqual({ kind: 'taken' });
  expect(await answerClaims.look('key_1 once')).toEqual({ owner: 'two', leasedUntilMs: NOON + 9000 });
});

test('a failure reaches those who wait and does not keep a later request from beginning anew; without one the claim is gone', async () => {
  await using storage = await openStorage();
  const { answerClaims } = storage.stores;
  await answerClaims.take(claim('one'), NOON);
  const failure = { code: 'upstream_failed', message: 'No.', retryAfterMs: 7 } as const;

  await answerClaims.end(claim('another'), failure);
  expect(await answerClaims.look('key_1 once')).toEqual({ owner: 'one', leasedUntilMs: NOON + 1000 });
  await answerClaims.end(claim('one'), failure);
  expect(await answerClaims.look('key_1 once')).toMatchObject({ owner: 'one', failure });
  expect(await answerClaims.take(claim('two'), NOON)).toEqual({ kind: 'taken' });
  expect(await answerClaims.look('key_1 once')).toEqual({ owner: 'two', leasedUntilMs: NOON + 1000 });
  await answerClaims.end(claim('two'), undefined);

  expect(await answerClaims.look('key_1 once')).toBeUndefined();
});

test('the charge keeps the answer and ends the claim; a later claim gets the answer', async () => {
  await using storage = await storageWithCustomer();
  const { answerClaims } = storage.stores;
  await answerClaims.take(claim('one'), NOON);

  await settleFor(storage, 'one');

  expect(await answerClaims.look('key_1 once')).toBeUndefined();
  expect(await answerClaims.take(claim('two'), NOON)).toMatchObject({
    kind: 'known',
    known: { fingerprint: 'body', answer: { completionId: 'c', cost: nanos(125_000n) } },
  });
  expect(await answerClaims.look('key_1 once')).toBeUndefined();
});

test('a claim whose lease is over is fulfilled as long as no other server has it; one that was lost charges nothing', async () => {
  await using storage = await storageWithCustomer();
  const { answerClaims, ledger } = storage.stores;
  await answerClaims.take(claim('one'), NOON);
  await answerClaims.take(claim('two'), NOON + 1000);

  const lost = settleFor(storage, 'one');

  await expect(lost).rejects.toBeInstanceOf(AnsweredElsewhere);
  expect((await ledger.balanceOf('acc_1', NOON)).spent).toBe(nanos(0n));
  await settleFor(storage, 'two');
  expect((await ledger.balanceOf('acc_1', NOON)).spent).toBe(nanos(125_000n));
  expect((await storage.audit()).problems).toEqual([]);
});

test('abandoned claims are forgotten an hour after their lease', async () => {
  await using storage = await openStorage();
  const { answerClaims, maintenance } = storage.stores;
  await answerClaims.take(claim('one'), NOON);

  expect(await maintenance.forgetAnswers(NOON + 1000 + 3_599_999)).toBe(0);
  expect(await maintenance.forgetAnswers(NOON + 1000 + 3_600_000)).toBe(1);

  expect(await answerClaims.look('key_1 once')).toBeUndefined();
});
