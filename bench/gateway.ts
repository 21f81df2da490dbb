/**
 * `npm run bench -- [--seconds 2] [--rounds 5] [--against <another checkout>] [--json <file>]`
 *
 * The whole service with everything on, beside what it can be compared with, in one run on loopback: the upstream called
 * directly (the ceiling of the load generator), nginx, a bare proxy on the same runtime, and the service with a ledger
 * that costs nothing. Each is a process of its own on one core; the load generator and the upstream have
 * the other. Each round measures each of them once, so that a busy moment of the machine falls on all alike; the figures
 * are medians of the rounds. At the end it says which goals are met. The last line is the same as JSON.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rssBytesOf } from '../test/support/process-memory.ts';
import { moveTo, twoCores } from './support/cores.ts';
import type { CpuTime } from './support/cpu-time.ts';
import { fdatasyncTimesMs } from './support/disk.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { medianOf, quantileOf, show } from './support/figures.ts';
import { medianByThread, printRows, rowOf } from './support/gateway-rows.ts';
import {
  allThreads,
  fullSampleOf,
  halfBusyRate,
  KINDS,
  type Kind,
  LINES,
  paceSampleOf,
  type Sample,
  steadySampleOf,
  targetOf,
} from './support/gateway-samples.ts';
import { printVerdicts, verdictsOn } from './support/goals.ts';
import { fullLoad } from './support/load.ts';
import { type LagCounts, lagCountsOf, lagQuantileMs, lagSince, showLag } from './support/loop-lag.ts';
import { walkMemory } from './support/memory-walk.ts';
import { OpenStreams } from './support/open-streams.ts';
import { readArguments } from './support/options.ts';
import { ANY_KEY, Processes, type Subject, settings } from './support/subjects.ts';

const { values: options } = readArguments({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    against: { type: 'string' },
    json: { type: 'string' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const SERVICE = 'service';
/** A pace at which people read: 20 events a second of each. */
const PACE = { streams: 200, everyMs: 50, seconds: SECONDS };
const OPEN_STREAMS = 10_000;
/** Each open stream is two connections of the service; the rest is for its own files. */
const OTHER_FILES = 300;
const DISK_LOOKS = 50;
/** Until then the runtime is still compiling what it runs, on threads whose time would be counted. */
const WARM_UP_SECONDS = 10;

/** `missing` says in a sentence each who could not be measured. */
type Group = { readonly subjects: readonly Subject[]; readonly missing: string[] };
type Samples = Readonly<Record<Kind, Map<Subject, Sample[]>>>;

