/**
 * Anthropic's Messages API as a script of the scripted upstream: it refuses what that API refuses, in its words, and
 * answers in its form, whole or as a stream. The shape of a request is a schema of the types of the official client.
 */
import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { json, type Script, type ScriptRequest, type Step, sse, sseHead } from './upstream-steps.ts';

/** Older models take a temperature, which the types of the client do not know any more. */
type Params = Anthropic.MessageCreateParams & { readonly temperature?: number };
type Block = Anthropic.ContentBlock;

export const API_KEY = 'sk-ant-test';

const cacheControl = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).optional();
const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), cache_control: cacheControl });
const image = z.strictObject({
  type: z.literal('image'),
  source: z.union([
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      data: z.base64(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
  ]),
  cache_control: cacheControl,
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.union([
    z.strictObject({ type: z.literal('base64'), media_type: z.literal('application/pdf'), data: z.base64() }),
    z.strictObject({ type: z.literal('url'), url: z.string() }),
  ]),
  title: z.string().optional(),
  cache_control: cacheControl,
});
const toolId = z.string().regex(/^[a-zA-Z0-9_-]+$/);
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/);
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) });
const redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) });
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: toolId,
  name: toolName,
  input: z.record(z.string(), z.unknown()),
  cache_control: cacheControl,
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: toolId,
  content: z.union([z.string(), z.array(z.union([text, image, document]))]).optional(),
  cache_control: cacheControl,
});
const content = z.array(z.union([text, image, document, thinking, redacted, toolUse, toolResult])).min(1);
const tool = z.strictObject({
  name: toolName,
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  cache_control: cacheControl,
});
const single = { disable_parallel_tool_use: z.boolean().optional() };

const countFields = {
  model: z.string(),
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content })).min(1),
  system: z.array(text).optional(),
  tools: z.array(tool).optional(),
  tool_choice: z
    .union([
      z.strictObject({ type: z.enum(['auto', 'any']), ...single }),
      z.strictObject({ type: z.literal('tool'), name: toolName, ...single }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
  thinking: z
    .union([
      z.strictObject({
        type: z.literal('enabled'),
        budget_tokens: z.int().min(1024),
        display: z.enum(['summarized', 'omitted']).optional(),
      }),
      z.strictObject({ type: z.literal('adaptive'), display: z.enum(['summarized', 'omitted']).optional() }),
      z.strictObject({ type: z.literal('disabled') }),
    ])
    .optional(),
  cache_control: cacheControl,
};

/** What is right by this schema is right by the types of the official client. */
const params: z.ZodType<Params> = z.strictObject({
  ...countFields,
  max_tokens: z.int().min(1),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().optional(),
  stop_sequences: z.array(z.string().regex(/\S/)).optional(),
  metadata: z.strictObject({ user_id: z.string() }).optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
      format: z
        .strictObject({
          type: z.literal('json_schema'),
          schema: z.looseObject({ additionalProperties: z.literal(false) }),
        })
        .optional(),
    })
    .optional(),
}) as z.ZodType<Params>;

/** Every reason for which the API would refuse this request; the rules are its own. */
export function problemsOf({ body, headers, path }: Pick<ScriptRequest, 'body' | 'headers' | 'path'>): string[] {
  const shape = path.endsWith('/count_tokens') ? z.strictObject(countFields) : params;
  const read = shape.safeParse(body);
  if (!read.success) return [z.prettifyError(read.error)];
  const sent = read.data as Params;
  const blocks = sent.messages.map(({ role, content: said }) => ({ role, blocks: said as Block[] }));
  const problems: string[] = [];
  if (headers['anthropic-version'] !== '2023-06-01') problems.push('anthropic-version: header is required');
  if (blocks[0]!.role !== 'user') problems.push('messages: first message must use the "user" role');
  blocks.forEach(({ role, blocks: said }, at) => {
    const next = blocks[at + 1];
    if (next?.role === role) problems.push(`messages.${at}: roles must alternate`);
    const calls = said.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const results = (next?.blocks ?? []).map((block) => Object(block).tool_use_id).slice(0, calls.length);
    if (calls.some((id) => !results.includes(id))) problems.push(`messages.${at}: tool_use ids without tool_result`);
  });
  const last = blocks.at(-1)!;
  const tail = last.blocks.at(-1)!;
  if (last.role === 'assistant' && tail.type === 'text' && /\s$/.test(tail.text)) {
    problems.push('messages: final assistant content cannot end with trailing whitespace');
  }
  const format = sent.output_config?.format?.schema;
  const strict = (sent.tools ?? []).filter((tool) => Object(tool).strict).map((tool) => Object(tool).input_schema);
  return [
    ...problems,
    ...thinkingProblems(sent, blocks),
    ...markProblems(sent, blocks),
    ...pictureProblems(blocks),
    ...[...(format ? [format] : []), ...strict].flatMap((schema) => schemaProblems(schema)),
  ];
}

