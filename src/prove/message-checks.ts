/** The same answers in the form of /v1/messages. */
import { buying, type Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at, isCount, listAt } from './json-path.ts';
import { demandExactCost } from './money-checks.ts';
import { namedEventsIn } from './named-events.ts';
import { ANSWER_TOKENS, type Answer, type ChatAsk, type Probe } from './probe.ts';

const MESSAGES = [{ role: 'user', content: 'Say one short word.' }];

const ask = (probe: Probe, fields: object = {}, how: ChatAsk = {}): Promise<Answer> =>
  probe.post('/messages', { max_tokens: ANSWER_TOKENS, messages: MESSAGES, ...fields }, how);

/** As Anthropic's clients bring their key. */
const withTheirHeaders = (key: string): ChatAsk => ({
  key: null,
  headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
});

/** Here what came out of a cache is beside the input; on a receipt it is inside. */
function demandUsage(usage: unknown, receipt: unknown): string {
  const input = ['input_tokens', 'cache_read_input_tokens'].map((name) => Number(at(usage, name)));
  demandEqual(
    'the usage',
    [input[0]! + input[1]!, at(usage, 'output_tokens'), at(usage, 'cost_czk')],
    [at(receipt, 'usage.prompt_tokens'), at(receipt, 'usage.completion_tokens'), at(receipt, 'cost_czk')],
  );
  return demandExactCost(receipt);
}

export const MESSAGE_CHECKS: readonly Check[] = [
  {
    id: 'message',
    group: 'wire',
    rule: 'A message is asked for with x-api-key; it has content, usage, and the id of a receipt with the exact cost.',
    buys: buying(1),
    async run(probe) {
      const { status, headers, json, text } = await ask(probe, {}, withTheirHeaders(probe.target.key));
      demandEqual('the status', status, 200);
      demandEqual('type and role', [at(json, 'type'), at(json, 'role')], ['message', 'assistant']);
      demandEqual('the model', at(json, 'model'), at(probe.model, 'id'));
      demand(listAt(json, 'content').length > 0, `there is no content: ${shorten(text)}`);
      demandEqual('request-id', headers.get('request-id'), headers.get('x-request-id'));
      const receipt = await probe.receipt(String(at(json, 'id')));
      return `${at(json, 'stop_reason')}, ${demandUsage(at(json, 'usage'), receipt)}`;
    },
  },
  {
    id: 'streamed-message',
    group: 'streaming',
    rule: 'A streamed message begins and ends as the Messages API says, its blocks do not overlap, and its end has the usage.',
    buys: buying(1),
    async run(probe) {
      const answer = await ask(probe, { stream: true });
      demandEqual('the status', answer.status, 200);
      const events = namedEventsIn(answer.text).filter((event) => at(event, 'type') !== 'ping');
      const types = events.map((event) => String(at(event, 'type')));
      demandEqual('the first event', types[0], 'message_start');
      demandEqual('the last events', types.slice(-2), ['message_delta', 'message_stop']);
      demandWholeBlocks(events.slice(1, -2));
      const receipt = await probe.receipt(String(at(events[0], 'message.id')));
      return `${events.length} events, ${demandUsage(at(events.at(-2), 'usage'), receipt)}`;
    },
  },
  {
    id: 'message-refusals',
    group: 'errors',
    rule: 'A message that is refused gets an error in the shape of the Messages API, with its type and a sentence.',
    async run(probe) {
      const refused = [
        await ask(probe, { max_tokens: undefined }),
        await ask(probe, { model: 'no-such-model' }),
        await ask(probe, {}, withTheirHeaders('sk-wrong')),
      ];
      const seen = refused.map(({ status, json }) => [status, at(json, 'type'), at(json, 'error.type')]);
      demandEqual('what is refused', seen, [
        [400, 'error', 'invalid_request_error'],
        [404, 'error', 'not_found_error'],
        [401, 'error', 'authentication_error'],
      ]);
      const sentence = String(at(refused[0]?.json, 'error.message'));
      demand(sentence.includes('max_tokens'), `the sentence does not name the field: ${shorten(sentence)}`);
      return '400, 404, 401';
    },
  },
  {
    id: 'message-count',
    group: 'money',
    rule: 'The tokens of a message are counted without a charge, and the answer says who has counted.',
    async run(probe) {
      const body = JSON.stringify({ model: at(probe.model, 'id'), messages: MESSAGES });
      const headers = { 'content-type': 'application/json' };
      const answer = await probe.call('/messages/count_tokens', { method: 'POST', headers, body });
      demandEqual('the status', answer.status, 200);
      const tokens = at(answer.json, 'input_tokens');
      const by = at(answer.json, 'counted_by');
      demand(isCount(tokens) && tokens > 0, `input_tokens is ${JSON.stringify(tokens)}`);
      demand(by === 'engine' || by === 'bound', `counted_by is ${JSON.stringify(by)}`);
      const receipt = await probe.call(`/receipts/${answer.headers.get('x-request-id')}`);
      demandEqual('the status of its receipt', receipt.status, 404);
      return `${tokens} by the ${by}`;
    },
  },
];

/** One block is open at a time, and all of a block is between its start and its stop. */
function demandWholeBlocks(events: readonly unknown[]): void {
  let open: number | undefined;
  let next = 0;
  for (const event of events) {
    const type = String(at(event, 'type'));
    const index = at(event, 'index');
    const expected = type === 'content_block_start' ? next : open;
    demand(index === expected, `${type} has the index ${JSON.stringify(index)} instead of ${expected}`);
    if (type === 'content_block_start') demand(open === undefined, `block ${open} is open when the next one starts`);
    open = type === 'content_block_stop' ? undefined : Number(index);
    if (type === 'content_block_start') next += 1;
  }
  demand(open === undefined && next > 0, next === 0 ? 'there is no block' : `block ${open} is never closed`);
}
