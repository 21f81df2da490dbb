/** The request body for the OpenAPI document: the schema that checks requests, with words for people beside it. */
import { z } from 'zod';
import { type Catalogue, isPattern, listedModels } from '../../core/model.ts';
import { chatSchema } from '../../dialects/chat/chat-schema.ts';

type Limits = Parameters<typeof chatSchema>[0];
type Json = Readonly<Record<string, unknown>>;

/** Every field of a request, in one sentence or two. */
export const FIELD_NOTES: Readonly<Record<keyof z.input<ReturnType<typeof chatSchema>>, string>> = {
  model: 'A model of the catalogue.',
  messages: 'The chat so far, oldest first.',
  max_tokens: 'The longest answer, in tokens; at most, and without it or with -1, the longest answer of the model.',
  max_completion_tokens: 'The same as max_tokens; if both are given, the smaller counts.',
  temperature: 'How much chance there is in the answer. Reasoning models ignore it.',
  top_p: 'Only the likeliest tokens that together have this probability are considered.',
  n: 'How many answers; each is priced, with the prompt for each.',
  stream: 'true: the answer comes as Server-Sent Events while it is made.',
  stream_options: 'Only with stream. include_usage adds a last chunk with the token usage.',
  stop: 'Texts at which the answer ends. They are not part of it.',
  seed: 'Passed on to the model: the same seed makes it likely that the same answer comes.',
  presence_penalty: 'Above 0: rather not what was said at all.',
  frequency_penalty: 'Above 0: rather not what was said often.',
  logprobs: 'true: how likely each token was, where the model can tell.',
  top_logprobs: 'Only with logprobs: how many other candidates to show for each token.',
  logit_bias: 'Token ids, and how much likelier (up to 100) or unlikelier (down to -100) each becomes. At most 300.',
  response_format: 'The form of the answer: text, any JSON, or JSON by a schema.',
  tools: 'Functions that the model may call. Only on models with tools.',
  tool_choice: 'Whether a function must be called, and which. Of an array, one must be called.',
  parallel_tool_calls: 'Whether several functions may be called at once. Only with tools.',
  functions: 'The older form of tools. The answer then has function_call instead of tool_calls.',
  function_call: 'The older form of tool_choice: none, auto, or the name of a function.',
  reasoning_effort: 'How long a reasoning model thinks.',
  top_k: 'Passed on where the engine takes it.',
  min_p: 'Passed on where the engine takes it.',
  repetition_penalty: 'Passed on where the engine takes it.',
  chat_template_kwargs: 'Options of the chat template; passed on where the engine takes them.',
  verbosity: 'Passed on where the engine takes it.',
  prompt_cache_key: 'Names prompts that begin alike, for engines that cache by it. It is kept apart by account.',
  prompt_cache_retention: 'With `24h` a prompt is cached for an hour, where the engine caches what it is asked to.',
  prediction: 'Text that much of the answer will repeat; passed on where the engine takes it.',
  modalities: 'Only text.',
  moderation: 'Not supported.',
  web_search_options: 'Left out: nothing is searched. The answer says so in x-request-warning.',
  service_tier:
    'flex or priority, where the model has it; anything else, and a model without it, is served as default.',
  user: 'Your own name for the person who asks; passed on to the model, and kept with the receipt.',
  safety_identifier: 'As `user`, before which it counts; kept with the receipt, and not passed on.',
  metadata: 'At most 16 texts of at most 512 characters, kept with the receipt; anything else in it is dropped.',
};

const PART_NOTES: Readonly<Record<string, string>> = {
  ChatRequest: 'null means the same as leaving a field out. Fields that are not listed here are ignored.',
  Message:
    'developer is read as system. content may be missing from assistant, tool and function; other fields are dropped.',
  Content: 'A text, or text parts that are joined without anything between them.',
  SpokenContent:
    'As Content, and may be empty. Parts of the types refusal, thinking and redacted_thinking are ignored.',
  ResultContent: 'As SpokenContent. A picture is left out, and the model reads a note in its place.',
  Tool: 'A function that the model may call; parameters is a JSON Schema of its arguments.',
  NamedFunction: 'One of the functions in tools, by its name.',
  ToolChoice:
    'none, auto, required, one named function, several of which one must be called, or allowed_tools: only those are offered.',
  ResponseFormat: 'json_schema follows the schema exactly where the model can.',
};

/** ChatRequest, and the parts that it refers to. */
export const requestSchemas = (limits: Limits, catalogue: Catalogue): Readonly<Record<string, Json>> =>
  describedSchemas(chatSchema(limits), { name: 'ChatRequest', fields: FIELD_NOTES, parts: PART_NOTES }, catalogue);

type Notes = {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, string>>;
};

/** A request as its schema has it, under its name, with the parts that it refers to, and words for people. */
export function describedSchemas(
  schema: z.ZodType,
  { name, fields, parts }: Notes,
  catalogue: Catalogue,
): Readonly<Record<string, Json>> {
  const written = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, $defs = {}, properties, ...rest } = inComponents(written);
  const noted = Object.entries(properties).map(([field, inner]) => [field, { description: fields[field], ...inner }]);
  const request = { ...rest, properties: { ...Object.fromEntries(noted), model: modelSchema(catalogue) } };
  return Object.fromEntries(
    Object.entries({ [name]: request, ...$defs }).map(([part, inner]) => [
      part,
      { description: parts[part], ...inner },
    ]),
  );
}

export const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: the same key and body within 24 hours get the first answer again, and it is paid once.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

type Written = {
  readonly $schema?: string;
  readonly $defs?: Readonly<Record<string, Json>>;
  readonly properties: Readonly<Record<string, Json>>;
  readonly [keyword: string]: unknown;
};

/** Named parts are beside the request in the document, not inside it. */
export const inComponents = (schema: z.core.JSONSchema.JSONSchema): Written =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Written;

function modelSchema(catalogue: Catalogue): Json {
  const { aliases: all, defaultModel } = catalogue;
  const chats = listedModels(catalogue)
    .filter(({ kind }) => kind === 'chat')
    .map(({ id }) => id);
  const aliases = [...all].filter(([, target]) => chats.includes(target)).map(([alias]) => alias);
  const names = [...chats, ...aliases.filter((alias) => !isPattern(alias))];
  const patterns = aliases.filter(isPattern).map((alias) => alias.slice(0, -1).replaceAll('.', '\\.'));
  const known = { type: ['string', 'null'], enum: [...names, null] };
  return {
    description: FIELD_NOTES.model,
    ...(patterns.length === 0
      ? known
      : { anyOf: [known, ...patterns.map((begin) => ({ type: 'string', pattern: `^${begin}` }))] }),
    ...(defaultModel !== '' && { default: defaultModel }),
  };
}
