/** How a witness asks in each dialect, and what it makes of the parts of an answer. */
import type { Usage } from './asking.ts';

export const WITNESS_DIALECTS = ['chat', 'completions', 'responses', 'messages'] as const;
export type WitnessDialect = (typeof WITNESS_DIALECTS)[number];

type Asking = {
  readonly nonce: string;
  readonly isStream: boolean;
  readonly model: string;
  readonly maxTokens: number;
  /** How many answers; only chats can have several. */
  readonly choices?: number | undefined;
};

/** An answer in the words of chat completions. */
export type Said = {
  readonly completionId: string | undefined;
  readonly usage: Usage | undefined;
  readonly errorCode: string | undefined;
  readonly text: string;
};

export type Part = Readonly<Record<string, unknown>>;

type Speech = {
  readonly path: string;
  bodyOf(asking: Asking): object;
  /** True where a stream came to its proper end. */
  isEnded(body: string, parts: readonly Part[]): boolean;
  saidBy(parts: readonly Part[]): Said;
};

type Content = { readonly content?: string | null };
type ChatPart = {
  readonly id?: string;
  readonly usage?: Usage;
  readonly error?: { readonly code: string };
  readonly choices?: readonly { readonly index: number; readonly delta?: Content; readonly message?: Content }[];
};

const CHAT: Speech = {
  path: 'chat/completions',
  bodyOf: ({ nonce, isStream, model, maxTokens, choices }) => ({
    model,
    messages: [{ role: 'user', content: nonce }],
    max_tokens: maxTokens,
    ...(choices && { n: choices }),
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
  }),
  isEnded: (body) => body.endsWith('data: [DONE]\n\n'),
  saidBy: (all) => {
    const parts = all as readonly ChatPart[];
    return {
      completionId: parts[0]?.id,
      usage: parts.findLast((part) => part.usage)?.usage,
      errorCode: parts.at(-1)?.error?.code,
      text: textsOf(parts).join('\n'),
    };
  },
};

/** The text of each answer. */
function textsOf(parts: readonly ChatPart[]): readonly string[] {
  const texts: string[] = [];
  for (const { index, delta, message } of parts.flatMap(({ choices = [] }) => choices)) {
    texts[index] = (texts[index] ?? '') + (delta?.content ?? message?.content ?? '');
  }
  return texts;
}

type CompletionPart = Omit<ChatPart, 'choices'> & { readonly choices?: readonly { readonly text: string }[] };

const COMPLETIONS: Speech = {
  path: 'completions',
  bodyOf: ({ nonce, isStream, model, maxTokens }) => ({
    model,
    prompt: nonce,
    max_tokens: maxTokens,
    ...(isStream && { stream: true, stream_options: { include_usage: true } }),
  }),
  isEnded: CHAT.isEnded,
  saidBy: (all) => {
    const parts = all as readonly CompletionPart[];
    const said = CHAT.saidBy(all);
    return {
      ...said,
      completionId: said.completionId?.replace(/^cmpl-/, 'chatcmpl-'),
      text: parts.map(({ choices }) => choices?.[0]?.text ?? '').join(''),
    };
  },
};

type ResponseJson = {
  readonly id?: string;
  readonly usage?: ResponseUsage | null;
  readonly error?: { readonly code: string } | null;
  readonly output?: readonly { readonly content?: readonly { readonly text?: string }[] }[];
};
type ResponseUsage = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly input_tokens_details: { readonly cached_tokens: number };
  readonly output_tokens_details: { readonly reasoning_tokens: number };
  readonly cost_czk: string;
};
type ResponsePart = ResponseJson & {
  readonly type?: string;
  readonly response?: ResponseJson;
  readonly delta?: string;
};

const ENDS: readonly unknown[] = ['response.completed', 'response.incomplete'];

