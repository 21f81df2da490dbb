/** A client that leaves in the middle: what it has to pay, and what it can still have. */
import type { Check } from './check.ts';
import { demand, demandEqual } from './deviation.ts';
import { at, isCount } from './json-path.ts';
import { demandExactCost } from './money-checks.ts';
import type { ChatAsk, Probe } from './probe.ts';
import { ANSWER_TOKENS } from './probe.ts';
import { readStream } from './stream-seen.ts';

const LONG_TOKENS = 256;
const LONG = {
  messages: [{ role: 'user', content: 'Count from one to one hundred in words, one number on each line.' }],
  max_tokens: LONG_TOKENS,
  stream: true,
};
const KEPT = { ...LONG, max_tokens: ANSWER_TOKENS };

export const CUT_CHECKS: readonly Check[] = [
  {
    id: 'cut',
    group: 'money',
    rule: 'Who leaves in the middle of a stream pays for the input and for what was made until then, and no more.',
    buys: { answers: 1, outputTokens: LONG_TOKENS },
    async run(probe) {
      const id = await leaveAfterFirstPiece(probe, LONG);
      const receipt = await probe.receipt(id);
      const outcome = at(receipt, 'outcome');
      const output = at(receipt, 'usage.completion_tokens');
      demand(outcome === 'client-left' || outcome === 'finished', `the outcome is ${JSON.stringify(outcome)}`);
      demand(isCount(output) && output <= LONG_TOKENS, `${JSON.stringify(output)} tokens of ${LONG_TOKENS}`);
      demand(Number(at(receipt, 'usage.prompt_tokens')) > 0, 'the input was not counted');
      const cost = demandExactCost(receipt);
      return `${outcome}, ${output} of ${LONG_TOKENS} tokens, ${cost}`;
    },
  },
  {
    id: 'cut-and-repeated',
    group: 'money',
    rule: 'Who leaves, having sent an Idempotency-Key, gets the whole answer by the repeat, paid once.',
    buys: { answers: 1, outputTokens: ANSWER_TOKENS },
    async run(probe) {
      const ask = { headers: { 'idempotency-key': probe.unique() } };
      const id = await leaveAfterFirstPiece(probe, KEPT, ask);
      const repeat = await probe.chat(KEPT, ask);
      const { chunks, last } = readStream(repeat);
      demandEqual('the last event of the repeat', last, '[DONE]');
      demandEqual('the id of the repeat', at(chunks[0], 'id'), id.replace('req_', 'chatcmpl-'));
      demandEqual('idempotent-replayed', repeat.headers.get('idempotent-replayed'), 'true');
      demandEqual('outcome', at(await probe.receipt(id), 'outcome'), 'finished');
      return `${chunks.length} chunks again, ${id} finished`;
    },
  },
];

/** Reads until the first piece of the answer, then closes the connection. */
async function leaveAfterFirstPiece(probe: Probe, fields: object, ask: ChatAsk = {}): Promise<string> {
  const leaving = new AbortController();
  const response = await probe.open(fields, { ...ask, signal: leaving.signal });
  demandEqual('the status', response.status, 200);
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.split('data: ').length > 2) break;
  }
  leaving.abort();
  return String(response.headers.get('x-request-id'));
}
