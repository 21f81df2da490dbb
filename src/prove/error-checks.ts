/** Every refusal that a customer can provoke: its status, type, code and the field at fault. All of them are free. */
import type { ErrorCode } from '../core/errors.ts';
import { ERROR_TABLE } from '../platform/http/error-body.ts';
import type { Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at } from './json-path.ts';
import type { Answer, Ask, Probe } from './probe.ts';

type Refusal = {
  readonly id: string;
  readonly rule: string;
  readonly code: ErrorCode;
  readonly param?: string;
  readonly ask: (probe: Probe) => Promise<Answer>;
};

const user = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const fields = (more: object) => (probe: Probe) => probe.chat(more);

/** A body as it is, or made of the usual one. */
function body(sent: string | Uint8Array<ArrayBuffer> | ((usual: string) => string), headers = {}) {
  return (probe: Probe) =>
    probe.call('/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof sent === 'function' ? sent(probe.bodyOf()) : sent,
    });
}

const path =
  (where: string, ask: Ask = {}) =>
  (probe: Probe) =>
    probe.call(where, ask);

/** Fields that are not valid: what is sent instead of the usual, the rule, and the field that the answer names. */
const INVALID_FIELDS: Readonly<Record<string, readonly [sent: object, rule: string, param: string]>> = {
  'messages-missing': [{ messages: undefined }, 'messages must be there', 'messages'],
  'messages-empty': [{ messages: [] }, 'messages must not be empty', 'messages'],
  'role-unknown': [
    { messages: [{ role: 'wizard', content: 'x' }] },
    'a role must be one of the known ones',
    'messages[0].role',
  ],
  'content-missing': [user(null), 'a message must have its content', 'messages[0].content'],
  audio: [
    user([{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }]),
    'content that no model takes is refused',
    'messages[0].content[0].type',
  ],
  'temperature-range': [{ temperature: 2.1 }, 'temperature is at most 2', 'temperature'],
  'top-p-range': [{ top_p: 1.1 }, 'top_p is at most 1', 'top_p'],
  'max-tokens-zero': [{ max_tokens: 0 }, 'max_tokens is at least 1', 'max_tokens'],
  'max-tokens-fraction': [{ max_tokens: 1.5 }, 'max_tokens is a whole number', 'max_tokens'],
  'n-many': [{ n: 129 }, 'n is bounded', 'n'],
  'stop-many': [{ stop: Array(100).fill('x') }, 'stop has a bounded number of texts', 'stop'],
  'stream-options-alone': [
    { stream_options: { include_usage: true } },
    'stream_options needs stream',
    'stream_options',
  ],
  'top-logprobs-alone': [{ top_logprobs: 2 }, 'top_logprobs needs logprobs', 'top_logprobs'],
  'response-format': [{ response_format: { type: 'yaml' } }, 'response_format is one of three', 'response_format.type'],
};

