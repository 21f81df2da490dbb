/** Receipts and credit in the form of OpenRouter's API, for programs that know it. Amounts are CZK. */
import { invalidField } from '../core/errors.ts';
import type { Receipt } from '../core/ledger.ts';
import { formatCzk, type Nanos, nanos } from '../core/money.ts';
import { completionIdOf, requestIdOf } from '../core/request-id.ts';
import { missingReceipt } from '../features/usage/missing-receipt.ts';
import type { Ledger, LedgerReader } from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeyCall } from '../platform/http/call.ts';

/** GET /v1/generation?id=…: a receipt, with the key that made the request. */
export const showGeneration =
  (ledger: LedgerReader) =>
  async ({ request, caller }: KeyCall): Promise<Response> => {
    const id = new URL(request.url).searchParams.get('id');
    if (!id) throw invalidField('id', 'must be the id of an answer, in the query');
    const requestId = requestIdOf(id);
    const receipt = requestId && (await ledger.receiptOf(requestId));
    if (receipt && receipt.keyId === caller.key.id) return Response.json({ data: generationToWire(receipt) });
    throw await missingReceipt(ledger, requestId, 'This API key has no receipt with this id.');
  };

/** GET /v1/credits: the credit of the account over all time, and what requests have taken of it. */
export const showCredits =
  (ledger: Pick<Ledger, 'fundsOf'>, clock: Clock) =>
  async ({ caller }: KeyCall): Promise<Response> => {
    const { balance } = await ledger.fundsOf(caller.key.id, clock.nowMs());
    const { credit, spent } = balance;
    return Response.json({
      data: { total_credits: amountOf(nanos(credit + spent)), total_usage: amountOf(spent), currency: 'CZK' },
    });
  };

function generationToWire(receipt: Receipt) {
  const { usage, admittedAtMs, firstEventAtMs, endedAtMs } = receipt;
  const cost = amountOf(receipt.cost);
  return {
    id: completionIdOf(receipt.requestId),
    model: receipt.model,
    created_at: new Date(admittedAtMs).toISOString(),
    total_cost: cost,
    usage: cost,
    currency: 'CZK',
    tokens_prompt: usage.inputTokens,
    tokens_completion: usage.outputTokens,
    native_tokens_prompt: usage.inputTokens,
    native_tokens_completion: usage.outputTokens,
    native_tokens_reasoning: usage.reasoningTokens,
    native_tokens_cached: usage.cachedInputTokens,
    latency: firstEventAtMs === undefined ? null : firstEventAtMs - admittedAtMs,
    generation_time: firstEventAtMs === undefined ? null : endedAtMs - firstEventAtMs,
    cancelled: receipt.outcome === 'client-left',
    is_byok: false,
  };
}

/** Rounded to what a number can hold: these forms have no texts for money. Receipts and the balance have. */
const amountOf = (amount: Nanos): number => Number(formatCzk(amount));
