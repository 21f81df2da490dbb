import { describe, expect, test } from 'bun:test';
import { NOON, openStorage, type Storage } from '../../test/support/ledger-fixture.ts';
import { ServiceError } from '../core/errors.ts';
import { nanos } from '../core/money.ts';
import type { AnswerLookup } from '../ledger/answer-claims.ts';
import { createIdempotency } from './idempotency.ts';
import type { Answer } from './metering.ts';

const USAGE = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, reasoningTokens: 0 };
const HEAD = { completionId: 'chatcmpl-1', createdAtMs: NOON, model: 'm', events: [] };
const KNOWN: AnswerLookup = {
  fingerprint: 'right',
  answer: { ...HEAD, finishReason: 'stop', usage: USAGE, cost: nanos(1n) },
};
const clock = { nowMs: () => NOON, monotonicMs: () => 0 };
const ids = { next: (prefix: string) => `${prefix}mine` };
const call = (fingerprint: string) => ({ scope: 'key_1 once', fingerprint });
const never = (): Promise<Answer> => Promise.reject(new Error('No answer is to be made.'));

test('a call with the wrong body that came first is refused, and the right one beside it is answered', async () => {
  const looked = Promise.withResolvers<void>();
  const find = () => looked.promise.then(() => KNOWN);
  const idempotency = createIdempotency({ clock, ids }, { answers: { find }, keepMs: 1000 });

  const wrong = idempotency.run(call('wrong'), never);
  const right = idempotency.run(call('right'), never);
  wrong.catch(() => {});
  looked.resolve();

  await expect(wrong).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await right).toMatchObject({ id: 'chatcmpl-1', replayed: true });
  expect(idempotency.running).toBe(0);
});

describe('while another server makes the answer', () => {
  const idempotencyOf = ({ stores }: Storage, stopping: AbortSignal) =>
    createIdempotency(
      { clock, ids },
      { answers: stores.answers, keepMs: 1000, claiming: { claims: stores.answerClaims, stopping } },
    );
  const THEIRS = { scope: 'key_1 once', fingerprint: 'right', owner: 'theirs', leasedUntilMs: NOON + 1 };

  test('a server that stops waits for it no longer than for its own', async () => {
    await using storage = await openStorage();
    await storage.stores.answerClaims.take(THEIRS, NOON);
    const stopping = new AbortController();
    const idempotency = idempotencyOf(storage, stopping.signal);

    const waiting = idempotency.run(call('right'), never);
    waiting.catch(() => {});
    stopping.abort(new ServiceError('shutting_down', 'The service is restarting.'));

    await expect(waiting).rejects.toMatchObject({ code: 'shutting_down' });
    expect(idempotency.running).toBe(0);
  });

  test('a server that stops lets those who wait at another one begin anew, and does not fail them', async () => {
    await using storage = await openStorage();
    const idempotency = idempotencyOf(storage, new AbortController().signal);
    const stopped = new ServiceError('shutting_down', 'The service is restarting.');

    const failing = idempotency.run(call('right'), () => Promise.reject(stopped));

    await expect(failing).rejects.toBe(stopped);
    expect(await storage.stores.answerClaims.take(THEIRS, NOON)).toEqual({ kind: 'taken' });
  });

  test('a failure is there for those who wait before the client that asked gets it', async () => {
    await using storage = await openStorage();
    const idempotency = idempotencyOf(storage, new AbortController().signal);
    const failure = new ServiceError('upstream_failed', 'The model is away.', { retryAfterMs: 2000 });

    await expect(idempotency.run(call('right'), () => Promise.reject(failure))).rejects.toBe(failure);

    expect(await storage.stores.answerClaims.look('key_1 once')).toMatchObject({
      owner: 'claim_mine',
      failure: { code: 'upstream_failed', message: 'The model is away.', retryAfterMs: 2000 },
    });
  });
});
