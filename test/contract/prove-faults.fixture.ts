/** For each check of the proof, the ways in which a server can be wrong about it. */
import type { Exchange, Fault } from '../support/wrong-front.ts';

type Json = Record<string, unknown>;

const isChat = ({ method, path, status }: Exchange) =>
  method === 'POST' && path.endsWith('/chat/completions') && status === 200;
const isWhole = (exchange: Exchange) =>
  isChat(exchange) && exchange.sent.stream !== true && exchange.sent.max_tokens !== 1;
const isStream = (exchange: Exchange) => isChat(exchange) && exchange.sent.stream === true;
const isResponse = ({ path, status, sent }: Exchange) => path === '/responses' && status === 200 && !sent.stream;
const isStreamedResponse = ({ path, sent }: Exchange) => path === '/responses' && sent.stream === true;
const isRefusedResponse = ({ path, status }: Exchange) => path === '/responses' && status === 400;
const isMessage = ({ path, status, sent }: Exchange) => path === '/messages' && status === 200 && !sent.stream;
const isStreamedMessage = ({ path, sent }: Exchange) => path === '/messages' && sent.stream === true;
const isRefusedMessage = ({ path, status }: Exchange) => path === '/messages' && status >= 400;
const isCount = ({ path }: Exchange) => path === '/messages/count_tokens';
const isReceipt = ({ path, status }: Exchange) => path.startsWith('/receipts/') && status === 200;
/** The first two receipts are for the price of a token. */
const isLaterReceipt = (exchange: Exchange) => isReceipt(exchange) && !/"completion_tokens":1,/.test(exchange.text);

const text =
  (applies: (exchange: Exchange) => boolean, change: (text: string) => string): Fault =>
  (exchange) =>
    applies(exchange) ? { text: change(exchange.text) } : undefined;

const swap = (applies: (exchange: Exchange) => boolean, from: string | RegExp, to: string): Fault =>
  text(applies, (body) => body.replace(from, to));

const json = (applies: (exchange: Exchange) => boolean, change: (value: Json) => unknown): Fault =>
  text(applies, (body) => JSON.stringify(change(JSON.parse(body) as Json)));

const status =
  (applies: (exchange: Exchange) => boolean, code: number): Fault =>
  (exchange) =>
    applies(exchange) ? { status: code } : undefined;

const header =
  (applies: (exchange: Exchange) => boolean, name: string, value: string | null): Fault =>
  ({ headers, ...exchange }) => {
    if (!applies({ headers, ...exchange })) return undefined;
    const changed = new Headers(headers);
    if (value === null) changed.delete(name);
    else changed.set(name, value);
    return { headers: changed };
  };

const any = () => true;
const isRefused = ({ status: seen }: Exchange) => seen >= 400;
const isModels = ({ path }: Exchange) => path === '/models';
const isReplay = ({ headers }: Exchange) => headers.has('idempotent-replayed');
const isStreamedReplay = (exchange: Exchange) => isStream(exchange) && isReplay(exchange);

/** Counts the requests for models, which is how the limit is used up. */
function limited(
  answers: (count: number) => { readonly status: number; readonly headers: Record<string, string> },
): () => Fault {
  return () => {
    let count = 0;
    return (exchange) => {
      if (!isModels(exchange)) return undefined;
      const { status: code, headers } = answers(count++);
      const body = {
        error: { message: 'Slow down.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' },
      };
      const all = new Headers({
        ...Object.fromEntries(exchange.headers),
        'x-ratelimit-limit-requests': '5',
        ...headers,
      });
      return { status: code, headers: all, ...(code === 429 && { text: JSON.stringify(body) }) };
    };
  };
}

const constant = (remaining: string): Fault => header(any, 'x-ratelimit-remaining-requests', remaining);

