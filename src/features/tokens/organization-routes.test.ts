/** Management tokens in OpenAI's form, asked by its official client with one of them. */
import { expect, test } from 'bun:test';
import OpenAI from 'openai';
import { startSettings } from '../../../test/support/settings-service.ts';

test('management tokens are listed as admin keys: those that can be used, and of others only for those who manage them', async () => {
  await using service = await startSettings();
  const { anna, url, db } = service;
  const viewer = await service.newPerson('viewer');
  await db.sql.run(
    "INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES ('acc_anna', 'viewer', 'viewer', 1)",
  );
  const make = async (who: typeof anna, name: string, more: object = {}) =>
    (
      await who.ask('POST /api/tokens', {
        body: { name, scopes: ['keys:read'], ...more },
        query: { account: 'acc_anna' },
      })
    ).body;
  const one = await make(anna, 'one');
  const gone = await make(anna, 'gone');
  await anna.ask('POST /api/tokens/{id}/revoke', { id: gone.token.id });
  await make(anna, 'old', { expiresAtMs: service.clock.nowMs() + 1 });
  service.clock.pass(1000);
  const two = await make(viewer, 'two');
  const listed = async (secret: string) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, adminAPIKey: secret, maxRetries: 0 });
    const seen = [];
    for await (const key of client.admin.organization.adminAPIKeys.list({ limit: 1 })) seen.push(key);
    return seen;
  };

  const all = await listed(one.secret);

  expect(all.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(all[1]).toMatchObject({
    ...{
      id: two.token.id,
      object: 'organization.admin_api_key',
      redacted_value: `…${two.token.hint}`,
      expires_at: null,
    },
    owner: { type: 'user', id: 'viewer', name: 'viewer@example.com' },
  });
  expect((await listed(two.secret)).map(({ name }) => name)).toEqual(['two']);
  for (const { secret } of [one, two]) expect(JSON.stringify(all)).not.toContain(secret);
});
