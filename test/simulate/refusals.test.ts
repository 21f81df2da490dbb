/** The judge of refusals: what a client reads is compared with what its account had at each moment. */
import { expect, test } from 'bun:test';
import type { Told } from './clients.ts';
import type { Rest } from './invariants.ts';
import { codeTold, wronglyRefused } from './refusals.ts';

const CREDIT = 1_000_000_000n;
const customer = { accountId: 'acc_1', credit: CREDIT, limit: undefined };
const machine = { hasJumped: false };
const asked = { customer, machine, how: 'answered', words: 0, isWhole: false };
const refused = {
  ...{ ...asked, status: 402, code: codeTold('insufficient_credit'), askedAtMs: 1000, endedAtMs: 1100 },
  refusal: 'Your credit is exhausted: this request needs at least 0.3 CZK, 0 CZK are available. Please top up.',
};
const row = { id: 'req_1', held_nanos: 900_000_000n, cost_nanos: 100_000_000n, ended_at_ms: 900 };

const judge = (others: readonly object[], more: object = {}) =>
  wronglyRefused({
    world: { trueMs: 2000, nowMs: 2000 },
    database: { inside: { sql: { all: async () => [row] } } },
    clients: { told: [...others, refused] as Told[] },
    business: { bought: [] },
    customers: [customer],
    ...more,
  } as unknown as Rest);

test('credit that no request held or spent is no reason to refuse one', async () => {
  const before = { ...asked, status: 200, requestId: 'req_1', askedAtMs: 100, endedAtMs: 900 };

  expect(await judge([before])).toEqual([expect.stringContaining('at most 100000000 were spent or held')]);
});

test('credit that one held at any moment is a reason', async () => {
  const meanwhile = { ...asked, status: 200, requestId: 'req_1', askedAtMs: 1050, endedAtMs: 1060 };

  expect(await judge([meanwhile])).toEqual([]);
});

test('what one may have held of which nothing is known is a reason', async () => {
  const before = { ...asked, status: 200, requestId: 'req_1', askedAtMs: 100, endedAtMs: 900 };
  const lost = { ...asked, how: 'server died', askedAtMs: 950, endedAtMs: 960 };

  expect(await judge([before, lost])).toEqual([]);
});

test('an account that got money back is left out', async () => {
  const bought = [{ accountId: 'acc_1', refunded: 1n }];
  const before = { ...asked, status: 200, requestId: 'req_1', askedAtMs: 100, endedAtMs: 900 };

  expect(await judge([before], { business: { bought } })).toEqual([]);
});
