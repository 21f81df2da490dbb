/** ChatRequest → the JSON an OpenAI-compatible engine takes. Only what is named here can reach an engine. */
import {
  type Attachment,
  type ChatRequest,
  type Extras,
  isAttachment,
  type JsonObject,
  type Message,
  type Part,
  partsOf,
  type ResponseFormat,
  type Tool,
  type ToolCall,
  writtenOf,
} from '../../core/chat.ts';
import type { CacheIsolation, Supported } from '../../core/engine-changes.ts';
import { sizeOf } from '../../core/token-bound.ts';
import { cacheToWire } from '../../dialects/cache-marks.ts';
import { extrasToWire } from '../../dialects/extras.ts';
import { TextPieces } from '../../lib/text-pieces.ts';
import { endMarked, isMarkedFor, markedMessageToWire, withLastMarked } from './marked-messages.ts';

export type UpstreamDialect = {
  readonly model: string;
  /** Newer hosted models take only `max_completion_tokens`; most servers know only `max_tokens`. */
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** How the engine is asked to count while it streams, if it can. */
  readonly runningUsage: 'none' | 'continuous_usage_stats' | 'timings_per_token';
  /** How the engine is asked not to show one account what it has read for another, if it can. */
  readonly cacheIsolation?: CacheIsolation;
  /** Parameters, and marks of caches, that the engine takes beside the common ones. */
  readonly supports?: readonly Supported[];
  /** Names the account, where the engine may know it. */
  readonly accountTag?: string;
};

/** A large body as its start, and the rest that was written where the chat was read or came with it. */
export type UpstreamBody = string | { readonly start: string; readonly rest: readonly Uint8Array[] };

export function toUpstreamBody(chat: ChatRequest, maxOutputTokens: number, dialect: UpstreamDialect): UpstreamBody {
  const settings = settingsToWire(chat, maxOutputTokens, dialect);
  const rest = isMarkedFor(chat, dialect.supports) ? markedRest(chat) : writtenRest(chat);
  if (!rest) return JSON.stringify({ ...settings, ...contentToWire(chat) });
  return { start: `${JSON.stringify(settings).slice(0, -1)},`, rest };
}

function writtenRest(chat: ChatRequest): readonly Uint8Array[] | undefined {
  const written = writtenOf(chat);
  if (chat.sendsParts) return written?.contentWithParts ?? contentWithParts(chat);
  return written && [written.content];
}

/** What was written where the chat was read has no marks: most engines do not know them. */
function markedRest(asked: ChatRequest): readonly Uint8Array[] {
  const chat = withLastMarked(asked);
  if (chat.sendsParts) return contentWithParts(chat, MARKED);
  return new TextPieces().add(JSON.stringify(contentToWire(chat, MARKED)).slice(1)).end();
}

/** The chat with all that does not depend on the engine written, to be put behind the settings. */
export function writeChat(chat: ChatRequest): ChatRequest {
  const { messages, tools } = chat;
  const content = new TextEncoder().encode(JSON.stringify(contentToWire(chat)).slice(1));
  const pieces = messages.some(partsOf) && { contentWithParts: contentWithParts(chat) };
  return { ...chat, written: { messages, ...(tools && { tools }), content, ...pieces, size: sizeOf(chat) } };
}

/** Most engines take attachments only of users: those of tools are in a message behind the results. */
const GIVEN = { role: 'user', content: 'Attachments of the results above:' } as const;

const textBeside = (part: Part): string => (isAttachment(part) ? `[${part.type}: in the next message]` : part.text);

/** How messages, their parts and tools are written: with the marks of caches in them, or without. */
type Form = {
  readonly message: (message: Message) => object;
  readonly tool: (tool: Tool) => object;
  readonly mark: typeof cacheToWire;
};

/** The bytes of attachments are pieces of their own, and are not copied. */
function contentWithParts(chat: ChatRequest, form: Form = PLAIN): readonly Uint8Array[] {
  const { messages, ...fields } = contentToWire(chat, form);
  const pieces = new TextPieces().add('"messages":[');
  let given: Part[] = [];
  for (const [at, message] of chat.messages.entries()) {
    if (at > 0) pieces.add(',');
    const parts = partsOf(message);
    if (!parts) pieces.add(JSON.stringify(messages[at]));
    else if (message.role !== 'tool') addMessage(pieces, message, { parts, form });
    else {
      pieces.add(JSON.stringify({ ...messageToWire(message), content: parts.map(textBeside).join('\n') }));
      given.push(...endMarked(parts.filter(isAttachment), message.cache));
    }
    if (given.length === 0 || chat.messages[at + 1]?.role === 'tool') continue;
    addMessage(pieces.add(','), GIVEN, { parts: [{ type: 'text', text: GIVEN.content }, ...given], form });
    given = [];
  }
  const others = JSON.stringify(fields).slice(1);
  return pieces.add(others === '}' ? ']}' : `],${others}`).end();
}

type Written = { readonly parts: readonly Part[]; readonly form: Form };

/** A message without its content, which is written behind it. */
function addMessage(pieces: TextPieces, message: Message, { parts, form }: Written): void {
  pieces.add(`${JSON.stringify({ ...messageToWire(message), content: undefined }).slice(0, -1)},"content":[`);
  for (const [at, part] of parts.entries()) {
    if (at > 0) pieces.add(',');
    const mark = form.mark(part.cache);
    if (part.type === 'text') pieces.add(JSON.stringify({ type: part.type, text: part.text, ...mark }));
    else addAttachment(pieces, part, mark);
  }
  pieces.add(']}');
}

