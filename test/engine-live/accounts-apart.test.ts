/** Text that the embedded engine has read for one account tells another nothing: its places remember whose they were. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type OpenAI from 'openai';
import { seeded } from '../support/random.ts';
import { startService, type TestService, until } from '../support/service.ts';

const SLOTS = 3;
let service: TestService;
let anna: OpenAI;
let ben: OpenAI;
beforeAll(async () => {
  service = await startService({
    embedded: { slots: SLOTS },
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' },
  });
  await until('the engine is ready', () => isReady(service));
  const other = await service.newKey({ accountId: await service.newAccount() });
  anna = service.client();
  ben = service.client({ apiKey: other.secret });
});
afterAll(() => service.stop());

const isReady = async (one: TestService): Promise<boolean> =>
  (await fetch(one.url.replace('/v1', '/readyz'))).status === 200;

async function cachedOf(client: OpenAI, text: string): Promise<number | undefined> {
  const messages = [{ role: 'user' as const, content: text }];
  const answer = await client.chat.completions.create({ model: 'svc-glacier', messages, max_tokens: 1 });
  return answer.usage?.prompt_tokens_details?.cached_tokens;
}

const SECRET = 'Our offer for the Nordwind bid is 4,712,000 crowns, and not a crown more.';

test('a second account never finds what a first one has sent, however near its guess is', async () => {
  for (let n = 0; n < SLOTS; n++) await cachedOf(anna, SECRET);
  expect(await cachedOf(anna, SECRET)).toBeGreaterThan(10);

  const guesses = [SECRET, SECRET.slice(0, 40), `${SECRET} Really.`, 'Our offer for the Nordwind bid is 5', 'Our', 'x'];
  const found: (number | undefined)[] = [];
  for (const guess of guesses) found.push(await cachedOf(ben, guess));

  // Its own guesses it may find again, and each has at most its own beginning in common with those before.
  expect(found[0]).toBe(0);
  for (const [at, guess] of guesses.entries()) {
    const own = Math.max(0, ...guesses.slice(0, at).map((before) => commonChars(before, guess)));
    expect(found[at], guess).toBeLessThanOrEqual(own + TEMPLATE_TOKENS_MAX);
  }
});

test('whichever of two accounts comes first, the other finds nothing of it at all', async () => {
  const seed = Number(process.env.SEED ?? 20261115);
  const random = seeded(seed);

  for (let round = 0; round < 12; round++) {
    const text = `Round ${round}: ${random.integer(1, 1e9)} times ${random.integer(1, 1e9)}.`;
    const fresh = await service.newKey({ accountId: await service.newAccount() });
    const [first, second] = random.pick([
      [anna, service.client({ apiKey: fresh.secret })],
      [ben, service.client({ apiKey: fresh.secret })],
    ]) as [OpenAI, OpenAI];

    await cachedOf(first, text);

    expect(await cachedOf(second, text), `SEED=${seed} round ${round}`).toBe(0);
  }
});

/** The part that every prompt has: the marks of turns and what the template says before the first of them. */
const TEMPLATE_TOKENS_MAX = 64;

function commonChars(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
