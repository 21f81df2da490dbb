/** The body of POST /v1/responses → ChatRequest, and what the response must repeat of it. */
import type { ChatRequest, JsonObject, ResponseFormat } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { isRecord } from '../../lib/record.ts';
import { defined } from '../../platform/http/defined.ts';
import { describe, invalidRequest, refuseTooMany } from '../../platform/http/validation-sentence.ts';
import type { AttachmentLimits } from '../attachments.ts';
import { wholeCache } from '../cache-marks.ts';
import type { RequestRules } from '../chat/chat-request.ts';
import type { Asked } from '../dialect.ts';
import { extrasFrom } from '../extras.ts';
import { fastValidate } from '../fast-validate.ts';
import { noteFrom } from '../request-note.ts';
import { engineEffort, WHEN_PRESENT } from '../schema-parts.ts';
import { tierFrom } from '../service-tier.ts';
import { attachedCharactersIn, type Item, itemFrom, messagesFrom, type OpenItem, type Reference } from './items.ts';
import { INPUT_ITEMS_MAX, responsesSchema, type WireResponses } from './schema.ts';
import { type CallTarget, chosenTools, type OfferedTools, offeredTools, withoutHosted } from './tools.ts';

export type ResponsesForm = {
  /** The fields of the request that a response shows again. */
  readonly echo: JsonObject;
  /** The input as it was sent, still with references to what was sent or made before. */
  readonly items: readonly (Item | Reference)[];
  readonly instructions?: string;
  readonly previousId?: string;
  /** Whose items come before the input. */
  readonly conversationId?: string;
  /** The caller wants to refer to it later; kept it is only where the service keeps any. */
  readonly wantsStore: boolean;
  /** The caller does not wait for it. */
  readonly isBackground: boolean;
  /** Clients that ask for a summary show summaries; others look for the reasoning itself. */
  readonly reasoningAs: 'summary' | 'content';
  readonly targets: Readonly<Record<string, CallTarget>>;
  /** Keeps the response once it is whole; says whether it is kept. Missing where it is not to be. */
  readonly keep?: KeepResponse;
  /** Adds what was sent and what came of it to the conversation; says whether it is there. Missing where there is none. */
  readonly addToConversation?: (response: Made) => Promise<boolean>;
  /** Gets what there is of a response that breaks off. */
  readonly onBrokenOff?: (output: readonly JsonObject[]) => void;
};

type Made = { readonly id: string; readonly output: readonly (JsonObject & { readonly id: string })[] };

type KeepResponse = (whole: {
  readonly id: string;
  readonly createdAtMs: number;
  /** In one piece, unless it is long. */
  readonly json: readonly string[];
}) => Promise<boolean>;

export function createResponsesReader(rules: RequestRules): (body: JsonObject) => Asked<ResponsesForm> {
  const schema = responsesSchema(rules);
  const isPlainlyRight = fastValidate(schema, WHEN_PRESENT);
  return (sent) => {
    const { body, leftOut } = withoutHosted(withItemTypes(sent, 'input'));
    const wire = isPlainlyRight(body) ? (body as WireResponses) : checkRequest(body, schema);
    const offered = offeredTools(wire.tools ?? [], rules.toolsMax);
    const form = formFrom(wire, offered, rules);
    if (!rules.hasTools) refuseCalls(form.items);
    const chat = chatFrom(wire, { form, offered, defaultModel: rules.defaultModel });
    const attached = isWhole(form) ? {} : { attachedBytes: attachedCharactersIn(form.items) };
    if (leftOut.length === 0) return { chat, form, ...attached };
    return {
      chat,
      form,
      ...attached,
      warnings: [`tools left out that this service does not run: ${leftOut.join(', ')}`],
    };
  };
}

function checkRequest(body: JsonObject, schema: ReturnType<typeof responsesSchema>): WireResponses {
  refuseTooMany(body.input, INPUT_ITEMS_MAX);
  const result = schema.safeParse(body, { error: describe });
  if (!result.success) throw invalidRequest(result.error);
  return result.data;
}

/** Messages and references may come without their type. */
export function withItemTypes(body: JsonObject, field: 'input' | 'items'): JsonObject {
  const items = body[field];
  if (!Array.isArray(items) || items.every((item) => !isRecord(item) || typeof item.type === 'string')) return body;
  return { ...body, [field]: items.map(withItemType) };
}

function withItemType(item: unknown): unknown {
  if (!isRecord(item) || (item.type !== undefined && item.type !== null)) return item;
  return { ...item, type: 'role' in item || !('id' in item) ? 'message' : 'item_reference' };
}

const SUMMARY = 'summary' as const;
const CONTENT = 'content' as const;

function formFrom(wire: WireResponses, { targets }: OfferedTools, limits: AttachmentLimits): ResponsesForm {
  if (wire.background) refuseInBackground(wire);
  return defined({
    echo: echoOf(wire),
    items: itemsOf(wire, limits),
    instructions: wire.instructions,
    previousId: wire.previous_response_id,
    conversationId: conversationOf(wire),
    wantsStore: wire.store ?? true,
    isBackground: wire.background ?? false,
    reasoningAs: (wire.reasoning?.summary ?? wire.reasoning?.generate_summary) ? SUMMARY : CONTENT,
    targets,
  });
}

