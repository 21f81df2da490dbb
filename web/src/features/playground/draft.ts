import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
/** The draft that is typed in the playground, and the request that is made of it. */

export type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

export type ExactUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly czk: string;
};

export type Turn = {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Data URLs. */
  readonly pictures?: readonly string[];
  readonly reasoning?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** The call that a tool's turn answers. */
  readonly toolCallId?: string;
  readonly completionId?: string;
  readonly usage?: ExactUsage;
  /** Why the answer is not whole. */
  readonly cut?: 'stopped' | 'failed' | 'length';
};

export type Parameters = {
  readonly temperature: string;
  readonly maxTokens: string;
  readonly topP: string;
  readonly seed: string;
  /** One a line. */
  readonly stop: string;
  readonly isJson: boolean;
};

export type Draft = {
  /** Null: the service's own default. */
  readonly model: string | null;
  readonly system: string;
  readonly turns: readonly Turn[];
  /** The model that answers the same beside the first, in a conversation of its own. */
  readonly other: Other | null;
  readonly parameters: Parameters;
  readonly tools: string;
};

type Other = { readonly model: string; readonly turns: readonly Turn[] };

export const EMPTY_DRAFT: Draft = {
  model: null,
  system: '',
  turns: [],
  other: null,
  parameters: { temperature: '', maxTokens: '', topP: '', seed: '', stop: '', isJson: false },
  tools: '',
};

type Field = 'temperature' | 'maxTokens' | 'topP' | 'seed' | 'tools';
export type Problems = Partial<Readonly<Record<Field, true>>>;
export type Body = Readonly<Record<string, unknown>>;

/** The request, or which fields cannot be part of one. */
export function bodyOf(draft: Draft, model: ModelView): { readonly body: Body; readonly problems: Problems } {
  const { parameters } = draft;
  const numbers = {
    temperature: model.isReasoning ? undefined : numberIn(parameters.temperature, { min: 0, max: 2 }),
    maxTokens: wholeIn(parameters.maxTokens, { min: 1, max: model.maxOutputTokens }),
    topP: numberIn(parameters.topP, { min: 0, max: 1 }),
    seed: wholeIn(parameters.seed, { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  };
  const tools = model.takesTools ? toolsIn(draft.tools) : undefined;
  const stop = parameters.stop.split('\n').filter((line) => line !== '');
  const problems = Object.fromEntries(
    Object.entries({ ...numbers, tools })
      .filter(([, value]) => value === WRONG)
      .map(([name]) => [name, true as const]),
  );
  const body = {
    model: model.id,
    messages: messagesOf(draft),
    temperature: numbers.temperature,
    max_tokens: numbers.maxTokens,
    top_p: numbers.topP,
    seed: numbers.seed,
    stop: stop.length > 0 ? stop : undefined,
    response_format: parameters.isJson ? { type: 'json_object' } : undefined,
    tools,
    stream: true,
    stream_options: { include_usage: true },
  };
  return { body: JSON.parse(JSON.stringify(body)) as Body, problems };
}

function messagesOf({ system, turns }: Draft): readonly Body[] {
  const messages = turns.map(({ role, content, pictures, toolCalls, toolCallId }): Body => {
    if (role === 'tool') return { role, tool_call_id: toolCallId, content };
    if (pictures?.length) return { role, content: partsOf(content, pictures) };
    if (!toolCalls?.length) return { role, content };
    return {
      role,
      content: content || null,
      tool_calls: toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    };
  });
  return system.trim() ? [{ role: 'system', content: system }, ...messages] : messages;
}

const partsOf = (text: string, pictures: readonly string[]): readonly Body[] => [
  ...(text ? [{ type: 'text', text }] : []),
  ...pictures.map((url) => ({ type: 'image_url', image_url: { url } })),
];

/** A body without the bytes of its pictures, for those who read it. */
export function withoutBytes(body: Body): Body {
  const messages = body.messages as readonly { readonly content: unknown }[];
  const shortened = (part: { readonly image_url?: { readonly url: string } }) =>
    part.image_url ? { ...part, image_url: { url: `${part.image_url.url.split(',')[0]},…` } } : part;
  return {
    ...body,
    messages: messages.map((message) =>
      Array.isArray(message.content) ? { ...message, content: message.content.map(shortened) } : message,
    ),
  };
}

export const picturesOf = (turns: readonly Turn[]): readonly string[] => turns.flatMap(({ pictures = [] }) => pictures);

/** Replaces a value that cannot be sent. */
const WRONG = '\u0000wrong';

type Bounds = { readonly min: number; readonly max: number };

/** A comma is a decimal point in half of Europe. */
function numberIn(typed: string, { min, max }: Bounds): number | typeof WRONG | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return undefined;
  const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : WRONG;
}

function wholeIn(typed: string, bounds: Bounds): number | typeof WRONG | undefined {
  const value = numberIn(typed, bounds);
  return value === undefined || Number.isInteger(value) ? value : WRONG;
}

function toolsIn(typed: string): unknown {
  if (typed.trim() === '') return undefined;
  try {
    const tools: unknown = JSON.parse(typed);
    const isTool = (tool: unknown) =>
      (tool as { type?: unknown })?.type === 'function' &&
      typeof (tool as { function?: { name?: unknown } }).function?.name === 'string';
    return Array.isArray(tools) && tools.length > 0 && tools.every(isTool) ? tools : WRONG;
  } catch {
    return WRONG;
  }
}

/** The calls of the last answer that are not answered yet. The request would be refused without them. */
export function openCalls(turns: readonly Turn[]): readonly ToolCall[] {
  const at = turns.findLastIndex(({ toolCalls }) => toolCalls?.length);
  if (at < 0) return [];
  const answered = new Set(turns.slice(at + 1).map(({ toolCallId }) => toolCallId));
  return turns[at]!.toolCalls!.filter(({ id }) => !answered.has(id));
}

/** Removes a turn; the results of its tool calls go with it, because alone they mean nothing. */
export function withoutTurn(turns: readonly Turn[], id: string): readonly Turn[] {
  const gone = turns.find((turn) => turn.id === id);
  const calls = new Set(gone?.toolCalls?.map((call) => call.id));
  return turns.filter((turn) => turn.id !== id && !(turn.toolCallId && calls.has(turn.toolCallId)));
}

/** Whatever was kept, the draft is one that can be shown. */
export function draftFrom(kept: string | null): Draft {
  try {
    const draft = JSON.parse(kept ?? '') as Draft;
    return {
      ...EMPTY_DRAFT,
      ...draft,
      turns: Array.isArray(draft.turns) ? draft.turns : [],
      other: Array.isArray(draft.other?.turns) ? draft.other : null,
      parameters: { ...EMPTY_DRAFT.parameters, ...draft.parameters },
    };
  } catch {
    return EMPTY_DRAFT;
  }
}
