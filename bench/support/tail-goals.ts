/** The goals for delays at loads that people feel, and for a server that rests. */
import { show } from './figures.ts';
import type { Kind } from './gateway-samples.ts';
import { type Verdict, verdict } from './goals.ts';

export const LOADS = ['one caller', 'every 20 ms', 'quarter', 'half'] as const;
export type Load = (typeof LOADS)[number];

/** Medians of the rounds. */
export type Tail = {
  readonly first: { readonly p50: number; readonly p99: number };
  readonly last: { readonly p50: number; readonly p99: number };
  /** Processor time of a request in all threads, in microseconds. */
  readonly cpuUs: number;
};

type Run = {
  readonly tail: (load: Load, kind: Kind, subject: string) => Tail | undefined;
  /** The share of a core, in percent. */
  readonly idlePercent: number;
};

type Wanted = {
  readonly load: Load;
  readonly kind: Kind;
  readonly over: string;
  readonly by: 'first' | 'last';
  readonly p50: number;
  readonly p99?: number;
};

const ADDED: readonly Wanted[] = [
  { load: 'every 20 ms', kind: 'json', over: 'direct call', by: 'last', p50: 0.8 },
  { load: 'quarter', kind: 'json', over: 'nginx', by: 'last', p50: 0.5, p99: 3 },
  { load: 'half', kind: 'sse', over: 'bare proxy', by: 'first', p50: 0.3, p99: 1.5 },
  { load: 'half', kind: 'json', over: 'bare proxy', by: 'last', p50: 0.8, p99: 3 },
];

export function tailVerdicts({ tail, idlePercent }: Run): readonly Verdict[] {
  const added = ADDED.flatMap(({ load, kind, over, by, ...most }) =>
    (['p50', 'p99'] as const).flatMap((which) => {
      const limit = most[which];
      if (limit === undefined) return [];
      const ms =
        (tail(load, kind, 'service')?.[by][which] ?? Number.NaN) - (tail(load, kind, over)?.[by][which] ?? Number.NaN);
      const what = kind === 'sse' ? 'first byte of a stream' : 'whole JSON';
      return [verdict(`${load}: ${what} over ${over}, ${which} ≤ ${limit} ms`, `${show(ms, 2)} ms`, ms <= limit)];
    }),
  );
  const cpu = (load: Load, limit: number) => {
    const us = tail(load, 'json', 'service')?.cpuUs ?? Number.NaN;
    return verdict(`${load}: JSON takes ≤ ${limit} µs of processor time`, `${show(us)} µs`, us <= limit);
  };
  return [
    cpu('one caller', 400),
    cpu('every 20 ms', 600),
    ...added,
    verdict('a server that is not asked takes ≤ 0.2 % of a core', `${show(idlePercent, 2)} %`, idlePercent <= 0.2),
  ];
}
