/** An answer as it grows, chunk by chunk, and what it costs so far. */
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { ApiError } from '../../api.ts';
import { czkOf, priceOf } from '../../czk.ts';
import { type Body, type ExactUsage, type ToolCall, withoutBytes } from './draft.ts';

export type Answer = {
  readonly completionId: string | undefined;
  readonly content: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  /** One for each piece; engines send a token a piece, or nearly. */
  readonly pieces: { readonly output: number; readonly reasoning: number };
  readonly finishReason: string | undefined;
  readonly usage: ExactUsage | undefined;
};

export const NO_ANSWER: Answer = {
  completionId: undefined,
  content: '',
  reasoning: '',
  toolCalls: [],
  pieces: { output: 0, reasoning: 0 },
  finishReason: undefined,
  usage: undefined,
};

type Chunk = {
  readonly id?: string;
  readonly error?: { readonly message?: string; readonly code?: string | null; readonly type?: string };
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null;
      readonly reasoning_content?: string | null;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly cost_czk: string;
  } | null;
};

/** Takes the data of one event. An error in the stream is thrown; `[DONE]` changes nothing. */
export function withEvent(answer: Answer, data: string): Answer {
  if (data === '[DONE]') return answer;
  const chunk = JSON.parse(data) as Chunk;
  if (chunk.error) {
    const { message = '', code, type } = chunk.error;
    throw new ApiError({ status: 200, code: code ?? type ?? 'unknown', message });
  }
  const choice = chunk.choices?.[0];
  const delta = choice?.delta ?? {};
  const hasOutput = Boolean(delta.content || delta.tool_calls?.length);
  return {
    completionId: answer.completionId ?? chunk.id,
    content: answer.content + (delta.content ?? ''),
    reasoning: answer.reasoning + (delta.reasoning_content ?? ''),
    toolCalls: (delta.tool_calls ?? []).reduce(withToolCall, answer.toolCalls),
    pieces: {
      output: answer.pieces.output + (hasOutput ? 1 : 0),
      reasoning: answer.pieces.reasoning + (delta.reasoning_content ? 1 : 0),
    },
    finishReason: choice?.finish_reason ?? answer.finishReason,
    usage: chunk.usage ? usageFrom(chunk.usage) : answer.usage,
  };
}

type CallDelta = NonNullable<NonNullable<NonNullable<Chunk['choices']>[number]['delta']>['tool_calls']>[number];

function withToolCall(calls: readonly ToolCall[], delta: CallDelta): readonly ToolCall[] {
  const before = calls[delta.index] ?? { id: '', name: '', arguments: '' };
  const after: ToolCall = {
    id: delta.id ?? before.id,
    name: before.name || (delta.function?.name ?? ''),
    arguments: before.arguments + (delta.function?.arguments ?? ''),
  };
  return Object.assign([...calls], { [delta.index]: after });
}

const usageFrom = (usage: NonNullable<Chunk['usage']>): ExactUsage => ({
  inputTokens: usage.prompt_tokens,
  outputTokens: usage.completion_tokens,
  czk: usage.cost_czk,
});

type Estimate = { readonly tokens: number; readonly czk: string };

const BYTES_PER_TOKEN = 4;
/** Engines differ: from some hundreds to two thousand. */
const PICTURE_TOKENS = 1000;

/** About what it costs until the exact usage is known: the input by its length, the output by its pieces. */
export function estimateOf(answer: Answer, body: Body, { price }: ModelView): Estimate {
  const { messages, tools = [] } = withoutBytes(body);
  const texts = JSON.stringify([messages, tools]);
  const pictures = texts.split('"image_url":{').length - 1;
  const input = Math.ceil(new TextEncoder().encode(texts).length / BYTES_PER_TOKEN) + pictures * PICTURE_TOKENS;
  const { output, reasoning } = answer.pieces;
  const nanos = priceOf(input, price.input) + priceOf(output, price.output) + priceOf(reasoning, price.reasoning);
  return { tokens: input + output + reasoning, czk: czkOf(nanos) };
}

/** Arguments as people read them; as they came where they are no JSON. */
export function prettyArguments(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
