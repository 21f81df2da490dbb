/** The answer: events → stream frames, or events → one JSON body. Both are made of the same events. */

import { writesOf } from '../../core/cache-writes.ts';
import {
  type AnswerEvent,
  type AnswerEvents,
  type AnswerHead,
  type Finish,
  isWhole,
  type Piece,
  type SealedThought,
  type TokenLogprob,
  type Usage,
} from '../../core/chat.ts';
import { formatCzk, type Nanos } from '../../core/money.ts';
import { DONE, frame } from '../../platform/http/sse.ts';
import type { FrameTexts } from '../dialect.ts';
import { LongText } from '../long-text.ts';
import { isSaid } from '../service-tier.ts';

/** The form of the answer, as the request wants it. */
type AnswerForm = { readonly callsInOlderForm?: boolean; readonly choices?: number };

/** The frames of a stream. The parts that never change are written once. */
export async function* toFrames(
  events: AnswerEvents,
  head: AnswerHead,
  options: AnswerForm & { readonly includeUsage: boolean },
): FrameTexts {
  const start = `{"id":${JSON.stringify(head.id)},"object":"chat.completion.chunk","created":${seconds(head)},"model":${JSON.stringify(head.model)},${tierIn(head)}"choices":[`;
  const opens = Array.from({ length: options.choices ?? 1 }, (_, choice) => `${start}{"index":${choice},"delta":`);
  const close = ',"logprobs":null,"finish_reason":null}]}';
  let frames = opens.map((open) => frame(`${open}{"role":"assistant","content":""}${close}`)).join('');
  for await (const together of events) {
    for (const event of together) {
      if (event.type === 'end') {
        for (const [choice, end] of (event.choices ?? [event]).entries())
          frames += frame(
            `${opens[choice]}{},"logprobs":null,"finish_reason":"${finishOf(end, options)}"${markOf(end)}}]}`,
          );
        if (options.includeUsage)
          frames += frame(`${start}],"usage":${JSON.stringify(usageToWire(event.usage, event.cost))}}`);
        return frames + DONE;
      }
      if (event.type !== 'vector' && !(options.callsInOlderForm && isFurtherCall(event))) {
        const logprobs = event.type === 'text' && event.logprobs ? closeWith(event.logprobs) : close;
        const delta = options.callsInOlderForm ? olderDeltaOf(event) : deltaOf(event);
        frames += frame(`${opens[event.choice ?? 0]}${delta}${logprobs}`);
      }
    }
    if (frames !== '') yield frames;
    frames = '';
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

/** Collects a whole answer into the JSON body. Where all of it is there, nothing is waited for. */
export function toCompletion(
  events: AnswerEvents,
  head: AnswerHead,
  form: AnswerForm = {},
): readonly string[] | Promise<readonly string[]> {
  const completion = new Completion();
  if (!isWhole(events)) return completion.addAll(events).then(() => completion.write(head, form));
  for (const together of events) completion.add(together);
  return completion.write(head, form);
}

type End = Extract<AnswerEvent, { type: 'end' }>;

class Completion {
  readonly #choices: Choice[] = [];
  #end: End | undefined;

  async addAll(events: AsyncIterable<readonly AnswerEvent[]>): Promise<void> {
    for await (const together of events) this.add(together);
  }

  add(together: readonly AnswerEvent[]): void {
    for (const event of together) {
      if (event.type === 'end') this.#end = event;
      else this.#choiceOf(event.choice ?? 0).add(event);
    }
  }

  #choiceOf(choice: number): Choice {
    this.#choices[choice] ??= new Choice();
    return this.#choices[choice];
  }

  write(head: AnswerHead, form: AnswerForm): readonly string[] {
    const end = this.#end;
    if (!end) throw new Error('Unreachable: the events of an answer end with `end` or throw.');
    const about = { id: head.id, object: 'chat.completion', created: seconds(head), model: head.model };
    const ends = end.choices ?? [end];
    const usage = usageToWire(end.usage, end.cost);
    const isOneText = ends.length === 1 && !this.#choiceOf(0).hasLogprobs;
    if (isOneText) {
      const choices = [this.#choiceOf(0).toWire(0, end, form)];
      return [JSON.stringify({ ...about, choices, usage, ...(isSaid(head.tier) && { service_tier: head.tier }) })];
    }
    const written = new LongText().add(JSON.stringify(about).slice(0, -1), ',"choices":[');
    for (const [index, finish] of ends.entries()) {
      written.add(index === 0 ? '' : ',', ...this.#choiceOf(index).write(index, finish, form));
    }
    const tier = isSaid(head.tier) ? `,"service_tier":"${head.tier}"` : '';
    return written.add('],"usage":', JSON.stringify(usage), tier, '}').pieces;
  }
}

const NO_LOGPROBS = '"logprobs":null';

/** One answer, of several or the only one. */
class Choice {
  #content = '';
  #reasoning = '';
  readonly #thoughts: SealedThought[] = [];
  /** There may be very many: they are written as they come. */
  readonly #logprobs = new LongText();
  readonly #calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];

  add(piece: Piece): void {
    if (piece.type === 'text') {
      this.#content += piece.text;
      for (const token of piece.logprobs ?? []) {
        this.#logprobs.add(this.#logprobs.isEmpty ? '' : ',', JSON.stringify(logprobToWire(token)));
      }
    } else if (piece.type === 'reasoning') this.#reasoning += piece.text;
    else if (piece.type === 'sealed-thought') this.#thoughts.push(piece.thought);
    else if (piece.type === 'tool-call-start') {
      this.#calls[piece.index] = { id: piece.id, type: 'function', function: { name: piece.name, arguments: '' } };
    } else if (piece.type === 'tool-call-arguments') this.#calls[piece.index]!.function.arguments += piece.text;
  }

  get hasLogprobs(): boolean {
    return !this.#logprobs.isEmpty;
  }

  /** Without log probabilities. */
  toWire(index: number, finish: Finish, form: AnswerForm) {
    const calls = this.#calls;
    for (const call of calls) call.function.arguments ||= '{}';
    const message = {
      role: 'assistant',
      content: calls.length > 0 && this.#content === '' ? null : this.#content,
      ...(this.#reasoning && { reasoning_content: this.#reasoning }),
      ...(this.#thoughts.length > 0 && { thinking_blocks: this.#thoughts }),
      ...(calls[0] && (form.callsInOlderForm ? { function_call: calls[0].function } : { tool_calls: calls })),
      refusal: null,
    };
    const reason = finishOf(finish, form);
    return { index, message, logprobs: null, finish_reason: reason, ...structuredOf(finish) };
  }

  write(index: number, finish: Finish, form: AnswerForm): readonly string[] {
    const whole = JSON.stringify(this.toWire(index, finish, form));
    if (!this.hasLogprobs) return [whole];
    // Behind the last of these there is only how it ended.
    const at = whole.lastIndexOf(NO_LOGPROBS);
    const before = `${whole.slice(0, at)}"logprobs":{"content":[`;
    return [before, ...this.#logprobs.pieces, `],"refusal":null}${whole.slice(at + NO_LOGPROBS.length)}`];
  }
}

export const usageToWire = (usage: Usage, cost: Nanos) => ({ ...tokensToWire(usage), cost_czk: formatCzk(cost) });

/** Tokens that were written into a cache, and how many of them for an hour; nothing where none were. */
function writesToWire(usage: Usage) {
  const [fiveMinutes, hour] = writesOf(usage);
  if (fiveMinutes + hour === 0) return undefined;
  return { cache_write_tokens: fiveMinutes + hour, cache_write_1h_tokens: hour };
}

function predictionToWire({ acceptedPredictionTokens: accepted, rejectedPredictionTokens: rejected }: Usage) {
  if (accepted === undefined && rejected === undefined) return undefined;
  return { accepted_prediction_tokens: accepted ?? 0, rejected_prediction_tokens: rejected ?? 0 };
}

export const tokensToWire = (usage: Usage) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedInputTokens, ...writesToWire(usage) },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens, ...predictionToWire(usage) },
});

type ChatPiece = Exclude<Piece, { type: 'vector' }>;

function deltaOf(event: ChatPiece): string {
  switch (event.type) {
    case 'text':
      return `{"content":${JSON.stringify(event.text)}}`;
    case 'reasoning':
      return `{"reasoning_content":${JSON.stringify(event.text)}}`;
    case 'sealed-thought':
      return `{"thinking_blocks":[${JSON.stringify(event.thought)}]}`;
    case 'tool-call-start':
      return `{"tool_calls":[{"index":${event.index},"id":${JSON.stringify(event.id)},"type":"function","function":{"name":${JSON.stringify(event.name)},"arguments":""}}]}`;
    case 'tool-call-arguments':
      return `{"tool_calls":[{"index":${event.index},"function":{"arguments":${JSON.stringify(event.text)}}}]}`;
  }
}

/** The older form has one call, without an id. */
function olderDeltaOf(event: ChatPiece): string {
  switch (event.type) {
    case 'tool-call-start':
      return `{"function_call":{"name":${JSON.stringify(event.name)},"arguments":""}}`;
    case 'tool-call-arguments':
      return `{"function_call":{"arguments":${JSON.stringify(event.text)}}}`;
    default:
      return deltaOf(event);
  }
}

const isFurtherCall = (event: ChatPiece): boolean => 'index' in event && event.index > 0;

const finishOf = ({ finishReason }: { readonly finishReason: string }, { callsInOlderForm }: AnswerForm): string =>
  callsInOlderForm && finishReason === 'tool_calls' ? 'function_call' : finishReason;

/** How the answer kept to the schema of its request, where it has one. */
export const structuredOf = ({ structured }: Finish): { readonly structured_output?: string } =>
  structured ? { structured_output: structured } : {};

const markOf = ({ structured }: Finish): string => (structured ? `,"structured_output":"${structured}"` : '');

const closeWith = (logprobs: readonly TokenLogprob[]): string =>
  `,"logprobs":${JSON.stringify({ content: logprobs.map(logprobToWire), refusal: null })},"finish_reason":null}]}`;

export const logprobToWire = ({ top, ...token }: TokenLogprob) => ({ ...token, top_logprobs: top });

const tierIn = ({ tier }: AnswerHead): string => (isSaid(tier) ? `"service_tier":"${tier}",` : '');

const seconds = (head: AnswerHead): number => Math.floor(head.createdAtMs / 1000);