const RESPONSES: Speech = {
  path: 'responses',
  bodyOf: ({ nonce, isStream, model, maxTokens }) => ({
    model,
    input: nonce,
    max_output_tokens: maxTokens,
    ...(isStream && { stream: true }),
  }),
  isEnded: (body, parts) => body.endsWith('\n\n') && ENDS.includes(parts.at(-1)?.type),
  saidBy: (all) => {
    const parts = all as readonly ResponsePart[];
    const responses = parts.map((part) => part.response ?? part);
    const id = responses[0]?.id;
    const usage = responses.findLast((response) => response.usage)?.usage;
    const deltas = parts.filter(({ type }) => type === 'response.output_text.delta').map(({ delta }) => delta ?? '');
    const whole = parts[0]?.output?.flatMap(({ content = [] }) => content.map(({ text = '' }) => text)) ?? [];
    return {
      completionId: id?.startsWith('resp_') ? id.replace('resp_', 'chatcmpl-') : undefined,
      usage: usage ? usageFrom(usage) : undefined,
      errorCode: (parts.find(({ type }) => type === 'error') ?? parts.at(-1))?.error?.code,
      text: [...deltas, ...whole].join(''),
    };
  },
};

const usageFrom = (usage: ResponseUsage) => ({
  prompt_tokens: usage.input_tokens,
  completion_tokens: usage.output_tokens,
  total_tokens: usage.total_tokens,
  prompt_tokens_details: { cached_tokens: usage.input_tokens_details.cached_tokens },
  completion_tokens_details: usage.output_tokens_details,
  cost_czk: usage.cost_czk,
});

type MessageUsage = {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
  readonly output_tokens_details: { readonly thinking_tokens: number };
  readonly cost_czk?: string;
};
type MessageJson = {
  readonly id?: string;
  readonly usage?: MessageUsage;
  readonly content?: readonly { readonly text?: string }[];
};
type MessagePart = MessageJson & {
  readonly type?: string;
  readonly message?: MessageJson;
  readonly error?: { readonly type: string };
  readonly delta?: { readonly text?: string };
};

const MESSAGES: Speech = {
  path: 'messages',
  bodyOf: ({ nonce, isStream, model, maxTokens }) => ({
    model,
    messages: [{ role: 'user', content: nonce }],
    max_tokens: maxTokens,
    ...(isStream && { stream: true }),
  }),
  isEnded: (body, parts) => body.endsWith('\n\n') && parts.at(-1)?.type === 'message_stop',
  saidBy: (all) => {
    const parts = all as readonly MessagePart[];
    const id = parts[0]?.message?.id ?? parts[0]?.id;
    // The first event of a stream knows no usage yet, and so no cost.
    const usage = parts.findLast((part) => part.usage?.cost_czk !== undefined)?.usage;
    return {
      completionId: id?.startsWith('msg_') ? id.replace('msg_', 'chatcmpl-') : undefined,
      usage: usage && usageFromMessage(usage),
      errorCode: codeOf(parts.find(({ type }) => type === 'error')?.error?.type),
      text: parts.flatMap(({ delta, content = [] }) => [delta, ...content].map((one) => one?.text ?? '')).join(''),
    };
  },
};

/** Errors have no codes here: what all failures on our side have in common. */
const codeOf = (type: string | undefined): string | undefined => (type === 'api_error' ? 'upstream_error' : type);

function usageFromMessage(usage: MessageUsage): Usage {
  const input = usage.input_tokens + usage.cache_read_input_tokens;
  const details = {
    prompt_tokens_details: { cached_tokens: usage.cache_read_input_tokens },
    completion_tokens_details: { reasoning_tokens: usage.output_tokens_details.thinking_tokens },
  };
  return {
    prompt_tokens: input,
    completion_tokens: usage.output_tokens,
    total_tokens: input + usage.output_tokens,
    ...details,
    cost_czk: usage.cost_czk ?? '',
  };
}

export const SPEECHES: Readonly<Record<WitnessDialect, Speech>> = {
  chat: CHAT,
  completions: COMPLETIONS,
  responses: RESPONSES,
  messages: MESSAGES,
};
