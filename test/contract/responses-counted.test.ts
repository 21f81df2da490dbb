/** Counts of requests are there after a server has stopped, for the overview and for the customer's page. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerText } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

test('refusals, failures and times of the first token are counted by the hour and outlive the server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boreal-test-'));
  const fromMs = Date.now() - 3_600_000;
  try {
    const service = await startService({ dataDir });
    const { accountId } = service;
    const ask = (about: object = {}) =>
      service.post({ model: 'svc-frost', messages: [{ role: 'user', content: 'ping' }], ...about });
    service.upstream.play(answerText('pong'));
    const statuses = [await ask(), await ask(), await ask({ temperature: 3 }), await ask({ model: 'nothing' })];
    await service.post({ messages: [] }, { headers: { authorization: 'Bearer sk-boreal-wrong' } });
    await service.stop();

    const next = await startService({ dataDir });
    const span = { fromMs, toMs: Date.now() + 3_600_000 };
    const [all, own, first] = await Promise.all([
      next.stores.outcomes.within(span),
      next.stores.outcomes.ofAccount(accountId, span),
      next.stores.outcomes.firstTokens(span),
    ]);
    await next.stop();

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
    expect(own).toEqual([
      { status: 200, responses: 2 },
      { status: 400, responses: 2 },
    ]);
    expect(all).toEqual([...own, { status: 401, responses: 1 }]);
    expect(first.reduce((sum, { answers }) => sum + answers, 0)).toBe(2);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
