import type { HeaderValues, Script, ScriptRequest } from './upstream-steps.ts';
import { everyMs, finish, head, json, sse, sseHead } from './upstream-steps.ts';

/** Answers with a text, as JSON or as a stream, whichever the request asked for. */
export function answerText(
  text: string,
  options: AnswerOptions & { readonly chunks?: readonly string[] } = {},
): Script {
  const pieces = options.chunks ?? intoWords(text);
  return answer({ deltas: pieces.map((content) => ({ content })), message: { content: text } }, options);
}

export interface AnswerOptions {
  /** The usage that is reported; null reports nothing. A missing total is filled in. */
  readonly usage?: Usage | null;
  /** Sent as it is in place of `usage`: for usage that makes no sense. */
  readonly rawUsage?: unknown;
  /** The place of usage in a stream: a chunk of its own, as asked, or always the finish chunk. */
  readonly usageIn?: 'own-chunk' | 'finish-chunk';
  /** Null leaves out the finish chunk. */
  readonly finishReason?: string | null;
  /** The model named in the answer; otherwise the one in the request. */
  readonly model?: string;
  /** False leaves out `[DONE]`. */
  readonly done?: boolean;
  /** Time between chunks. */
  readonly everyMs?: number;
  readonly headers?: HeaderValues;
}

export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens?: number;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number };
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number };
}

const DEFAULT_USAGE: Usage = { prompt_tokens: 9, completion_tokens: 1 };

export interface ToolCall {
  readonly name: string;
  /** A string is sent as it is, so it may be broken JSON. */
  readonly arguments: unknown;
  readonly id?: string;
}

export function answerToolCalls(calls: readonly ToolCall[], options: AnswerOptions = {}): Script {
  const whole = calls.map((call, index) => ({
    id: call.id ?? `call_${index}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
  const deltas = whole.flatMap((call, index) => [
    { tool_calls: [{ ...call, index, function: { ...call.function, arguments: '' } }] },
    ...(call.function.arguments.match(/[\s\S]{1,8}/gu) ?? []).map((part) => ({
      tool_calls: [{ index, function: { arguments: part } }],
    })),
  ]);
  const content = { deltas, message: { content: null, tool_calls: whole } };
  return answer(content, { finishReason: 'tool_calls', ...options });
}

export interface ReasonedAnswer {
  readonly reasoning: string;
  readonly content: string;
  /** The field that carries the reasoning, or tags inside the content. */
  readonly style: 'reasoning_content' | 'reasoning' | 'think-tags';
}

export function answerReasoning({ reasoning, content, style }: ReasonedAnswer, options: AnswerOptions = {}): Script {
  if (style === 'think-tags') {
    const chunks = ['<think>', ...intoWords(reasoning), '</think>', ...intoWords(content)];
    return answerText(chunks.join(''), { chunks, ...options });
  }
  const thoughts = intoWords(reasoning).map((piece) => ({ [style]: piece }));
  const words = intoWords(content).map((piece) => ({ content: piece }));
  return answer({ deltas: [...thoughts, ...words], message: { content, [style]: reasoning } }, options);
}

/** Answers with the text of the last user message, byte for byte: proof of who got whose answer. */
export const echo =
  (options: AnswerOptions = {}): Script =>
  (request) =>
    answerText(lastUserText(request.body), options);

export function jsonError(status: number, body?: unknown, headers: HeaderValues = {}): Script {
  const error = { message: 'A scripted error.', type: 'server_error', param: null, code: null };
  return json(body ?? { error }, status, headers);
}

export function status429(options: { readonly retryAfter?: number | string } = {}): Script {
  const error = { message: 'Slow down.', type: 'requests', param: null, code: 'rate_limit_exceeded' };
  const headers = options.retryAfter === undefined ? {} : { 'retry-after': String(options.retryAfter) };
  return jsonError(429, { error }, headers);
}

/** A web page where an answer should be. */
export const html = (status = 200): Script => [
  head(status, { 'content-type': 'text/html; charset=utf-8' }, 'content-length'),
  { type: 'body', render: () => ['<!doctype html><title>Welcome</title><h1>It works!</h1>'], isEvent: false },
  finish(),
];

/** One `chat.completion.chunk`, for scripts that build their own streams with `sse`. */
export function chunk(request: ScriptRequest, delta: object, extra: object = {}): object {
  const choice = { index: 0, delta, finish_reason: null };
  return { ...base(request, 'chat.completion.chunk'), choices: [choice], ...extra };
}

export interface AnswerContent {
  readonly deltas: readonly object[];
  readonly message: object;
}

function answer(content: AnswerContent, options: AnswerOptions): Script {
  return (request) => {
    const isStream = isRecord(request.body) && request.body.stream === true;
    return isStream ? streamed(request, content, options) : whole(request, content, options);
  };
}

function whole(request: ScriptRequest, { message }: AnswerContent, options: AnswerOptions): Script {
  const { finishReason = 'stop' } = options;
  const usage = usageOf(options);
  const completion = {
    ...base(request, 'chat.completion', options.model),
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }],
    ...(usage === null ? {} : { usage }),
  };
  return json(completion, 200, options.headers);
}

/** The steps of a streamed answer: its head, one event per delta, and its end. */
export function streamed(request: ScriptRequest, { deltas }: AnswerContent, options: AnswerOptions): readonly Script[] {
  const { finishReason = 'stop', usageIn = 'own-chunk', done = true } = options;
  const usage = usageOf(options);
  const head = base(request, 'chat.completion.chunk', options.model);
  const finishExtra = {
    choices: [{ index: 0, delta: {}, finish_reason: finishReason }],
    ...(usageIn === 'finish-chunk' && usage !== null ? { usage } : {}),
  };
  const hasOwnUsage = usage !== null && usageIn === 'own-chunk' && asksForUsage(request.body);
  return [
    [...(options.everyMs === undefined ? [] : [everyMs(options.everyMs)]), sseHead(options.headers)],
    sse(chunk(request, { role: 'assistant', content: '' }, { model: head.model })),
    ...deltas.map((delta) => sse(chunk(request, delta, { model: head.model }))),
    ...(finishReason === null ? [] : [sse({ ...head, ...finishExtra })]),
    ...(hasOwnUsage ? [sse({ ...head, choices: [], usage })] : []),
    ...(done ? [sse('[DONE]')] : []),
    finish(),
  ];
}

function base(request: ScriptRequest, object: string, model?: string) {
  const asked = isRecord(request.body) ? request.body.model : undefined;
  return { id: `chatcmpl-${request.n}`, object, created: 1_700_000_000, model: model ?? asked ?? 'scripted' };
}

function usageOf(options: AnswerOptions): unknown {
  if (options.rawUsage !== undefined) return options.rawUsage;
  const usage = options.usage === undefined ? DEFAULT_USAGE : options.usage;
  return usage && { total_tokens: usage.prompt_tokens + usage.completion_tokens, ...usage };
}

function asksForUsage(body: unknown): boolean {
  return isRecord(body) && isRecord(body.stream_options) && body.stream_options.include_usage === true;
}

function lastUserText(body: unknown): string {
  const messages = isRecord(body) && Array.isArray(body.messages) ? body.messages : [];
  const content: unknown = messages.findLast((message) => isRecord(message) && message.role === 'user')?.content;
  if (!Array.isArray(content)) return String(content ?? '');
  return content.map((part) => (isRecord(part) && part.type === 'text' ? String(part.text) : '')).join('');
}

const intoWords = (text: string): readonly string[] => text.match(/\s*\S+(\s+$)?|\s+/gu) ?? [];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
