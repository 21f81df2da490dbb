/** The request: OpenAI JSON → ChatRequest. From here on there is no JSON, only types. */
import type { ChatRequest, JsonObject, Message, ResponseFormat, Tool, ToolCall, ToolChoice } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { defined } from '../../platform/http/defined.ts';
import { describe, invalidRequest, refuseTooMany } from '../../platform/http/validation-sentence.ts';
import type { AttachmentLimits } from '../attachments.ts';
import { wholeCache } from '../cache-marks.ts';
import { contentFrom, lastMarkIn, marksIn, textOf } from '../contents.ts';
import { extrasFrom } from '../extras.ts';
import { fastValidate } from '../fast-validate.ts';
import { keptPairs, noteFrom } from '../request-note.ts';
import { engineEffort, WHEN_PRESENT } from '../schema-parts.ts';
import { plainTurn, thoughtsFrom, turnField } from '../sealed-thoughts.ts';
import { tierFrom } from '../service-tier.ts';
import { chatSchema, type WireChat, type WireMessage } from './chat-schema.ts';
import { functionsToTools, usesFunctions } from './legacy-functions.ts';

export type RequestRules = AttachmentLimits & {
  readonly messagesMax: number;
  readonly toolsMax: number;
  readonly stopMax: number;
  /** The catalogue knows tools: if not, neither do its messages. */
  readonly hasTools: boolean;
  readonly defaultModel: string;
};

/** Makes the reader once; the schema is compiled for the given limits. */
export function createRequestReader(rules: RequestRules): (body: JsonObject) => ChatRequest {
  const schema = chatSchema(rules);
  const isPlainlyRight = fastValidate(schema, WHEN_PRESENT);
  return (body) => {
    const sent = isPlainlyRight(body) ? (body as WireChat) : checkChat(body, schema, rules);
    const wire = usesFunctions(sent) ? functionsToTools(sent) : sent;
    checkRelations(wire);
    if (!rules.hasTools) refuseToolMessages(wire.messages);
    return fromWire(wire, rules);
  };
}

function checkChat(body: JsonObject, schema: ReturnType<typeof chatSchema>, { messagesMax }: RequestRules): WireChat {
  refuseTooMany(body.messages, messagesMax);
  const result = schema.safeParse(body, { error: describe });
  if (!result.success) throw invalidRequest(result.error);
  return result.data;
}

function fromWire(wire: WireChat, rules: RequestRules): ChatRequest {
  const maxOutputTokens = smaller(wire.max_tokens, wire.max_completion_tokens);
  const messages = wire.messages.map((message, i) => messageFromWire(message, i, rules));
  return defined({
    model: wire.model ?? rules.defaultModel,
    messages,
    stream: wire.stream ?? false,
    includeUsage: wire.stream_options?.include_usage ?? false,
    maxOutputTokens,
    choices: wire.n === 1 ? undefined : wire.n,
    temperature: wire.temperature,
    topP: wire.top_p,
    stop: typeof wire.stop === 'string' ? [wire.stop] : wire.stop?.length ? wire.stop : undefined,
    seed: wire.seed,
    presencePenalty: wire.presence_penalty,
    frequencyPenalty: wire.frequency_penalty,
    responseFormat: responseFormatFromWire(wire.response_format),
    logprobs: wire.logprobs,
    topLogprobs: wire.top_logprobs,
    logitBias: wire.logit_bias,
    tools: toolsFromWire(wire),
    toolChoice: toolChoiceFromWire(wire.tool_choice),
    parallelToolCalls: wire.parallel_tool_calls,
    reasoningEffort: engineEffort(wire.reasoning_effort),
    user: wire.user,
    note: noteFrom({ user: wire.safety_identifier ?? wire.user, metadata: keptPairs(wire.metadata) }),
    extras: extrasFrom(wire),
    cache: wholeCache(wire, messages),
    callsInOlderForm: wire.functions ? true : undefined,
    tier: tierFrom(wire.service_tier),
  });
}

