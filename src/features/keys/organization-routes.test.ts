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
