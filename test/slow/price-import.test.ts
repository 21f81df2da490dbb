/** `boreal price import`: public price lists in their own forms, beside a running server. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountBeside, runBoreal, startServiceProcess } from '../support/service-process.ts';

const LISTS = {
  openrouter: {
    data: [
      {
        id: 'acme/swift',
        pricing: { prompt: '0.00000015', completion: '0.0000006', input_cache_read: '0.000000075' },
      },
    ],
  },
  'models.dev': {
    acme: { id: 'acme', models: { swift: { id: 'swift', cost: { input: 0.15, output: 0.6, cache_read: 0.075 } } } },
  },
  litellm: {
    'acme/swift': {
      ...{ input_cost_per_token: 1.5e-7, output_cost_per_token: 6e-7, cache_read_input_token_cost: 7.5e-8 },
      mode: 'chat',
    },
    'svc-glacier': { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
  },
};

test('a list is shown, imported once, and the same in each form; prices are billed by it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-prices-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const upstream = closing.use(await startUpstream());
  const env = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
  const service = closing.use(await startServiceProcess({ engineUrl: upstream.url, env, folder }));
  const { key } = await accountBeside(service);
  const path = (name: keyof typeof LISTS) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(LISTS[name]));
    return file;
  };
  const run = async (file: string, ...words: string[]) => {
    const { code, stdout, stderr } = await runBoreal(
      ['price', 'import', file, ...words, '--json'],
      service.env,
      folder,
    );
    return { code, stderr, json: JSON.parse(stdout || '{}') as Record<string, unknown> };
  };
  const terms = ['--rate', '23.5', '--margin', '20', '--models', 'svc-frost=acme/swift'];

  const shown = await run(path('openrouter'), ...terms);
  const imported = await run(path('openrouter'), ...terms, '--yes');
  const others = [await run(path('models.dev'), ...terms, '--yes'), await run(path('litellm'), ...terms, '--yes')];
  const byName = await run(path('litellm'), '--rate', '25');
  const bought = await run(path('litellm'), ...terms, '--buying', '--yes');
  const boughtAgain = await run(path('openrouter'), ...terms, '--buying', '--yes');
  const wrong = [
    await run(path('litellm'), ...terms.slice(2)),
    await run(path('litellm'), '--rate', 'much'),
    await run(path('litellm'), '--rate', '25', '--models', 'no-such=acme/swift'),
    await run(path('litellm'), '--rate', '25', '--models', 'svc-frost=acme/swit'),
    await run(path('openrouter'), '--rate', '25'),
    await run(join(folder, 'boreal.json'), '--rate', '25'),
  ];
  const client = new OpenAI({ baseURL: service.url, apiKey: key, maxRetries: 0 });
  await until('the new price is billed', async () => {
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const { usage } = await client.chat.completions.create({ model: 'svc-frost', messages, max_tokens: 10 });
    const { prompt_tokens, completion_tokens, cost_czk } = usage as object as Record<string, number>;
    return Math.abs(Number(cost_czk) - (prompt_tokens! * 4.23 + completion_tokens! * 16.92) / 1e6) < 1e-9;
  });

  const to = { input: '4.23', cachedInput: '2.115', output: '16.92', reasoning: '16.92' };
  const change = { path: 'models.svc-frost.price', what: 'changed', to };
  expect([shown.code, shown.json]).toEqual([
    1,
    expect.objectContaining({ changes: [expect.objectContaining(change)] }),
  ]);
  expect([imported.code, imported.json.applied]).toEqual([0, true]);
  expect(others.map(({ json }) => json.changes)).toEqual([[], []]);
  expect(byName.json.changes).toMatchObject([{ path: 'models.svc-glacier.price', to: { input: '25', output: '50' } }]);
  expect(bought.json).toMatchObject({
    applied: true,
    changes: [
      { path: 'rates.USD', what: 'added', to: '23.5' },
      { path: 'buying.main.test-model', what: 'added', to: { currency: 'USD', input: '0.15', output: '0.6' } },
    ],
  });
  expect(boughtAgain.json.changes).toEqual([]);
  expect(wrong.map(({ code, stderr }) => [code, stderr.trim()])).toEqual([
    [2, 'boreal: --rate is missing.'],
    [2, 'boreal: --rate must be a number such as 23.5, with at most 6 decimals.'],
    [2, 'boreal: --models names no-such, which is not a model.'],
    [2, 'boreal: The list of LiteLLM has no price of acme/swit; did you mean acme/swift?'],
    [2, expect.stringContaining('No model has the same name in the list of OpenRouter')],
    [2, expect.stringContaining('cannot be read')],
  ]);
});
