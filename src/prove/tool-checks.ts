/** Tools, on models that take them and on models that do not. */
import { buying, type Check } from './check.ts';
import { demand, demandEqual, NotApplicable, shorten } from './deviation.ts';
import { at, listAt } from './json-path.ts';
import type { Probe } from './probe.ts';
import { readStream } from './stream-seen.ts';

const NAME = 'note_word';
const PARAMETERS = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
const TOOLS = {
  messages: [{ role: 'user', content: 'Note the word fir with the tool.' }],
  tools: [{ type: 'function', function: { name: NAME, description: 'Notes a word.', parameters: PARAMETERS } }],
  tool_choice: 'required',
};

export const TOOL_CHECKS: readonly Check[] = [
  {
    id: 'tool-calls',
    group: 'wire',
    rule: 'A tool call has an id, the name of a tool that was sent, and arguments as text.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat({ ...TOOLS, model: modelWithTools(probe) });
      demandEqual('the status', answer.status, 200);
      const calls = listAt(answer.json, 'choices.0.message.tool_calls');
      if (calls.length === 0) throw new NotApplicable('The model did not call the tool.');
      for (const call of calls) demandCall(call);
      return `${calls.length} call, arguments ${shorten(String(at(calls[0], 'function.arguments')))}`;
    },
  },
  {
    id: 'streamed-tool-calls',
    group: 'streaming',
    rule: 'The first piece of a streamed tool call has its index, id and name, and no later one has an id again.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat({ ...TOOLS, model: modelWithTools(probe), stream: true });
      const { chunks } = readStream(answer);
      const pieces = chunks.flatMap((chunk) => listAt(chunk, 'choices.0.delta.tool_calls'));
      if (pieces.length === 0) throw new NotApplicable('The model did not call the tool.');
      const seen = new Set<unknown>();
      for (const piece of pieces) {
        const index = at(piece, 'index');
        if (seen.has(index)) demand(at(piece, 'id') === undefined, 'a later piece has an id');
        else {
          demandEqual('the index of a first piece', index, seen.size);
          demandCall(piece);
        }
        seen.add(index);
      }
      return `${seen.size} call in ${pieces.length} pieces`;
    },
  },
  {
    id: 'no-tools',
    group: 'errors',
    rule: 'Tools on a model without tools are a 400 with the code unsupported_parameter.',
    async run(probe) {
      const model = probe.models.find((one) => at(one, 'supports_tools') === false);
      if (!model) throw new NotApplicable('Every model takes tools.');
      const answer = await probe.chat({ ...TOOLS, model: at(model, 'id') });
      demandEqual('the status', answer.status, 400);
      demandEqual('the code', at(answer.json, 'error.code'), 'unsupported_parameter');
      return `400 on ${at(model, 'id')}`;
    },
  },
];

function modelWithTools({ model, models }: Probe): unknown {
  const one = [model, ...models].find((candidate) => at(candidate, 'supports_tools') === true);
  if (!one) throw new NotApplicable('No model takes tools.');
  return at(one, 'id');
}

function demandCall(call: unknown): void {
  const id = at(call, 'id');
  demand(typeof id === 'string' && id !== '', `the id of a call is ${JSON.stringify(id)}`);
  demandEqual('the type of a call', at(call, 'type'), 'function');
  demandEqual('the name of a call', at(call, 'function.name'), NAME);
  const given = at(call, 'function.arguments');
  demand(typeof given === 'string', `the arguments are ${JSON.stringify(given)}`);
}