/** It is read later, so it has to be kept, and what is kept may not be too large. */
function refuseInBackground(wire: WireResponses): void {
  if (wire.store === false) refuse('store', 'cannot be false with background: the response is kept to be read later');
  if (wire.top_logprobs) refuse('top_logprobs', 'cannot be used with background');
  const at = wire.include?.indexOf('message.output_text.logprobs') ?? -1;
  if (at >= 0) refuse(`include[${at}]`, 'cannot be logprobs with background');
}

function conversationOf({ conversation, previous_response_id: previous }: WireResponses): string | undefined {
  if (conversation === undefined) return undefined;
  if (previous !== undefined)
    refuse('conversation', 'cannot be used together with previous_response_id: send one of them');
  return typeof conversation === 'string' ? conversation : conversation.id;
}

function itemsOf(
  { input, previous_response_id: previous, conversation }: WireResponses,
  limits: AttachmentLimits,
): readonly (Item | Reference)[] {
  if (input === undefined || input.length === 0) {
    if ((previous ?? conversation) !== undefined && input !== '') return [];
    refuse('input', input === undefined ? 'is missing; it must be a string or an array of items' : 'must not be empty');
  }
  if (typeof input !== 'string') return input.map((item, i) => itemFrom(item, { at: `input[${i}]`, limits }));
  return [{ type: 'message', id: '', role: 'user', content: [{ type: 'input_text', text: input }] }];
}

type ChatNeeds = { readonly form: ResponsesForm; readonly offered: OfferedTools; readonly defaultModel: string };

function chatFrom(wire: WireResponses, { form, offered, defaultModel }: ChatNeeds): ChatRequest {
  const { tools, toolChoice } = chosenTools(wire.tool_choice, offered);
  const wantsLogprobs = wire.top_logprobs !== undefined || wire.include?.includes('message.output_text.logprobs');
  return defined({
    model: wire.model ?? defaultModel,
    messages: isWhole(form) ? messagesFrom(form.instructions, form.items) : [],
    stream: wire.stream ?? false,
    includeUsage: true,
    maxOutputTokens: wire.max_output_tokens,
    temperature: wire.temperature,
    topP: wire.top_p,
    responseFormat: formatFrom(wire.text?.format),
    logprobs: wantsLogprobs || undefined,
    topLogprobs: wire.top_logprobs,
    tools,
    toolChoice,
    parallelToolCalls: tools && wire.parallel_tool_calls,
    reasoningEffort: engineEffort(wire.reasoning?.effort),
    user: wire.user,
    note: noteFrom({ user: wire.safety_identifier ?? wire.user, metadata: wire.metadata }),
    extras: extrasFrom({ verbosity: wire.text?.verbosity, prompt_cache_key: wire.prompt_cache_key }),
    cache: wholeCache(wire, []),
    tier: tierFrom(wire.service_tier),
  });
}

/** True where nothing has to be looked up before its messages are known. */
export const isWhole = (form: ResponsesForm): form is ResponsesForm & { readonly items: readonly OpenItem[] } =>
  !refersToKept(form) && form.conversationId === undefined && form.items.every(({ type }) => type !== 'compaction');

/** True where it needs a response that was kept. */
export const refersToKept = ({ previousId, items }: ResponsesForm): boolean =>
  previousId !== undefined || items.some(({ type }) => type === 'item_reference');

function formatFrom(format: NonNullable<WireResponses['text']>['format']): ResponseFormat | undefined {
  return format && format.type === 'json_schema' ? defined(format) : format;
}

/** Where the service does something else than was asked for, the response says what it has done. */
const echoOf = (wire: WireResponses): JsonObject => ({
  background: wire.background ?? false,
  conversation: wire.conversation === undefined ? null : { id: conversationOf(wire) },
  instructions: wire.instructions ?? null,
  max_output_tokens: wire.max_output_tokens ?? null,
  max_tool_calls: wire.max_tool_calls ?? null,
  metadata: wire.metadata ?? {},
  parallel_tool_calls: wire.parallel_tool_calls ?? true,
  previous_response_id: wire.previous_response_id ?? null,
  prompt_cache_key: wire.prompt_cache_key ?? null,
  reasoning: { effort: wire.reasoning?.effort ?? null, summary: wire.reasoning?.summary ?? null },
  safety_identifier: wire.safety_identifier ?? null,
  service_tier: 'default',
  temperature: wire.temperature ?? null,
  text: { format: wire.text?.format ?? { type: 'text' }, verbosity: wire.text?.verbosity ?? 'medium' },
  tool_choice: wire.tool_choice ?? 'auto',
  tools: wire.tools ?? [],
  top_logprobs: wire.top_logprobs ?? 0,
  top_p: wire.top_p ?? null,
  truncation: 'disabled',
  user: wire.user ?? null,
});

function refuseCalls(items: readonly (Item | Reference)[]): void {
  const at = items.findIndex(({ type }) => type.includes('_call'));
  if (at >= 0) refuse(`input[${at}].type`, 'must be "message": no model here takes tools');
}

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
