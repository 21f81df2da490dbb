/** The charges, proved by receipts. */
import { formatCzk, nanos } from '../core/money.ts';
import { buying, type Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { demandRefusal } from './error-checks.ts';
import { at, isCount, listAt } from './json-path.ts';
import { amountOf } from './probe.ts';
import { readStream } from './stream-seen.ts';

export const MONEY_CHECKS: readonly Check[] = [
  {
    id: 'receipt',
    group: 'money',
    rule: 'The receipt of an answer has its usage and cost, and is found by both of its ids.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat();
      demandEqual('the status', answer.status, 200);
      const receipt = await probe.receipt(String(at(answer.json, 'id')));
      demandEqual('usage', at(receipt, 'usage'), at(answer.json, 'usage'));
      demandEqual('outcome', at(receipt, 'outcome'), 'finished');
      demandEqual('the model', at(receipt, 'model'), at(probe.model, 'id'));
      demandEqual(
        'the receipt by request id',
        await probe.receipt(String(answer.headers.get('x-request-id'))),
        receipt,
      );
      return `${at(receipt, 'cost_czk')} CZK for ${at(receipt, 'usage.total_tokens')} tokens`;
    },
  },
  {
    id: 'streamed-receipt',
    group: 'money',
    rule: 'A stream is paid when [DONE] has come: its receipt is there, and has the usage of the stream.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat({ stream: true, stream_options: { include_usage: true } });
      const { chunks } = readStream(answer);
      const found = await probe.call(`/receipts/${answer.headers.get('x-request-id')}`);
      demandEqual('the status of the receipt', found.status, 200);
      demandEqual('usage', at(found.json, 'usage'), at(chunks.at(-1), 'usage'));
      return `${at(found.json, 'cost_czk')} CZK`;
    },
  },
  {
    id: 'cost',
    group: 'money',
    rule: 'The cost is the tokens at the price of the receipt, to the last decimal; what pots paid is not in it.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat();
      demandEqual('the status', answer.status, 200);
      return demandExactCost(await probe.receipt(String(at(answer.json, 'id'))));
    },
  },
  {
    id: 'refusals-free',
    group: 'money',
    rule: 'A refused request costs nothing: it has no receipt.',
    async run(probe) {
      const refused = await probe.chat({ temperature: 9 });
      const id = String(refused.headers.get('x-request-id'));
      demand(id.startsWith('req_'), `the request id is ${id}`);
      const found = await probe.call(`/receipts/${id}`);
      demandEqual('the status of its receipt', found.status, 404);
      return 'no receipt';
    },
  },
  {
    id: 'repeat',
    group: 'money',
    rule: 'A repeat with the same Idempotency-Key is the same answer, is not paid again, and another body is refused.',
    buys: buying(2),
    async run(probe) {
      const ask = { headers: { 'idempotency-key': probe.unique() } };
      const first = await probe.chat({}, ask);
      const second = await probe.chat({}, ask);
      demandEqual('the statuses', [first.status, second.status], [200, 200]);
      demandEqual('the second answer', second.json, first.json);
      demandEqual('idempotent-replayed', second.headers.get('idempotent-replayed'), 'true');
      const own = await probe.call(`/receipts/${second.headers.get('x-request-id')}`);
      demandEqual("the status of the repeat's own receipt", own.status, 404);
      demandRefusal(await probe.chat({ max_tokens: 7 }, ask), 'idempotency_key_reused');
      return `${at(second.json, 'id')} twice, paid once`;
    },
  },
  {
    id: 'no-credit',
    group: 'money',
    rule: 'Without enough credit the answer is a 402 that clients do not repeat, and it costs nothing.',
    needs: 'poor-key',
    async run(probe) {
      const answer = await probe.chat({}, { key: probe.target.poorKey ?? null });
      const code = at(answer.json, 'error.code');
      demand(answer.status === 402, `status ${answer.status}: ${shorten(answer.text)}`);
      demandRefusal(answer, code === 'key_limit_reached' ? 'key_limit_reached' : 'insufficient_credit');
      return `402: ${shorten(String(at(answer.json, 'error.message')))}`;
    },
  },
  {
    id: 'receipts-private',
    group: 'money',
    rule: 'Another key does not see a receipt.',
    needs: 'other-key',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat();
      const id = String(at(answer.json, 'id'));
      await probe.receipt(id);
      const stolen = await probe.call(`/receipts/${id}`, { key: probe.target.otherKey ?? null });
      demandRefusal(stolen, 'not_found');
      return '404 for the other key';
    },
  },
];

/** Recomputes the cost of a receipt from its own tokens and prices. */
export function demandExactCost(receipt: unknown): string {
  const tokens = (name: string): bigint => {
    const count = at(receipt, `usage.${name}`);
    demand(isCount(count), `usage.${name} is ${JSON.stringify(count)}`);
    return BigInt(count);
  };
  const price = (name: string): bigint => {
    const amount = amountOf(at(receipt, `price.${name}_czk_per_million`));
    demand(amount !== undefined, `the price of ${name} is missing`);
    return amount / 1_000_000n;
  };
  const cached = tokens('prompt_tokens_details.cached_tokens');
  const reasoning = tokens('completion_tokens_details.reasoning_tokens');
  const optional = (name: string): bigint => (at(receipt, `usage.${name}`) === undefined ? 0n : tokens(name));
  const hour = optional('prompt_tokens_details.cache_write_1h_tokens');
  const fiveMinutes = optional('prompt_tokens_details.cache_write_tokens') - hour;
  const perWrite = (name: string): bigint =>
    at(receipt, `price.${name}_czk_per_million`) === undefined ? price('input') : price(name);
  const whole =
    (tokens('prompt_tokens') - cached - fiveMinutes - hour) * price('input') +
    fiveMinutes * perWrite('cache_write_5m') +
    hour * perWrite('cache_write_1h') +
    cached * price('cached_input') +
    (tokens('completion_tokens') - reasoning) * price('output') +
    reasoning * price('reasoning');
  const cost = amountOf(at(receipt, 'cost_czk'));
  demand(cost !== undefined, `cost_czk is ${JSON.stringify(at(receipt, 'cost_czk'))}`);
  const parts = listAt(receipt, 'paid_by');
  const credit = parts.filter((part) => at(part, 'pot') === 'credit');
  const byTokens = parts.filter((part) => at(part, 'pot') !== 'credit');
  const creditPaid = credit.reduce((sum: bigint, part) => sum + (amountOf(at(part, 'czk')) ?? 0n), 0n);
  demandEqual('what the credit paid', formatCzk(nanos(creditPaid)), formatCzk(cost));
  if (byTokens.length === 0) demandEqual('the cost', formatCzk(cost), formatCzk(nanos(whole)));
  else demand(cost <= whole, `the credit paid ${formatCzk(cost)} of ${formatCzk(nanos(whole))} beside other pots`);
  return `${formatCzk(cost)} CZK = ${formatCzk(nanos(whole))} CZK at the price of the receipt${byTokens.length > 0 ? ', less what pots paid' : ''}`;
}
