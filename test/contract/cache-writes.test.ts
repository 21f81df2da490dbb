/** Input that an engine has written into its cache: counted, priced, shown in every dialect, and proved by the audit. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import Anthropic from '@anthropic-ai/sdk';
import { schemaProblems } from '../support/json-schema-check.ts';
import { API_KEY, answerMessage, messagesApi } from '../support/messages-server.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { expectRightLedger } from './client.fixture.ts';

/** As a provider bills it: writing costs a quarter more than input for five minutes, and twice as much for an hour. */
const PRICE = { input: '3', cachedInput: '0.3', cacheWrite5m: '3.75', cacheWrite1h: '6', output: '15' };
const MODELS = {
  claude: { engine: 'main', role: 'Claude', maxOutputTokens: 8192, price: PRICE },
  plain: {
    engine: 'main',
    role: 'Without prices of writes',
    maxOutputTokens: 8192,
    price: { input: '3', output: '15' },
  },
};

let service: TestService;
beforeAll(async () => {
  service = await startService({
    engine: { kind: 'anthropic', apiKey: API_KEY, model: 'claude-test' },
    env: { BOREAL_MODELS: JSON.stringify(MODELS) },
  });
});
afterAll(() => service.stop());

/** Long enough for what is counted to be possible. */
const USER = { role: 'user', content: 'word '.repeat(8000) } as const;
const HELLO = [{ type: 'text', text: 'Hello.' }] as const;

const play = (written: readonly [fiveMinutes: number, hour: number], read = 0) => {
  const [fiveMinutes, hour] = written;
  const usage = {
    ...{ input_tokens: 3, cache_creation_input_tokens: fiveMinutes + hour, cache_read_input_tokens: read },
    cache_creation: { ephemeral_5m_input_tokens: fiveMinutes, ephemeral_1h_input_tokens: hour },
    output_tokens: 550,
  };
  service.upstream.play(messagesApi(answerMessage({ content: HELLO, usage })));
};

const receiptOf = async (id: string) => {
  const headers = { authorization: `Bearer ${service.key}` };
  return (await (await fetch(`${service.url}/receipts/${id}`, { headers })).json()) as Record<string, unknown>;
};

test('usage of 3 / 12,304 / 0 / 550 costs what its provider bills, in every dialect, whole and streamed', async () => {
  play([12_304, 0]);
  const anthropic = new Anthropic({ baseURL: service.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: service.key });
  const order = { model: 'claude', max_tokens: 1000, messages: [USER] };

  const chat = await service.client().chat.completions.create({ model: 'claude', messages: [USER] });
  const response = await service.client().responses.create({ model: 'claude', input: USER.content });
  const message = await anthropic.messages.create(order);
  const streamed = await anthropic.messages.stream(order).finalMessage();

  // 3 × 3 + 12,304 × 3.75 + 550 × 15, for a million tokens.
  const cost = '0.054399';
  expect([chat, response, message].map(({ usage }) => Object(usage).cost_czk)).toEqual([cost, cost, cost]);
  expect(chat.usage).toMatchObject({
    ...{ prompt_tokens: 12_307, completion_tokens: 550, total_tokens: 12_857 },
    prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 12_304, cache_write_1h_tokens: 0 } as object,
  });
  expect(response.usage).toMatchObject({
    ...{ input_tokens: 12_307, output_tokens: 550 },
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 12_304 } as object,
  });
  const counted = {
    ...{ input_tokens: 3, cache_creation_input_tokens: 12_304, cache_read_input_tokens: 0, output_tokens: 550 },
    cache_creation: { ephemeral_5m_input_tokens: 12_304, ephemeral_1h_input_tokens: 0 },
  };
  expect(message.usage).toMatchObject(counted);
  expect(streamed.usage).toMatchObject({ ...counted });
  const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;
  const answers = { ChatCompletion: chat, Response: response, AssistantReply: message };
  const problems = Object.entries(answers).flatMap(([name, { _request_id: _, ...answer }]) =>
    schemaProblems({ ...description, $ref: `#/components/schemas/${name}` }, answer),
  );
  expect(problems).toEqual([]);
  expect(await receiptOf(message.id)).toMatchObject({
    cost_czk: cost,
    price: { cache_write_5m_czk_per_million: '3.75', cache_write_1h_czk_per_million: '6' },
  });
  await expectRightLedger(service);
});

test('each type of input has its price, and the types sum to the input', async () => {
  play([1000, 2000], 4000);

  const { usage, id } = await service.client().chat.completions.create({ model: 'claude', messages: [USER] });

  // 3 × 3 + 1,000 × 3.75 + 2,000 × 6 + 4,000 × 0.3 + 550 × 15.
  expect(usage).toMatchObject({
    ...{ prompt_tokens: 7003, cost_czk: '0.025209' },
    prompt_tokens_details: { cached_tokens: 4000, cache_write_tokens: 3000, cache_write_1h_tokens: 2000 },
  } as object);
  expect(await receiptOf(id)).toMatchObject({ cost_czk: '0.025209', usage: { prompt_tokens: 7003 } });
  await expectRightLedger(service);
});

