import { describe, expect } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage } from '../../test/support/ledger-fixture.ts';
import { nanos } from '../domain/money.ts';
import type { OperatorAction } from '../domain/operator.ts';

const order = (id: string, action: OperatorAction) => ({
  id,
  actor: 'olga@example.com',
  reason: 'test',
  atMs: NOON,
  action,
});

const ALL = { filter: {}, sort: 'newest', after: null, rowsMax: 10, nowMs: NOON } as const;

describe('an action', () => {
  test('that many ask for at once with one id is done once', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account({ credit: 100n });
    const action = { kind: 'grant', accountId, amount: nanos(50n) } as const;

    const lines = await Promise.all([1, 2, 3, 4].map(() => storage.stores.operator.act(order('act_1', action))));

    expect(new Set(lines.map(({ seq }) => seq)).size).toBe(1);
    expect(lines.filter(({ isRepeated }) => !isRepeated).length).toBe(1);
    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(nanos(150n));
  });

  test('on the service that many ask for at once with one id is done once', async () => {
    await using storage = await openStorage();
    const action = { kind: 'plan-tokens', plan: 'pro', tokens: 5n, fromMs: NOON } as const;

    await Promise.all([1, 2, 3].map(() => storage.stores.operator.act(order('act_2', action))));

    expect((await storage.stores.operator.planVersions()).length).toBe(1);
  });

  test('on an account that does not exist is refused and leaves no line', async () => {
    await using storage = await openStorage();
    const action = { kind: 'suspend', accountId: 'acc_nobody' } as const;

    const refused = storage.stores.operator.act(order('act_3', action));

    expect(refused).rejects.toMatchObject({ code: 'not_found' });
    await refused.catch(() => {});
    expect(await storage.stores.operator.actions({ rowsMax: 10 })).toEqual([]);
  });
});

test('customers are found by the beginning of an address, whatever signs it has', async () => {
  await using storage = await openStorage();
  const emails = [
    'a.b@example.com',
    'a-b@example.com',
    'ab@example.com',
    'abc@example.com',
    'a@example.com',
    'čáp@x.cz',
  ];
  for (const [i, email] of emails.entries()) {
    await storage.stores.accounts.create({ id: `acc_${i}`, email, status: 'active', createdAtMs: NOON + i });
  }
  const found = async (search: string) =>
    (await storage.stores.operator.customers({ ...ALL, search })).rows.map(({ email }) => email);

  expect(await found('a.')).toEqual(['a.b@example.com']);
  expect(await found('ab')).toEqual(['ab@example.com', 'abc@example.com']);
  expect(await found('a')).toEqual([
    'a-b@example.com',
    'a.b@example.com',
    'a@example.com',
    'ab@example.com',
    'abc@example.com',
  ]);
  expect(await found('Č')).toEqual(['čáp@x.cz']);
});

test('no statement of the product changes or removes a line of the log', async () => {
  const texts = readdirSync(import.meta.dir)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dir, file), 'utf8'));

  expect(texts.some((text) => /INSERT INTO operator_actions/.test(text))).toBe(true);
  expect(texts.filter((text) => /(?:UPDATE|DELETE FROM)\s+operator_actions/.test(text))).toEqual([]);
});
