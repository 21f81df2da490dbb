/** Which limits bring an alert, and how often. */
import { describe, expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { limitsFrom, NOON, openStorage, type Storage } from '../../../test/support/ledger-fixture.ts';
import { monthOf } from '../../core/calendar.ts';
import { GATHERED_MS } from '../../platform/notices/notice.ts';
import type { Reached } from '../notices.ts';
import { limitEmailCs, limitEmailEn } from './limit-email.ts';

const CZK = 1_000_000_000n;
const DECEMBER = Date.UTC(2026, 11, 1, 11);

/** Writes the use of keys straight into the months that charges advance. */
const use = ({ db }: Storage, keyId: string, used: { czk?: bigint; tokens?: bigint; atMs?: number }) =>
  db.sql.run(
    `INSERT INTO key_months (key_id, month, spent_nanos, tokens) VALUES (?, ?, ?, ?)
     ON CONFLICT (key_id, month) DO UPDATE SET spent_nanos = excluded.spent_nanos, tokens = excluded.tokens`,
    keyId,
    monthOf(used.atMs ?? NOON),
    (used.czk ?? 0n) * CZK,
    used.tokens ?? 0n,
  );

/** Looks at all limits, and gives what is new in the outbox. */
async function look({ stores }: Storage, { refused = [] as string[], atMs = NOON } = {}) {
  const order = { afterId: '', nowMs: atMs, refused, channels: ['owner', 'webhook'] as const };
  await stores.limitAlerts.addDue(order);
  // What is sent together with others waits for so long.
  const claimed = await stores.outbox.claim(atMs + GATHERED_MS);
  for (const { notice, channel } of claimed)
    await stores.outbox.arrived({ ids: [notice.id], channel, gather: null }, atMs);
  return claimed.map(({ notice, channel }) => {
    const { key, percent, unit, used, limit, since } = notice.data as Reached;
    return `${channel} ${key?.id ?? 'account'} ${percent} ${used}/${limit} ${unit} ${since}`;
  });
}

const ofOwner = async (...asked: Parameters<typeof look>) => (await look(...asked)).filter((one) => /^owner/.test(one));

describe('a limit of a key', () => {
  test('brings an alert at 80 % and at 100 %, once each, and anew in the next month', async () => {
    await using storage = await openStorage();
    const { keyId } = await storage.account({ keyLimit: { amount: 100n * CZK, window: 'month' } });

    await use(storage, keyId, { czk: 79n });
    expect(await look(storage)).toEqual([]);
    await use(storage, keyId, { czk: 80n });
    expect((await look(storage)).toSorted()).toEqual([
      `owner ${keyId} 80 80/100 CZK 2026-11-01`,
      `webhook ${keyId} 80 80/100 CZK 2026-11-01`,
    ]);
    await use(storage, keyId, { czk: 99n });
    expect(await look(storage)).toEqual([]);
    await use(storage, keyId, { czk: 100n });
    expect(await ofOwner(storage)).toEqual([`owner ${keyId} 100 100/100 CZK 2026-11-01`]);
    expect(await look(storage)).toEqual([]);

    await use(storage, keyId, { czk: 85n, atMs: DECEMBER });
    expect(await ofOwner(storage, { atMs: DECEMBER })).toEqual([`owner ${keyId} 80 85/100 CZK 2026-12-01`]);
  });

  test('of requests an hour, of one model, brings one in each hour, in the words of both languages', async () => {
    await using storage = await openStorage();
    const { id, keyId } = await storage.account();
    const rule = { unit: 'requests', window: 'hour', model: 'svc-frost', max: 10n } as const;
    await storage.stores.accountKeys.change({ accountId: id, keyId }, { limits: [rule] });
    const answered = (model: string, requests: number, atMs: number) =>
      storage.db.sql.run(
        `INSERT INTO usage_hours (account_id, hour_ms, key_id, model, requests, input_tokens, cached_input_tokens, output_tokens,
           reasoning_tokens, cost_nanos, plan_tokens, package_tokens) VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0)`,
        ...[id, atMs, keyId, model, requests],
      );
    const HOUR = 3_600_000;

    await answered('svc-glacier', 90, NOON);
    expect(await look(storage)).toEqual([]);
    await answered('svc-frost', 8, NOON);
    expect(await ofOwner(storage)).toEqual([`owner ${keyId} 80 8/10 requests 2026-11-15T11:00Z`]);
    await answered('svc-frost', 10, NOON + HOUR);
    expect(await ofOwner(storage, { atMs: NOON + HOUR })).toEqual([
      `owner ${keyId} 100 10/10 requests 2026-11-15T12:00Z`,
    ]);
    const about = { accountId: id, key: { id: keyId, name: 'k', hint: 'xxxx' }, member: null, percent: 80 } as const;
    const words = { unit: 'requests', window: 'hour', model: 'svc-frost', since: '2026-11-15T11:00Z' } as const;
    const data = { ...about, ...words, limit: '10', used: '8' };
    expect(limitEmailEn(data, 'Boreal').parts[0]).toContain(
      'has used 8 of 10 requests for the model svc-frost in the hour from 15 November 2026 at 12:00.',
    );
    expect(limitEmailCs(data, 'Boreal').parts[0]).toContain(
      'jste v hodině od 15. listopadu 2026 v 12:00 vyčerpali 8 z limitu 10 požadavků pro model svc-frost.',
    );
  });

  test('that is passed at once brings one alert', async () => {
    await using storage = await openStorage();
    const { keyId } = await storage.account({ keyTokens: { tokens: 1000n, window: 'total' } });
    await use(storage, keyId, { tokens: 1000n });

    expect(await ofOwner(storage)).toEqual([`owner ${keyId} 100 1000/1000 tokens null`]);
    expect(await look(storage)).toEqual([]);
  });

  test('is reached when a request was refused for it, unless there is plenty left', async () => {
    await using storage = await openStorage();
    const { id, keyId } = await storage.account({ keyLimit: { amount: 100n * CZK, window: 'total' } });
    const [limit] = await storage.stores.limits.list(id, NOON);
    const refused = [limit!.id];

    await use(storage, keyId, { czk: 50n });
    expect(await look(storage, { refused })).toEqual([]);
    await use(storage, keyId, { czk: 99n });
    expect(await ofOwner(storage, { refused: ['another'] })).toEqual([`owner ${keyId} 80 99/100 CZK null`]);
    expect(await ofOwner(storage, { refused })).toEqual([`owner ${keyId} 100 99/100 CZK null`]);
  });

  test('that is raised brings an alert again', async () => {
    await using storage = await openStorage();
    const { id, keyId } = await storage.account({ keyTokens: { tokens: 1000n, window: 'month' } });
    await use(storage, keyId, { tokens: 900n });
    await look(storage);
    const raised = { limits: limitsFrom(undefined, { tokens: 1100n, window: 'month' }) };

    await storage.stores.accountKeys.change({ accountId: id, keyId }, raised);

    const later = { atMs: NOON + 60_000 };
    expect(await ofOwner(storage, later)).toEqual([`owner ${keyId} 80 900/1100 tokens 2026-11-01`]);
  });

  test.each([
    ['a key that was revoked', 'UPDATE api_keys SET revoked_at_ms = 1'],
    ['an account that is closed', "UPDATE accounts SET status = 'closed'"],
    ['a limit of nothing', 'UPDATE limits SET maximum = 0'],
  ])('of %s brings no alert', async (_, change) => {
    await using storage = await openStorage();
    const { keyId } = await storage.account({ keyTokens: { tokens: 1000n, window: 'month' } });
    await use(storage, keyId, { tokens: 1000n });
    await storage.db.sql.run(change);

    expect(await look(storage)).toEqual([]);
  });
});

test('a limit of the account counts all of its keys', async () => {
  await using storage = await openStorage();
  const { id, keyId } = await storage.account({ accountTokens: { tokens: 1000n, window: 'month' } });
  const key = { id: 'key_b', accountId: id, name: 'b', hint: 'xxxx', createdAtMs: NOON };
  await storage.stores.keys.add({
    key: { ...key, allowedModels: [], allowedRanges: [], limits: [] },
    fingerprint: 'print-b',
  });
  await use(storage, keyId, { tokens: 400n });
  await use(storage, 'key_b', { tokens: 400n });

  expect(await ofOwner(storage)).toEqual(['owner account 80 800/1000 tokens 2026-11-01']);
});

test('a monthly limit of the account brings alerts, too', async () => {
  await using storage = await openStorage();
  const { keyId } = await storage.account({ accountLimit: 100n * CZK });
  await use(storage, keyId, { czk: 80n });

  expect(await ofOwner(storage)).toEqual(['owner account 80 80/100 CZK 2026-11-01']);
});

test('an owner who wants no e-mails gets none, and the webhook is called all the same', async () => {
  await using storage = await openStorage();
  const { id, keyId } = await storage.account({ keyTokens: { tokens: 10n, window: 'month' } });
  expect(await storage.stores.limitAlerts.of(id)).toBe(true);
  expect(await storage.stores.limitAlerts.of('unknown')).toBe(false);
  await storage.stores.limitAlerts.set(id, false);
  expect(await storage.stores.limitAlerts.of(id)).toBe(false);
  await use(storage, keyId, { tokens: 10n });

  expect(await look(storage)).toEqual([`webhook ${keyId} 100 10/10 tokens 2026-11-01`]);
});

test('of many servers that look at once, one tells', async () => {
  await using storage = await openStorage();
  const { keyId } = await storage.account({ keyTokens: { tokens: 10n, window: 'month' } });
  await use(storage, keyId, { tokens: 10n });
  const order = { afterId: '', nowMs: NOON, refused: [], channels: ['owner'] } as const;

  await Promise.all(Array.from({ length: 6 }, () => storage.stores.limitAlerts.addDue(order)));

  expect(await storage.stores.outbox.claim(NOON)).toHaveLength(1);
});

test.each([
  [499, false],
  [500, true],
] as const)('%i limits are looked at at once, and then the others: %s', async (count, isMore) => {
  await using storage = await openStorage();
  const { id } = await storage.account({});
  for (let n = 0; n < count; n += 1)
    await storage.db.sql.run(
      `INSERT INTO limits (id, account_id, owner, owner_id, unit, time_window, model, maximum, set_by)
       VALUES (?, ?, 'account', ?, 'tokens', 'total', ?, 10, 'customer')`,
      ...[`limit_${String(n).padStart(3, '0')}`, id, id, `m${n}`],
    );

  const next = await storage.stores.limitAlerts.addDue({ afterId: '', nowMs: NOON, refused: [], channels: ['owner'] });

  expect(next).toBe(isMore ? `limit_${count - 1}` : null);
});
