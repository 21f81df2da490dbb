/** The goals, and whether a run has met them. All are ratios or differences within one run. */
import { show } from './figures.ts';
import { type Figure, perCoreOf, type Row } from './gateway-rows.ts';
import { showLag } from './loop-lag.ts';

type Run = {
  /** A row of the table, by its name. */
  readonly row: (name: string) => Row | undefined;
  readonly fdatasyncMs: number;
  readonly lagP99Ms: number;
  readonly openStreams: { readonly count: number; readonly kilobytesEach: number };
};

type Verdict = {
  readonly goal: string;
  readonly measured: string;
  readonly verdict: 'met' | 'missed' | 'not measured';
};

export function verdictsOn({ row, fdatasyncMs, lagP99Ms, openStreams }: Run): readonly Verdict[] {
  const perCore = (name: string) => perCoreOr(row(`JSON, ${name}`));
  const stream = (name: string) => row(`SSE, ${name}`);
  const ofNginx = perCore('service') / perCore('nginx');
  const ofPortkey = perCore('service') / perCore("Portkey's gateway");
  const event = { nginx: medianIn(stream('nginx')?.eventCpu), ours: medianIn(stream('service')?.eventCpu) };
  const eventRatio = event.nginx / event.ours;
  const added = (which: 'p50' | 'p99') =>
    medianIn(stream('service')?.first[which]) - medianIn(stream('direct call')?.first[which]);
  const endWaitMs = medianIn(stream('service')?.endWait);
  const flushes = endWaitMs / fdatasyncMs;
  return [
    verdict('JSON requests per core ≥ 0.20 of nginx (stretch 0.30)', show(ofNginx, 2), ofNginx >= 0.2),
    verdict("JSON requests per core ≥ 15 times Portkey's gateway", `${show(ofPortkey, 1)} times`, ofPortkey >= 15),
    verdict(
      'an event at a human pace: nginx costs ≥ 0.33 of ours (stretch 0.50)',
      `${show(eventRatio, 2)} (${show(event.nginx, 1)} / ${show(event.ours, 1)} µs)`,
      eventRatio >= 0.33,
    ),
    verdict(
      'first byte of a stream at half load, over the direct call: p50 ≤ 0.5 ms',
      `${show(added('p50'), 2)} ms`,
      added('p50') <= 0.5,
    ),
    verdict('the same, p99 ≤ 3 ms', `${show(added('p99'), 2)} ms`, added('p99') <= 3),
    verdict(
      'last byte waits ≤ 1.5 times fdatasync of this disk',
      `${show(flushes, 1)} times (${show(endWaitMs, 2)} / ${show(fdatasyncMs, 2)} ms)`,
      flushes <= 1.5,
    ),
    verdict('lag of the event loop under full load: p99 ≤ 5 ms', showLag(lagP99Ms), lagP99Ms <= 5),
    verdict(
      '10,000 open streams: ≤ 40 KB each',
      `${show(openStreams.kilobytesEach, 1)} KB each, ${show(openStreams.count)} open`,
      openStreams.kilobytesEach <= 40,
    ),
  ];
}

function verdict(goal: string, measured: string, isMet: boolean): Verdict {
  if (measured.includes('–')) return { goal, measured: '–', verdict: 'not measured' };
  return { goal, measured, verdict: isMet ? 'met' : 'missed' };
}

const medianIn = (figure: Figure | undefined): number => figure?.median ?? Number.NaN;

const perCoreOr = (row: Row | undefined): number => (row ? perCoreOf(row) : Number.NaN);
