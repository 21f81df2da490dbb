/**
 * The request body as it may be on the wire. Fields that are not here are dropped: they are neither refused, because
 * clients send many, nor passed on, because some would steer an engine. `null` means absent throughout.
 */
import { z } from 'zod';
import { isRecord } from '../../lib/record.ts';
import { attachedPart, filePart, imageUrlPart } from '../attachments.ts';
import { cacheControl } from '../cache-marks.ts';
import { extraFields } from '../extras.ts';
import { endUser } from '../request-note.ts';
import {
  absent,
  EFFORTS,
  functionName,
  jsonObject,
  jsonSchemaFields,
  optional,
  show,
  TEXT_PARTS_MAX,
  WHEN_PRESENT,
} from '../schema-parts.ts';
import { serviceTier } from '../service-tier.ts';

/** Checking stops at no error, so every list has an end: millions of wrong elements would block all requests for seconds. */
const TOOL_CALLS_MAX = 128;
const THOUGHTS_MAX = 256;
const NAMED_FUNCTIONS_MAX = 128;
const LOGIT_BIAS_MAX = 300;
/** The most answers to one request. */
const CHOICES_MAX = 4;

const notText = (type: unknown): string => `must be "text", not ${show(type)}: only text is supported here`;

const textPart = z.object({
  type: z.literal('text', { error: (issue) => notText(issue.input) }),
  text: z.string(),
  cache_control: cacheControl,
});

/** A schema with an id is under that name in the OpenAPI document. */
const content = z
  .union([z.string(), z.array(textPart).min(1).max(TEXT_PARTS_MAX)], {
    error: `must be a string or an array of text parts, at most ${TEXT_PARTS_MAX}`,
  })
  .meta({ id: 'Content' });

const userPart = z.discriminatedUnion('type', [textPart, imageUrlPart, filePart], {
  error: (issue) =>
    isRecord(issue.input)
      ? `must be "text", "image_url" or "file", not ${show(issue.input.type)}`
      : 'must be an object',
});

const userContent = z
  .union([z.string(), z.array(userPart).min(1).max(TEXT_PARTS_MAX)], {
    error: `must be a string or an array of parts, at most ${TEXT_PARTS_MAX}`,
  })
  .meta({ id: 'UserContent' });

/** Clients send back what other services have answered. It is not text, and no engine takes it. */
const IGNORED_PARTS = ['refusal', 'thinking', 'redacted_thinking'] as const;

const onlyTextParts = (issue: { readonly input?: unknown }): string =>
  isRecord(issue.input) ? notText(issue.input.type) : 'must be an object';

const assistantPart = z.discriminatedUnion('type', [textPart, z.object({ type: z.enum(IGNORED_PARTS) })], {
  error: onlyTextParts,
});

/** An assistant may say nothing at all. */
const spokenContent = z
  .union([z.string(), z.array(assistantPart).max(TEXT_PARTS_MAX)], {
    error: `must be a string or an array of text parts, at most ${TEXT_PARTS_MAX}`,
  })
  .meta({ id: 'SpokenContent' });

const resultPart = z.discriminatedUnion('type', [textPart, z.object({ type: z.enum(IGNORED_PARTS) }), attachedPart], {
  error: onlyTextParts,
});

/** The content of a tool's message: for models that read text only, a note is in the place of a picture. */
const resultContent = z
  .union([z.string(), z.array(resultPart).max(TEXT_PARTS_MAX)], {
    error: `must be a string or an array of text parts, at most ${TEXT_PARTS_MAX}`,
  })
  .meta({ id: 'ResultContent' });

const toolCall = z.object({
  id: z.string().min(1),
  type: optional(z.literal('function')),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});

const systemMessage = z.object({
  role: z.enum(['system', 'developer']),
  content,
  name: optional(z.string()),
});

const userMessage = z.object({ role: z.literal('user'), content: userContent, name: optional(z.string()) });

const assistantMessage = z.object({
  role: z.literal('assistant'),
  content: spokenContent.nullish(),
  name: optional(z.string()),
  tool_calls: optional(z.array(toolCall).max(TOOL_CALLS_MAX)),
  function_call: optional(z.object({ name: z.string().min(1), arguments: z.string() })),
  reasoning_content: z.unknown().optional(),
  thinking_blocks: optional(z.array(z.unknown()).max(THOUGHTS_MAX)),
});

const toolMessage = z.object({
  role: z.literal('tool'),
  content: resultContent.nullish(),
  tool_call_id: z.string().min(1),
});

/** The older form of a tool message: it answers the last call of that function. */
const functionMessage = z.object({
  role: z.literal('function'),
  content: resultContent.nullish(),
  name: z.string().min(1),
});

