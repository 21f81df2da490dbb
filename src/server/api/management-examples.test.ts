/** The commands of docs/reference/management-api.md work as they are written. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { CUSTOMER_SCOPE_NAMES, OPERATOR_SCOPE_NAMES } from '../../core/token-scopes.ts';

const PAGE = readFileSync(resolve(import.meta.dir, '../../../docs/reference/management-api.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);

let service: SettingsService;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startSettings();
  const own = { name: 'docs', scopes: CUSTOMER_SCOPE_NAMES };
  const all = { name: 'docs', scopes: OPERATOR_SCOPE_NAMES };
  env = {
    PATH: process.env.PATH ?? '',
    BOREAL: service.url,
    TOKEN: (await service.anna.ask('POST /api/tokens', { body: own })).body.secret,
    OPERATOR_TOKEN: (await service.olga.ask('POST /api/operator/tokens', { body: all })).body.secret,
    CUSTOMER: 'acc_ben',
  };
  // The examples ask for the real day.
  service.clock.set(Date.now() + 2000);
});
afterAll(() => service[Symbol.asyncDispose]());

test.skipIf(Bun.which('curl') === null).each(EXAMPLES)('%s', async (example) => {
  const failing = example.replaceAll('curl -s', 'curl -sS --fail-with-body');
  const child = Bun.spawn(['sh', '-euc', failing], { env, stdout: 'pipe', stderr: 'pipe' });
  const [text, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);

  expect([await child.exited, problem, text.includes('"error"')]).toEqual([0, '', false]);
});

test('what the examples have done is there', async () => {
  const { body } = await service.anna.ask('GET /api/keys', { query: { dayFromMs: service.clock.nowMs() } });
  const [given] = await service.stores.actionLog.actions({ accountId: 'acc_ben', rowsMax: 1 });

  expect(EXAMPLES.length).toBe(5);
  expect(body.keys[0]).toMatchObject({ name: 'customer 17', limits: [{ unit: 'CZK', max: '100', window: 'month' }] });
  expect(given).toMatchObject({ kind: 'grant', id: 'cash-2026-11-16-0001' });
});
