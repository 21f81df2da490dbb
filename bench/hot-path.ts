/**
 * `npm run bench -- hot-path [--seconds 2] [--rounds 3] [--against <another checkout>]`
 *
 * The whole service, as its own process with billing on, beside what it can be compared with, in one run on loopback:
 * the upstream called directly (the ceiling of the load generator), nginx if there is one, a bare proxy on the same
 * runtime, and the service with books that cost nothing. Each round measures each of them once, so that a busy moment
 * of the machine falls on all alike; the figures are medians of the rounds.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CpuTime, cpuBetween, cpuTimeOf } from './support/cpu-time.ts';
import { medianOf, printTable, quantileOf, show, spreadOf } from './support/figures.ts';
import { chatRequest, fullLoad, steadyLoad } from './support/load.ts';
import { Processes, type Subject, settings } from './support/subjects.ts';

type Sample = {
  readonly perSecond: number;
  readonly cpu: CpuTime;
  readonly firstMs: readonly [p50: number, p99: number];
  readonly lastMs: readonly [p50: number, p99: number];
};

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    against: { type: 'string' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const LINES = 64;
const KINDS = ['json', 'sse'] as const;
const HEAD = [
  'who answers',
  'requests/s',
  '± %',
  'CPU µs: main',
  'store',
  'others',
  'first byte p50 ms',
  'p99',
  'last byte p50 ms',
  'p99',
];

const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  using processes = new Processes();
  const subjects = await startAll(processes);
  console.log(`fdatasync of 4 KB on this disk, nothing else running: ${fsyncTimes(folder)}\n`);
  for (const kind of KINDS) await compare(kind, subjects);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function startAll(processes: Processes): Promise<readonly Subject[]> {
  const direct = await processes.script('direct call', 'fast-upstream.ts');
  const upstreamPort = direct.port;
  const nginx = await processes.nginx(join(folder, 'nginx'), upstreamPort);
  if (!nginx) console.log('nginx is not installed, so it is left out; NGINX=<path> names one elsewhere.');
  const proxy = await processes.script('bare proxy', 'bare-proxy.ts', { args: [String(upstreamPort)] });
  const unbilled = await processes.script('service, no books', 'unbilled-service.ts', { env: settings(upstreamPort) });
  const service = await processes.service('service', { folder: join(folder, 'data'), upstreamPort });
  const other = options.against && {
    ...(await processes.service(`service of ${options.against}`, {
      root: resolve(options.against),
      folder: join(folder, 'other'),
      upstreamPort,
    })),
  };
  return [direct, ...(nginx ? [nginx] : []), proxy, unbilled, service, ...(other ? [other] : [])];
}

async function compare(kind: (typeof KINDS)[number], subjects: readonly Subject[]): Promise<void> {
  const samples = new Map<Subject, Sample[]>(subjects.map((subject) => [subject, []]));
  const targetOf = ({ port, key }: Subject) => ({ port, request: chatRequest(kind, key) });
  for (const subject of subjects) await fullLoad(targetOf(subject), { lines: LINES, seconds: SECONDS });
  const service = subjects.find(({ name }) => name === 'service')!;
  const { answers, seconds } = await fullLoad(targetOf(service), { lines: LINES, seconds: SECONDS });
  // Everybody gets the same, so that the delays can be subtracted.
  const half = answers / seconds / 2;
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of subjects) {
      const before = cpuTimeOf(subject.pid);
      const full = await fullLoad(targetOf(subject), { lines: LINES, seconds: SECONDS });
      const cpu = cpuBetween(before, cpuTimeOf(subject.pid));
      const steady = await steadyLoad(targetOf(subject), { lines: 16 * LINES, seconds: SECONDS, perSecond: half });
      if (steady.leftOut > 0)
        console.log(`(${subject.name} stood still: ${show(steady.leftOut * 100)} % were not sent.)`);
      samples.get(subject)!.push({
        perSecond: full.answers / full.seconds,
        cpu: { main: cpu.main / full.answers, store: cpu.store / full.answers, others: cpu.others / full.answers },
        firstMs: [medianOf(steady.firstByteMs), quantileOf(steady.firstByteMs, 0.99)],
        lastMs: [medianOf(steady.lastByteMs), quantileOf(steady.lastByteMs, 0.99)],
      });
    }
  }
  console.log(`${kind.toUpperCase()}, ${LINES} connections; delays at ${show(half)} requests per second\n`);
  printTable(
    HEAD,
    [...samples].map(([subject, own]) => rowOf(subject, own)),
  );
  console.log();
}

function rowOf({ name }: Subject, samples: readonly Sample[]): readonly string[] {
  const median = (pick: (sample: Sample) => number) => medianOf(samples.map(pick));
  return [
    name,
    show(median((sample) => sample.perSecond)),
    show(spreadOf(samples.map((sample) => sample.perSecond))),
    show(median((sample) => sample.cpu.main)),
    show(median((sample) => sample.cpu.store)),
    show(median((sample) => sample.cpu.others)),
    show(
      median((sample) => sample.firstMs[0]),
      2,
    ),
    show(
      median((sample) => sample.firstMs[1]),
      2,
    ),
    show(
      median((sample) => sample.lastMs[0]),
      2,
    ),
    show(
      median((sample) => sample.lastMs[1]),
      2,
    ),
  ];
}

/** The last byte of an answer waits for one of these. */
function fsyncTimes(where: string): string {
  const file = openSync(join(where, 'fsync'), 'w');
  const times = Array.from({ length: 100 }, () => {
    writeSync(file, new Uint8Array(4096));
    const startMs = performance.now();
    fdatasyncSync(file);
    return performance.now() - startMs;
  });
  closeSync(file);
  return `p50 ${show(medianOf(times), 2)} ms, p99 ${show(quantileOf(times, 0.99), 2)} ms.`;
}