type Marked = { readonly cache_control?: Anthropic.CacheControlEphemeral | null };

/** A mark for the whole prompt takes the place of one of four. */
function markProblems({ tools = [], system = [], cache_control: whole }: Params, turns: Turns): string[] {
  const inTurns = turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      const inner = Object(block).content;
      return [...(Array.isArray(inner) ? inner : []), block];
    }),
  );
  const places = [...tools, ...(system as Marked[]), ...inTurns, { cache_control: whole }] as readonly Marked[];
  const times = places.flatMap(({ cache_control: mark }) => (mark ? [mark.ttl ?? '5m'] : []));
  const problems: string[] = [];
  if (times.length > 4)
    problems.push(`A maximum of 4 blocks with cache_control may be provided. Found ${times.length}.`);
  if (times.lastIndexOf('1h') > times.indexOf('5m') && times.includes('5m')) {
    problems.push("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block");
  }
  return problems;
}

const WORDS_OF_SCHEMAS = [
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'enum', 'const', 'anyOf', 'allOf'],
  ...['$ref', '$defs', 'definitions', 'format', 'default', 'title', 'description'],
];

/** The API makes grammars of schemas, for which it knows a part of their language. */
function schemaProblems(schema: unknown, above: readonly unknown[] = [], root: unknown = schema): string[] {
  const said = Object(schema) as { readonly [word: string]: unknown };
  const unknown = Object.keys(said).filter((word) => !WORDS_OF_SCHEMAS.includes(word));
  const problems = unknown.map((word) => `output_config.format.schema: property '${word}' is not supported`);
  const isObject = [said.type].flat().includes('object');
  if (isObject && said.additionalProperties !== false) {
    problems.push("For 'object' type, 'additionalProperties' must be explicitly set to false");
  }
  if (Number(said.minItems ?? 0) > 1)
    problems.push("For 'array' type, 'minItems' values other than 0 or 1 are not supported");
  if (typeof said.$ref === 'string') {
    const target = said.$ref
      .split('/')
      .slice(1)
      .reduce((at, name) => Object(at)[name], root);
    if (above.includes(target)) return ['Recursive schemas are not supported'];
    problems.push(...schemaProblems(target, [...above, target], root));
  }
  const inner = [said.properties, said.$defs, said.definitions].flatMap((one) => Object.values(Object(one)));
  const others = [said.items, said.anyOf, said.allOf].flat().filter(Boolean);
  return [...problems, ...[...inner, ...others].flatMap((one) => schemaProblems(one, above, root))];
}

const FIRST_LETTERS = { 'image/png': 'iVBOR', 'image/jpeg': '/9j/', 'image/gif': 'R0lGOD', 'image/webp': 'UklGR' };

function pictureProblems(turns: Turns): string[] {
  const sources = turns.flatMap(({ blocks }) => blocks.map((block) => Object(block).source)).filter(Boolean);
  return sources.flatMap(({ media_type: type, data }: { media_type: keyof typeof FIRST_LETTERS; data?: string }) =>
    FIRST_LETTERS[type] && !data?.startsWith(FIRST_LETTERS[type])
      ? [`Image does not match the provided media type ${type}`]
      : [],
  );
}

type Turns = readonly { readonly role: string; readonly blocks: readonly Block[] }[];

function thinkingProblems(sent: Params, turns: Turns): string[] {
  const { thinking: wish, max_tokens: max, tool_choice: choice } = sent;
  if (!wish || wish.type === 'disabled') return [];
  const problems: string[] = [];
  if (wish.type === 'enabled' && max !== undefined && wish.budget_tokens >= max) {
    problems.push('`max_tokens` must be greater than `thinking.budget_tokens`');
  }
  if (choice?.type === 'any' || choice?.type === 'tool') {
    problems.push('Thinking may not be enabled when tool_choice forces tool use.');
  }
  if (sent.temperature !== undefined && sent.temperature !== 1) {
    problems.push('`temperature` may only be set to 1 when thinking is enabled');
  }
  const loop = turns.findLast(({ role }) => role === 'assistant');
  const isLoop = loop?.blocks.some(({ type }) => type === 'tool_use') && turns.at(-1)?.blocks[0]?.type !== 'text';
  if (wish.type === 'enabled' && isLoop && !/thinking/.test(loop!.blocks[0]!.type)) {
    problems.push('messages: Expected `thinking` or `redacted_thinking`, but found `tool_use`.');
  }
  return problems;
}

