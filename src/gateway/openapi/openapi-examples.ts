/** The examples of the OpenAPI document. Tests hold each to its schema, and ask the service for them. */

const ID = 'kmGvxuAGL9BPnBIaQuZyfZDGhU01234567';

export const USAGE = {
  prompt_tokens: 14,
  completion_tokens: 8,
  total_tokens: 22,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
  cost_czk: '0.00115',
};

export const askingExample = (model: string) => ({
  model,
  messages: [
    { role: 'system', content: 'You answer in one sentence.' },
    { role: 'user', content: 'What is the capital of Czechia?' },
  ],
  max_tokens: 100,
});

export const streamingExample = (model: string) => ({
  model,
  messages: [{ role: 'user', content: 'What is the capital of Czechia?' }],
  stream: true,
  stream_options: { include_usage: true },
});

export const toolsExample = (model: string) => ({
  model,
  messages: [{ role: 'user', content: 'What is the weather in Brno?' }],
  tools: [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: 'The weather of a town.',
        parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
      },
    },
  ],
});

export const completionExample = (model: string) => ({
  id: `chatcmpl-${ID}`,
  object: 'chat.completion',
  created: 1794721679,
  model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Prague is the capital of Czechia.', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: USAGE,
});

/** The events of a stream, without the closing `[DONE]`. */
export const chunkExamples = (model: string) => {
  const head = { id: `chatcmpl-${ID}`, object: 'chat.completion.chunk', created: 1794721679, model };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Prague is the capital' }),
    chunk({ content: ' of Czechia.' }),
    chunk({}, 'stop'),
    { ...head, choices: [], usage: USAGE },
  ];
};

export const streamExample = (model: string): string =>
  [...chunkExamples(model).map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');

export const receiptExample = (model: string) => ({
  id: `chatcmpl-${ID}`,
  object: 'receipt',
  request_id: `req_${ID}`,
  key_id: 'key_R3qNokY6M0v2w92i6jD8HarJCf',
  model,
  outcome: 'finished',
  user: null,
  metadata: { order: '17' },
  service_tier: 'default',
  structured_output: null,
  background: null,
  usage: USAGE,
  price: {
    version: `${model}@1`,
    input_czk_per_million: '25',
    cached_input_czk_per_million: '6.25',
    output_czk_per_million: '100',
    reasoning_czk_per_million: '100',
  },
  cost_czk: '0.00115',
  paid_by: [{ pot: 'credit', czk: '0.00115' }],
  admitted_at: '2026-11-15T06:35:41.265Z',
  first_event_ms: 19,
  duration_ms: 240,
});

export const generationExample = (model: string) => ({
  data: {
    id: `chatcmpl-${ID}`,
    model,
    created_at: '2026-11-14T09:26:53.000Z',
    total_cost: 0.00415,
    usage: 0.00415,
    currency: 'CZK',
    tokens_prompt: 38,
    tokens_completion: 32,
    native_tokens_prompt: 38,
    native_tokens_completion: 32,
    native_tokens_reasoning: 0,
    native_tokens_cached: 0,
    latency: 212,
    generation_time: 640,
    cancelled: false,
    is_byok: false,
  },
});

export const creditsExample = () => ({ data: { total_credits: 500, total_usage: 12.5, currency: 'CZK' } });

export const balanceExample = () => ({
  object: 'balance',
  spendable: { tokens: 1_750_000, czk: '87.5' },
  key: { id: 'key_R3qNokY6M0v2w92i6jD8HarJCf' },
  account: { status: 'active', debt_czk: '0' },
  limits: [
    {
      of: 'key',
      max: '100',
      unit: 'CZK',
      window: 'month',
      used: '12.5',
      held: '0',
      left: '87.5',
      resets_at: '2026-11-30T23:00:00.000Z',
    },
    {
      of: 'account',
      max: '2000000',
      unit: 'tokens',
      window: 'month',
      used: '250000',
      held: '0',
      left: '1750000',
      resets_at: '2026-11-30T23:00:00.000Z',
    },
  ],
  pots: [
    {
      pot: 'plan',
      name: 'ultra',
      tokens: 1_700_000,
      held_tokens: 0,
      granted_tokens: 2_000_000,
      resets_at: '2026-12-14T23:00:00.000Z',
      renews_as: 'ultra',
    },
    {
      pot: 'package',
      name: 'package',
      tokens: 50_000,
      held_tokens: 0,
      granted_tokens: 100_000,
      expires_at: '2027-11-15T06:35:41.265Z',
    },
    { pot: 'credit', czk: '412.75', held_czk: '0' },
  ],
});

export const modelExample = (id: string, description: string) => ({
  id,
  object: 'model',
  created: 1794700800,
  owned_by: 'boreal',
  name: id,
  description,
  input_modalities: ['text'],
  output_modalities: ['text'],
  max_output_tokens: 8192,
  max_output_length: 8192,
  pricing: {
    currency: 'CZK',
    prompt: '0.000005',
    completion: '0.00002',
    input_cache_read: '0.00000125',
    input_cache_write: '0.000005',
    internal_reasoning: '0.00002',
    image: '0',
    request: '0',
  },
  price: {
    input_czk_per_million: '5',
    cached_input_czk_per_million: '1.25',
    output_czk_per_million: '20',
    reasoning_czk_per_million: '20',
  },
  supports_tools: true,
  supports_reasoning: false,
  supported_sampling_parameters: ['temperature', 'top_p', 'max_tokens'],
  supported_features: ['tools', 'json_mode', 'structured_outputs', 'logprobs'],
});