const cores = twoCores();
if (cores) moveTo(cores.load);
else console.log('Nothing is pinned to a core: that takes Linux, taskset and two cores.');
const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
const upstreamPort = startUpstream();
try {
  await using processes = new Processes(cores?.subject);
  report(await measure(await startAll(processes)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function startAll(processes: Processes): Promise<Group> {
  const missing: string[] = [];
  const ifPossible = async (name: string, start: () => Promise<Subject>): Promise<Subject[]> => {
    try {
      return [await start()];
    } catch (error) {
      missing.push(`${name} is left out: ${(error as Error).message}`);
      return [];
    }
  };
  const serviceIn = (name: string, root?: string) =>
    processes.service(name, { folder: join(folder, name.replaceAll('/', '-')), upstreamPort, ...(root && { root }) });
  const subjects = [
    { name: 'direct call', port: upstreamPort, pid: process.pid, key: ANY_KEY },
    ...(await ifPossible('nginx', () => processes.nginx(join(folder, 'nginx'), upstreamPort))),
    await processes.script('bare proxy', 'bare-proxy.ts', { args: [String(upstreamPort)] }),
    await processes.script('service, no ledger', 'unbilled-service.ts', { env: settings(upstreamPort) }),
    await serviceIn(SERVICE),
    ...(options.against ? [await serviceIn(`service of ${options.against}`, resolve(options.against))] : []),
  ];
  return { subjects, missing };
}

async function measure({ subjects, missing }: Group) {
  const service = subjects.find(({ name }) => name === SERVICE)!;
  const samples: Samples = { json: new Map(), sse: new Map() };
  const paces = new Map<Subject, CpuTime[]>();
  const largeBodies: CpuTime[] = [];
  const fdatasyncMs: number[] = [];
  let lags: LagCounts = new Map();
  const half = {
    json: await halfLoads('json', { subjects, missing }),
    sse: await halfLoads('sse', { subjects, missing }),
  };
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`);
    for (const kind of KINDS) {
      for (const [subject, perSecond] of half[kind]) {
        const before = await lagCountsOf(service.port);
        const full = await fullSampleOf(subject, kind, { seconds: SECONDS });
        if (subject === service) lags = lagSince(lags, before, await lagCountsOf(service.port));
        const steady = await steadySampleOf(subject, { kind, seconds: SECONDS, perSecond });
        push(samples[kind], subject, { ...full, ...steady });
      }
    }
    for (const subject of subjects) {
      if (isReadAtPace(subject)) push(paces, subject, await paceSampleOf(subject, PACE));
    }
    largeBodies.push((await fullSampleOf(service, 'long-text', { seconds: SECONDS })).cpu);
    fdatasyncMs.push(...fdatasyncTimesMs(folder, DISK_LOOKS));
  }
  const largeBody = medianByThread(largeBodies);
  return {
    missing,
    samples,
    paces,
    largeBody,
    fdatasyncMs,
    lags,
    walk: walkMemory(),
    openStreams: await openStreams(),
  };
}

function isReadAtPace({ name }: Subject): boolean {
  return name === 'nginx' || name === 'bare proxy' || name.startsWith(SERVICE);
}

function push<T>(lists: Map<Subject, T[]>, subject: Subject, one: T): void {
  lists.set(subject, [...(lists.get(subject) ?? []), one]);
}

/** Warms all of them up. The same for all, so that delays can be subtracted, but for those who could not do even that. */
async function halfLoads(kind: Kind, { subjects, missing }: Group): Promise<ReadonlyMap<Subject, number>> {
  const most = new Map<Subject, number>();
  for (const subject of subjects) {
    try {
      await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: WARM_UP_SECONDS });
      const { answers, seconds } = await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: 1 });
      most.set(subject, answers / seconds);
    } catch (error) {
      missing.push(`${subject.name} is left out of ${kind.toUpperCase()}: ${(error as Error).message}`);
    }
  }
  const service = subjects.find(({ name }) => name === SERVICE)!;
  const ours = await halfBusyRate(service, kind, most.get(service)!);
  return new Map([...most].map(([subject, rate]) => [subject, Math.min(rate / 2, ours)]));
}

/** Memory of a service of its own that has done a little work, before and after so many streams were opened. */
async function openStreams() {
  const filesMax = Number(Bun.spawnSync(['sh', '-c', 'ulimit -n']).stdout.toString());
  const count = Math.min(OPEN_STREAMS, Math.floor((filesMax - OTHER_FILES) / 2));
  await using processes = new Processes(cores?.subject);
  const subject = await processes.service('open streams', { folder: join(folder, 'open-streams'), upstreamPort });
  await fullLoad(targetOf(subject, 'sse'), { lines: LINES, seconds: 1 });
  await Bun.sleep(2000);
  const beforeBytes = rssBytesOf(subject.pid);
  using streams = new OpenStreams();
  await streams.open(targetOf(subject, { pace: { events: 1_000_000, everyMs: 10_000 } }), count);
  await Bun.sleep(3000);
  const kilobytesEach = (rssBytesOf(subject.pid) - beforeBytes) / 1024 / count;
  return { count, kilobytesEach, beforeMegabytes: beforeBytes / 2 ** 20 };
}

function report(found: Awaited<ReturnType<typeof measure>>): void {
  const { samples, paces, largeBody, fdatasyncMs, walk, openStreams } = found;
  const rows = KINDS.flatMap((kind) =>
    [...samples[kind]].map(([subject, own]) =>
      rowOf(`${kind.toUpperCase()}, ${subject.name}`, own, kind === 'sse' ? paces.get(subject) : []),
    ),
  );
  console.log(
    `\n${LINES} connections; half load is where the service is busy half of the time; ${ROUNDS} rounds of ${SECONDS} s\n`,
  );
  printRows(rows);
  const disk = { p50: medianOf(fdatasyncMs), p99: quantileOf(fdatasyncMs, 0.99) };
  const lagP99Ms = lagQuantileMs(found.lags, 0.99);
  console.log(`
a walk through 1 MB of memory: ${show(walk.steadyUs)} µs over and over, ${show(walk.restedUs)} µs after rests of ${walk.restMs} ms
fdatasync of 4 KB on this disk: p50 ${show(disk.p50, 2)} ms, p99 ${show(disk.p99, 2)} ms
lag of the event loop under full load: p99 ${showLag(lagP99Ms)} (${show(found.lags.get(Infinity) ?? 0)} looks)
a body of 1 MB: ${show(allThreads(largeBody))} µs of processor time, ${show(largeBody.main)} of it on the serving thread
${show(openStreams.count)} open streams: ${show(openStreams.kilobytesEach, 1)} KB each, on top of ${show(openStreams.beforeMegabytes)} MB
`);
  for (const sentence of found.missing) console.log(sentence);
  const verdicts = verdictsOn({
    row: (name) => rows.find((row) => row.name === name),
    fdatasyncMs: disk.p50,
    lagP99Ms,
    openStreams,
    largeBody,
  });
  printVerdicts(verdicts);
  const json = JSON.stringify({
    bench: 'gateway',
    rounds: ROUNDS,
    rows,
    fdatasyncMs: disk,
    memoryWalk: walk,
    lagP99Ms,
    openStreams,
    largeBody,
    verdicts,
  });
  if (options.json) writeFileSync(options.json, `${json}\n`);
  console.log(`\n${json}`);
}
