/** E-mails about a member's keys that stop with a change of role. */
import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { joinedAnna } from '../../../test/support/joined-member.ts';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';

const ACCOUNT = { account: 'acc_anna' };

async function mailsAfter(service: SettingsService, by: Visitor, role: 'viewer' | 'billing' | 'developer') {
  const before = service.notices.emails.length;
  const { status } = await by.ask('PATCH /api/members/{id}', { query: ACCOUNT, id: 'dan', body: { role } });
  expect(status).toBe(200);
  await service.notices.deliver();
  return service.notices.emails.slice(before).toSorted((a, b) => a.to.localeCompare(b.to));
}

test('the member and the owner hear that an admin has stopped the member’s keys by a change of role', async () => {
  await using service = await startSettings();
  const adam = await joinedAnna(service, { userId: 'adam', role: 'admin' });
  const dan = await joinedAnna(service, { userId: 'dan', role: 'developer' });
  await dan.ask('POST /api/keys', { query: ACCOUNT, body: { name: 'mine' } });

  const mails = await mailsAfter(service, adam, 'viewer');

  expect(mails.map(({ to }) => to)).toEqual(['anna@example.com', 'dan@example.com']);
  const [ofOwner, ofMember] = mails.map(({ text }) => text);
  for (const text of [ofOwner, ofMember]) expect(text).toContain('adam@example.com');
  expect(ofOwner).toContain('dan@example.com');
  // A change that stops nothing, because all is stopped, or because the role may spend, is no news.
  expect(await mailsAfter(service, adam, 'billing')).toEqual([]);
  expect(await mailsAfter(service, adam, 'developer')).toEqual([]);
});

test('an owner does not hear of what they did, and no one of keys that a member does not have', async () => {
  await using service = await startSettings();
  const dan = await joinedAnna(service, { userId: 'dan', role: 'developer' });

  expect(await mailsAfter(service, service.anna, 'viewer')).toEqual([]);
  await mailsAfter(service, service.anna, 'developer');
  await dan.ask('POST /api/keys', { query: ACCOUNT, body: { name: 'mine' } });

  const mails = await mailsAfter(service, service.anna, 'viewer');

  expect(mails.map(({ to }) => to)).toEqual(['dan@example.com']);
});
