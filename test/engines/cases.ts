/** Cases with a real engine behind the service. Each case says what it saw, or throws. */
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { dataUrl, pngOf, stripedPng } from '../support/pictures.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess } from '../support/service-process.ts';
import type { LlamaServer } from './llama-server.ts';
import { PATCH_PIXELS } from './vision-part.ts';

export type Stand = {
  readonly llama: LlamaServer;
  /** One whose answers begin with a thought. */
  readonly thinking: LlamaServer;
  readonly service: ServiceProcess;
};
type Client = { readonly openai: OpenAI; readonly key: string };
type Receipt = {
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly outcome: string;
};

const PLAIN = 'svc-frost';
const APART = 'svc-glacier';
const THINKING = 'svc-polaris';
const SEEING = 'seer';
const ASKING = [{ role: 'user', content: 'Tell me about Prague in a few sentences.' }] as const;
/** An answer that cannot end early, whatever the model would say. */
const LONG = {
  type: 'json_schema',
  json_schema: { name: 'numbers', schema: { type: 'array', items: { type: 'boolean' }, minItems: 500 } },
} as const;
const SIZES = [
  [1, 1],
  [16, 16],
  [64, 32],
  [257, 100],
  [500, 500],
  [1500, 60],
] as const;
const SAME = { temperature: 0, seed: 1, messages: [...ASKING] };
const WEATHER = {
  type: 'function',
  function: {
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
} as const;

export const CASES: Readonly<Record<string, (stand: Stand) => Promise<string>>> = {
  'running count': async ({ service }) => {
    const counting = () => service.lines.filter(({ msg }) => msg === 'an engine counts while it streams');
    await until('each engine was asked how it counts', () => counting().length >= 3);
    const ways = new Set(counting().map(({ runningUsage }) => runningUsage));
    assert.deepEqual([...ways], ['timings_per_token']);
    return 'auto finds timings_per_token';
  },

  JSON: async (stand) => {
    const { openai } = await clientOf(stand);
    const { choices, usage } = await openai.chat.completions.create({ model: PLAIN, max_tokens: 60, ...SAME });
    assert.ok(choices[0]!.message.content);
    assert.ok(usage!.prompt_tokens > 0 && usage!.completion_tokens > 0);
    return `${usage!.prompt_tokens} tokens in, ${usage!.completion_tokens} out`;
  },

  'stream is the same answer': async (stand) => {
    const { openai } = await clientOf(stand);
    const whole = await openai.chat.completions.create({ model: APART, max_tokens: 60, ...SAME });
    const asked = { model: APART, max_tokens: 60, ...SAME, stream_options: { include_usage: true } };
    const stream = await openai.chat.completions.create({ ...asked, stream: true });
    let [text, tokens] = ['', 0];
    for await (const { choices, usage } of stream) {
      text += choices[0]?.delta.content ?? '';
      tokens = usage?.completion_tokens ?? tokens;
    }
    assert.equal(text, whole.choices[0]!.message.content);
    assert.equal(tokens, whole.usage!.completion_tokens);
    return `${text.length} characters, ${tokens} tokens`;
  },

  'a client that leaves': async (stand) => {
    const client = await clientOf(stand);
    const before = await stand.llama.tokensMade();
    const { id, chunks } = await cutAfter(client, 12);
    await until('llama.cpp has stopped', async () => (await stand.llama.busySlots()) === 0);
    const made = (await stand.llama.tokensMade()) - before;
    const { usage, outcome } = await receiptOf(stand, client, id);
    const { completion_tokens: billed } = usage;
    assert.equal(outcome, 'client-left');
    assert.ok(billed >= chunks && billed <= made, `${chunks} chunks came, ${made} tokens were made, ${billed} billed`);
    return `${chunks} chunks were read, llama.cpp stopped at ${made} of 1500 tokens, ${billed} were billed`;
  },

  'a tool that must be called': async (stand) => {
    const { openai } = await clientOf(stand);
    const { choices } = await openai.chat.completions.create({
      ...{ model: PLAIN, max_tokens: 120, temperature: 0, tools: [WEATHER], tool_choice: 'required' },
      messages: [{ role: 'user', content: 'What is the weather in Prague?' }],
    });
    const call = choices[0]!.message.tool_calls?.[0];
    assert.ok(call?.type === 'function');
    assert.equal(choices[0]!.finish_reason, 'tool_calls');
    assert.equal(typeof JSON.parse(call.function.arguments).city, 'string');
    return `weather(${call.function.arguments})`;
  },

  'a streamed tool, and its result': async (stand) => {
    const { openai } = await clientOf(stand);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'What is the weather in Brno?' }];
    const about = { model: PLAIN, max_tokens: 120, temperature: 0, tools: [WEATHER] };
    const stream = openai.chat.completions.stream({ ...about, messages, tool_choice: 'required' });
    const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0]!;
    const call = message.tool_calls?.[0];
    assert.ok(call?.type === 'function');
    assert.equal(finish_reason, 'tool_calls');
    assert.equal(typeof JSON.parse(call.function.arguments).city, 'string');
    const told = { role: 'tool', tool_call_id: call.id, content: '{"sky":"clear"}' } as const;
    const after = await openai.chat.completions.create({ ...about, messages: [...messages, message, told] });
    assert.equal(after.choices.length, 1);
    return `${call.function.arguments}, then ${after.choices[0]!.finish_reason}`;
  },

  'JSON by a schema': async (stand) => {
    const { openai } = await clientOf(stand);
    const schema = { ...WEATHER.function.parameters, additionalProperties: false };
    const { choices } = await openai.chat.completions.create({
      ...{ model: PLAIN, max_tokens: 120, temperature: 0 },
      messages: [{ role: 'user', content: 'Name a city.' }],
      response_format: { type: 'json_schema', json_schema: { name: 'city', schema } },
    });
    const text = choices[0]!.message.content ?? '';
    assert.deepEqual(Object.keys(JSON.parse(text)), ['city']);
    return text;
  },

  reasoning: async (stand) => {
    const { openai } = await clientOf(stand);
    const { choices, usage } = await openai.chat.completions.create({ model: THINKING, max_tokens: 40, ...SAME });
    const { reasoning_content: thought = '', content } = choices[0]!.message as unknown as Thoughtful;
    const tokens = usage!.completion_tokens_details?.reasoning_tokens ?? 0;
    assert.ok(thought.length > 0, 'there is no thought');
    assert.ok(!(content ?? '').includes(thought), 'the thought is in the text');
    // A small model may end its answer before the limit; then the limit says nothing.
    if (choices[0]!.finish_reason === 'length') assert.equal(usage!.completion_tokens, 40);
    else assert.ok(usage!.completion_tokens < 40, `${usage!.completion_tokens} tokens, and ended by itself`);
    assert.ok(tokens <= usage!.completion_tokens, `${tokens} tokens of thought`);
    return `${thought.length} characters of thought, ${tokens} of ${usage!.completion_tokens} tokens told as reasoning`;
  },

  'pictures of every size': async (stand) => {
    const client = await clientOf(stand);
    const without = (await look(client, [])).usage!.prompt_tokens;
    const seen: string[] = [];
    for (const [width, height] of SIZES) {
      const { id, usage } = await look(client, [dataUrl(stripedPng(width, height))]);
      const tokens = usage!.prompt_tokens - without;
      const grid = Math.floor(width / PATCH_PIXELS) * Math.floor(height / PATCH_PIXELS);
      assert.ok(tokens >= grid, `${width} × ${height} pixels are ${tokens} tokens, less than the squares of the grid`);
      // The engine's own count is the bill: a hold that was too small would have cut it.
      const { usage: billed } = await receiptOf(stand, client, id);
      assert.deepEqual(
        [billed.prompt_tokens, billed.completion_tokens],
        [usage!.prompt_tokens, usage!.completion_tokens],
      );
      seen.push(`${width} × ${height}: ${tokens}`);
    }
    const two = SIZES.slice(0, 2).map(([width, height]) => dataUrl(stripedPng(width, height)));
    assert.ok((await look(client, two)).usage!.prompt_tokens > without);
    return `tokens of pictures, counted and billed: ${seen.join(', ')}`;
  },

  'a picture that is none': async (stand) => {
    const client = await clientOf(stand);
    const refused = await look(client, [dataUrl(pngOf(64, 64))]).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(refused instanceof OpenAI.APIError, 'a broken picture was answered');
    const after = await look(client, [dataUrl(stripedPng(64, 64))]);
    assert.ok(after.usage!.prompt_tokens > 0);
    return `${refused.status} ${refused.code}: ${refused.message}; the next picture is answered`;
  },

  'a prompt of another account': async (stand) => {
    const [first, second] = [await clientOf(stand), await clientOf(stand)];
    const secret = { role: 'user', content: `My secret word is ${'quince '.repeat(60)}. Say yes.` } as const;
    const cachedFor = async ({ openai }: Client, model: string) => {
      const asked = { model, max_tokens: 1, temperature: 0, messages: [secret] };
      const { usage } = await openai.chat.completions.create(asked);
      return usage!.prompt_tokens_details?.cached_tokens ?? 0;
    };
    await cachedFor(first, PLAIN);
    const shared = await cachedFor(second, PLAIN);
    const apart = await cachedFor(second, APART);
    assert.ok(shared > 0, 'nothing was cached without isolation, so this proves nothing');
    assert.equal(apart, 0);
    return `none: ${shared} cached tokens of another; cache_prompt_off: ${apart}`;
  },

  'a prompt that is too long': async (stand) => {
    const { openai } = await clientOf(stand);
    const messages = [{ role: 'user', content: 'word '.repeat(9000) }] as const;
    const refused = await openai.chat.completions.create({ model: PLAIN, max_tokens: 5, messages: [...messages] }).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(refused instanceof OpenAI.APIError);
    assert.deepEqual([refused.status, refused.code], [400, 'context_length_exceeded']);
    return `400 ${refused.code}`;
  },
};

