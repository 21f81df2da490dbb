/** The body of POST /v1/messages → ChatRequest, and what the writer must know of it. */
import type {
  ChatRequest,
  JsonObject,
  RequestNote,
  ResponseFormat,
  Thinking,
  Tool,
  ToolChoice,
} from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { defined } from '../../platform/http/defined.ts';
import { describe, invalidRequest, refuseTooMany } from '../../platform/http/validation-sentence.ts';
import type { AttachmentLimits } from '../attachments.ts';
import { cacheOf } from '../cache-marks.ts';
import type { RequestRules } from '../chat/chat-request.ts';
import type { Asked, ReadBody } from '../dialect.ts';
import { extrasFrom } from '../extras.ts';
import { keptPairs, noteFrom } from '../request-note.ts';
import { engineEffort } from '../schema-parts.ts';
import { tierFrom } from '../service-tier.ts';
import { messagesFrom, referencedTools } from './history.ts';
import { countSchema, MESSAGES_MAX, messagesSchema, type WireMessages, type WireTool } from './schema.ts';

export type MessagesForm = {
  /** `omitted`: that there were thoughts is shown, but not which. `none`: the caller has not asked for any. */
  readonly thinking: 'shown' | 'omitted' | 'none';
};

export const createMessagesReader = (rules: RequestRules): ReadBody<MessagesForm> =>
  readerBy(messagesSchema(rules), rules);

/** A count needs no `max_tokens`. */
export const createCountReader = (rules: RequestRules): ReadBody<MessagesForm> => readerBy(countSchema(rules), rules);

const readerBy =
  (schema: ReturnType<typeof messagesSchema> | ReturnType<typeof countSchema>, rules: RequestRules) =>
  (body: JsonObject): Asked<MessagesForm> => {
    refuseTooMany(body.messages, MESSAGES_MAX);
    const result = schema.safeParse(body, { error: describe });
    if (!result.success) throw invalidRequest(result.error);
    const wire: WireMessages = result.data;
    refuseMisplaced(wire, rules);
    return { chat: chatFrom(wire, rules), form: { thinking: thinkingOf(wire) } };
  };

function chatFrom(wire: WireMessages, limits: AttachmentLimits): ChatRequest {
  const tools = toolsFrom(wire);
  const isParallelOff = wire.tool_choice?.disable_parallel_tool_use;
  return defined({
    model: wire.model,
    messages: messagesFrom(wire, limits),
    stream: wire.stream ?? false,
    includeUsage: true,
    maxOutputTokens: wire.max_tokens,
    temperature: wire.temperature,
    topP: wire.top_p,
    stop: wire.stop_sequences?.length ? wire.stop_sequences : undefined,
    responseFormat: formatFrom(wire),
    tools,
    toolChoice: tools && choiceFrom(wire.tool_choice),
    parallelToolCalls: tools && isParallelOff ? false : undefined,
    reasoningEffort: effortFrom(wire),
    thinking: thinkingFrom(wire),
    cache: cacheOf(wire.cache_control),
    note: noteOf(wire.metadata),
    extras: extrasFrom({ top_k: wire.top_k }),
    tier: tierFrom(wire.service_tier),
  });
}

/** These clients name the user there, as `user_id`; the rest is kept as it is. */
function noteOf(metadata: WireMessages['metadata']): RequestNote | undefined {
  const { user_id: user, ...pairs } = keptPairs(metadata) ?? {};
  return noteFrom({ user, metadata: pairs });
}

/** Tools that are to be loaded later are offered when a result has named them. */
function toolsFrom(wire: WireMessages): readonly Tool[] | undefined {
  const referenced = referencedTools(wire);
  const offered = (wire.tools ?? []).filter(({ name, defer_loading }) => !defer_loading || referenced.has(name));
  return offered.length > 0 ? offered.map(toolFrom) : undefined;
}

const toolFrom = ({ name, description, input_schema: parameters, strict, cache_control: control }: WireTool): Tool =>
  defined({ name, description, parameters, strict, cache: cacheOf(control) });

function choiceFrom(choice: WireMessages['tool_choice']): ToolChoice | undefined {
  if (!choice) return undefined;
  if (choice.type === 'tool') return { mode: 'oneOf', names: [choice.name] };
  return { mode: choice.type === 'any' ? 'required' : choice.type };
}

function formatFrom({ output_config: config, output_format: older }: WireMessages): ResponseFormat | undefined {
  const format = config?.format ?? older;
  return format && { type: 'json_schema', name: 'output', schema: format.schema, strict: true };
}

const LOW_TOKENS_MAX = 4096;
const MEDIUM_TOKENS_MAX = 16_384;

/** A budget becomes the effort that fits it: engines know efforts. */
function effortFrom({ output_config: config, thinking }: WireMessages): ChatRequest['reasoningEffort'] {
  if (config?.effort) return engineEffort(config.effort);
  if (thinking?.type !== 'enabled') return undefined;
  if (thinking.budget_tokens <= LOW_TOKENS_MAX) return 'low';
  return thinking.budget_tokens <= MEDIUM_TOKENS_MAX ? 'medium' : 'high';
}

/** Without a word of it these clients expect no thoughts. */
function thinkingFrom({ thinking }: WireMessages): Thinking {
  if (!thinking || thinking.type === 'disabled') return NO_THINKING;
  const budgetTokens = thinking.type === 'enabled' ? thinking.budget_tokens : undefined;
  return defined({ mode: 'on' as const, budgetTokens, display: thinking.display });
}

const NO_THINKING: Thinking = { mode: 'off' };

function thinkingOf({ thinking }: WireMessages): MessagesForm['thinking'] {
  if (!thinking || thinking.type === 'disabled') return 'none';
  return thinking.display === 'omitted' ? 'omitted' : 'shown';
}

/** Blocks that only a message of a user may have. */
const OF_USERS: readonly string[] = ['tool_result', 'image', 'document', 'search_result'];

/** Rules that no single field can know of itself. */
function refuseMisplaced(
  { messages, tools = [], tool_choice: choice }: WireMessages,
  { hasTools }: RequestRules,
): void {
  for (const [i, { role, content }] of messages.entries()) {
    if (typeof content === 'string') continue;
    for (const [j, { type }] of content.entries()) {
      const isPlaced = type === 'text' || (OF_USERS.includes(type) ? role === 'user' : role === 'assistant');
      if (!isPlaced)
        refuse(`messages[${i}].content[${j}].type`, `cannot be "${type}" in a message of the role "${role}"`);
      const isTool = type === 'tool_use' || type === 'tool_result';
      if (isTool && !hasTools) refuse(`messages[${i}].content[${j}].type`, 'must be "text": no model here takes tools');
    }
  }
  if (choice?.type === 'any' && tools.length === 0) refuse('tool_choice', 'needs tools to choose from');
  if (choice?.type === 'tool' && !tools.some(({ name }) => name === choice.name)) {
    refuse('tool_choice', `names the tool ${JSON.stringify(choice.name)}, which is not among tools`);
  }
}

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
