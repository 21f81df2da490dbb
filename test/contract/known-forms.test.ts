/** Receipts and credit in OpenRouter's form, for programs that know it. */
import { expect } from 'bun:test';
import { test } from '../support/databases.ts';
import { schemaProblems } from '../support/json-schema-check.ts';
import { lendServices } from '../support/lent-services.ts';
import { answerText } from '../support/scripted-upstream.ts';
import type { TestService } from '../support/service.ts';

const lend = lendServices();
const CZK = 1_000_000_000n;
const CHAT = { model: 'svc-glacier', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 10 };

const ask = (service: TestService, path: string, key = service.key) =>
  fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });

async function dataOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly data: Record<string, unknown> }).data;
}

test('a generation says what its receipt says, and credits what the balance says', async () => {
  await using service = await lend({ creditNanos: 12n * CZK });
  service.upstream.play(answerText('pong'));
  const { id } = (await (await service.post(CHAT)).json()) as { readonly id: string };

  const generation = await dataOf(await ask(service, `/generation?id=${id}`));
  const credits = await dataOf(await ask(service, '/credits'));

  const receipt = (await (await ask(service, `/receipts/${id}`)).json()) as {
    readonly cost_czk: string;
    readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
  };
  expect(Number(receipt.cost_czk)).toBeGreaterThan(0);
  expect(generation).toMatchObject({
    ...{ id, model: 'svc-glacier', currency: 'CZK', cancelled: false },
    ...{ total_cost: Number(receipt.cost_czk), usage: Number(receipt.cost_czk) },
    ...{ tokens_prompt: receipt.usage.prompt_tokens, tokens_completion: receipt.usage.completion_tokens },
  });
  expect(credits).toEqual({ total_credits: 12, total_usage: Number(receipt.cost_czk), currency: 'CZK' });
});

test('another key, another id and no id are refused', async () => {
  await using service = await lend();
  const { id } = (await (await service.post(CHAT)).json()) as { readonly id: string };
  const other = await service.newKey({});

  expect((await ask(service, `/generation?id=${id}`, other.secret)).status).toBe(404);
  expect((await ask(service, '/generation?id=chatcmpl-none')).status).toBe(404);
  expect((await ask(service, '/generation')).status).toBe(400);
  expect((await ask(service, '/credits', 'sk-boreal-wrong')).status).toBe(401);
});

test('both are as the description says', async () => {
  await using service = await lend();
  const { id } = (await (await service.post(CHAT)).json()) as { readonly id: string };
  const description = (await (await fetch(new URL('/openapi.json', service.url))).json()) as object;

  for (const [path, name] of [
    [`/generation?id=${id}`, 'Generation'],
    ['/credits', 'Credits'],
  ] as const) {
    const body = await (await ask(service, path)).json();
    expect(schemaProblems({ ...description, $ref: `#/components/schemas/${name}` }, body)).toEqual([]);
  }
});