export const apiError = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1',
});

/** The API itself: what it has to refuse is refused, and all else is answered by the script. */
export const messagesApi =
  (script: Script): Script =>
  (request) => {
    const { path, headers } = request;
    if (headers['x-api-key'] !== API_KEY || headers.authorization) {
      return json(apiError('authentication_error', 'invalid x-api-key'), 401);
    }
    if (path.startsWith('/v1/models')) return json(MODELS);
    if (!/^\/v1\/messages(\/count_tokens)?$/.test(path)) return json(apiError('not_found_error', path), 404);
    const problems = problemsOf(request);
    if (problems.length > 0) return json(apiError('invalid_request_error', problems.join('\n')), 400);
    return path.endsWith('/count_tokens') ? json({ input_tokens: 2095 }) : script;
  };

const MODELS = {
  data: [{ type: 'model', id: 'claude-test', display_name: 'Claude', max_input_tokens: 200_000, max_tokens: 64_000 }],
  has_more: false,
  first_id: 'claude-test',
  last_id: 'claude-test',
};

type AnswerUsage = Partial<Anthropic.Usage>;

type MessageAnswer = {
  readonly content: readonly (Partial<Block> & { readonly type: Block['type'] })[];
  readonly usage?: AnswerUsage;
  readonly stopReason?: Anthropic.StopReason;
  readonly stopSequence?: string;
};

/** Every event of a stream, as the API writes it. */
const named = (type: string, fields: object): Step => {
  const event = sse({ type, ...fields });
  if (event.type !== 'body') throw new Error('Unreachable: an event is a part of a body.');
  return { ...event, render: (style) => [`event: ${type}\n`, ...event.render(style)] };
};

export const ping: Step = named('ping', {});
export const errorEvent = (type: string): Step => named('error', { error: { type, message: 'Overloaded' } });

/** Answers with a message, whole or as a stream, whichever was asked for. */
export const answerMessage =
  ({ content: blocks, usage, stopReason = 'end_turn', stopSequence }: MessageAnswer): Script =>
  (request) => {
    const { stream, model } = request.body as Params;
    const counted = { ...NO_USAGE, ...usage };
    const end = { stop_reason: stopReason, stop_sequence: stopSequence ?? null };
    const message = {
      id: 'msg_01',
      type: 'message',
      role: 'assistant',
      model,
      content: blocks,
      ...end,
      usage: counted,
    };
    if (!stream) return json(message);
    const { output_tokens, output_tokens_details, ...atStart } = counted;
    const begun = { ...message, content: [], stop_reason: null, stop_sequence: null };
    return [
      sseHead(),
      named('message_start', { message: { ...begun, usage: { ...atStart, output_tokens: 2 } } }),
      ping,
      ...blocks.flatMap(eventsOf),
      named('message_delta', { delta: end, usage: { output_tokens, output_tokens_details } }),
      named('message_stop', {}),
    ];
  };

const NO_USAGE = {
  input_tokens: 9,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 4,
  service_tier: 'standard',
};

function eventsOf(block: MessageAnswer['content'][number], index: number): Step[] {
  const started = startOf(block);
  return [
    named('content_block_start', { index, content_block: started }),
    ...deltasOf(block).map((delta) => named('content_block_delta', { index, delta })),
    named('content_block_stop', { index }),
  ];
}

function startOf(block: MessageAnswer['content'][number]): object {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block.type === 'tool_use' ? { ...block, input: {} } : block;
}

function deltasOf(block: MessageAnswer['content'][number]): object[] {
  const pieces = (whole: string) => whole.match(/[\s\S]{1,7}/gu) ?? [];
  if (block.type === 'text') return pieces(block.text!).map((piece) => ({ type: 'text_delta', text: piece }));
  if (block.type === 'tool_use') {
    const input = JSON.stringify(block.input);
    return ['', ...pieces(input)].map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  }
  if (block.type !== 'thinking') return [];
  return [
    ...pieces(block.thinking!).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
    { type: 'signature_delta', signature: block.signature },
  ];
}
