import { describe, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { nanos } from '../../core/money.ts';
import type { CustomerCursor, CustomerPage } from '../../features/customers/customers.ts';
import type { Action } from '../../platform/action-log/action.ts';

const order = (id: string, action: Action) => ({
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

    const lines = await Promise.all([1, 2, 3, 4].map(() => storage.stores.actionLog.act(order('act_1', action))));

    expect(new Set(lines.map(({ seq }) => seq)).size).toBe(1);
    expect(lines.filter(({ isRepeated }) => !isRepeated).length).toBe(1);
    expect((await storage.stores.ledger.balanceOf(accountId, NOON)).credit).toBe(nanos(150n));
  });

  test('on the service that many ask for at once with one id is done once', async () => {
    await using storage = await openStorage();
    const action = { kind: 'plan-terms', plan: 'pro', terms: { tokens: 5n }, fromMs: NOON } as const;

    await Promise.all([1, 2, 3].map(() => storage.stores.actionLog.act(order('act_2', action))));

    expect((await storage.stores.announcements.read()).planVersions.length).toBe(1);
  });

  test('with texts of any length has a short line, and is known when it is asked for again', async () => {
    await using storage = await openStorage();
    const { id: accountId } = await storage.account({ credit: 100n });
    const long = 'a'.repeat(180_000);
    const action = { kind: 'name-account', accountId, name: long } as const;
    const asked = { ...order('act_4', action), actor: long, reason: long };

    await storage.stores.actionLog.act(asked);
    const again = await storage.stores.actionLog.act(asked);

    const [line] = await storage.stores.actionLog.actions({ rowsMax: 10 });
    expect(again.isRepeated).toBe(true);
    expect(JSON.stringify(line).length).toBeLessThan(10_000);
  });

  test('on an account that does not exist is refused and leaves no line', async () => {
    await using storage = await openStorage();
    const action = { kind: 'suspend', accountId: 'acc_nobody' } as const;

    const refused = storage.stores.actionLog.act(order('act_3', action));

    expect(refused).rejects.toMatchObject({ code: 'not_found' });
    await refused.catch(() => {});
    expect(await storage.stores.actionLog.actions({ rowsMax: 10 })).toEqual([]);
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
    (await storage.stores.customers.list({ ...ALL, search })).rows.map(({ email }) => email);

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

test('customers are found by the addresses of their members, each once and page by page', async () => {
  await using storage = await openStorage();
  for (const i of [0, 1, 2]) {
    const email = `team${i}@example.com`;
    await storage.stores.accounts.create({ id: `acc_${i}`, email, status: 'active', createdAtMs: NOON + i });
  }
  for (const [id, email, accounts] of [
    ['u1', 'dana@example.com', ['acc_0', 'acc_1']],
    ['u2', 'daniel@example.com', ['acc_1']],
    ['u3', 'teamwork@example.com', ['acc_2']],
    ['u4', 'dan@example.com', []],
  ] as const) {
    await storage.db.sql.run(
      `INSERT INTO auth_users (id, email, name, role, email_verified, created_at_ms, updated_at_ms)
       VALUES (?, ?, 'D', 'customer', 1, 1, 1)`,
      id,
      email,
    );
    for (const account of accounts) {
      await storage.db.sql.run(
        "INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES (?, ?, 'viewer', 1)",
        account,
        id,
      );
    }
  }
  await storage.db.sql.run("UPDATE accounts SET user_id = 'u4', email = 'acc_0' WHERE id = 'acc_0'");
  const found = async (search: string, filter = {}) => {
    const pages: (readonly [string, string | null])[] = [];
    let after: CustomerCursor | null = null;
    do {
      const page: CustomerPage = await storage.stores.customers.list({ ...ALL, search, filter, after, rowsMax: 1 });
      pages.push(...page.rows.map(({ id, foundBy }) => [id, foundBy] as const));
      after = page.next;
    } while (after);
    return pages;
  };

  expect(await found('dan')).toEqual([
    ['acc_0', 'dan@example.com'],
    ['acc_1', 'dana@example.com'],
  ]);
  expect(await found('daniel@', { status: 'active' })).toEqual([['acc_1', 'daniel@example.com']]);
  expect(await found('team')).toEqual([
    ['acc_1', null],
    ['acc_2', null],
  ]);
  expect(await found('dan', { status: 'blocked' })).toEqual([]);
  expect(await found('da')).toEqual([]);
});

test('no statement of the product changes or removes a line of the log', async () => {
  const src = join(import.meta.dir, '../..');
  const texts = [...new Bun.Glob('**/*.ts').scanSync(src)]
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(src, file), 'utf8'));

  expect(texts.some((text) => /INSERT INTO operator_actions/.test(text))).toBe(true);
  expect(texts.filter((text) => /(?:UPDATE|DELETE FROM)\s+operator_actions/.test(text))).toEqual([]);
});
