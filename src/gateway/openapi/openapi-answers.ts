/** The answers of the service, as JSON Schemas for the OpenAPI document. Real answers are held to these in test/contract. */
import { LIMIT_UNITS, LIMIT_WINDOWS } from '../../core/limit.ts';
import { MODALITIES, QUANTIZATIONS } from '../../core/model.ts';
import { PLAN_WINDOWS } from '../../core/plan.ts';
import { TIERS } from '../../core/tiers.ts';
import { COUNT, maybe, noted, object, ref, TEXT } from './schema-words.ts';

const CZK = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };

const HEAD = {
  id: noted('It finds the receipt.', { type: 'string', pattern: '^chatcmpl-' }),
  created: noted('When the request was admitted, in seconds since 1970.', COUNT),
  model: noted('Our name of the model.', TEXT),
};

const SERVICE_TIER = noted('The tier that it was served at, where the request has named one.', {
  enum: ['default', ...TIERS],
});

const FINISH_REASON = noted('length: max_tokens, or no credit for more. tool_calls: functions are to be called.', {
  enum: ['stop', 'length', 'tool_calls', 'content_filter'],
});

export const STRUCTURED_OUTPUT = noted(
  'How the answer kept to the JSON schema of the request; only where that is strict. failed: it does not, and the text is given because it was streamed or is not whole. unchecked: the schema is too large, or takes too long.',
  { enum: ['held', 'repaired', 'failed', 'unchecked'] },
);

const TOKEN = { token: TEXT, logprob: { type: 'number' }, bytes: maybe({ type: 'array', items: COUNT }) };

const MOMENT = { type: 'string', format: 'date-time' };
const LIMIT = object(
  {
    of: noted('Whose limit it is: it counts all keys of a member, or of the account.', {
      enum: ['key', 'member', 'account'],
    }),
    max: noted('CZK, or a count of tokens or requests.', CZK),
    unit: noted('Tokens count whatever pays for them, CZK what is paid from credit, requests what was answered.', {
      enum: LIMIT_UNITS,
    }),
    window: { enum: LIMIT_WINDOWS.filter((window) => window !== 'minute') },
    used: CZK,
    held: noted('What running requests may still use.', CZK),
    left: CZK,
    resets_at: noted('null: it never does.', maybe(MOMENT)),
    model: noted('The only model that counts; missing where all of them do.', TEXT),
  },
  ['model'],
);
const PLAN_WINDOWS_LEFT = {
  type: 'array',
  items: object({
    window: { enum: PLAN_WINDOWS },
    tokens: COUNT,
    used_tokens: COUNT,
    left_tokens: COUNT,
    resets_at: MOMENT,
  }),
};

const CZK_WINDOWS_LEFT = {
  type: 'array',
  items: object({ window: { enum: PLAN_WINDOWS }, czk: CZK, used_czk: CZK, left_czk: CZK, resets_at: MOMENT }),
};

const TOKEN_POT = { name: TEXT, tokens: COUNT, held_tokens: COUNT, granted_tokens: COUNT };

/** As they are in messages. */
const SIGNED_THOUGHTS = {
  type: 'array',
  items: {
    oneOf: [
      object({ type: { const: 'thinking' }, thinking: TEXT, signature: TEXT }),
      object({ type: { const: 'redacted_thinking' }, data: TEXT }),
    ],
  },
} as const;

const TIER_PRICE = object({ percent: COUNT, price: ref('ModelPrice') });

