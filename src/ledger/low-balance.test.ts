import { describe, expect } from 'bun:test';
import { test } from '../../test/support/databases.ts';
import { NOON, openStorage, type Storage } from '../../test/support/ledger-fixture.ts';
import { nanos, parseCzk } from '../core/money.ts';
import type { Email, Mail } from '../platform/mail/mail.ts';
import type { Notice, Notices } from '../platform/notices/notice.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { tellLowBalances } from './low-balance.ts';

const CZK = 1_000_000_000n;

/** Storage with one account of 100 CZK, and a mail server that keeps what it gets. */
async function owner(language: 'cs' | 'en' = 'en') {
  const storage = await openStorage();
  const { id } = await storage.account({ credit: 100n * CZK });
  const emails: Email[] = [];
  const warnings: string[] = [];
  let failures = 0;
  const mail: Mail = {
    kind: 'smtp',
    send: async (email) => {
      if (failures-- > 0) throw new Error('The mail server is away.');
      emails.push(email);
    },
  };
  const note = (_: object, message: string) => void warnings.push(message);
  const log: Log = { info: () => {}, warn: note, error: note };
  let nowMs = NOON;
  const clock = { nowMs: () => ++nowMs, monotonicMs: () => 0 };
  const told: Notice[] = [];
  const notices: Notices = { tell: async ({ type }, notice) => void told.push({ type, ...notice }) };
  const { alerts } = storage.stores;
  const parts = { mail, notices, clock, log, serviceName: 'Boreal' };
  const set = (below: string) =>
    storage.stores.alerts.set(id, { below: parseCzk(below), language, atMs: clock.nowMs() });
  return {
    storage,
    emails,
    warnings,
    told,
    set,
    take: (czk: string) => correct(storage, id, `-${czk}`),
    give: (czk: string) => correct(storage, id, czk),
    tell: (over: Partial<typeof parts> = {}) => tellLowBalances({ ...parts, ...over }, alerts),
    fail: (times: number) => {
      failures = times;
    },
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

const correct = (storage: Storage, accountId: string, czk: string) =>
  storage.stores.credits.correct({ accountId, amount: parseCzk(czk), reason: 'test', actor: 'test', atMs: NOON });

describe('an owner whose credit falls below the alert', () => {
  test('gets one e-mail, and another only after the credit has risen', async () => {
    await using anna = await owner();
    await anna.set('50');

    await anna.tell();
    expect(anna.emails).toEqual([]);
    await anna.take('50.000000001');
    await anna.tell();
    await anna.tell();
    expect(anna.emails).toHaveLength(1);
    await anna.give('10');
    await anna.tell();
    await anna.take('5');
    await anna.take('5');
    await anna.tell();

    expect(anna.emails).toHaveLength(2);
  });

  test('gets one e-mail however many servers look at once', async () => {
    await using anna = await owner();
    await anna.set('50');
    await anna.take('60');

    await Promise.all(Array.from({ length: 8 }, () => anna.tell()));

    expect(anna.emails).toHaveLength(1);
  });

  test('gets the e-mail later where the mail server did not take it', async () => {
    await using anna = await owner();
    await anna.set('50');
    await anna.take('60');
    anna.fail(1);

    expect(await anna.tell()).toBe(0);
    expect(anna.told).toEqual([]);
    expect(await anna.tell()).toBe(1);
    expect(anna.told).toMatchObject([{ type: 'balance.low', data: { creditCzk: '40', belowCzk: '50' } }]);

    expect(anna.emails).toHaveLength(1);
    expect(anna.warnings).toHaveLength(1);
  });

  test('is written in their language, with amounts rounded down', async () => {
    await using anna = await owner('cs');
    await anna.set('50');
    await anna.take('60.001');

    await anna.tell();

    expect(anna.emails).toMatchObject([{ to: 'acc_1@example.com', subject: 'Váš kredit ve službě Boreal dochází' }]);
    expect(anna.emails[0]?.text).toContain('klesl na 39,99 Kč');
    expect(anna.emails[0]?.html).toContain('až klesne pod 50,00 Kč');
  });

  test('is named in the log once where there is no mail server', async () => {
    await using anna = await owner();
    await anna.set('50');
    await anna.take('60');
    const mail: Mail = { kind: 'log', send: () => Promise.reject(new Error('No mail server is set.')) };

    await anna.tell({ mail });
    await anna.tell({ mail });

    expect(anna.warnings).toEqual(['credit is low, and no mail server is set to tell the owner']);
  });
});

describe('no e-mail is written', () => {
  test('where the alert is set while there is less already', async () => {
    await using anna = await owner();
    await anna.set('500');

    await anna.tell();

    expect(anna.emails).toEqual([]);
  });

  test('for what running requests only hold', async () => {
    await using anna = await owner();
    await anna.set('50');
    await anna.storage.db.sql.run('UPDATE pots SET held = balance');

    await anna.tell();

    expect(anna.emails).toEqual([]);
  });

  test('to an account without an alert', async () => {
    await using anna = await owner();
    await anna.take('100');

    await anna.tell();

    expect(anna.emails).toEqual([]);
  });
});

test('every account with an alert is looked at, however many there are', async () => {
  await using storage = await openStorage();
  const emails: string[] = [];
  for (let n = 0; n < 600; n++) {
    const { id } = await storage.account({ credit: 100n });
    await storage.stores.alerts.set(id, { below: nanos(50n), language: 'en', atMs: NOON });
  }
  await storage.db.sql.run('UPDATE pots SET balance = 10');

  const platform = {
    mail: { kind: 'smtp' as const, send: async ({ to }: { to: string }) => void emails.push(to) },
    notices: { tell: async () => {} },
    clock: { nowMs: () => NOON, monotonicMs: () => 0 },
    log: { info() {}, warn() {}, error() {} },
    serviceName: 'Boreal',
  };
  const told = await tellLowBalances(platform, storage.stores.alerts);

  expect(told).toBe(600);
  expect(new Set(emails).size).toBe(600);
});
