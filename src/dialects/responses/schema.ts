/**
 * The body of POST /v1/responses as it may be on the wire. As with chats: unknown fields are dropped, `null` means
 * absent. What would need something beside the model (a search, files, a machine, a queue) is refused by its name.
 */
import { z } from 'zod';
import { isRecord } from '../../lib/record.ts';
import { attachedPart, inputFile, inputImage } from '../attachments.ts';
import { cacheKey, cacheRetention, verbosity } from '../extras.ts';
import { endUser, metadata } from '../request-note.ts';
import {
  absent,
  EFFORTS,
  functionName,
  jsonObject,
  jsonSchemaFields,
  optional,
  show,
  TEXT_PARTS_MAX,
} from '../schema-parts.ts';

/** An agent's history has far more items than a chat has messages: each call and each of its results is one. */
export const INPUT_ITEMS_MAX = 4096;
const NAMED_TOOLS_MAX = 128;
const INCLUDES_MAX = 16;
/** Items that a request may add to a conversation. */
const CONVERSATION_ITEMS_MAX = 20;

/** Clients send back what they were given; it is not looked at, but for its name. */
const given = z.unknown().optional();

const textPart = z.object({
  type: z.enum(['input_text', 'output_text', 'text']),
  text: z.string(),
  annotations: given,
  logprobs: given,
  prompt_cache_breakpoint: given,
});

/** Answers of other services that are no text of the model's. */
const ignoredPart = z.object({ type: z.enum(['refusal']) });

const otherPart = (issue: { readonly input?: unknown }): string =>
  isRecord(issue.input)
    ? `must be "input_text", "input_image", "input_file" or "output_text", not ${show(issue.input.type)}`
    : 'must be an object';

const part = z.discriminatedUnion('type', [textPart, ignoredPart, inputImage, inputFile], { error: otherPart });
const outputPart = z.discriminatedUnion('type', [textPart, ignoredPart, attachedPart], { error: otherPart });

const content = z
  .union([z.string(), z.array(part).max(TEXT_PARTS_MAX)], {
    error: `must be a string or an array of parts, at most ${TEXT_PARTS_MAX}`,
  })
  .meta({ id: 'ResponseContent' });

/** The output of a call: for models that read text only, a note is in the place of a picture. */
const output = z
  .union([z.string(), z.array(outputPart).max(TEXT_PARTS_MAX)], {
    error: `must be a string or an array of parts, at most ${TEXT_PARTS_MAX}`,
  })
  .meta({ id: 'ResponseCallOutput' });

const id = optional(z.string());

const message = z.object({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content,
  id,
  status: given,
  phase: given,
});

const functionCall = z.object({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  namespace: optional(z.string()),
  id,
  status: given,
});

const customCall = z.object({
  type: z.literal('custom_tool_call'),
  call_id: z.string().min(1),
  name: z.string().min(1),
  input: z.string(),
  namespace: optional(z.string()),
  id,
  status: given,
});

const callOutput = z.object({
  type: z.enum(['function_call_output', 'custom_tool_call_output']),
  call_id: z.string().min(1),
  output,
  id,
  status: given,
});

const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id,
  summary: given,
  content: given,
  encrypted_content: given,
  status: given,
});

/** The result of POST /v1/responses/compact: sealed, and read for the account alone. */
const compaction = z.object({
  type: z.literal('compaction'),
  id,
  encrypted_content: z.string().min(1),
  created_by: given,
});

const itemReference = z.object({ type: z.literal('item_reference'), id: z.string().min(1) });

const ITEM_KINDS = [message, functionCall, customCall, callOutput, reasoningItem, compaction] as const;

const otherItem = (allowed: string) => (issue: { readonly input?: unknown }) =>
  isRecord(issue.input) ? `may not be ${show(issue.input.type)}: send ${allowed}` : 'must be an object';

const inputItem = z
  .discriminatedUnion('type', [...ITEM_KINDS, itemReference], {
    error: otherItem('messages, function calls, their outputs, reasoning, compactions or item references'),
  })
  .meta({ id: 'ResponseInputItem' });

const conversationItem = z
  .discriminatedUnion('type', ITEM_KINDS, {
    error: otherItem('messages, function calls, their outputs, reasoning or compactions'),
  })
  .meta({ id: 'ConversationInputItem' });

const functionTool = z.object({
  type: z.literal('function'),
  name: functionName,
  description: optional(z.string()),
  parameters: optional(jsonObject),
  strict: optional(z.boolean()),
});

const customTool = z.object({
  type: z.literal('custom'),
  name: functionName,
  description: optional(z.string()),
  format: optional(
    z.object({ type: z.string(), syntax: optional(z.string()), definition: optional(z.string().max(64 * 1024)) }),
  ),
});