function messageFromWire(message: WireMessage, index: number, limits: AttachmentLimits): Message {
  switch (message.role) {
    case 'system':
    case 'developer':
      if (typeof message.content === 'string') return plain('system', message.content, message.name);
      return { role: 'system', content: textOf(message.content), ...named(message), ...marksIn(message.content) };
    case 'user':
      if (typeof message.content === 'string') return plain('user', message.content, message.name);
      return {
        role: 'user',
        ...contentFrom(message.content, { at: contentAt(index), limits }),
        ...named(message),
        ...marksIn(message.content),
      };
    case 'tool':
      return {
        role: 'tool',
        ...contentFrom(message.content ?? '', { at: contentAt(index), limits, isResult: true }),
        toolCallId: message.tool_call_id,
        ...lastMarkIn(message.content ?? ''),
      };
    case 'function':
      throw new Error('Unreachable: functions were turned into tools.');
    case 'assistant':
      return assistantFromWire(message);
  }
}

/** A message of one text, as most are: there can be hundreds in a chat. */
const plain = (role: 'system' | 'user', content: string, name: string | undefined): Message =>
  name === undefined ? { role, content } : { role, content, name };

const contentAt = (index: number): string => `messages[${index}].content`;

function assistantFromWire(message: Extract<WireMessage, { role: 'assistant' }>): Message {
  const { content: said, tool_calls: calls, thinking_blocks: blocks } = message;
  const content = said == null && calls?.length ? null : textOf(said ?? '');
  const toolCalls = calls
    ? calls.map((call) => ({ id: call.id, name: call.function.name, arguments: call.function.arguments }))
    : NO_CALLS;
  const spoken = { role: 'assistant', content, ...named(message), toolCalls } as const;
  return blocks ? { ...spoken, ...turnField([...thoughtsFrom(blocks), ...plainTurn(spoken)]) } : spoken;
}

const NO_CALLS: readonly ToolCall[] = [];

const named = ({ name }: { readonly name?: string | undefined }) => (name === undefined ? undefined : { name });

/** Only the allowed ones of the tools are offered: every engine understands that. */
function toolsFromWire({ tools, tool_choice: choice }: WireChat): readonly Tool[] | undefined {
  if (!tools?.length) return undefined;
  const all = tools.map((tool) => defined(tool.function));
  if (!isAllowedTools(choice)) return all;
  const names = choice.allowed_tools.tools.map((one) => one.function.name);
  return all.filter(({ name }) => names.includes(name));
}

type WireChoice = WireChat['tool_choice'];

const isAllowedTools = (choice: WireChoice): choice is Extract<WireChoice, { type: 'allowed_tools' }> =>
  typeof choice === 'object' && 'type' in choice && choice.type === 'allowed_tools';

function toolChoiceFromWire(choice: WireChat['tool_choice']): ToolChoice | undefined {
  if (choice === undefined) return undefined;
  if (typeof choice === 'string') return { mode: choice };
  if (isAllowedTools(choice)) return { mode: choice.allowed_tools.mode };
  const named = Array.isArray(choice) ? choice : [choice];
  return { mode: 'oneOf', names: named.map((one) => one.function.name) };
}

function responseFormatFromWire(format: WireChat['response_format']): ResponseFormat | undefined {
  if (format?.type !== 'json_schema') return format;
  return defined({ type: format.type, ...format.json_schema });
}

/** Rules that no single field can know of itself. */
function checkRelations(wire: WireChat): void {
  if (wire.stream_options && !wire.stream) refuse('stream_options', 'is allowed only when stream is true');
  if (wire.top_logprobs !== undefined && !wire.logprobs) refuse('top_logprobs', 'needs logprobs to be true');
  const choice = toolChoiceFromWire(wire.tool_choice);
  if (choice?.mode === 'required' && !wire.tools?.length) refuse('tool_choice', 'needs tools to choose from');
  const named = isAllowedTools(wire.tool_choice) ? wire.tool_choice.allowed_tools.tools : [];
  const names = choice?.mode === 'oneOf' ? choice.names : named.map((one) => one.function.name);
  for (const name of names) {
    if (!wire.tools?.some((tool) => tool.function.name === name)) {
      refuse('tool_choice', `names the function ${JSON.stringify(name)}, which is not among tools`);
    }
  }
}

function refuseToolMessages(messages: readonly WireMessage[]): void {
  messages.forEach((message, i) => {
    if (message.role === 'tool') {
      refuse(`messages[${i}].role`, 'must be one of "system", "user", "assistant": no model here takes tools');
    }
    if (message.role === 'assistant' && message.tool_calls?.length) {
      refuse(`messages[${i}].tool_calls`, 'is not allowed: no model here takes tools');
    }
  });
}

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}

const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