function addAttachment(pieces: TextPieces, { type, source, detail, name }: Attachment, mark?: JsonObject): void {
  const isImage = type === 'image';
  const about = JSON.stringify(isImage ? { detail } : { filename: name }).slice(1, -1);
  const field = isImage ? 'image_url' : 'file';
  const value = isImage ? 'url' : 'file_data';
  pieces.add(`{"type":"${field}","${field}":{${about}${about && ','}"${value}":`);
  if ('url' in source) pieces.add(JSON.stringify(source.url));
  else pieces.add(`"data:${source.mediaType};base64,`).addBytes(source.base64).add('"');
  pieces.add(mark ? `},${JSON.stringify(mark).slice(1)}` : '}}');
}

/** The fields that the model, the engine or a repeat may change. */
function settingsToWire(chat: ChatRequest, maxOutputTokens: number, dialect: UpstreamDialect): object {
  return {
    model: dialect.model,
    [dialect.maxTokensField]: maxOutputTokens,
    temperature: chat.temperature,
    seed: chat.seed,
    user: chat.user,
    ...extrasToWire(chat.extras, dialect.supports),
    ...cacheKeyField(chat.extras, dialect),
    ...isolationFields(dialect),
    stream: chat.stream,
    ...(chat.stream && streamFields(dialect.runningUsage)),
  };
}

function contentToWire(chat: ChatRequest, form: Form = PLAIN) {
  return {
    messages: chat.messages.map(form.message),
    top_p: chat.topP,
    stop: chat.stop,
    presence_penalty: chat.presencePenalty,
    frequency_penalty: chat.frequencyPenalty,
    response_format: chat.responseFormat && responseFormatToWire(chat.responseFormat),
    logprobs: chat.logprobs,
    top_logprobs: chat.topLogprobs,
    logit_bias: chat.logitBias,
    ...toolsToWire(chat, form.tool),
    reasoning_effort: chat.reasoningEffort,
  };
}

/** Two accounts with the same key have different caches. */
function cacheKeyField(extras: Extras | undefined, { supports, accountTag = '' }: UpstreamDialect) {
  const key = extras?.prompt_cache_key;
  if (key === undefined || !supports?.includes('prompt_cache_key')) return undefined;
  return { prompt_cache_key: new Bun.CryptoHasher('sha256').update(`${accountTag}\n${key}`).digest('base64url') };
}

function isolationFields({ cacheIsolation, accountTag }: UpstreamDialect) {
  if (cacheIsolation === 'cache_salt') return { cache_salt: accountTag };
  if (cacheIsolation === 'user') return { user: accountTag };
  return cacheIsolation === 'cache_prompt_off' ? { cache_prompt: false } : {};
}

/** Usage is always asked for: it is what the caller pays by, whether or not the caller wants to see it. */
function streamFields(runningUsage: UpstreamDialect['runningUsage']) {
  const continuous = runningUsage === 'continuous_usage_stats' && { continuous_usage_stats: true };
  return {
    stream_options: { include_usage: true, ...continuous },
    ...(runningUsage === 'timings_per_token' && { timings_per_token: true }),
  };
}

/** Most messages are a role and a text, and there can be hundreds: nothing else is written of them. */
function messageToWire(message: Message): object {
  const { role, content } = message;
  if (role === 'tool') return { role, tool_call_id: message.toolCallId, content };
  const spoken = message.name === undefined ? { role, content } : { role, content, name: message.name };
  if (role !== 'assistant' || message.toolCalls.length === 0) return spoken;
  return { ...spoken, tool_calls: message.toolCalls.map(callToWire) };
}

const callToWire = ({ id, name, arguments: written }: ToolCall): object => {
  return { id, type: 'function', function: { name, arguments: written } };
};

/**
 * "One of these functions must be called" has no form that all engines know. Offering only these and requiring a call
 * says the same, and every engine understands it.
 */
function toolsToWire(chat: ChatRequest, toWire: Form['tool']) {
  if (!chat.tools) return {};
  const parallel = { parallel_tool_calls: chat.parallelToolCalls };
  const choice = chat.toolChoice;
  if (choice?.mode !== 'oneOf') return { tools: chat.tools.map(toWire), tool_choice: choice?.mode, ...parallel };
  const [only, ...others] = choice.names;
  if (others.length === 0) {
    const named = { type: 'function', function: { name: only } };
    return { tools: chat.tools.map(toWire), tool_choice: named, ...parallel };
  }
  const offered = chat.tools.filter((tool) => choice.names.includes(tool.name));
  return { tools: offered.map(toWire), tool_choice: 'required', ...parallel };
}

const toolToWire = ({ name, description, parameters, strict }: Tool): object => ({
  type: 'function',
  function: { name, description, parameters, strict },
});

const PLAIN: Form = { message: messageToWire, tool: toolToWire, mark: () => undefined };
const MARKED: Form = {
  message: (message) => markedMessageToWire(message, messageToWire(message)),
  tool: (tool) => ({ ...toolToWire(tool), ...cacheToWire(tool.cache) }),
  mark: cacheToWire,
};

function responseFormatToWire(format: ResponseFormat): object {
  if (format.type !== 'json_schema') return { type: format.type };
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}