const ownTool = z.discriminatedUnion('type', [functionTool, customTool], {
  error: (issue) => (isRecord(issue.input) ? unsupportedTool(issue.input.type) : 'must be an object'),
});

const namespaceTool = z.object({
  type: z.literal('namespace'),
  name: functionName,
  description: optional(z.string()),
  tools: z.array(ownTool).max(NAMED_TOOLS_MAX),
});

const tool = z
  .discriminatedUnion('type', [functionTool, customTool, namespaceTool], {
    error: (issue) => (isRecord(issue.input) ? unsupportedTool(issue.input.type) : 'must be an object'),
  })
  .meta({ id: 'ResponseTool' });

/** Clients have a setting for each of these, so the name is what their users need. */
function unsupportedTool(type: unknown): string {
  return `may not be ${show(type)}: this service runs no tools of its own, only functions of yours can be called`;
}

const namedTool = z.object({ type: z.enum(['function', 'custom']), name: functionName });

const toolChoice = z
  .union(
    [
      z.enum(['none', 'auto', 'required']),
      namedTool,
      z.object({
        type: z.literal('allowed_tools'),
        mode: z.enum(['auto', 'required']),
        tools: z.array(namedTool).min(1).max(NAMED_TOOLS_MAX),
      }),
    ],
    { error: 'must be "none", "auto", "required", one of your functions by its name, or allowed_tools' },
  )
  .meta({ id: 'ResponseToolChoice' });

const format = z
  .discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({ type: z.literal('json_schema'), ...jsonSchemaFields }),
    ],
    { error: 'must be "text", "json_object" or "json_schema"' },
  )
  .meta({ id: 'ResponseTextFormat' });

/** Says how something is shown that this service shows in one way; clients have new words for it each year. */
const hint = optional(z.string().max(64));

const conversationId = z.string().regex(/^[\w-]{1,128}$/, 'must be the id of a conversation');

export const responsesSchema = (limits: { readonly toolsMax: number }) =>
  z.object({
    model: optional(z.string()),
    input: optional(
      z.union([z.string(), z.array(inputItem).max(INPUT_ITEMS_MAX)], {
        error: `must be a string or an array of items, at most ${INPUT_ITEMS_MAX}`,
      }),
    ),
    instructions: optional(z.string()),
    max_output_tokens: optional(z.int().min(1)),
    temperature: optional(z.number().min(0).max(2)),
    top_p: optional(z.number().min(0).max(1)),
    stream: optional(z.boolean()),
    stream_options: optional(jsonObject),
    store: optional(z.boolean()),
    previous_response_id: optional(z.string().min(1).max(256)),
    tools: optional(z.array(tool).max(limits.toolsMax)),
    tool_choice: optional(toolChoice),
    parallel_tool_calls: optional(z.boolean()),
    text: optional(z.object({ format: optional(format), verbosity })),
    reasoning: optional(
      z.object({
        effort: optional(z.enum(EFFORTS)),
        summary: hint,
        generate_summary: hint,
      }),
    ),
    include: optional(z.array(z.string().max(128)).max(INCLUDES_MAX)),
    top_logprobs: optional(z.int().min(0).max(20)),
    truncation: hint,
    metadata: optional(metadata),
    max_tool_calls: optional(z.int().min(1)),
    user: endUser,
    safety_identifier: endUser,
    prompt_cache_key: cacheKey,
    prompt_cache_retention: cacheRetention,
    service_tier: optional(z.string()),
    background: optional(z.boolean()),
    conversation: optional(
      z.union([conversationId, z.object({ id: conversationId })], { error: 'must be an id, or an object with an id' }),
    ),
    prompt: absent('there are no stored prompts; send instructions and input'),
    context_management: absent('the context is never shortened; send less'),
    moderation: absent('there is no moderation to configure'),
  });

/** The handler of each path of conversations knows what it takes of this. */
export const conversationSchema = z.object({
  items: optional(z.array(conversationItem).max(CONVERSATION_ITEMS_MAX)),
  metadata: optional(metadata),
});

/** A summary is made of the conversation alone: tools and forms of answers, which agents send along, are dropped. */
export const compactSchema = (limits: { readonly toolsMax: number }) =>
  responsesSchema(limits).pick({
    model: true,
    input: true,
    instructions: true,
    previous_response_id: true,
    reasoning: true,
    user: true,
    prompt_cache_key: true,
    service_tier: true,
  });

export type WireResponses = z.output<ReturnType<typeof responsesSchema>>;
export type WireItem = z.output<typeof inputItem>;
export type WireTool = NonNullable<WireResponses['tools']>[number];
