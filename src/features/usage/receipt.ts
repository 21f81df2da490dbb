import type { PaidPart, Receipt, ReceiptGroup } from '../../core/ledger.ts';
import { formatCzk, formatPerMillion, nanos, type Price } from '../../core/money.ts';
import { completionIdOf } from '../../core/request-id.ts';
import { usageToWire } from '../../dialects/chat/chat-answer.ts';

/** A receipt as JSON: what was processed, at which price, what it cost and who paid. */
export const receiptToWire = (receipt: Receipt) => ({
  id: completionIdOf(receipt.requestId),
  object: 'receipt',
  request_id: receipt.requestId,
  key_id: receipt.keyId,
  model: receipt.model,
  service_tier: receipt.served?.tier ?? 'default',
  outcome: receipt.outcome,
  user: receipt.note?.user ?? null,
  metadata: receipt.note?.metadata ?? {},
  structured_output: receipt.structured ?? null,
  background: receipt.note?.responseId ?? null,
  usage: usageToWire(receipt.usage, receipt.cost),
  price: {
    version: receipt.priceVersion,
    ...priceToWire(receipt.price),
    ...(receipt.served && { tier_percent: receipt.served.percent }),
    ...(receipt.priceGroup && { group: groupToWire(receipt.priceGroup) }),
  },
  cost_czk: formatCzk(receipt.cost),
  paid_by: receipt.paidBy.map(partToWire),
  admitted_at: new Date(receipt.admittedAtMs).toISOString(),
  first_event_ms: receipt.firstEventAtMs === undefined ? null : receipt.firstEventAtMs - receipt.admittedAtMs,
  duration_ms: receipt.endedAtMs - receipt.admittedAtMs,
});

export const priceToWire = ({ input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h }: Price) => ({
  input_czk_per_million: formatPerMillion(input),
  cached_input_czk_per_million: formatPerMillion(cachedInput),
  output_czk_per_million: formatPerMillion(output),
  reasoning_czk_per_million: formatPerMillion(reasoning),
  ...(cacheWrite5m !== undefined && { cache_write_5m_czk_per_million: formatPerMillion(cacheWrite5m) }),
  ...(cacheWrite1h !== undefined && { cache_write_1h_czk_per_million: formatPerMillion(cacheWrite1h) }),
});

/** The price group of the customer, and the list price that its price was made of. */
const groupToWire = ({ id, name, listVersion, list }: ReceiptGroup) => ({
  id,
  name,
  list: { version: listVersion, ...priceToWire(list) },
});

/** `tokens` is what the pot has lost; `processed_tokens` what it paid for, where a token takes more or less than one. */
const partToWire = ({ kind, unit, label, amount, tokens }: PaidPart) => {
  if (kind === 'credit') return { pot: kind, czk: formatCzk(nanos(amount)) };
  const processed = tokens !== undefined && { processed_tokens: Number(tokens) };
  if (unit === 'CZK') return { pot: kind, name: label, czk: formatCzk(nanos(amount)), ...processed };
  return { pot: kind, name: label, tokens: Number(amount), ...processed };
};