/** Faults by the name of the check. A fault that counts is made anew for each run. */
export const FAULTS: Readonly<Record<string, readonly (Fault | (() => Fault))[]>> = {
  'models-list': [
    json(isModels, (list) => ({ ...list, data: [...(list.data as unknown[]), (list.data as unknown[])[0]] })),
    swap(isModels, '"owned_by"', '"owner"'),
    swap(isModels, '"object":"list"', '"object":"page"'),
  ],
  'model-by-id': [swap(({ path }) => path.startsWith('/models/'), '"owned_by":"', '"owned_by":"x')],
  'head-like-get': [status(({ method }) => method === 'HEAD', 405)],
  'doubled-slash': [status(({ path }) => path.startsWith('//'), 404)],
  browsers: [
    header(any, 'access-control-allow-origin', 'https://one.example'),
    header(any, 'access-control-allow-headers', 'authorization'),
    header(any, 'access-control-expose-headers', null),
  ],
  answer: [
    swap(isWhole, '"role":"assistant"', '"role":"model"'),
    swap(isWhole, /"total_tokens":\d+/, '"total_tokens":1'),
    swap(isWhole, '"refusal":null', '"refused":null'),
    swap(isWhole, '"finish_reason":"stop"', '"finish_reason":"eos"'),
    swap(isWhole, '"model":"svc-', '"model":"engine-'),
    swap(isWhole, '"object":"chat.completion"', '"object":"completion"'),
    swap(isWhole, /"cost_czk":"[^"]*"/, '"cost_czk":0.1'),
    header(isWhole, 'content-type', 'text/plain'),
  ],
  'request-id': [header(isWhole, 'x-request-id', 'req_other'), swap(isWhole, '"id":"chatcmpl-', '"id":"cmpl-')],
  'default-model': [
    swap((exchange) => isChat(exchange) && !('model' in exchange.sent), '"model":"svc-', '"model":"engine-'),
  ],
  'longest-answer': [swap(isWhole, /"completion_tokens":\d+/, '"completion_tokens":30')],
  'client-bodies': [status(({ sent }) => JSON.stringify(sent).includes('developer'), 400)],
  'tool-calls': [
    swap(isWhole, '"name":"note_word"', '"name":"other"'),
    swap(isWhole, /"arguments":"(?:\\.|[^"\\])*"/, '"arguments":{}'),
    swap(isWhole, /"id":"call_[^"]*"/, '"id":""'),
  ],
  'streamed-tool-calls': [
    text(isStream, (body) => body.replaceAll('"tool_calls":[{"index":0', '"tool_calls":[{"index":1')),
    text(isStream, (body) =>
      body.replaceAll('"tool_calls":[{"index":0,"function"', '"tool_calls":[{"index":0,"id":"call_0","function"'),
    ),
  ],
  'no-tools': [status(isRefused, 200), swap(isRefused, 'unsupported_parameter', 'other')],
  'stream-form': [
    swap(isStream, 'data: [DONE]\n\n', ''),
    swap(isStream, 'data: [DONE]\n\n', 'data: [DONE]\n\ndata: [DONE]\n\n'),
    text(isStream, (body) => body.replaceAll('\n\n', '\r\n\r\n')),
    swap(isStream, 'data: {', 'event: chunk\ndata: {'),
    swap(isStream, 'data: {', 'data:{'),
    header(isStream, 'content-type', 'application/json'),
  ],
  response: [
    swap(isLaterReceipt, /"output_czk_per_million":"[^"]*"/, '"output_czk_per_million":"1"'),
    swap(isResponse, '"object":"response"', '"object":"answer"'),
    swap(isResponse, '"store":false', '"store":true'),
    swap(isResponse, /"output_tokens":\d+/, '"output_tokens":999'),
    text(isResponse, (body) => JSON.stringify({ ...JSON.parse(body), output: [] })),
  ],
  'streamed-response': [
    swap(isStreamedResponse, '"sequence_number":1,', '"sequence_number":7,'),
    swap(isStreamedResponse, 'event: response.created\n', ''),
    swap(isStreamedResponse, 'event: response.created', 'event: response.made'),
    text(isStreamedResponse, (body) => body.slice(0, body.lastIndexOf('event: '))),
    text(isStreamedResponse, (body) => body.replaceAll(/"output_tokens":\d+/g, '"output_tokens":999')),
  ],
  'response-refusals': [swap(isRefusedResponse, '"param":"input"', '"param":null'), status(isRefusedResponse, 422)],
  message: [
    swap(isMessage, '"type":"message"', '"type":"answer"'),
    swap(isMessage, '"model":"svc-', '"model":"claude-'),
    swap(isMessage, /"output_tokens":\d+/, '"output_tokens":999'),
    swap(isMessage, /"cost_czk":"[^"]*"/, '"cost_czk":"0"'),
    text(isMessage, (body) => JSON.stringify({ ...JSON.parse(body), content: [] })),
    header(isMessage, 'request-id', null),
    swap(isLaterReceipt, /"output_czk_per_million":"[^"]*"/, '"output_czk_per_million":"1"'),
  ],
  'streamed-message': [
    text(isStreamedMessage, (body) => body.slice(0, body.lastIndexOf('event: '))),
    swap(isStreamedMessage, 'event: message_start\n', ''),
    swap(isStreamedMessage, /event: content_block_stop\ndata: .*\n\n/, ''),
    swap(isStreamedMessage, '"content_block_delta","index":0', '"content_block_delta","index":1'),
    text(isStreamedMessage, (body) => body.replaceAll(/event: content_block_.*\ndata: .*\n\n/g, '')),
    text(isStreamedMessage, (body) => body.replaceAll(/"output_tokens":\d+/g, '"output_tokens":999')),
  ],
  'message-refusals': [
    swap(isRefusedMessage, '"type":"error"', '"type":"failure"'),
    swap(isRefusedMessage, 'max_tokens', 'a field'),
    status(isRefusedMessage, 400),
  ],
  'message-count': [
    swap(isCount, /"counted_by":"\w+"/, '"counted_by":"me"'),
    swap(isCount, /"input_tokens":\d+/, '"input_tokens":0'),
    status(isCount, 404),
    status(({ path, status: seen }) => path.startsWith('/receipts/') && seen === 404, 200),
  ],
  'stream-unbuffered': [header(isStream, 'cache-control', 'max-age=60')],
  'stream-order': [
    swap(isStream, '"role":"assistant",', ''),
    swap(isStream, '"delta":{},', '"delta":{"content":"x"},'),
    text(isStream, (body) => body.replaceAll('"finish_reason":null', '"finish_reason":"stop"')),
  ],
  'stream-identity': [
    swap(isStream, '"id":"chatcmpl-', '"id":"chatcmpl-x'),
    text(isStream, (body) => body.replaceAll('"model":"svc-', '"model":"engine-')),
    header(isStream, 'x-request-id', 'req_other'),
  ],
  'usage-not-asked': [swap(isStream, '"choices":[{', '"usage":{"total_tokens":1},"choices":[{')],
  'usage-asked': [
    swap(isStream, '"choices":[],', '"choices":[{}],'),
    swap(isStream, '"choices":[{', '"usage":{"total_tokens":1},"choices":[{'),
    swap(isStream, /"total_tokens":\d+/, '"total_tokens":1'),
  ],
  'stream-refused': [status(isRefused, 200), header(isRefused, 'content-type', 'text/event-stream')],
  method: [header(isRefused, 'allow', null), status(isRefused, 404)],
  'keys-alike': [
    swap(
      (exchange) => isRefused(exchange) && exchange.request.headers.has('authorization'),
      '"message":"',
      '"message":"Wrong. ',
    ),
    header(isRefused, 'x-ratelimit-limit-requests', '120'),
  ],
  'limit-told': [
    header(any, 'x-ratelimit-limit-requests', null),
    header(any, 'x-ratelimit-remaining-requests', '-1'),
    header(any, 'x-ratelimit-reset-requests', '32'),
  ],
  'limit-counts': [constant('7')],
  'limit-kept': [
    limited(() => ({ status: 200, headers: {} })),
    limited((count) => ({ status: count > 3 ? 429 : 200, headers: { 'retry-after': '1', 'retry-after-ms': '3' } })),
    limited((count) => ({ status: count === 3 ? 429 : 200, headers: { 'retry-after-ms': '3' } })),
    limited((count) => ({
      status: count === 3 ? 429 : 200,
      headers: { 'retry-after': '99', 'retry-after-ms': '99000' },
    })),
  ],
  receipt: [
    swap(isLaterReceipt, /"prompt_tokens":\d+/, '"prompt_tokens":99'),
    swap(isLaterReceipt, '"outcome":"finished"', '"outcome":"client-left"'),
    swap((exchange) => isLaterReceipt(exchange) && exchange.path.includes('req_'), '"key_id":"', '"key_id":"x'),
  ],
  'streamed-receipt': [status(isLaterReceipt, 404), swap(isLaterReceipt, /"prompt_tokens":\d+/, '"prompt_tokens":99')],
  cost: [
    text(isLaterReceipt, (body) => body.replaceAll(/"(cost_czk|czk)":"([^"]*)"/g, '"$1":"$21"')),
    swap(isLaterReceipt, /"czk":"[^"]*"/, '"czk":"0"'),
    swap(isLaterReceipt, /"output_czk_per_million":"\d+"/, '"output_czk_per_million":"1"'),
  ],
  'refusals-free': [status(({ path, status: seen }) => path.startsWith('/receipts/') && seen === 404, 200)],
  repeat: [
    header(isReplay, 'idempotent-replayed', null),
    swap(isReplay, '"id":"chatcmpl-', '"id":"chatcmpl-x'),
    status(({ path, status: seen }) => path.startsWith('/receipts/') && seen === 404, 200),
    status(({ text: body }) => body.includes('idempotency_key_reused'), 409),
  ],
  'no-credit': [status(({ status: seen }) => seen === 402, 429), header(isRefused, 'x-should-retry', null)],
  'receipts-private': [status(({ path, status: seen }) => path.startsWith('/receipts/') && seen === 404, 200)],
  cut: [
    swap(isLaterReceipt, /"outcome":"[^"]*"/, '"outcome":"engine-failed"'),
    swap(isLaterReceipt, /"completion_tokens":\d+/, '"completion_tokens":999'),
    swap(isLaterReceipt, /"prompt_tokens":\d+/, '"prompt_tokens":0'),
    swap(isLaterReceipt, /"czk":"[^"]*"/, '"czk":"0"'),
    status(isLaterReceipt, 404),
  ],
  'cut-and-repeated': [
    swap(isStreamedReplay, 'data: [DONE]\n\n', ''),
    text(isStreamedReplay, (body) => body.replaceAll('"id":"chatcmpl-', '"id":"chatcmpl-x')),
    header(isStreamedReplay, 'idempotent-replayed', null),
    swap(isLaterReceipt, '"outcome":"finished"', '"outcome":"client-left"'),
  ],
};

/** Faults of any refusal. */
export const REFUSAL_FAULTS: Readonly<Record<string, Fault>> = {
  'the status is another': status(isRefused, 422),
  'the code is another': json(isRefused, ({ error }) => ({ error: { ...(error as Json), code: 'other' } })),
  'the type is another': json(isRefused, ({ error }) => ({ error: { ...(error as Json), type: 'other' } })),
  'the field is another': json(isRefused, ({ error }) => ({ error: { ...(error as Json), param: 'other' } })),
  'there is no message': json(isRefused, ({ error }) => ({ error: { ...(error as Json), message: '' } })),
  'it is a web page': (exchange) =>
    isRefused(exchange) ? { headers: new Headers({ 'content-type': 'text/html' }), text: '<h1>Error</h1>' } : undefined,
  'it has no request id': header(isRefused, 'x-request-id', null),
};
