import { formatCzk } from '../../core/money.ts';
import type { BatchesView } from './contract.ts';
import type { ShownBatch } from './rules.ts';

export const batchToView = (batch: ShownBatch): BatchesView['batches'][number] => {
  const { id, endpoint, status, keyName, createdAtMs, expiresAtMs, endedAtMs, counts, waitingFor, errors } = batch;
  return {
    id,
    endpoint,
    status,
    keyName,
    createdAtMs,
    expiresAtMs,
    endedAtMs,
    waitingFor,
    total: counts.total,
    succeeded: counts.succeeded,
    failed: counts.errored + counts.cancelled + counts.expired,
    costCzk: formatCzk(batch.cost),
    budgetCzk: batch.budget === null ? null : formatCzk(batch.budget),
    problem: errors[0] ? (errors[0].line === null ? '' : `${errors[0].line}: `) + errors[0].message : null,
    inputError: errors[0] ?? null,
  };
};
