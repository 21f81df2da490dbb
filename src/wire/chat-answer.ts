/** The answer: events → stream frames, or events → one JSON body. Both are made of the same events. */
import type { AnswerEvent, AnswerHead, TokenLogprob, Usage } from '../domain/chat.ts';
import { formatCzk, type Nanos } from '../domain/money.ts';
import { LongText } from './long-text.ts';
import { frame } from './sse.ts';

/** What the request says about the form of its answer. */
type AnswerForm = { readonly callsInOlderForm?: boolean };

/** Yields the frames of a stream, without the closing `[DONE]`. The parts that never change are written once. */
export async function* toFrames(
  events: AsyncIterable<AnswerEvent>,
  head: AnswerHead,
  options: AnswerForm & { readonly includeUsage: boolean },
): AsyncGenerator<string, void> {
  const start = `{"id":${JSON.stringify(head.id)},"object":"chat.completion.chunk","created":${seconds(head)},"model":${JSON.stringify(head.model)},"choices":[`;
  const open = `${start}{"index":0,"delta":`;
  const close = ',"logprobs":null,"finish_reason":null}]}';
  let first = `${frame(`${open}{"role":"assistant","content":""}${close}`)}`;
  for await (const event of events) {
    if (event.type === 'end') {
      yield `${first}${frame(`${open}{},"logprobs":null,"finish_reason":"${finishOf(event, options)}"}]}`)}`;
      if (options.includeUsage)
        yield frame(`${start}],"usage":${JSON.stringify(usageToWire(event.usage, event.cost))}}`);
      return;
    }
    if (event.type === 'vector' || (options.callsInOlderForm && isFurtherCall(event))) continue;
    const logprobs = event.type === 'text' && event.logprobs ? closeWith(event.logprobs) : close;
    const delta = options.callsInOlderForm ? olderDeltaOf(event) : deltaOf(event);
    yield `${first}${frame(`${open}${delta}${logprobs}`)}`;
    first = '';
  }
}

/** Collects a whole answer into the JSON body. Logprobs, of which there may be very many, are written as they come. */
export async function toCompletion(
  events: AsyncIterable<AnswerEvent>,
  head: AnswerHead,
  form: AnswerForm = {},
): Promise<readonly string[]> {
  let content = '';
  let reasoning = '';
  const logprobs = new LongText();
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  for await (const event of events) {
    if (event.type === 'text') {
      content += event.text;
      for (const token of event.logprobs ?? [])
        logprobs.add(`${logprobs.isEmpty ? '' : ','}${JSON.stringify(logprobToWire(token))}`);
    } else if (event.type === 'reasoning') reasoning += event.text;
    else if (event.type === 'tool-call-start') {
      calls[event.index] = { id: event.id, type: 'function', function: { name: event.name, arguments: '' } };
    } else if (event.type === 'tool-call-arguments') calls[event.index]!.function.arguments += event.text;
    else if (event.type === 'end') {
      for (const call of calls) call.function.arguments ||= '{}';
      const message = {
        role: 'assistant',
        content: calls.length > 0 && content === '' ? null : content,
        ...(reasoning && { reasoning_content: reasoning }),
        ...(calls[0] && (form.callsInOlderForm ? { function_call: calls[0].function } : { tool_calls: calls })),
        refusal: null,
      };
      const start = `{"id":${JSON.stringify(head.id)},"object":"chat.completion","created":${seconds(head)},"model":${JSON.stringify(head.model)}`;
      const chances = logprobs.isEmpty ? ['null'] : ['{"content":[', ...logprobs.pieces, '],"refusal":null}'];
      const end = `,"finish_reason":"${finishOf(event, form)}"}],"usage":${JSON.stringify(usageToWire(event.usage, event.cost))}}`;
      const choice = `,"choices":[{"index":0,"message":${JSON.stringify(message)},"logprobs":`;
      return new LongText().add(start, choice, ...chances, end).pieces;
    }
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

export const usageToWire = (usage: Usage, cost: Nanos) => ({ ...tokensToWire(usage), cost_czk: formatCzk(cost) });

export const tokensToWire = (usage: Usage) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
});

type Piece = Exclude<AnswerEvent, { type: 'end' | 'vector' }>;

function deltaOf(event: Piece): string {
  switch (event.type) {
    case 'text':
      return `{"content":${JSON.stringify(event.text)}}`;
    case 'reasoning':
      return `{"reasoning_content":${JSON.stringify(event.text)}}`;
    case 'tool-call-start':
      return `{"tool_calls":[{"index":${event.index},"id":${JSON.stringify(event.id)},"type":"function","function":{"name":${JSON.stringify(event.name)},"arguments":""}}]}`;
    case 'tool-call-arguments':
      return `{"tool_calls":[{"index":${event.index},"function":{"arguments":${JSON.stringify(event.text)}}}]}`;
  }
}

/** The older form has one call, without an id. */
function olderDeltaOf(event: Piece): string {
  switch (event.type) {
    case 'tool-call-start':
      return `{"function_call":{"name":${JSON.stringify(event.name)},"arguments":""}}`;
    case 'tool-call-arguments':
      return `{"function_call":{"arguments":${JSON.stringify(event.text)}}}`;
    default:
      return deltaOf(event);
  }
}

const isFurtherCall = (event: Piece): boolean => 'index' in event && event.index > 0;

const finishOf = ({ finishReason }: { readonly finishReason: string }, { callsInOlderForm }: AnswerForm): string =>
  callsInOlderForm && finishReason === 'tool_calls' ? 'function_call' : finishReason;

const closeWith = (logprobs: readonly TokenLogprob[]): string =>
  `,"logprobs":${JSON.stringify({ content: logprobs.map(logprobToWire), refusal: null })},"finish_reason":null}]}`;

export const logprobToWire = ({ top, ...token }: TokenLogprob) => ({ ...token, top_logprobs: top });

const seconds = (head: AnswerHead): number => Math.floor(head.createdAtMs / 1000);
