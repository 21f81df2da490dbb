/**
 * Access that ends while an answer comes: the key is revoked, the account suspended, the person signed out. What was
 * admitted runs to its end and is charged; whatever is asked after that is refused, within a second.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { costOf, questionFor, seen } from '../support/asking.ts';
import { HELD_TEXT, HELD_USAGE, heldAnswer } from '../support/held-answer.ts';
import { expectLedgerInOrder, settledRows } from '../support/ledger-order.ts';
import { PASSWORD, pageClient, signedUp } from '../support/page-client.ts';
import { answerText, inTurn } from '../support/scripted-upstream.ts';
import { PLENTY, startService, type TestService, until } from '../support/service.ts';

/** A second is promised; the rest is for a machine that is busy. */
const SOON_MS = 90_000;
const EMAIL = 'jana@example.com';

let service: TestService;
let gate: PromiseWithResolvers<void>;
beforeAll(async () => {
  service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '100000' } });
});
beforeEach(() => {
  gate = Promise.withResolvers();
  service.upstream.play(inTurn(heldAnswer(gate.promise), answerText('later')));
});
afterEach(() => gate.resolve());
afterAll(async () => {
  await expectLedgerInOrder(service.config.dataDir);
  await service.stop();
});

const COST = costOf(HELD_USAGE.prompt_tokens, HELD_USAGE.completion_tokens);
const posted = (secret: string) =>
  service.post(questionFor('stream'), { headers: { authorization: `Bearer ${secret}` } });
/** Reads the whole answer, so that nothing is left running. */
const statusFor = async (secret: string) => {
  const response = await posted(secret);
  await response.text();
  return response.status;
};
const act = (action: Parameters<TestService['stores']['actionLog']['act']>[0]['action']) =>
  service.stores.actionLog.act({
    id: `act-${crypto.randomUUID()}`,
    actor: 'test',
    reason: 'test',
    atMs: Date.now(),
    action,
  });

describe.each([
  ['the key is revoked', 401, 'invalid_api_key', (keyId: string) => service.stores.keys.revoke(keyId, Date.now())],
  [
    'the key is revoked by an operator',
    401,
    'invalid_api_key',
    (keyId: string, accountId: string) => act({ kind: 'revoke-key', accountId, keyId }),
  ],
  [
    'the account is suspended',
    402,
    'account_blocked',
    (_: string, accountId: string) => act({ kind: 'suspend', accountId }),
  ],
  [
    'a payment of the account is taken back',
    402,
    'account_blocked',
    (_: string, accountId: string) => act({ kind: 'refund', accountId, amount: (PLENTY * 2n) as never }),
  ],
] as const)('while an answer comes, %s', (_, status, code, end) => {
  test('the answer ends whole and is charged, and the next question is refused', async () => {
    const accountId = await service.newAccount();
    const { id, secret } = await service.newKey({ accountId });
    const running = await posted(secret);
    expect(running.status).toBe(200);

    await end(id, accountId);
    await until('the next question is refused', async () => (await statusFor(secret)) === status, SOON_MS);
    const refused = await seen(await posted(secret), 'stream');
    gate.resolve();
    const answer = await seen(running, 'stream');

    expect(refused.error?.code).toBe(code);
    expect([answer.text, answer.finishReason, answer.isDone, answer.error]).toEqual([
      HELD_TEXT,
      'stop',
      true,
      undefined,
    ]);
    const { held, spent } = await service.stores.ledger.balanceOf(accountId, Date.now());
    expect(held).toBe(0n as never);
    // Questions that came within the second of grace are charged too; each of them costs less than this one.
    expect(spent).toBeGreaterThanOrEqual(COST as never);
  });
});

test('a new password ends the other sessions, not an answer that one of them waits for', async () => {
  const jana = await signedUp(service, EMAIL);
  const { id } = (await jana.get('/api/me')).json.account as { id: string };
  await act({ kind: 'grant', accountId: id, amount: PLENTY as never });
  const other = pageClient(service);
  await other.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  const running = other.post('/api/playground/completions', questionFor('stream'));
  await service.upstream.nextRequest();

  const change = { currentPassword: PASSWORD, newPassword: 'a new password', revokeOtherSessions: true };
  expect((await jana.post('/api/auth/change-password', change)).status).toBe(200);
  const refused = await other.post('/api/playground/completions', questionFor('stream'));
  gate.resolve();
  const answer = await running;

  expect(refused.status).toBe(401);
  expect([answer.status, answer.text.includes('[DONE]'), answer.text.includes('three')]).toEqual([200, true, true]);
  await settledRows(service.config.dataDir, 1);
  expect((await service.stores.ledger.balanceOf(id, Date.now())).spent).toBe(COST as never);
});
