/** ChatRequest → the JSON of POST /v1/messages. Only what is named here can reach an engine. */
import type { ChatRequest, Tool } from '../../core/chat.ts';
import type { CacheIsolation, Supported } from '../../core/engine-changes.ts';
import { cacheToWire } from '../../dialects/cache-marks.ts';
import { TextPieces } from '../../lib/text-pieces.ts';
import type { UpstreamBody } from '../upstream/upstream-request.ts';
import { historyOf, textBlocks } from './history.ts';
import { knownSchema } from './known-schema.ts';
import { formatFor } from './output-format.ts';
import { type ThinkingMode, thinkingFor } from './thinking.ts';
import { type ToolNames, toolNames } from './tool-names.ts';

export type MessagesDialect = {
  readonly model: string;
  /** How the model is asked to think: as much as it finds right, or within a budget of tokens. */
  readonly thinkingMode: ThinkingMode;
  /** Parameters that the engine takes beside the common ones. */
  readonly supports: readonly Supported[];
  readonly cacheIsolation: CacheIsolation;
  /** Names the account, where the engine may know it. */
  readonly accountTag: string;
};

export function toMessagesBody(asked: ChatRequest, maxOutputTokens: number, dialect: MessagesDialect): UpstreamBody {
  const chat = withinAccount(asked, dialect);
  const { thinking, effort } = thinkingFor(chat, maxOutputTokens, dialect.thinkingMode);
  const { schema, instruction } = formatFor(chat.responseFormat);
  const isThinking = thinking !== undefined && thinking.type !== 'disabled';
  return bodyOf(chat, {
    model: dialect.model,
    max_tokens: maxOutputTokens,
    stream: chat.stream,
    stop_sequences: chat.stop?.filter((text) => text.trim() !== ''),
    ...(!isThinking && samplingFields(chat, dialect)),
    thinking,
    ...contentFields(chat, dialect, instruction),
    ...cacheToWire(chat.cache),
    ...((effort || schema) && {
      output_config: { effort, format: schema && { type: 'json_schema', schema } },
    }),
    ...(dialect.cacheIsolation === 'user' && { metadata: { user_id: dialect.accountTag } }),
  });
}

/** The body of a count: the chat, without what is about the answer. */
export function toCountBody(chat: ChatRequest, maxOutputTokens: number, dialect: MessagesDialect): UpstreamBody {
  const { thinking } = thinkingFor(chat, maxOutputTokens, dialect.thinkingMode);
  const { instruction } = formatFor(chat.responseFormat);
  return bodyOf(chat, { model: dialect.model, thinking, ...contentFields(chat, dialect, instruction) });
}

/** The bytes of attachments are pieces of their own, and are not copied. */
const bodyOf = ({ sendsParts }: ChatRequest, body: object): UpstreamBody =>
  sendsParts ? { start: '', rest: new TextPieces().addJson(body).end() } : JSON.stringify(body);

/** The API knows temperatures up to 1, and takes only one of the two ways to choose tokens. */
function samplingFields({ temperature, topP, extras }: ChatRequest, { supports }: MessagesDialect) {
  return {
    ...(temperature === undefined ? { top_p: topP } : { temperature: Math.min(1, temperature) }),
    ...(supports.includes('top_k') && { top_k: extras?.top_k }),
  };
}

function contentFields(chat: ChatRequest, dialect: MessagesDialect, instruction: string | undefined) {
  const names = toolNames(chat.tools);
  const { system, turns } = historyOf(chat.messages, { names, sendsParts: chat.sendsParts !== undefined });
  const said = [
    // What comes first parts the caches: no account can meet what was kept for another.
    ...(dialect.cacheIsolation === 'cache_salt' ? [{ text: `Account: ${dialect.accountTag}` }] : []),
    ...system,
    ...(instruction === undefined ? [] : [{ text: instruction }]),
  ].flatMap(textBlocks);
  return { ...(said.length > 0 && { system: said }), messages: turns, ...toolFields(chat, names) };
}

/** A chat as it may be cached: no mark stands before the line that parts accounts, which is behind the tools. */
function withinAccount(chat: ChatRequest, { cacheIsolation }: MessagesDialect): ChatRequest {
  if (cacheIsolation !== 'cache_salt' || !chat.tools?.some(({ cache }) => cache)) return chat;
  return { ...chat, tools: chat.tools.map(({ cache: _, ...tool }) => tool) };
}

/** Where one of several functions must be called, only those are offered. */
function toolFields({ tools, toolChoice: choice, parallelToolCalls }: ChatRequest, names: ToolNames) {
  if (!tools) return {};
  const written = (offered: readonly Tool[]) => offered.map((tool) => toolToWire(tool, names));
  const single = parallelToolCalls === false && { disable_parallel_tool_use: true };
  if (choice?.mode !== 'oneOf') {
    const type = choice && CHOICES[choice.mode];
    const wanted = type === 'none' ? { type } : (type || single) && { type: type ?? 'auto', ...single };
    return { tools: written(tools), tool_choice: wanted || undefined };
  }
  const [only, ...others] = choice.names;
  if (only !== undefined && others.length === 0)
    return { tools: written(tools), tool_choice: { type: 'tool', name: names.sent(only), ...single } };
  const offered = tools.filter((tool) => choice.names.includes(tool.name));
  return { tools: written(offered), tool_choice: { type: 'any', ...single } };
}

const CHOICES = { auto: 'auto', required: 'any', none: 'none' } as const;

function toolToWire({ name, description, parameters, strict, cache }: Tool, names: ToolNames) {
  const schema = { type: 'object', ...parameters };
  const known = strict ? knownSchema(schema) : undefined;
  return {
    name: names.sent(name),
    description,
    input_schema: known ?? schema,
    ...(known && { strict }),
    ...cacheToWire(cache),
  };
}
