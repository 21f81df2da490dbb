/** Models, and one answer as JSON. */
import { buying, type Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at, isCount, listAt } from './json-path.ts';
import type { Answer, Probe } from './probe.ts';

const FINISH_REASONS: readonly unknown[] = ['stop', 'length', 'tool_calls', 'content_filter'];

export const WIRE_CHECKS: readonly Check[] = [
  {
    id: 'models-list',
    group: 'wire',
    rule: 'GET /v1/models is a list of models, each once, with id, object, created and owned_by.',
    async run(probe) {
      const answer = await probe.call('/models');
      demandEqual('the status', answer.status, 200);
      demandEqual('object', at(answer.json, 'object'), 'list');
      const models = listAt(answer.json, 'data');
      demand(models.length > 0, 'the list is empty');
      for (const model of models) demandModel(model);
      const ids = models.map((model) => at(model, 'id'));
      demandEqual('the number of different ids', new Set(ids).size, ids.length);
      return `${ids.length} models: ${ids.join(', ')}`;
    },
  },
  {
    id: 'model-by-id',
    group: 'wire',
    rule: 'GET /v1/models/{id} is the same model as in the list.',
    async run(probe) {
      const id = String(at(probe.model, 'id'));
      const answer = await probe.call(`/models/${encodeURIComponent(id)}`);
      demandEqual('the status', answer.status, 200);
      demandEqual(`the model ${id}`, answer.json, probe.model);
      return `${id} is the same in both`;
    },
  },
  {
    id: 'head-like-get',
    group: 'wire',
    rule: 'HEAD is answered as GET, without a body.',
    async run(probe) {
      const answer = await probe.call('/models', { method: 'HEAD' });
      demandEqual('the status', answer.status, 200);
      demandEqual('the body', answer.text, '');
      return '200 and no body';
    },
  },
  {
    id: 'doubled-slash',
    group: 'wire',
    rule: 'A doubled slash in the path counts as one, as hand-joined base addresses have it.',
    async run(probe) {
      const answer = await probe.call('//models');
      demandEqual('the status', answer.status, 200);
      return '200';
    },
  },
  {
    id: 'browsers',
    group: 'wire',
    rule: 'Browsers may call from any page: a preflight is allowed, and the request id can be read.',
    async run(probe) {
      const asked = 'authorization,content-type,x-stainless-lang';
      const answer = await probe.call('/chat/completions', {
        method: 'OPTIONS',
        key: null,
        headers: {
          origin: 'https://page.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': asked,
        },
      });
      demand(answer.status === 204 || answer.status === 200, `the preflight is answered with ${answer.status}`);
      demandEqual('access-control-allow-origin', answer.headers.get('access-control-allow-origin'), '*');
      const allowed = answer.headers.get('access-control-allow-headers') ?? '';
      demand(allowed.includes('x-stainless-lang'), `the headers allowed are ${shorten(allowed)}`);
      const models = await probe.call('/models', { headers: { origin: 'https://page.example' } });
      const exposed = models.headers.get('access-control-expose-headers') ?? '';
      demand(exposed.includes('x-request-id'), `the headers exposed are ${shorten(exposed)}`);
      return 'any origin, any header, x-request-id readable';
    },
  },
  {
    id: 'answer',
    group: 'wire',
    rule: 'A JSON answer has every field that the official clients read, under our name of the model.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat();
      demandCompletion(answer, probe);
      return `${at(answer.json, 'usage.total_tokens')} tokens, ${at(answer.json, 'choices.0.finish_reason')}`;
    },
  },
  {
    id: 'request-id',
    group: 'wire',
    rule: 'The id of an answer and its x-request-id have the same characters.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat();
      const id = String(at(answer.json, 'id'));
      demand(/^chatcmpl-\w{34}$/.test(id), `the id is ${shorten(id)}`);
      demandEqual('x-request-id', answer.headers.get('x-request-id'), id.replace('chatcmpl-', 'req_'));
      return id;
    },
  },
  {
    id: 'default-model',
    group: 'wire',
    rule: 'A request without a model is answered by one of the list.',
    buys: { answers: 1, outputTokens: 1 },
    async run(probe) {
      const answer = await probe.chat({ model: undefined, max_tokens: 1 });
      demandEqual('the status', answer.status, 200);
      const model = at(answer.json, 'model');
      demand(
        probe.models.some((one) => at(one, 'id') === model),
        `the model is ${JSON.stringify(model)}`,
      );
      return String(model);
    },
  },
  {
    id: 'longest-answer',
    group: 'wire',
    rule: 'No more tokens are charged than max_tokens allows; the smaller of two limits counts.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat({ max_tokens: 32, max_completion_tokens: 2 });
      demandEqual('the status', answer.status, 200);
      const tokens = at(answer.json, 'usage.completion_tokens');
      demand(isCount(tokens) && tokens <= 2, `${JSON.stringify(tokens)} tokens were charged with a limit of 2`);
      return `${tokens} of 2`;
    },
  },
  {
    id: 'client-bodies',
    group: 'wire',
    rule: 'What official clients send is taken: null fields, parts of text, the role developer, fields we do not know.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat(CLIENT_BODY, { headers: CLIENT_HEADERS });
      demandCompletion(answer, probe);
      return '200';
    },
  },
];

