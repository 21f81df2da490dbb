/** Keys in OpenAI's form, asked by its official client with a management token. */
import { expect, test } from 'bun:test';
import OpenAI from 'openai';
import { startSettings } from '../../../test/support/settings-service.ts';

test('keys are listed in pages, without revoked ones and without a secret', async () => {
  await using service = await startSettings();
  const { anna, url } = service;
  const made = [];
  for (const name of ['one', 'two', 'three', 'gone']) {
    made.push((await anna.ask('POST /api/keys', { body: { name } })).body);
  }
  await anna.ask('POST /api/keys/{id}/revoke', { id: made[3]!.key.id });
  const { body } = await anna.ask('POST /api/tokens', { body: { name: 'inventory', scopes: ['keys:read'] } });
  const client = new OpenAI({ baseURL: `${url}/v1`, adminAPIKey: body.secret, maxRetries: 0 });
  const { apiKeys } = client.admin.organization.projects;

  const listed = [];
  for await (const key of apiKeys.list(anna.accountId, { limit: 2 })) listed.push(key);
  const elsewhere = await apiKeys.list('acc_other').catch((error: unknown) => error as { readonly status: number });

  expect(listed.map(({ name }) => name).toSorted()).toEqual(['one', 'three', 'two']);
  expect(listed.find(({ name }) => name === 'one')).toMatchObject({
    ...{ id: made[0]!.key.id, object: 'organization.project.api_key', owner_project_access: 'active' },
    redacted_value: `…${made[0]!.key.hint}`,
  });
  for (const { secret } of made) expect(JSON.stringify(listed)).not.toContain(secret);
  expect(elsewhere).toMatchObject({ status: 404 });
});

test('of very many keys all that can be used are listed', async () => {
  await using service = await startSettings();
  const { anna, url, db } = service;
  await anna.ask('POST /api/keys', { body: { name: 'first' } });
  const added = await db.sql.run(
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
     INSERT INTO api_keys (id, account_id, fingerprint, name, hint, created_at_ms, allowed_models, allowed_ranges, kind)
     SELECT 'key_' || i, 'acc_anna', 'print ' || i, 'many', 'hint', i, '[]', '[]', 'api' FROM n`,
  );
  const { body } = await anna.ask('POST /api/tokens', { body: { name: 'inventory', scopes: ['keys:read'] } });
  const client = new OpenAI({ baseURL: `${url}/v1`, adminAPIKey: body.secret, maxRetries: 0 });

  const listed = new Set<string>();
  for await (const { id } of client.admin.organization.projects.apiKeys.list('acc_anna', { limit: 100 }))
    listed.add(id);
  const { body: shown } = await anna.ask('GET /api/keys', { query: { dayFromMs: String(service.clock.nowMs()) } });

  expect(added).toBe(1100);
  expect([listed.size, shown.keys.length]).toEqual([1101, 1101]);
});
