/** The counts of the Messages API, where what was read from a cache or written to one is beside the input. */
import type { EngineEvent } from '../../core/chat.ts';
import { isRecord } from '../../lib/record.ts';
import { oddCountOf } from '../upstream/upstream-answer.ts';
import { readingOf } from '../upstream/upstream-usage.ts';

/** What was said last, each by its name on the wire. */
export type Counts = Readonly<Record<string, unknown>>;

/** Later events repeat only some of the counts; null says nothing. */
export function addUsage(known: Counts, said: unknown): Counts {
  if (!isRecord(said)) return known;
  return { ...known, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)) };
}

/** What is not said to be kept for an hour is kept for five minutes. */
function writesIn({ cache_creation_input_tokens: all = 0, cache_creation: by }: Counts): readonly [unknown, unknown] {
  const hour = isRecord(by) ? (by.ephemeral_1h_input_tokens ?? 0) : 0;
  return typeof all === 'number' && typeof hour === 'number' ? [Math.max(0, all - hour), hour] : [all, hour];
}

export function usageEvent(counts: Counts): EngineEvent {
  const { cache_read_input_tokens: cached = 0, cache_creation_input_tokens: written = 0 } = counts;
  const details = isRecord(counts.output_tokens_details) ? counts.output_tokens_details : {};
  const parts = [counts.input_tokens, cached, written];
  const input = parts.every((part) => typeof part === 'number')
    ? parts.reduce((sum, part) => sum + part, 0)
    : undefined;
  const reasoning = details.thinking_tokens ?? 0;
  const reading = readingOf({ input, cached, output: counts.output_tokens, reasoning, writes: writesIn(counts) });
  return reading.kind === 'usage' ? { type: 'usage', usage: reading.usage } : oddCountOf(reading.usage, counts);
}
