/** The same answers in the form of /v1/responses. */
import { buying, type Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at, listAt } from './json-path.ts';
import { demandExactCost } from './money-checks.ts';
import { namedEventsIn } from './named-events.ts';
import { ANSWER_TOKENS, type Answer, type Probe } from './probe.ts';

const ask = (probe: Probe, fields: object = {}): Promise<Answer> =>
  probe.post('/responses', { max_output_tokens: ANSWER_TOKENS, input: 'Say one short word.', ...fields });

/** Tokens of a response in the words of a receipt. */
const tokensIn = (usage: unknown) => [at(usage, 'input_tokens'), at(usage, 'output_tokens'), at(usage, 'cost_czk')];
const tokensOn = (receipt: unknown) => [
  at(receipt, 'usage.prompt_tokens'),
  at(receipt, 'usage.completion_tokens'),
  at(receipt, 'cost_czk'),
];

export const RESPONSE_CHECKS: readonly Check[] = [
  {
    id: 'response',
    group: 'wire',
    rule: 'A response has its output, its usage, and the id by which its receipt is found, with the same tokens and the exact cost.',
    buys: buying(1),
    async run(probe) {
      const { status, json, text } = await ask(probe, { store: false });
      demandEqual('the status', status, 200);
      demandEqual('object', at(json, 'object'), 'response');
      demandEqual('store', at(json, 'store'), false);
      demand(listAt(json, 'output').length > 0, `there is no output: ${shorten(text)}`);
      const receipt = await probe.receipt(String(at(json, 'id')));
      demandEqual('the usage', tokensIn(at(json, 'usage')), tokensOn(receipt));
      return `${at(json, 'status')}, ${demandExactCost(receipt)}`;
    },
  },
  {
    id: 'streamed-response',
    group: 'streaming',
    rule: 'The events of a streamed response have names and numbers in order, and the last has the whole response.',
    buys: buying(1),
    async run(probe) {
      const answer = await ask(probe, { stream: true, store: false });
      demandEqual('the status', answer.status, 200);
      const events = namedEventsIn(answer.text);
      demandEqual(
        'the numbers',
        events.map((event) => at(event, 'sequence_number')),
        events.map((_, i) => i),
      );
      demandEqual('the first event', at(events[0], 'type'), 'response.created');
      const last = String(at(events.at(-1), 'type'));
      demand(last === 'response.completed' || last === 'response.incomplete', `the last event is ${last}`);
      const receipt = await probe.receipt(String(at(events.at(-1), 'response.id')));
      demandEqual('the usage', tokensIn(at(events.at(-1), 'response.usage')), tokensOn(receipt));
      return `${events.length} events, then ${last}, ${demandExactCost(receipt)}`;
    },
  },
  {
    id: 'response-refusals',
    group: 'errors',
    rule: 'What a response may not ask for is a 400 that names the field, also where it requires a tool that the service would have to run.',
    async run(probe) {
      const missing = await ask(probe, { input: undefined });
      const hosted = await ask(probe, { tools: [{ type: 'web_search' }], tool_choice: 'required' });
      demandEqual('the statuses', [missing.status, hosted.status], [400, 400]);
      demandEqual(
        'the fields',
        [missing, hosted].map(({ json }) => at(json, 'error.param')),
        ['input', 'tool_choice'],
      );
      return 'input, tool_choice';
    },
  },
];
