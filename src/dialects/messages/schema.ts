/**
 * The body of POST /v1/messages as it may be on the wire. As with chats: unknown fields are dropped, and `null` means
 * absent. What would need something beside the model (stored files, searches, machines) is refused by its name.
 */
import { z } from 'zod';
import { isRecord } from '../../lib/record.ts';
import { attachedPart } from '../attachments.ts';
import { cacheControl } from '../cache-marks.ts';
import { EFFORTS, functionName, jsonObject, optional, show } from '../schema-parts.ts';
import { serviceTier } from '../service-tier.ts';

/** An agent's history has far more messages than a chat of a person. */
export const MESSAGES_MAX = 4096;
const BLOCKS_MAX = 1024;

const text = z.object({ type: z.literal('text'), text: z.string(), cache_control: cacheControl });

/** Earlier thoughts of the model: those with the seal of an engine go back to it, others no further. */
const thought = z.object({
  type: z.enum(['thinking', 'redacted_thinking']),
  thinking: z.unknown().optional(),
  signature: z.unknown().optional(),
  data: z.unknown().optional(),
});

const toolUse = z.object({
  type: z.literal('tool_use'),
  id: z.string().min(1),
  name: z.string().min(1),
  input: jsonObject,
  cache_control: cacheControl,
});

/** A tool that was offered to be loaded later, and is wanted from now on. */
const toolReference = z.object({ type: z.literal('tool_reference'), tool_name: z.string().min(1) });

const texts = z.array(text).max(BLOCKS_MAX);

const base64Source = z.object({ type: z.literal('base64'), media_type: z.string(), data: z.string() });
const urlSource = z.object({ type: z.literal('url'), url: z.string() });

const image = z.object({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [base64Source, urlSource], {
    error: 'must be "base64" or "url": there are no stored files',
  }),
  cache_control: cacheControl,
});

/** No file is opened, and none is fetched. */
const documentSource = z.discriminatedUnion(
  'type',
  [
    base64Source,
    urlSource,
    z.object({ type: z.literal('text'), data: z.string() }),
    z.object({
      type: z.literal('content'),
      content: z.union([z.string(), texts], { error: 'must be a string or an array of text blocks' }),
    }),
  ],
  { error: 'must be "text", "content", "base64" or "url": there are no stored files' },
);

const document = z.object({
  type: z.literal('document'),
  source: documentSource,
  title: optional(z.string()),
  context: optional(z.string()),
  cache_control: cacheControl,
});

const searchResult = z.object({
  type: z.literal('search_result'),
  source: z.string(),
  title: z.string(),
  content: texts,
  cache_control: cacheControl,
});

const resultBlock = z.discriminatedUnion('type', [text, document, searchResult, toolReference, attachedPart], {
  error: onlyText,
});

const resultContent = z.union([z.string(), z.array(resultBlock).max(BLOCKS_MAX)], {
  error: 'must be a string or an array of text blocks',
});

const toolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: optional(resultContent),
  is_error: optional(z.boolean()),
  cache_control: cacheControl,
});

const block = z.discriminatedUnion('type', [text, image, document, searchResult, thought, toolUse, toolResult], {
  error: onlyText,
});

const content = z.union([z.string(), z.array(block).max(BLOCKS_MAX)], {
  error: `must be a string or an array of at most ${BLOCKS_MAX} content blocks`,
});

/** A schema with an id is under that name in the OpenAPI document. */
const message = z.object({ role: z.enum(['user', 'assistant', 'system']), content }).meta({ id: 'MessagesMessage' });

const system = z.union([z.string(), texts], {
  error: 'must be a string or an array of text blocks',
});

const tool = z
  .object({
    type: optional(
      z.literal('custom', {
        error: (issue) => `must be "custom", not ${show(issue.input)}: no host runs other tools here`,
      }),
    ),
    name: functionName,
    description: optional(z.string()),
    input_schema: jsonObject,
    strict: optional(z.boolean()),
    defer_loading: optional(z.boolean()),
    cache_control: cacheControl,
  })
  .meta({ id: 'MessagesTool' });

const parallel = { disable_parallel_tool_use: optional(z.boolean()) };

const toolChoice = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.enum(['auto', 'any', 'none']), ...parallel }),
    z.object({ type: z.literal('tool'), name: z.string().min(1), ...parallel }),
  ],
  { error: 'must be "auto", "any", "none" or "tool"' },
);

/** `omitted` hides thoughts. Whatever else clients call it, they are shown as they come. */
const display = optional(z.string().max(64));

const thinking = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('enabled'), budget_tokens: z.int().min(1), display }),
    z.object({ type: z.enum(['adaptive', 'between_tools']), display }),
    z.object({ type: z.literal('disabled') }),
  ],
  { error: 'must be "enabled", "adaptive", "between_tools" or "disabled"' },
);

const format = z.object({ type: z.literal('json_schema'), schema: jsonObject });

type SchemaRules = { readonly toolsMax: number; readonly stopMax: number };

export const messagesSchema = ({ toolsMax, stopMax }: SchemaRules) =>
  z.object({
    model: z.string().min(1),
    messages: z.array(message).min(1).max(MESSAGES_MAX),
    max_tokens: z.int().min(1),
    system: optional(system),
    tools: optional(z.array(tool).max(toolsMax)),
    tool_choice: optional(toolChoice),
    stop_sequences: optional(z.array(z.string().min(1)).max(stopMax)),
    stream: optional(z.boolean()),
    temperature: optional(z.number().min(0).max(1)),
    top_p: optional(z.number().min(0).max(1)),
    top_k: optional(z.int().min(0)),
    thinking: optional(thinking),
    output_config: optional(
      z.object({
        effort: optional(z.enum(EFFORTS)),
        format: optional(format),
      }),
    ),
    output_format: optional(format),
    metadata: optional(jsonObject),
    service_tier: serviceTier,
    mcp_servers: optional(z.array(z.unknown()).max(0, 'must be empty: no host connects to servers here')),
    cache_control: cacheControl,
  });

/** For counting, where nothing is written. */
export const countSchema = (rules: SchemaRules) => messagesSchema(rules).partial({ max_tokens: true });

export type WireMessages = z.output<ReturnType<typeof countSchema>>;
export type WireMessage = WireMessages['messages'][number];
export type WireBlock = Extract<WireMessage['content'], readonly unknown[]>[number];
export type WireTool = NonNullable<WireMessages['tools']>[number];

function onlyText(issue: { readonly input?: unknown }): string {
  if (!isRecord(issue.input)) return 'must be an object';
  return `cannot be ${show(issue.input.type)}: only text, pictures, documents and tools are supported`;
}
