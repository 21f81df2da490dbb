/** The lag of the serving loop, as the service itself reports it at /metrics. */
import { show } from './figures.ts';

/** How often the lag was at most so many seconds; `Infinity` counts all. */
export type LagCounts = ReadonlyMap<number, number>;

export async function lagCountsOf(port: number): Promise<LagCounts> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const buckets = text.matchAll(/^boreal_event_loop_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm);
  return new Map([...buckets].map(([, le, count]) => [le === '+Inf' ? Infinity : Number(le), Number(count)]));
}

/** Adds what has come between two looks. */
export const lagSince = (sum: LagCounts, before: LagCounts, after: LagCounts): LagCounts =>
  new Map([...after].map(([le, count]) => [le, (sum.get(le) ?? 0) + count - (before.get(le) ?? 0)]));

/** The smallest limit of the histogram, in milliseconds, that this share of the looks kept. */
export function lagQuantileMs(counts: LagCounts, share: number): number {
  const all = counts.get(Infinity) ?? 0;
  const [limit = Number.NaN] = [...counts].find(([, count]) => all > 0 && count >= all * share) ?? [];
  return limit * 1000;
}

/** The histogram knows only that it was at most its limit; beyond the last one it knows nothing. */
export const showLag = (ms: number): string => (ms === Infinity ? '> 1 s' : `≤ ${show(ms)} ms`);
