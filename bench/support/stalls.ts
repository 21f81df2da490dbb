/** The causes of stalls of the serving thread: its trace, the runtime's log of collections and its profile, put together. */
import type { Stall } from './loop-trace.ts';
import type { Profile } from './profile-parts.ts';
import type { SlowWork } from './store-trace.ts';

type Traces = {
  readonly stalls: readonly Stall[];
  readonly pauses: readonly Pause[];
  readonly profile: Profile;
  readonly slow: readonly SlowWork[];
};

export type NamedStall = {
  readonly atMs: number;
  readonly ms: number;
  readonly cause: string;
  /** How often something was begun meanwhile, by its name. */
  readonly begun: Readonly<Record<string, number>>;
  /** What the serving thread ran meanwhile. */
  readonly profile: Profile;
};

/** A stop of the serving thread by its garbage collector, and where the log tells of it. */
type Pause = { readonly at: number; readonly ms: number; readonly kind: string };

/** A cause has this share of a stall at least. */
const MOST = 0.5;
const TICK_MS = 1;

/** The first heap in the log is that of the serving thread: the others are of threads that it starts. */
export function pausesIn(log: string): readonly Pause[] {
  const pauses: Pause[] = [];
  const kinds = new Map<string, string>();
  let own: string | undefined;
  let at = 0;
  for (const line of log.split('\n')) {
    const heap = /^\[GC<(0x[0-9a-f]+)>: /.exec(line)?.[1];
    own ??= heap;
    const kind = /=> (Eden|Full)Collection/.exec(line)?.[1];
    if (heap && kind) kinds.set(heap, kind.toLowerCase());
    const ms = Number(/\bp=([\d.]+)ms/.exec(line)?.[1]);
    if (heap && heap === own && ms > 0) pauses.push({ at, ms, kind: kinds.get(heap) ?? 'unknown' });
    at += Buffer.byteLength(line) + 1;
  }
  return pauses;
}

export const nameStalls = ({ stalls, profile, ...traces }: Traces): readonly NamedStall[] =>
  stalls.map((stall) => ({
    atMs: stall.fromMs,
    ms: stall.toMs - stall.fromMs - TICK_MS,
    cause: causeOf(stall, traces),
    begun: stall.begun,
    profile: sliceOf(profile, stall),
  }));

function causeOf(stall: Stall, { pauses, slow }: Pick<Traces, 'pauses' | 'slow'>): string {
  const ms = stall.toMs - stall.fromMs;
  const own = pauses.filter(({ at }) => at >= stall.gcLog[0] && at < stall.gcLog[1]);
  const pausedMs = own.reduce((sum, pause) => sum + pause.ms, 0);
  if (pausedMs >= ms * MOST) return `garbage collection, ${own.at(-1)!.kind}`;
  if (stall.waitedMs >= ms * MOST) return `the core was taken by ${otherIn(stall, slow)}`;
  if (stall.ranMs < ms * MOST) return 'nothing ran: a late wake-up';
  return stall.longest.ms >= ms * MOST ? stall.longest.name : 'many short pieces of work in one turn';
}

/** Another thread of the process, or another process. The profile has no samples of them. */
function otherIn({ fromMs, toMs, waitedMs, storeMs, othersMs }: Stall, slow: readonly SlowWork[]): string {
  if (Math.max(storeMs, othersMs) < waitedMs * MOST) return 'another process';
  if (othersMs > storeMs) return 'threads of the runtime';
  const beside = slow.find((work) => work.fromMs < toMs && work.toMs > fromMs && work.what !== 'fdatasync');
  return `the store's thread${beside ? `: ${beside.what}` : ''}`;
}

/** The samples of a stall. */
function sliceOf({ nodes, samples, timeDeltas, startTime }: Profile, { fromMs, toMs }: Stall): Profile {
  let atUs = startTime;
  const inside = samples.map((_, i) => {
    atUs += timeDeltas[i] ?? 0;
    return atUs >= fromMs * 1000 && atUs <= toMs * 1000;
  });
  return {
    nodes,
    startTime,
    samples: samples.filter((_, i) => inside[i]),
    timeDeltas: timeDeltas.filter((_, i) => inside[i]),
  };
}

/** The profiles of several stalls as one. */
export const joined = (profiles: readonly Profile[]): Profile => ({
  ...profiles[0]!,
  samples: profiles.flatMap(({ samples }) => samples),
  timeDeltas: profiles.flatMap(({ timeDeltas }) => timeDeltas),
});
