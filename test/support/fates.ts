/** The fate of a question at the upstream, decided by its number and the seed, so that a repeat has the same fate. */
import { type Random, seeded } from './random.ts';
import {
  answerText,
  chunk,
  end,
  hang,
  html,
  jsonError,
  reset,
  type Script,
  type ScriptRequest,
  sse,
  sseHead,
  status429,
  type Usage,
} from './scripted-upstream.ts';

const FATES = ['answer', 'no-usage', 'absurd-usage', 'left-waiting', 'failure'] as const;
type Fate = (typeof FATES)[number];

/** Tokens by type, as the upstream reports them. */
export type SentUsage = Usage & {
  readonly prompt_tokens_details: { readonly cached_tokens: number };
  readonly completion_tokens_details: { readonly reasoning_tokens: number };
};

const FAILURES: readonly ((request: ScriptRequest) => Script)[] = [
  () => jsonError(500),
  () => jsonError(503),
  () => status429({ retryAfter: 1 }),
  () => html(),
  () => reset(),
  () => end(),
  () => [sseHead(), sse('{ broken')],
  (request) => [sseHead(), sse(chunk(request, { content: 'begun' })), reset()],
  (request) => [sseHead(), sse(chunk(request, { content: 'begun' })), end()],
  (request) => [sseHead(), sse(chunk(request, { content: 'begun' })), sse('[1, 2')],
  () => answerText('has no end', { finishReason: null, done: false }),
];

export const nonceOf = (n: number): string => `question ${n}`;
export const numberOf = (nonce: string): number => Number(nonce.split(' ')[1]);

const chanceOf = (seed: number, n: number): Random => seeded(seed * 1_000_003 + n);

export function fateOf(seed: number, n: number): Fate {
  const fraction = chanceOf(seed, n).fraction();
  if (fraction < 0.1) return 'failure';
  if (fraction < 0.13) return 'left-waiting';
  if (fraction < 0.16) return 'no-usage';
  return fraction < 0.18 ? 'absurd-usage' : 'answer';
}

/** Plays the fate of each question. `onWaiting` hears the numbers of those that are kept waiting for ever. */
export const fateScript =
  (seed: number, onWaiting: (n: number) => void): Script =>
  (request) => {
    const body = request.body as { messages: { content: string }[]; max_tokens: number };
    const n = numberOf(body.messages[0]!.content);
    const fate = fateOf(seed, n);
    const random = chanceOf(seed, n + 1_000_000);
    if (fate === 'failure') return random.pick(FAILURES)(request);
    if (fate === 'left-waiting') {
      onWaiting(n);
      return hang();
    }
    // A word is a token or more: an engine that keeps to its limit has no more of them.
    const length = Math.min(random.integer(1, 12), body.max_tokens);
    const words = Array.from({ length }, (_, word) => ` ${n}.${word}`).join('');
    const pace = random.fraction() < 0.3 ? { everyMs: 1 } : {};
    if (fate === 'no-usage') return answerText(words, { usage: null, ...pace });
    if (fate === 'absurd-usage')
      return answerText(words, { usage: { prompt_tokens: 10 ** 9, completion_tokens: 1 }, ...pace });
    return answerText(words, { usage: usageWithin(body.max_tokens, random), ...pace });
  };

function usageWithin(outputMax: number, random: Random): SentUsage {
  const prompt_tokens = random.integer(0, 250);
  const completion_tokens = Math.min(outputMax, random.integer(0, 400));
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
    prompt_tokens_details: { cached_tokens: random.integer(0, prompt_tokens) },
    completion_tokens_details: { reasoning_tokens: random.integer(0, completion_tokens) },
  };
}
