/** `boreal prove` against the real service: everything that it can check holds. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { nanos, parseCzk } from '../../src/core/money.ts';
import { CHECKS } from '../../src/prove/checks.ts';
import { proofJson, proofText } from '../../src/prove/report.ts';
import { expectLedgerInOrder } from '../support/ledger-order.ts';
import { chunk, hang, sse, sseHead } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';
import { COMPLIANT, proving, told } from './prove.fixture.ts';

describe.each(['A', 'B'] as const)('catalogue %s', (catalogue) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ catalogue });
    service.upstream.play(COMPLIANT);
  });
  afterAll(async () => {
    await expectLedgerInOrder(service.config.dataDir);
    await service.stop();
  });

  test('every rule holds, and what needs more than a key is reported as not run', async () => {
    const { proof, announced } = await proving({ base: service.url, key: service.key });

    expect(told(proof, 'failed')).toEqual([]);
    const withoutTools = ['tool-calls', 'streamed-tool-calls'];
    const needing = CHECKS.filter((check) => check.needs).map((check) => check.id);
    const left = proof.results.filter((result) => result.outcome === 'not-run').map((result) => result.id);
    expect(left.toSorted()).toEqual([...needing, ...(catalogue === 'B' ? withoutTools : [])].toSorted());
    expect(proof.results).toHaveLength(CHECKS.length);
    expect(proof.ok).toBe(true);
    expect(announced).toHaveLength(1);
    expect(announced[0]).toMatch(/^This takes up to 0\.\d+ CZK with svc-\S+, of a budget of 1 CZK\.$/);
  });

  test('what needs more keys holds too, and what it spent is what the ledger says', async () => {
    const poorAccount = await service.newAccount(1n);
    const poorKey = (await service.newKey({ accountId: poorAccount })).secret;
    const otherKey = (await service.newKey({ accountId: await service.newAccount() })).secret;
    const key = (await service.newKey()).secret;
    const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

    const { proof } = await proving({ base: service.url, key, poorKey, otherKey }, { only: ['money'] });

    const after = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    expect(told(proof, 'failed')).toEqual([]);
    expect(told(proof, 'not-run')).toEqual([]);
    // One token was bought before, to learn the price.
    const priceTag = parseCzk(catalogue === 'A' ? '0.0004' : '0.00016');
    expect(nanos(before.credit - after.credit - priceTag)).toBe(proof.spent);
  });
});

test('a client that leaves an answer that is still being made is seen to pay for a part of it', async () => {
  await using service = await startService({ engine: { runningUsage: 'continuous_usage_stats' } });
  service.upstream.play((request) =>
    (request.body as { stream?: boolean }).stream
      ? [
          sseHead(),
          sse(chunk(request, { role: 'assistant', content: '' })),
          sse(chunk(request, { content: 'one' })),
          hang(),
        ]
      : COMPLIANT,
  );

  const { proof } = await proving({ base: service.url, key: service.key }, { only: ['cut'] });

  expect(told(proof, 'passed')[0]).toMatch(/^cut: client-left, \d of 256 tokens, 0\.\d+ CZK = /);
});

test('a budget that is too small leaves out what costs, runs what is free, and is no success', async () => {
  await using service = await startService();
  service.upstream.play(COMPLIANT);

  const { proof } = await proving(
    { base: service.url, key: service.key },
    { budget: nanos(1n), only: ['answer', 'path-unknown'] },
  );

  expect(told(proof, 'not-run')).toEqual(['answer: It would cost more than the budget; raise --budget.']);
  expect(told(proof, 'passed')).toHaveLength(1);
  expect(proof.ok).toBe(false);
  expect(service.upstream.requests).toHaveLength(1);
});

test('without a first answer nothing is claimed', async () => {
  await using service = await startService();

  const { proof } = await proving({ base: service.url, key: 'sk-wrong' });

  expect(told(proof, 'passed')).toEqual([]);
  expect(told(proof, 'failed')[0]).toStartWith('first-answer: GET /v1/models answers 401: ');
  expect(proof.ok).toBe(false);
});

test('an address without a listener is a failure, said in words', async () => {
  const { proof } = await proving({ base: 'http://127.0.0.1:1/v1', key: 'sk' });

  expect(told(proof, 'failed')[0]).toStartWith('first-answer: the request failed: ');
});

test('the report says of each check what was seen, and of what failed the rule', async () => {
  await using service = await startService();
  service.upstream.play(COMPLIANT);

  const { proof } = await proving({ base: service.url, key: service.key }, { only: ['limits', 'head-like-get'] });

  const text = proofText(proof);
  expect(text).toContain('\nwire\nok   head-like-get: 200 and no body\n');
  expect(text).toContain(
    '–    limit-kept: Beyond the limit is a 429, and who waits as long as it says is admitted.\n     → It uses up',
  );
  expect(text).toEndWith('3 passed, 0 failed, 1 not run; 0 CZK spent.');
  expect(proofJson(proof)).toMatchObject({ ok: true, base: service.url, model: 'svc-glacier', spentCzk: '0' });
});
