/** Another process keeps the write lock of the database for longer than one attempt to write waits for it. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { chunk, sse, sseHead, waitFor } from '../support/scripted-upstream.ts';
import { startService, until } from '../support/service.ts';

const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const END = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE };
const QUESTION = { model: 'svc-frost', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 };

test('a lock that outlasts an attempt to settle loses no charge, and the server is not ready meanwhile', async () => {
  await using service = await startService();
  const { ledger } = service.stores;
  const gate = Promise.withResolvers<void>();
  service.upstream.play((request) => [
    sseHead(),
    sse(chunk(request, { content: 'one' })),
    waitFor(gate.promise),
    sse(chunk(request, {}, END)),
    sse('[DONE]'),
  ]);
  const before = await ledger.balanceOf(service.accountId, Date.now());
  const response = await service.post({ ...QUESTION, stream: true });
  const readiness = async () => {
    const answer = await fetch(new URL('/readyz', service.url));
    return (await answer.json()) as { readonly status: string; readonly problems: readonly string[] };
  };
  expect(await readiness()).toMatchObject({ status: 'ready' });

  const other = new Database(join(service.config.dataDir, 'boreal.db'));
  other.run('BEGIN IMMEDIATE');
  gate.resolve();
  await until('the server is not ready', async () => (await readiness()).status !== 'ready');
  const refused = await service.post(QUESTION);
  const whileRefused = await readiness();
  other.run('ROLLBACK');
  other.close();

  expect(refused.status).toBe(502);
  expect(whileRefused).toEqual({
    status: 'not ready',
    problems: ['the database does not answer or cannot be written'],
  });
  expect(await response.text()).toEndWith('data: [DONE]\n\n');
  const after = await ledger.balanceOf(service.accountId, Date.now());
  expect(after.held).toBe(0n as typeof after.held);
  expect(after.credit).toBeLessThan(before.credit);
  await until('the server is ready again', async () => (await readiness()).status === 'ready');
});