type Thoughtful = { readonly reasoning_content?: string; readonly content: string | null };

async function clientOf({ service }: Stand): Promise<Client> {
  const { key } = await accountIn(service.dataDir);
  return { key, openai: new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 0, timeout: 600_000 }) };
}

function look({ openai }: Client, pictures: readonly string[]): Promise<OpenAI.ChatCompletion> {
  const parts = pictures.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
  const content = [{ type: 'text' as const, text: 'What is this?' }, ...parts];
  return openai.chat.completions.create({ model: SEEING, max_tokens: 5, messages: [{ role: 'user', content }] });
}

/** Leaves a long answer after so many chunks with text. */
async function cutAfter(
  { openai }: Client,
  chunksMax: number,
): Promise<{ readonly id: string; readonly chunks: number }> {
  const asked = { model: PLAIN, max_tokens: 1500, messages: [...ASKING], response_format: LONG };
  const stream = await openai.chat.completions.create({ ...asked, stream: true });
  let [id, chunks] = ['', 0];
  for await (const chunk of stream) {
    id = chunk.id;
    if (chunk.choices[0]?.delta.content) chunks += 1;
    if (chunks === chunksMax) break;
  }
  assert.equal(chunks, chunksMax, 'the answer ended before it could be left');
  return { id, chunks };
}

async function receiptOf({ service }: Stand, { key }: Client, id: string): Promise<Receipt> {
  const ask = () => fetch(`${service.url}/receipts/${id}`, { headers: { authorization: `Bearer ${key}` } });
  await until('there is a receipt', async () => (await ask()).ok);
  return (await (await ask()).json()) as Receipt;
}
