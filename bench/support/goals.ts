/** The goals, and whether a run has met them. All are ratios or differences within one run. */
import type { CpuTime } from './cpu-time.ts';
import { printTable, show } from './figures.ts';
import type { Figure, Row } from './gateway-rows.ts';
import { allThreads } from './gateway-samples.ts';
import { showLag } from './loop-lag.ts';

type Run = {
  /** A row of the table, by its name. */
  readonly row: (name: string) => Row | undefined;
  readonly fdatasyncMs: number;
  readonly lagP99Ms: number;
  readonly openStreams: { readonly count: number; readonly kilobytesEach: number };
  /** Of a request with a body of 1 MB, in microseconds. */
  readonly largeBody: CpuTime;
};

export type Verdict = {
  readonly goal: string;
  readonly measured: string;
  readonly verdict: 'met' | 'missed' | 'not measured';
};

export function verdictsOn({ row, fdatasyncMs, lagP99Ms, openStreams, largeBody }: Run): readonly Verdict[] {
  const cpu = (name: string) => medianIn(row(name)?.cpu);
  const event = (name: string) => medianIn(row(`SSE, ${name}`)?.eventCpu);
  const endWaitMs = medianIn(row('SSE, service')?.endWait);
  const overProxy = (kind: 'JSON' | 'SSE', by: 'first' | 'last', which: 'p50' | 'p99') =>
    medianIn(row(`${kind}, service`)?.[by][which]) - medianIn(row(`${kind}, bare proxy`)?.[by][which]);
  return [
    atMost(
      'JSON, processor time: ≤ 3 times the bare proxy',
      3,
      quotient(cpu('JSON, service'), cpu('JSON, bare proxy')),
    ),
    atLeast(
      'a stream of 40 events: nginx costs ≥ 0.35 of ours',
      0.35,
      quotient(cpu('SSE, nginx'), cpu('SSE, service')),
    ),
    atLeast('an event at a human pace: nginx costs ≥ 0.45 of ours', 0.45, quotient(event('nginx'), event('service'))),
    ...(
      [
        ['first byte of a stream', 'p50', 0.3, overProxy('SSE', 'first', 'p50')],
        ['first byte of a stream', 'p99', 1.5, overProxy('SSE', 'first', 'p99')],
        ['whole JSON', 'p50', 0.8, overProxy('JSON', 'last', 'p50')],
        ['whole JSON', 'p99', 3, overProxy('JSON', 'last', 'p99')],
      ] as const
    ).map(([what, which, limit, ms]) =>
      verdict(`${what} at half load over the bare proxy, ${which} ≤ ${limit} ms`, `${show(ms, 2)} ms`, ms <= limit),
    ),
    atMost('the end of a stream waits ≤ 1.5 times fdatasync of this disk', 1.5, quotient(endWaitMs, fdatasyncMs, 2)),
    verdict('lag of the event loop under full load: p99 ≤ 5 ms', showLag(lagP99Ms), lagP99Ms <= 5),
    verdict(
      'a body of 1 MB takes ≤ 0.5 ms of the serving thread and 3 in all',
      `${show(largeBody.main / 1000, 2)} and ${show(allThreads(largeBody) / 1000, 2)} ms`,
      largeBody.main <= 500 && allThreads(largeBody) <= 3000,
    ),
    verdict(
      '10,000 open streams: ≤ 18 KB each',
      `${show(openStreams.kilobytesEach, 1)} KB each, ${show(openStreams.count)} open`,
      openStreams.kilobytesEach <= 18,
    ),
  ];
}

type Quotient = { readonly value: number; readonly said: string };

const quotient = (above: number, below: number, digits = 1): Quotient => ({
  value: above / below,
  said: `${show(above / below, 2)} (${show(above, digits)} / ${show(below, digits)})`,
});

const atMost = (goal: string, limit: number, { value, said }: Quotient) => verdict(goal, said, value <= limit);
const atLeast = (goal: string, limit: number, { value, said }: Quotient) => verdict(goal, said, value >= limit);

export function verdict(goal: string, measured: string, isMet: boolean): Verdict {
  if (measured.includes('–')) return { goal, measured: '–', verdict: 'not measured' };
  return { goal, measured, verdict: isMet ? 'met' : 'missed' };
}

export function printVerdicts(verdicts: readonly Verdict[]): void {
  console.log('');
  printTable(
    ['goal', 'measured', ''],
    verdicts.map(({ goal, measured, verdict }) => [goal, measured, verdict]),
  );
}

const medianIn = (figure: Figure | undefined): number => figure?.median ?? Number.NaN;
