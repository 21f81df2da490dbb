/** A second opinion on every bill: the upstream's own log and a calculator that shares no code with the service. */
import { expect, test } from 'bun:test';
import { seeded } from '../support/random.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';
import { times } from '../support/thorough.ts';

const REQUESTS = times(10_000, 100_000);
const AT_ONCE = 64;
const SEED = Number(process.env.SEED ?? 20261115);

/** CZK per million tokens, as published: input, cached input, output. Reasoning costs as output. */
const TARIFF: Record<string, readonly [number, number, number]> = {
  'svc-frost': [5, 1.25, 20],
  'svc-glacier': [25, 6.25, 100],
  'svc-polaris': [60, 15, 240],
};

type Sent = { prompt_tokens: number; completion_tokens: number; prompt_tokens_details: { cached_tokens: number } };

/** In millionths of a millionth of a crown, so that whole numbers do; written out as a decimal by hand. */
function billOf(model: string, usage: Sent): string {
  const [input, cachedInput, output] = TARIFF[model]!;
  const cached = usage.prompt_tokens_details.cached_tokens;
  const trillionths =
    BigInt(usage.prompt_tokens - cached) * BigInt(input * 1_000_000) +
    BigInt(cached) * BigInt(cachedInput * 1_000_000) +
    BigInt(usage.completion_tokens) * BigInt(output * 1_000_000);
  const digits = trillionths.toString().padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '') || '0';
}

test(`every one of ${REQUESTS} bills is what the calculator says, to the last nano-crown`, async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
  const random = seeded(SEED);
  const sent = new Map<string, Sent>();
  service.upstream.play((request) => {
    const nonce = (request.body as { messages: { content: string }[] }).messages[0]!.content;
    const prompt_tokens = random.integer(0, 250);
    const completion_tokens = random.integer(0, 400);
    const usage = {
      prompt_tokens,
      completion_tokens,
      prompt_tokens_details: { cached_tokens: random.integer(0, prompt_tokens) },
      completion_tokens_details: { reasoning_tokens: random.integer(0, completion_tokens) },
    };
    sent.set(nonce, usage);
    return answerText(nonce, { usage, chunks: [nonce] });
  });

  let total = 0n;
  let next = 0;
  async function worker(): Promise<void> {
    while (next < REQUESTS) {
      const nonce = `nonce-${next}`;
      const model = Object.keys(TARIFF)[next % 3]!;
      const stream = next % 5 === 0;
      next += 1;
      const body = {
        model,
        messages: [{ role: 'user', content: nonce }],
        stream,
        ...(stream && { stream_options: { include_usage: true } }),
      };
      const text = await (await service.post(body)).text();
      const usage = JSON.parse(stream ? text.split('data: ').at(-2)! : text).usage;
      const upstreamSaid = sent.get(nonce)!;
      sent.delete(nonce);
      expect(usage, `seed ${SEED}, ${nonce}`).toMatchObject({ ...upstreamSaid, cost_czk: billOf(model, upstreamSaid) });
      total += BigInt(
        billOf(model, upstreamSaid).replace(
          /^(\d+)(?:\.(\d+))?$/,
          (_, whole, part = '') => whole + part.padEnd(9, '0'),
        ),
      );
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  const { spent, held } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
  expect({ spent: BigInt(spent), held: BigInt(held) }).toEqual({ spent: total, held: 0n });
}, 600_000);