const REFUSALS: readonly Refusal[] = [
  ...Object.entries(INVALID_FIELDS).map(
    ([id, [sent, rule, param]]): Refusal => ({ id, rule, param, code: 'invalid_request', ask: fields(sent) }),
  ),
  {
    id: 'model-unknown',
    rule: 'the model must be one of the list',
    code: 'model_not_found',
    param: 'model',
    ask: fields({ model: 'no-such-model' }),
  },
  { id: 'body-empty', rule: 'an empty body is refused', code: 'invalid_body', ask: body('') },
  {
    id: 'body-cut',
    rule: 'JSON that breaks off is refused',
    code: 'invalid_body',
    ask: body((usual) => usual.slice(0, -1)),
  },
  { id: 'body-list', rule: 'JSON that is no object is refused', code: 'invalid_body', ask: body('[]') },
  {
    id: 'body-twice',
    rule: 'a field given twice is refused',
    code: 'invalid_body',
    ask: body((usual) => usual.replace('{', '{"max_tokens":1,')),
  },
  {
    id: 'body-deep',
    rule: 'nesting is bounded',
    code: 'invalid_body',
    ask: body((usual) => usual.replace('{', `{"metadata":${'['.repeat(5000)}${']'.repeat(5000)},`)),
  },
  {
    id: 'body-not-utf8',
    rule: 'bytes that are no UTF-8 are refused',
    code: 'invalid_body',
    ask: body(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  },
  {
    id: 'type-form',
    rule: 'a body must say that it is JSON',
    code: 'unsupported_content_type',
    ask: body((usual) => usual, { 'content-type': 'text/plain' }),
  },
  {
    id: 'compressed',
    rule: 'a compressed body is refused',
    code: 'unsupported_content_type',
    ask: body((usual) => usual, { 'content-encoding': 'gzip' }),
  },
  {
    id: 'repeat-key-form',
    rule: 'an Idempotency-Key is visible ASCII',
    code: 'idempotency_key_invalid',
    ask: body((usual) => usual, { 'idempotency-key': 'a b' }),
  },
  {
    id: 'key-missing',
    rule: 'a request without a key is refused',
    code: 'invalid_api_key',
    ask: path('/models', { key: null }),
  },
  {
    id: 'key-wrong',
    rule: 'a request with a wrong key is refused',
    code: 'invalid_api_key',
    ask: path('/models', { key: 'sk-wrong' }),
  },
  { id: 'path-unknown', rule: 'another path is not found', code: 'not_found', ask: path('/no-such-path') },
  {
    id: 'model-by-id-unknown',
    rule: 'another model is not found',
    code: 'not_found',
    param: 'model',
    ask: path('/models/no-such-model'),
  },
  {
    id: 'receipt-unknown',
    rule: 'an unknown receipt is not found',
    code: 'not_found',
    ask: path(`/receipts/req_${'0'.repeat(26)}`),
  },
];

export const ERROR_CHECKS: readonly Check[] = [
  ...REFUSALS.map(toCheck),
  {
    id: 'method',
    group: 'errors',
    rule: 'Another method is a 405 that says which method the path takes.',
    async run(probe) {
      const answer = await probe.call('/chat/completions', { method: 'GET' });
      demandRefusal(answer, 'method_not_allowed');
      const allow = answer.headers.get('allow') ?? 'missing';
      demand(allow.includes('POST'), `Allow is ${allow}`);
      return `405, Allow: ${allow}`;
    },
  },
  {
    id: 'keys-alike',
    group: 'errors',
    rule: 'A missing and a wrong key get the same answer, and a stranger learns nothing of limits.',
    async run(probe) {
      const answers = [await probe.call('/models', { key: null }), await probe.call('/models', { key: 'sk-wrong' })];
      demandEqual('the second text', answers[1]?.text, answers[0]?.text);
      const leak = answers.find(({ headers }) => headers.has('x-ratelimit-limit-requests'));
      demand(leak === undefined, 'a stranger learns the limit');
      return shorten(answers[0]?.text);
    },
  },
];

function toCheck({ id, rule, code, param, ask }: Refusal): Check {
  const { status, code: wireCode } = ERROR_TABLE[code];
  const expected = [String(status), wireCode && `code ${wireCode}`, param && `param ${param}`].filter(Boolean);
  return {
    id,
    group: 'errors',
    rule: `${rule[0]!.toUpperCase()}${rule.slice(1)}: ${expected.join(', ')}.`,
    async run(probe) {
      const answer = await ask(probe);
      demandRefusal(answer, code);
      demandEqual('param', at(answer.json, 'error.param'), param ?? null);
      return `${answer.status}: ${shorten(String(at(answer.json, 'error.message')))}`;
    },
  };
}

/** The body, the status and the headers that every refusal of this kind has. */
export function demandRefusal({ status, headers, text, json }: Answer, code: ErrorCode): void {
  const row = ERROR_TABLE[code];
  demand(status === row.status, `status ${status} instead of ${row.status}: ${shorten(text)}`);
  const type = headers.get('content-type') ?? 'missing';
  demand(type.startsWith('application/json'), `the content type is ${type}`);
  demandEqual('type', at(json, 'error.type'), row.type);
  demandEqual('code', at(json, 'error.code'), row.code);
  const message = at(json, 'error.message');
  demand(typeof message === 'string' && message.length > 0, 'there is no message');
  demand(headers.get('x-request-id')?.startsWith('req_') ?? false, 'there is no x-request-id');
  if (row.retry === false) demandEqual('x-should-retry', headers.get('x-should-retry'), 'false');
}
