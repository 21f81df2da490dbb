/** One look at one gateway, and how the looks of all rounds become a row. */

import { type ChatKind, chatRequest } from './chat-bytes.ts';
import { type CpuTime, cpuBetween, cpuTimeOf } from './cpu-time.ts';
import { medianOf, quantileOf } from './figures.ts';
import { fullLoad, steadyLoad } from './load.ts';
import { OpenStreams } from './open-streams.ts';
import type { Subject } from './subjects.ts';

export const KINDS = ['json', 'sse'] as const;
export type Kind = (typeof KINDS)[number];
export const LINES = 64;
const HALF_BUSY_TRIES = 4;
const LEAD_IN_SECONDS = 1.5;

/** As many requests as it answers. */
export type FullSample = {
  readonly perSecond: number;
  /** For one request. */
  readonly cpu: CpuTime;
};

/** Requests at even distances. */
type SteadySample = {
  readonly firstMs: Delays;
  readonly lastMs: Delays;
  readonly endWaitMs: number;
  readonly steadyPerSecond: number;
  /** For one request at this rate: more than at full load, where the caches of the processor stay warm. */
  readonly steadyCpu: CpuTime;
  /** The share that could not be sent. */
  readonly leftOut: number;
};

export type Sample = FullSample & SteadySample;
type Delays = { readonly p50: number; readonly p99: number };

export const targetOf = (subject: Subject, kind: ChatKind) => ({
  port: subject.port,
  request: chatRequest(kind, subject),
});

/** While the others had their turn, a runtime has thrown away what it had compiled: it gets a moment to do it again. */
export async function fullSampleOf(
  subject: Subject,
  kind: ChatKind,
  { seconds, leadInSeconds = LEAD_IN_SECONDS }: { readonly seconds: number; readonly leadInSeconds?: number },
): Promise<FullSample> {
  await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: leadInSeconds });
  const before = cpuTimeOf(subject.pid);
  const full = await fullLoad(targetOf(subject, kind), { lines: LINES, seconds });
  const cpu = cpuBetween(before, cpuTimeOf(subject.pid));
  return { perSecond: full.answers / full.seconds, cpu: each(cpu, full.answers) };
}

/** So many callers, each of whom asks again as soon as there is an answer. */
export type CallersSample = FullSample & { readonly firstMs: Delays; readonly lastMs: Delays };
type Callers = { readonly kind: Kind; readonly callers: number; readonly seconds: number };

export async function callersSampleOf(subject: Subject, { kind, callers, seconds }: Callers): Promise<CallersSample> {
  const before = cpuTimeOf(subject.pid);
  const found = await fullLoad(targetOf(subject, kind), { lines: callers, seconds });
  const cpu = cpuBetween(before, cpuTimeOf(subject.pid));
  return {
    perSecond: found.answers / found.seconds,
    firstMs: delaysOf(found.firstByteMs),
    lastMs: delaysOf(found.lastByteMs),
    cpu: each(cpu, found.answers),
  };
}

export async function steadySampleOf(
  subject: Subject,
  { kind, seconds, perSecond }: { readonly kind: Kind; readonly seconds: number; readonly perSecond: number },
): Promise<SteadySample> {
  let before = cpuTimeOf(subject.pid);
  const onBegin = () => {
    before = cpuTimeOf(subject.pid);
  };
  const steady = await steadyLoad(targetOf(subject, kind), { lines: 8 * LINES, seconds, perSecond, onBegin });
  const cpu = cpuBetween(before, cpuTimeOf(subject.pid));
  // The load generator looks at the clock all the time: what it takes while it waits says nothing.
  const isGenerator = subject.pid === process.pid;
  return {
    firstMs: delaysOf(steady.firstByteMs),
    lastMs: delaysOf(steady.lastByteMs),
    endWaitMs: medianOf(steady.endWaitMs),
    steadyPerSecond: perSecond,
    steadyCpu: each(cpu, isGenerator ? Number.NaN : steady.answers),
    leftOut: steady.leftOut,
  };
}

/**
 * Half load: the rate at which a gateway keeps its core busy for half of the time. That is less than half of what it can
 * do at most: the fewer requests come, the more each of them costs.
 */
export async function halfBusyRate(subject: Subject, kind: Kind, mostPerSecond: number): Promise<number> {
  // From below: near its limit a gateway does much at once, and a request costs the least there.
  let perSecond = mostPerSecond / 10;
  for (let tries = 0; tries < HALF_BUSY_TRIES; tries++) {
    const { steadyCpu } = await steadySampleOf(subject, { kind, seconds: 1, perSecond });
    perSecond = Math.min(mostPerSecond / 2, 500_000 / allThreads(steadyCpu));
  }
  return perSecond;
}

const delaysOf = (times: readonly number[]): Delays => ({ p50: medianOf(times), p99: quantileOf(times, 0.99) });

/** Events as people read them: processor time of each, of streams that neither begin nor end meanwhile. */
export async function paceSampleOf(
  subject: Subject,
  { streams, everyMs, seconds }: { readonly streams: number; readonly everyMs: number; readonly seconds: number },
): Promise<CpuTime> {
  using open = new OpenStreams();
  await open.open(targetOf(subject, { pace: { events: 1_000_000, everyMs } }), streams);
  const before = { cpu: cpuTimeOf(subject.pid), events: open.events };
  await Bun.sleep(seconds * 1000);
  return each(cpuBetween(before.cpu, cpuTimeOf(subject.pid)), open.events - before.events);
}

const each = ({ main, store, others }: CpuTime, count: number): CpuTime => ({
  main: main / count,
  store: store / count,
  others: others / count,
});

export const allThreads = ({ main, store, others }: CpuTime): number => main + (store || 0) + (others || 0);
