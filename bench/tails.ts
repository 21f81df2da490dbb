/**
 * `npm run bench -- tails [--seconds 2] [--rounds 5] [--idle-seconds 30] [--trace-seconds 6] [--json <file>]`
 *
 * The delays that one caller feels, and the slowest hundredth of many: one caller who asks again at once, a request every
 * 20 ms, a quarter and half of what the service can do, beside nginx and a bare proxy in one run. Then a server that is
 * not asked: its processor time, and what wakes it. Then a trace of the serving thread, which names the cause of each
 * stall above 1 ms, and the slow work of the store's thread. The trace costs time itself: no delay is taken from it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveTo, twoCores } from './support/cores.ts';
import { fdatasyncTimesMs } from './support/disk.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { medianOf, printTable, quantileOf, show } from './support/figures.ts';
import {
  allThreads,
  type CallersSample,
  callersSampleOf,
  halfBusyRate,
  KINDS,
  type Kind,
  LINES,
  steadySampleOf,
  targetOf,
} from './support/gateway-samples.ts';
import { printVerdicts } from './support/goals.ts';
import { lookAtIdle, printIdle } from './support/idle-server.ts';
import { fullLoad } from './support/load.ts';
import { readArguments } from './support/options.ts';
import { ANY_KEY, Processes, type Subject } from './support/subjects.ts';
import { LOADS, type Load, type Tail, tailVerdicts } from './support/tail-goals.ts';
import { printTrace, traceStalls } from './support/tail-trace.ts';

const { values: options } = readArguments({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    'idle-seconds': { type: 'string', default: '30' },
    'trace-seconds': { type: 'string', default: '6' },
    json: { type: 'string' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const WARM_UP_SECONDS = 5;
const DISK_LOOKS = 50;
/** A request every 20 ms; few come in a second. */
const APART = { perSecond: 50, seconds: Math.max(4, SECONDS) };

/** Of the load generator, which looks at the clock all the time. */
const NO_COSTS = ['–', '–', '–', '–'];

type Rates = Readonly<Record<'quarter' | 'half', Readonly<Record<Kind, number>>>>;
type TailSample = Omit<CallersSample, 'perSecond'>;
type Row = { readonly load: Load; readonly kind: Kind; readonly subject: Subject; readonly samples: TailSample[] };

const cores = twoCores();
if (cores) moveTo(cores.load);
else console.log('Nothing is pinned to a core: that takes Linux, taskset and two cores.');
const folder = mkdtempSync(join(tmpdir(), 'boreal-tails-'));
const upstreamPort = startUpstream();
const place = { folder, upstreamPort, core: cores?.subject };
const missing: string[] = [];
const before = loadavg()[0]!;
try {
  const { rows, rates, fdatasyncMs } = await measureAll();
  const idle = await lookAtIdle(place, Number(options['idle-seconds']));
  const traced = new Map([['every 20 ms', { json: APART.perSecond, sse: APART.perSecond }], ...Object.entries(rates)]);
  const trace = await traceStalls(place, traced, Number(options['trace-seconds']));
  report(rows, fdatasyncMs);
  printIdle(idle);
  printTrace(trace);
  const tail = (load: Load, kind: Kind, subject: string) => {
    const row = rows.find((one) => one.load === load && one.kind === kind && one.subject.name === subject);
    return row && tailOf(row);
  };
  const verdicts = tailVerdicts({ tail, idlePercent: idle.percent });
  printVerdicts(verdicts);
  if (options.json) {
    const tails = rows.map((row) => ({ load: row.load, kind: row.kind, subject: row.subject.name, ...tailOf(row) }));
    const stalls = trace.stalls.map(({ profile: _, ...stall }) => stall);
    const found = { bench: 'tails', rounds: ROUNDS, rates, tails, idle, stalls, slow: trace.slow, verdicts };
    writeFileSync(options.json, `${JSON.stringify(found)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function measureAll() {
  await using processes = new Processes(cores?.subject);
  const subjects = await startAll(processes);
  const rates = await ratesOf(subjects);
  const rows: Row[] = LOADS.flatMap((load) =>
    KINDS.flatMap((kind) => subjects.map((subject) => ({ load, kind, subject, samples: [] }))),
  );
  const fdatasyncMs: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`);
    for (const { load, kind, subject, samples } of rows) samples.push(await look({ load, kind, subject }, rates));
    fdatasyncMs.push(...fdatasyncTimesMs(folder, DISK_LOOKS));
  }
  return { rows, rates, fdatasyncMs };
}