test('without prices of its own, a write costs as input', async () => {
  play([1000, 2000]);

  const { usage } = await service.client().chat.completions.create({ model: 'plain', messages: [USER] });

  expect(usage).toMatchObject({ cost_czk: '0.017259' } as object);
});

test('an OpenAI-compatible engine that says how many it has written is priced in the same way', async () => {
  await using own = await startService({ env: { BOREAL_MODELS: JSON.stringify({ claude: MODELS.claude }) } });
  const details = { cached_tokens: 10, cache_write_tokens: 100 };
  own.upstream.play(
    answerText('Hi', { rawUsage: { prompt_tokens: 150, completion_tokens: 1, prompt_tokens_details: details } }),
  );

  const { usage } = await own.client().chat.completions.create({ model: 'claude', messages: [USER] });

  // 40 × 3 + 10 × 0.3 + 100 × 3.75 + 15.
  expect(usage).toMatchObject({ cost_czk: '0.000513', prompt_tokens_details: { cache_write_tokens: 100 } } as object);
});

test('marks of every dialect reach an OpenAI-compatible engine that takes them, and what it wrote is billed by its time', async () => {
  const env = { BOREAL_MODELS: JSON.stringify({ claude: MODELS.claude }) };
  await using own = await startService({ engine: { supports: ['cache_control'] }, env });
  const anthropic = new Anthropic({ baseURL: own.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: own.key });
  const mark = { cache_control: { type: 'ephemeral' as const } };
  const hour = { cache_control: { type: 'ephemeral' as const, ttl: '1h' as const } };
  const part = { type: 'text' as const, text: USER.content };
  const playDetails = (details: object) =>
    own.upstream.play(
      answerText('Hi', { rawUsage: { prompt_tokens: 150, completion_tokens: 1, prompt_tokens_details: details } }),
    );
  const sent = () => JSON.stringify(own.upstream.requests.at(-1)!.body);
  const costs: unknown[] = [];

  // As OpenRouter says it: not for how long, so it is as all marks of the request ask for.
  playDetails({ cached_tokens: 10, cache_write_tokens: 100 });
  for (const asked of [mark, hour]) {
    const messages = [{ role: 'user', content: [{ ...part, ...asked }] }];
    const chat = await own.client().chat.completions.create({ model: 'claude', messages } as never);
    expect(sent()).toContain(JSON.stringify({ ...part, ...asked }));
    costs.push(Object(chat.usage).cost_czk);
  }
  // As LiteLLM says it.
  playDetails({
    ...{ cached_tokens: 10, cache_creation_tokens: 100 },
    cache_creation_token_details: { ephemeral_5m_input_tokens: 60, ephemeral_1h_input_tokens: 40 },
  });
  const message = await anthropic.messages.create({
    ...{ model: 'claude', max_tokens: 1000, system: [{ type: 'text', text: 'Be brief.', ...hour }] },
    messages: [{ role: 'user', content: [{ ...part, ...mark }] }],
  });
  expect(sent()).toContain(JSON.stringify({ type: 'text', text: 'Be brief.', ...hour }));
  expect(sent()).toContain(JSON.stringify({ ...part, ...mark }));
  costs.push(Object(message.usage).cost_czk);
  // As this service says it.
  playDetails({ cached_tokens: 10, cache_write_tokens: 100, cache_write_1h_tokens: 40 });
  const response = await own.client().responses.create({ model: 'claude', input: USER.content, prompt_cache_key: 'k' });
  expect(sent()).toContain(JSON.stringify({ ...part, ...mark }));
  costs.push(Object(response.usage).cost_czk);

  // 40 × 3 + 10 × 0.3 + 15, and 100 × 3.75, 100 × 6, or 60 × 3.75 + 40 × 6.
  expect(costs).toEqual(['0.000513', '0.000738', '0.000603', '0.000603']);
  await expectRightLedger(own);
});

test('hours, the list of requests and the file of them say the same', async () => {
  const rows = await service.stores.usages.page({
    ...{ accountId: service.accountId, filter: {}, before: null, rowsMax: 100 },
  });
  const written = rows.rows.filter(({ usage }) => usage.cacheWrite5mTokens !== undefined);

  await until('all are counted', async () => {
    const hours = await service.stores.usages.steps({
      ...{ accountId: service.accountId, startsMs: [0, Date.now() + 7_200_000], by: 'pot' },
    });
    const sum = (name: 'cacheWrite5mTokens' | 'cacheWrite1hTokens') =>
      hours.reduce((all, { usage }) => all + (usage[name] ?? 0), 0);
    return sum('cacheWrite5mTokens') === 4 * 12_304 + 2000 && sum('cacheWrite1hTokens') === 4000;
  });
  expect(written).toHaveLength(6);
});
