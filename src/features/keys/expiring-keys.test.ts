import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { NOON, openStorage } from '../../../test/support/ledger-fixture.ts';
import { KEY_WARNING_MS } from './expiring-keys.ts';

const DAY_MS = 86_400_000;

test('a key is reported once, a week before its end, and again only when its end is moved', async () => {
  await using storage = await openStorage();
  const { outbox, expiringKeys } = storage.stores;
  const { keyId } = await storage.account({ credit: 0n });
  const ends = (atMs: number) => storage.db.sql.run('UPDATE api_keys SET expires_at_ms = ? WHERE id = ?', atMs, keyId);
  const createdMs = NOON - 30 * DAY_MS;
  await storage.db.sql.run('UPDATE api_keys SET created_at_ms = ? WHERE id = ?', createdMs, keyId);
  await ends(NOON + KEY_WARNING_MS + 1);

  expect(await expiringKeys.tell(NOON, ['webhook'])).toBe(0);
  expect(await expiringKeys.tell(NOON + 1, ['webhook'])).toBe(1);
  expect(await expiringKeys.tell(NOON + 2, ['webhook'])).toBe(0);
  await ends(NOON + KEY_WARNING_MS - 5);
  expect(await expiringKeys.tell(NOON + 3, ['webhook'])).toBe(1);
  expect(await outbox.claim(NOON + 3)).toHaveLength(2);
});

test.each([
  ['was revoked', 'revoked_at_ms = 1'],
  ['was replaced', 'replaced_by = id'],
  ['was made for less than a week', `created_at_ms = ${NOON - 1}`],
  ['has ended', `expires_at_ms = ${NOON}`],
])('a key that %s is not reported', async (_, change) => {
  await using storage = await openStorage();
  const { keyId } = await storage.account({ credit: 0n });
  const soon = NOON + DAY_MS;
  await storage.db.sql.run('UPDATE api_keys SET created_at_ms = 0, expires_at_ms = ? WHERE id = ?', soon, keyId);
  await storage.db.sql.run(`UPDATE api_keys SET ${change} WHERE id = ?`, keyId);

  expect(await storage.stores.expiringKeys.tell(NOON, ['webhook'])).toBe(0);
});