async function startAll(processes: Processes): Promise<readonly Subject[]> {
  const subjects: Subject[] = [{ name: 'direct call', port: upstreamPort, pid: process.pid, key: ANY_KEY }];
  try {
    subjects.push(await processes.nginx(join(folder, 'nginx'), upstreamPort));
  } catch (error) {
    missing.push(`nginx is left out: ${(error as Error).message}`);
  }
  subjects.push(await processes.script('bare proxy', 'bare-proxy.ts', { args: [String(upstreamPort)] }));
  subjects.push(await processes.service('service', { folder: join(folder, 'service'), upstreamPort }));
  return subjects;
}

/** Warms all of them up. The same rates for all, so that delays can be subtracted. */
async function ratesOf(subjects: readonly Subject[]): Promise<Rates> {
  const service = subjects.at(-1)!;
  const half = { json: 0, sse: 0 };
  for (const kind of KINDS) {
    for (const subject of subjects) await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: WARM_UP_SECONDS });
    const { answers, seconds } = await fullLoad(targetOf(service, kind), { lines: LINES, seconds: 1 });
    half[kind] = await halfBusyRate(service, kind, answers / seconds);
  }
  return { quarter: { json: half.json / 2, sse: half.sse / 2 }, half };
}

async function look({ load, kind, subject }: Omit<Row, 'samples'>, rates: Rates): Promise<TailSample> {
  if (load === 'one caller') return callersSampleOf(subject, { kind, callers: 1, seconds: SECONDS });
  const rate = load === 'every 20 ms' ? APART : { perSecond: rates[load][kind], seconds: SECONDS };
  const { firstMs, lastMs, steadyCpu, leftOut } = await steadySampleOf(subject, { kind, ...rate });
  if (leftOut > 0)
    missing.push(`${subject.name} stood still at ${load} load: ${show(leftOut * 100, 1)} % were not sent.`);
  return { firstMs, lastMs, cpu: steadyCpu };
}

function tailOf({ samples }: Row): Tail {
  const median = (pick: (sample: TailSample) => number) => medianOf(samples.map(pick));
  return {
    first: { p50: median(({ firstMs }) => firstMs.p50), p99: median(({ firstMs }) => firstMs.p99) },
    last: { p50: median(({ lastMs }) => lastMs.p50), p99: median(({ lastMs }) => lastMs.p99) },
    cpuUs: median(({ cpu }) => allThreads(cpu)),
  };
}

function report(rows: readonly Row[], fdatasyncMs: readonly number[]): void {
  const disk = `p50 ${show(medianOf(fdatasyncMs), 2)} ms, p99 ${show(quantileOf(fdatasyncMs, 0.99), 2)} ms`;
  const machine = `${show(before, 1)} before, ${show(loadavg()[0]!, 1)} after`;
  console.log(`\n${ROUNDS} rounds of ${SECONDS} s; load of the machine: ${machine}; fdatasync of 4 KB: ${disk}`);
  console.log('half load is where the service is busy half of the time, a quarter is half of that rate\n');
  printTable(
    [
      'load',
      'who answers',
      'first byte p50 ms',
      'p99',
      'last byte p50 ms',
      'p99',
      'CPU µs/request',
      'main',
      'store',
      'others',
    ],
    rows.map((row) => {
      const { first, last, cpuUs } = tailOf(row);
      const thread = (name: 'main' | 'store' | 'others') => show(medianOf(row.samples.map(({ cpu }) => cpu[name])));
      const isGenerator = row.subject.pid === process.pid;
      return [
        `${row.kind.toUpperCase()}, ${row.load}`,
        row.subject.name,
        ...[first.p50, first.p99, last.p50, last.p99].map((ms) => show(ms, 2)),
        ...(isGenerator ? NO_COSTS : [show(cpuUs), thread('main'), thread('store'), thread('others')]),
      ];
    }),
  );
  for (const sentence of missing) console.log(sentence);
}
