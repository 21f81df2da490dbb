/** The cost of answers, by what the upstream says it has sent: arithmetic that shares nothing with the product's. */
import type { SentUsage } from './fates.ts';
import type { ScriptedUpstream } from './scripted-upstream.ts';

/** The price of svc-frost, in nano-crowns a token: input, cached input, output. */
const TARIFF = [5_000n, 1_250n, 20_000n] as const;

/** The usages that were really put on the wire, by the question they answered: one may have been asked again. */
export function sentUsages(upstream: Pick<ScriptedUpstream, 'requests'>): ReadonlyMap<string, readonly SentUsage[]> {
  const sent = new Map<string, SentUsage[]>();
  for (const { body, sentUsage } of upstream.requests) {
    // Who asks for the health of the engine sends no body.
    const { messages } = (body ?? {}) as { readonly messages?: readonly { readonly content: string }[] };
    if (!sentUsage || !messages) continue;
    const [{ content }] = messages as readonly [{ readonly content: string }];
    sent.set(content, [...(sent.get(content) ?? []), sentUsage as SentUsage]);
  }
  return sent;
}

/** The usages of several answers to one question, together. */
export const sumOf = (usages: readonly SentUsage[]): SentUsage =>
  usages.reduce((a, b) => {
    const [cached, reasoning] = [a, b].reduce(
      ([c, r], one) => [
        c + one.prompt_tokens_details.cached_tokens,
        r + one.completion_tokens_details.reasoning_tokens,
      ],
      [0, 0],
    ) as [number, number];
    const prompt_tokens = a.prompt_tokens + b.prompt_tokens;
    const completion_tokens = a.completion_tokens + b.completion_tokens;
    return {
      prompt_tokens,
      completion_tokens,
      total_tokens: prompt_tokens + completion_tokens,
      prompt_tokens_details: { cached_tokens: cached },
      completion_tokens_details: { reasoning_tokens: reasoning },
    };
  });

/** The rest to pay in credit when tokens, in the order of their processing, were paid by a plan or a package. */
export function billOf(usage: SentUsage, tokensPaid: bigint): bigint {
  const cached = BigInt(usage.prompt_tokens_details.cached_tokens);
  const kinds = [
    [BigInt(usage.prompt_tokens) - cached, TARIFF[0]],
    [cached, TARIFF[1]],
    [BigInt(usage.completion_tokens), TARIFF[2]],
  ] as const;
  let bill = 0n;
  let paid = tokensPaid;
  for (const [tokens, price] of kinds) {
    const free = paid < tokens ? paid : tokens;
    paid -= free;
    bill += (tokens - free) * price;
  }
  return bill;
}