export const ANSWER_SCHEMAS = {
  ChatCompletion: object(
    {
      id: HEAD.id,
      object: { const: 'chat.completion' },
      created: HEAD.created,
      model: HEAD.model,
      choices: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: object(
          {
            index: noted('From 0; more than one with n.', COUNT),
            message: ref('AssistantMessage'),
            logprobs: maybe(ref('Logprobs')),
            finish_reason: FINISH_REASON,
            structured_output: STRUCTURED_OUTPUT,
          },
          ['structured_output'],
        ),
      },
      usage: ref('Usage'),
      service_tier: SERVICE_TIER,
    },
    ['service_tier'],
  ),
  AssistantMessage: object(
    {
      role: { const: 'assistant' },
      content: noted('null where there are only tool calls.', { type: ['string', 'null'] }),
      reasoning_content: noted('The reasoning, where the model shows one.', TEXT),
      thinking_blocks: noted('Thoughts that the engine wants back, where it has signed any.', SIGNED_THOUGHTS),
      tool_calls: { type: 'array', minItems: 1, items: ref('ToolCall') },
      refusal: { type: 'null' },
    },
    ['reasoning_content', 'thinking_blocks', 'tool_calls'],
  ),
  ToolCall: object({
    id: TEXT,
    type: { const: 'function' },
    function: object({ name: TEXT, arguments: noted('JSON text, as the model wrote it.', TEXT) }),
  }),
  Logprobs: object({
    content: {
      type: 'array',
      items: object({ ...TOKEN, top_logprobs: { type: 'array', items: object(TOKEN) } }),
    },
    refusal: { type: 'null' },
  }),
  Usage: object({
    prompt_tokens: noted('The input, cached tokens included.', COUNT),
    completion_tokens: noted('The output, reasoning included.', COUNT),
    total_tokens: COUNT,
    prompt_tokens_details: object(
      {
        cached_tokens: COUNT,
        cache_write_tokens: noted('Written into a cache; another part of the prompt. Missing where none were.', COUNT),
        cache_write_1h_tokens: noted('Of those, for an hour.', COUNT),
      },
      ['cache_write_tokens', 'cache_write_1h_tokens'],
    ),
    completion_tokens_details: object(
      {
        reasoning_tokens: COUNT,
        accepted_prediction_tokens: noted('Of the prediction, where the engine has used it.', COUNT),
        rejected_prediction_tokens: noted('Not in the answer, and part of the completion all the same.', COUNT),
      },
      ['accepted_prediction_tokens', 'rejected_prediction_tokens'],
    ),
    cost_czk: noted('What was taken from the credit, in CZK, exactly. 0 where a plan or packages paid.', CZK),
  }),
  ChatChunk: noted(
    'One event of a stream: first the role, then pieces of the answer, then the finish_reason, then usage if asked for.',
    object(
      {
        id: HEAD.id,
        object: { const: 'chat.completion.chunk' },
        created: HEAD.created,
        model: HEAD.model,
        choices: noted('Empty in the chunk with the usage.', {
          type: 'array',
          maxItems: 1,
          items: object(
            {
              index: noted('Which answer this is a piece of.', COUNT),
              delta: ref('Delta'),
              logprobs: maybe(ref('Logprobs')),
              finish_reason: maybe(FINISH_REASON),
              structured_output: STRUCTURED_OUTPUT,
            },
            ['structured_output'],
          ),
        }),
        service_tier: SERVICE_TIER,
        usage: noted('Only with stream_options.include_usage, in the last chunk.', ref('Usage')),
      },
      ['service_tier', 'usage'],
    ),
  ),
  Delta: object(
    {
      role: { const: 'assistant' },
      content: noted('The next piece of the text.', TEXT),
      reasoning_content: noted('The next piece of the reasoning.', TEXT),
      thinking_blocks: noted('A thought that the engine wants back, whole.', SIGNED_THOUGHTS),
      tool_calls: {
        type: 'array',
        items: object(
          {
            index: noted('Which call this is a piece of, counted from 0.', COUNT),
            id: noted('In the first piece of a call.', TEXT),
            type: { const: 'function' },
            function: object({ name: TEXT, arguments: noted('The next piece of the arguments.', TEXT) }, ['name']),
          },
          ['id', 'type'],
        ),
      },
    },
    ['role', 'content', 'reasoning_content', 'thinking_blocks', 'tool_calls'],
  ),
  Receipt: object({
    id: HEAD.id,
    object: { const: 'receipt' },
    request_id: { type: 'string', pattern: '^req_' },
    key_id: TEXT,
    model: TEXT,
    service_tier: noted('The tier that it was served at; the price is that of the tier.', {
      enum: ['default', ...TIERS],
    }),
    outcome: noted('client-left: what was made until then was charged.', { enum: ['finished', 'client-left'] }),
    user: noted('Whom the request was for, in the words of its caller.', { type: ['string', 'null'] }),
    metadata: noted('What its caller has noted.', { type: 'object', additionalProperties: TEXT }),
    structured_output: maybe(STRUCTURED_OUTPUT),
    background: noted('The response that was made in the background.', { type: ['string', 'null'] }),
    usage: ref('Usage'),
    price: noted(
      'The prices of the admission, in CZK per million tokens.',
      object(
        {
          version: TEXT,
          input_czk_per_million: CZK,
          cached_input_czk_per_million: CZK,
          output_czk_per_million: CZK,
          reasoning_czk_per_million: CZK,
          cache_write_5m_czk_per_million: noted('As input where it is missing.', CZK),
          cache_write_1h_czk_per_million: CZK,
          tier_percent: noted('Of the price without a tier; missing where there was none.', COUNT),
        },
        ['cache_write_5m_czk_per_million', 'cache_write_1h_czk_per_million', 'tier_percent'],
      ),
    ),
    cost_czk: noted('What was taken from the credit.', CZK),
    paid_by: noted('Each pot that paid, in the order in which they pay.', {
      type: 'array',
      items: {
        oneOf: [
          object(
            {
              pot: { enum: ['plan', 'package'] },
              name: TEXT,
              tokens: noted('What the pot has lost.', COUNT),
              processed_tokens: noted('What it paid for, where the plan has weights or the request a tier.', COUNT),
            },
            ['processed_tokens'],
          ),
          object(
            {
              pot: { const: 'plan' },
              name: TEXT,
              czk: noted('What a plan of crowns has lost.', CZK),
              processed_tokens: COUNT,
            },
            ['processed_tokens'],
          ),
          object({ pot: { const: 'credit' }, czk: CZK }),
        ],
      },
    }),
    admitted_at: MOMENT,
    first_event_ms: noted('From the admission to the first event of the model; null if there was none.', {
      type: ['integer', 'null'],
    }),
    duration_ms: COUNT,
  }),
  Generation: object({
    data: object({
      id: HEAD.id,
      model: TEXT,
      created_at: { type: 'string', format: 'date-time' },
      total_cost: { type: 'number', minimum: 0 },
      usage: noted('The same as total_cost.', { type: 'number', minimum: 0 }),
      currency: { const: 'CZK' },
      tokens_prompt: COUNT,
      tokens_completion: COUNT,
      native_tokens_prompt: COUNT,
      native_tokens_completion: COUNT,
      native_tokens_reasoning: COUNT,
      native_tokens_cached: COUNT,
      latency: noted('Milliseconds until the first event.', { type: ['integer', 'null'] }),
      generation_time: noted('Milliseconds from there to the end.', { type: ['integer', 'null'] }),
      cancelled: noted('The client has left.', { type: 'boolean' }),
      is_byok: { const: false },
    }),
  }),
  Credits: object({
    data: object({
      total_credits: { type: 'number', minimum: 0 },
      total_usage: { type: 'number', minimum: 0 },
      currency: { const: 'CZK' },
    }),
  }),
  Balance: object({
    object: { const: 'balance' },
    spendable: noted(
      'What the next request can use: tokens of plans and packages first, then credit, within limits.',
      object({ tokens: COUNT, czk: CZK }),
    ),
    key: object({ id: TEXT }),
    account: object({
      status: noted('Whatever is not active may spend nothing.', {
        enum: ['active', 'blocked', 'suspended', 'closed'],
      }),
      debt_czk: CZK,
    }),
    limits: noted('Those that count what is used. Limits of a minute are in the headers of every answer.', {
      type: 'array',
      items: LIMIT,
    }),
    pots: noted('In the order in which they pay. What is held is part of the tokens or the credit.', {
      type: 'array',
      items: {
        oneOf: [
          object(
            {
              pot: { const: 'plan' },
              ...TOKEN_POT,
              windows: noted('How much may be used within each, where the plan says so.', PLAN_WINDOWS_LEFT),
              resets_at: MOMENT,
              renews_as: noted('The plan that follows; null: the tokens end.', { type: ['string', 'null'] }),
            },
            ['windows'],
          ),
          object(
            {
              pot: { const: 'plan' },
              name: TEXT,
              czk: CZK,
              held_czk: CZK,
              granted_czk: CZK,
              windows: noted('How many crowns may be used within each, where the plan says so.', CZK_WINDOWS_LEFT),
              resets_at: MOMENT,
              renews_as: noted('The plan that follows; null: the crowns end.', { type: ['string', 'null'] }),
            },
            ['windows'],
          ),
          object({ pot: { const: 'package' }, ...TOKEN_POT, expires_at: MOMENT }),
          object({ pot: { const: 'credit' }, czk: CZK, held_czk: CZK }),
        ],
      },
    }),
  }),
  ModelPrice: object(
    {
      input_czk_per_million: CZK,
      cached_input_czk_per_million: CZK,
      output_czk_per_million: CZK,
      reasoning_czk_per_million: CZK,
      cache_write_5m_czk_per_million: CZK,
      cache_write_1h_czk_per_million: CZK,
    },
    ['cache_write_5m_czk_per_million', 'cache_write_1h_czk_per_million'],
  ),
  Model: object(
    {
      id: TEXT,
      object: { const: 'model' },
      created: COUNT,
      owned_by: TEXT,
      kind: noted('Makes vectors, at /embeddings. A model without it answers chats.', { const: 'embedding' }),
      name: TEXT,
      description: TEXT,
      input_modalities: noted('What a request may hold; a file is a document in PDF.', {
        type: 'array',
        items: { enum: [...MODALITIES] },
      }),
      output_modalities: { type: 'array', items: { enum: ['text', 'embeddings'] } },
      max_output_tokens: COUNT,
      max_output_length: noted('The same as max_output_tokens, by the name that aggregators look for.', COUNT),
      context_length: noted('Where it is known: the longest chat, in tokens.', COUNT),
      quantization: noted('Where it is known.', { enum: [...QUANTIZATIONS] }),
      pricing: noted('Of one token. A picture costs what its tokens do.', {
        ...object({
          currency: { const: 'CZK' },
          prompt: CZK,
          completion: CZK,
          input_cache_read: CZK,
          input_cache_write: CZK,
          internal_reasoning: CZK,
          image: CZK,
          request: CZK,
        }),
      }),
      note: noted('Which model answers, where it is one of this server.', TEXT),
      price: noted('What this customer pays.', ref('ModelPrice')),
      price_group: noted('The price group of the customer.', TEXT),
      list_price: noted('What others pay.', ref('ModelPrice')),
      service_tiers: noted(
        'The tiers that it has, with the price of each; missing where it has none.',
        object({ priority: TIER_PRICE, flex: TIER_PRICE, batch: TIER_PRICE }, [...TIERS]),
      ),
      supports_tools: { type: 'boolean' },
      supports_reasoning: { type: 'boolean' },
      supported_sampling_parameters: { type: 'array', items: TEXT },
      supported_features: { type: 'array', items: TEXT },
      aliases: noted('Other names of this model. One that ends in * matches every name that begins so.', {
        type: 'array',
        minItems: 1,
        items: TEXT,
      }),
      alias_of: noted('The model that answers under this name, at its own price.', TEXT),
    },
    [
      'kind',
      'max_output_tokens',
      'max_output_length',
      'context_length',
      'quantization',
      'note',
      'price_group',
      'list_price',
      'service_tiers',
      'supports_tools',
      'supports_reasoning',
      'supported_sampling_parameters',
      'supported_features',
      'aliases',
      'alias_of',
    ],
  ),
  ModelList: object({ object: { const: 'list' }, data: { type: 'array', items: ref('Model') } }),
  Health: object({ status: { const: 'ok' } }),
  Readiness: object({
    status: { enum: ['ready', 'not ready'] },
    problems: noted('One sentence for each thing that is not ready.', { type: 'array', items: TEXT }),
  }),
  Error: object({
    error: object({
      message: noted('One sentence: what was wrong, where, and what is allowed.', TEXT),
      type: TEXT,
      param: noted('The field at fault, such as messages[3].content.', { type: ['string', 'null'] }),
      code: noted('For programs to tell errors of one status apart.', { type: ['string', 'null'] }),
    }),
  }),
};