const CLIENT_HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json; charset=utf-8',
  'x-stainless-lang': 'js',
  'x-stainless-retry-count': '0',
};

const CLIENT_BODY = {
  messages: [
    {
      role: 'developer',
      content: [
        { type: 'text', text: 'You are ' },
        { type: 'text', text: 'brief.' },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'Say one short word.' }], name: 'prove' },
  ],
  temperature: null,
  stop: null,
  stream: false,
  n: 1,
  store: false,
  service_tier: 'auto',
  metadata: { purpose: 'prove' },
  a_field_of_tomorrow: { any: ['thing'] },
};

function demandModel(model: unknown): void {
  demandEqual('object of a model', at(model, 'object'), 'model');
  demand(typeof at(model, 'id') === 'string', `a model has no id: ${shorten(JSON.stringify(model))}`);
  demand(isCount(at(model, 'created')), `created is no time: ${shorten(JSON.stringify(model))}`);
  demand(typeof at(model, 'owned_by') === 'string', `owned_by is missing: ${shorten(JSON.stringify(model))}`);
}

function demandCompletion({ status, headers, text, json }: Answer, probe: Probe): void {
  demand(status === 200, `status ${status}: ${shorten(text)}`);
  demand((headers.get('content-type') ?? '').startsWith('application/json'), 'the content type is not JSON');
  demandEqual('object', at(json, 'object'), 'chat.completion');
  demand(isCount(at(json, 'created')), `created is ${JSON.stringify(at(json, 'created'))}`);
  demandEqual('model', at(json, 'model'), at(probe.model, 'id'));
  demandEqual('the number of choices', listAt(json, 'choices').length, 1);
  demandEqual('the index', at(json, 'choices.0.index'), 0);
  demandEqual('the role', at(json, 'choices.0.message.role'), 'assistant');
  const content = at(json, 'choices.0.message.content');
  demand(content === null || typeof content === 'string', `the content is ${shorten(JSON.stringify(content))}`);
  demandEqual('refusal', at(json, 'choices.0.message.refusal'), null);
  const reason = at(json, 'choices.0.finish_reason');
  demand(FINISH_REASONS.includes(reason), `finish_reason is ${JSON.stringify(reason)}`);
  demandUsage(at(json, 'usage'));
}

export function demandUsage(usage: unknown): void {
  const input = at(usage, 'prompt_tokens');
  const output = at(usage, 'completion_tokens');
  const total = at(usage, 'total_tokens');
  const isSum = isCount(input) && isCount(output) && isCount(total) && input + output === total;
  demand(isSum, `usage does not add up: ${shorten(JSON.stringify(usage))}`);
  const cost = at(usage, 'cost_czk');
  demand(typeof cost === 'string' && /^\d+(?:\.\d{1,9})?$/.test(cost), `cost_czk is ${JSON.stringify(cost)}`);
}
