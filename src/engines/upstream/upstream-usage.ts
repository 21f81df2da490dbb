/** The counts of an engine. Explicit zero is a count; nonsense is `odd`, so that it is seen and not billed. */

import { writesField } from '../../core/cache-writes.ts';
import type { CacheTtl, EngineTimes, InputCount, Usage } from '../../core/chat.ts';
import { isRecord } from '../../lib/record.ts';

const TOKENS_MAX = 2 ** 31;

type UsageReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'usage'; readonly usage: Usage }
  /** A part of it cannot be true; the other parts are here. */
  | { readonly kind: 'odd'; readonly usage: Partial<Usage> };

/**
 * Reads the OpenAI `usage` object, where cached tokens are inside the prompt's and reasoning inside the completion's.
 * `writtenFor`: how long what was written into a cache is kept, where the engine does not say.
 */
export function readUsage(raw: unknown, writtenFor: CacheTtl = '5m'): UsageReading {
  if (raw === undefined || raw === null) return { kind: 'none' };
  if (!isRecord(raw)) return { kind: 'odd', usage: {} };
  const { prompt_tokens: input, completion_tokens: output } = raw;
  if (input === undefined && output === undefined) return { kind: 'none' };
  const cached = detail(raw.prompt_tokens_details, 'cached_tokens');
  const reasoning = detail(raw.completion_tokens_details, 'reasoning_tokens');
  const reading = readingOf({ input, cached, output, reasoning, writes: writesIn(raw, writtenFor) });
  const predicted = predictedIn(raw.completion_tokens_details);
  return predicted && reading.kind === 'usage' ? { ...reading, usage: { ...reading.usage, ...predicted } } : reading;
}

/** As OpenRouter says it (all), LiteLLM (all, and each time), and this service (all, and those of an hour). */
function writesIn({ prompt_tokens_details: details }: Record<string, unknown>, writtenFor: CacheTtl) {
  if (!isRecord(details)) return NO_WRITES;
  const all = details.cache_write_tokens ?? details.cache_creation_tokens ?? 0;
  const times = details.cache_creation_token_details;
  const hour = (isRecord(times) ? times.ephemeral_1h_input_tokens : details.cache_write_1h_tokens) ?? undefined;
  if (hour === undefined) return writtenFor === '1h' ? ([0, all] as const) : ([all, 0] as const);
  return isCount(all) && isCount(hour) ? ([Math.max(0, all - hour), hour] as const) : ([all, hour] as const);
}

/** Only shown: what is billed of a prediction is in the output already. Nothing where the engine had none. */
function predictedIn(details: unknown): PredictionCount | undefined {
  const accepted = detail(details, 'accepted_prediction_tokens');
  const rejected = detail(details, 'rejected_prediction_tokens');
  if (!isCount(accepted) || !isCount(rejected) || accepted + rejected === 0) return undefined;
  return { acceptedPredictionTokens: accepted, rejectedPredictionTokens: rejected };
}

type PredictionCount = Pick<Usage, 'acceptedPredictionTokens' | 'rejectedPredictionTokens'>;

type Counts = Readonly<Record<'input' | 'cached' | 'output' | 'reasoning', unknown>> & {
  /** Written into caches for 5 minutes, and for an hour. */
  readonly writes?: readonly [unknown, unknown];
};

/** A detail that cannot be true is none: the count that it is a part of may be right all the same. */
export function readingOf({
  input,
  cached,
  output,
  reasoning,
  writes = NO_WRITES,
}: Counts): Exclude<UsageReading, { kind: 'none' }> {
  const usage = {
    ...(isCount(input) && inputOf(input, cached, writes)),
    ...(isCount(output) && {
      outputTokens: output,
      reasoningTokens: isCount(reasoning) ? Math.min(reasoning, output) : 0,
    }),
  };
  const isRight = isCount(input) && isCount(output) && isCount(cached) && isCount(reasoning) && writes.every(isCount);
  return isRight ? { kind: 'usage', usage: usage as Usage } : { kind: 'odd', usage };
}

const NO_WRITES = [0, 0] as const;

/** The parts of the input are different ones: together they are never more than all of it. */
function inputOf(input: number, cached: unknown, writes: readonly [unknown, unknown]): InputCount {
  const cachedInputTokens = isCount(cached) ? Math.min(cached, input) : 0;
  const left = input - cachedInputTokens;
  const fiveMinutes = isCount(writes[0]) ? Math.min(writes[0], left) : 0;
  const hour = isCount(writes[1]) ? Math.min(writes[1], left - fiveMinutes) : 0;
  return { inputTokens: input, cachedInputTokens, ...writesField(fiveMinutes, hour) };
}

/** Reads llama.cpp's running `timings`: prompt tokens evaluated, prompt tokens from the cache, tokens predicted. */
export function readTimings(raw: unknown): UsageReading {
  if (!isRecord(raw)) return { kind: 'none' };
  const { prompt_n: evaluated, cache_n: cached = 0, predicted_n: output } = raw;
  if (evaluated === undefined || output === undefined) return { kind: 'none' };
  const input = isCount(evaluated) && isCount(cached) ? evaluated + cached : undefined;
  return readingOf({ input, cached, output, reasoning: 0 });
}

/** Where the embedded engine writes what it did before its first token, when its caller traces the request. */
export const TIMES_FIELD = 'boreal_times';
const TIMES_MS_MAX = 86_400_000;

export const timesToWire = ({ loadMs, waitMs, promptMs }: EngineTimes) => ({
  load_ms: loadMs,
  wait_ms: waitMs,
  prompt_ms: promptMs,
});

export function readTimes(raw: unknown): EngineTimes | undefined {
  if (!isRecord(raw)) return undefined;
  const { load_ms: loadMs, wait_ms: waitMs, prompt_ms: promptMs } = raw;
  return isLength(loadMs) && isLength(waitMs) && isLength(promptMs) ? { loadMs, waitMs, promptMs } : undefined;
}

const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= TIMES_MS_MAX;

const detail = (raw: unknown, field: string): unknown => (isRecord(raw) ? (raw[field] ?? 0) : 0);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TOKENS_MAX;