const messageSchema = z
  .discriminatedUnion('role', [systemMessage, userMessage, assistantMessage, toolMessage, functionMessage], {
    error: (issue) =>
      isRecord(issue.input) ? 'must be one of "system", "user", "assistant", "developer", "tool"' : 'must be an object',
  })
  .meta({ id: 'Message' });

const functionOffer = z.object({
  name: functionName,
  description: optional(z.string()),
  parameters: optional(jsonObject),
  strict: optional(z.boolean()),
});

const tool = z.object({ type: z.literal('function'), function: functionOffer }).meta({ id: 'Tool' });

const namedFunction = z
  .object({ type: z.literal('function'), function: z.object({ name: functionName }) })
  .meta({ id: 'NamedFunction' });

const namedFunctions = z.array(namedFunction).min(1).max(NAMED_FUNCTIONS_MAX);

const allowedTools = z.object({
  type: z.literal('allowed_tools'),
  allowed_tools: z.object({ mode: z.enum(['auto', 'required']), tools: namedFunctions }),
});

const toolChoice = z
  .union([z.enum(['none', 'auto', 'required']), namedFunction, allowedTools, namedFunctions], {
    error: `must be "none", "auto", "required", a named function, allowed_tools, or an array of named functions, at most ${NAMED_FUNCTIONS_MAX}`,
  })
  .meta({ id: 'ToolChoice' });

const responseFormat = z
  .discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object(jsonSchemaFields),
      }),
    ],
    { error: 'must be "text", "json_object" or "json_schema"' },
  )
  .meta({ id: 'ResponseFormat' });

const logitBias = z.preprocess(
  (value, context) => {
    if (isRecord(value) && Object.keys(value).length > LOGIT_BIAS_MAX) {
      context.addIssue(`must have at most ${LOGIT_BIAS_MAX} tokens`);
      return z.NEVER;
    }
    return value;
  },
  z.record(z.string().regex(/^\d{1,7}$/, 'must have token ids as its keys'), z.number().min(-100).max(100)),
);

const integer = z.int();

/** Some clients send -1 where they want no limit. */
const NO_TOKEN_LIMIT = -1;
const AT_LEAST_ONE = 'must be at least 1';
const tokenLimit = integer
  .min(NO_TOKEN_LIMIT, AT_LEAST_ONE)
  .refine((tokens) => tokens !== 0, AT_LEAST_ONE)
  .nullish()
  .transform((tokens) => (tokens === NO_TOKEN_LIMIT ? undefined : (tokens ?? undefined))) as z.ZodType<
  number | undefined
>;
WHEN_PRESENT.set(tokenLimit, integer.min(1));

const penalty = z.number().min(-2).max(2);

/** Built from the limits, because they are the operator's to change. */
export const chatSchema = (limits: { messagesMax: number; toolsMax: number; stopMax: number }) =>
  z.object({
    model: optional(z.string()),
    messages: z.array(messageSchema).min(1).max(limits.messagesMax),
    max_tokens: tokenLimit,
    max_completion_tokens: tokenLimit,
    temperature: optional(z.number().min(0).max(2)),
    top_p: optional(z.number().min(0).max(1)),
    n: optional(integer.min(1).max(CHOICES_MAX, `must be at most ${CHOICES_MAX}: so many answers a request can have`)),
    stream: optional(z.boolean()),
    stream_options: optional(z.object({ include_usage: optional(z.boolean()) })),
    stop: optional(
      z.union([z.string().min(1), z.array(z.string().min(1)).max(limits.stopMax)], {
        error: `must be a non-empty string or an array of at most ${limits.stopMax} such strings`,
      }),
    ),
    seed: optional(integer),
    presence_penalty: optional(penalty),
    frequency_penalty: optional(penalty),
    logprobs: optional(z.boolean()),
    top_logprobs: optional(integer.min(0).max(20)),
    logit_bias: optional(logitBias),
    response_format: optional(responseFormat),
    tools: optional(z.array(tool).max(limits.toolsMax)),
    tool_choice: optional(toolChoice),
    parallel_tool_calls: optional(z.boolean()),
    functions: optional(z.array(functionOffer).max(limits.toolsMax)),
    function_call: optional(
      z.union([z.enum(['none', 'auto']), z.object({ name: functionName })], {
        error: 'must be "none", "auto" or the name of a function',
      }),
    ),
    reasoning_effort: optional(z.enum(EFFORTS)),
    user: endUser,
    safety_identifier: endUser,
    metadata: optional(jsonObject),
    ...extraFields,
    modalities: optional(z.tuple([z.literal('text')], { error: 'must be ["text"]: only text is supported' })),
    moderation: absent('there is no moderation to configure'),
    web_search_options: z.unknown().optional(),
    service_tier: serviceTier,
  });

export type WireChat = z.output<ReturnType<typeof chatSchema>>;
export type WireMessage = WireChat['messages'][number];
