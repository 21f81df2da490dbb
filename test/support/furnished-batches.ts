/** Batches as pages show them: one whose input is missing, one with a budget and a failure, one that was cancelled, one that waits. */
import { nanos } from '../../src/core/money.ts';
import { type LineEnd, scopeOf } from '../../src/features/batches/rules.ts';
import { createOrderedIds } from '../../src/platform/clock.ts';
import type { TestService } from './service.ts';

type Owner = { readonly accountId: string; readonly keyId: string };

const DAY_MS = 86_400_000;
const CZK = 1_000_000_000n;
const OWNER = 'test';

export async function furnishedBatches({ stores }: TestService, owner: Owner): Promise<void> {
  const { batches } = stores;
  const nowMs = Date.now();
  const ids = createOrderedIds({ nowMs: () => nowMs, monotonicMs: () => 0 });
  const kept = () => ({ nowMs, keepMs: DAY_MS, outputId: ids.next('file-'), errorId: ids.next('file-') });

  async function create(budget: bigint | null, begins: 'by the test' | 'by the server'): Promise<string> {
    const id = ids.next('batch_');
    const about = { id, ...owner, dialect: 'openai', endpoint: '/v1/chat/completions', metadata: null } as const;
    const times = { createdAtMs: nowMs, expiresAtMs: nowMs + DAY_MS };
    const isOurs = begins === 'by the test';
    const order = { ...about, ...times, inputFileId: 'file-none', owner: isOurs ? OWNER : null };
    await batches.create({ ...order, budget: budget === null ? null : nanos(budget) }, 100);
    return id;
  }

  /** Its lines are ours before a server sees them. */
  async function begin(lines: number, budget: bigint | null = null): Promise<string> {
    const id = await create(budget, 'by the test');
    const added = Array.from({ length: lines }, (_, n) => ({ line: n + 1, customId: `${n + 1}`, request: '' }));
    await batches.addLines(id, added);
    const lease = { owner: OWNER, leasedUntilMs: nowMs + DAY_MS };
    await batches.take({ ...lease, batchId: id, limit: lines, nowMs });
    await batches.begin({ id, owner: OWNER, total: lines, nowMs });
    return id;
  }

  const end = (batchId: string, line: number, how: LineEnd) => {
    const answer = {
      owner: OWNER,
      result: null,
      resultBytes: 0,
      requestId: null,
      cost: nanos(1_234n * CZK),
      atMs: nowMs,
    };
    return batches.answered({ batchId, line, end: how, ...answer, scope: scopeOf({ batchId, line }) }, kept());
  };

  await create(null, 'by the server');
  const done = await begin(3, 5_000n * CZK);
  for (const line of [1, 2]) await end(done, line, 'succeeded');
  await end(done, 3, 'errored');
  const left = await begin(2);
  await batches.cancel(owner.accountId, left, kept());
  for (const line of [1, 2]) await end(left, line, 'cancelled');
  const waiting = await begin(12);
  await end(waiting, 1, 'succeeded');
  const wait = { isAttempt: false, batchWaitsFor: 'insufficient_credit', notBeforeMs: nowMs + DAY_MS };
  await batches.putBack({ batchId: waiting, line: 2, owner: OWNER, ...wait });
}
