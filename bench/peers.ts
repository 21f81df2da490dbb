/**
 * `npm run bench -- peers [--seconds 2] [--rounds 3] [--per-second 20] [--requests 100000] [--streams 5000]`
 *
 * The service beside nginx, a bare proxy and other gateways in front of the same fast upstream, in one run: processor
 * time of a request, first bytes for a few requests a second and for 16 and 64 callers who ask again at once, and memory
 * after many requests and with many open streams. Each is the real program with its own database, pinned to one core;
 * the load generator and the upstream have the other. Rounds go through all of them in turns, so that a busy moment
 * falls on all alike. docs/comparison.md says how each is had, and what was on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { within } from '../src/lib/within.ts';
import { rssBytesOf } from '../test/support/process-memory.ts';
import { BifrostPeer } from './support/bifrost-peer.ts';
import { moveTo, twoCores } from './support/cores.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { medianOf, printTable, show } from './support/figures.ts';
import {
  allThreads,
  type CallersSample,
  callersSampleOf,
  KINDS,
  type Kind,
  LINES,
  steadySampleOf,
  targetOf,
} from './support/gateway-samples.ts';
import { fullLoad } from './support/load.ts';
import { BorealPeer, MODEL, type MoneyPeer, OneApiPeer } from './support/money-peers.ts';
import { OpenStreams } from './support/open-streams.ts';
import { readArguments } from './support/options.ts';
import { ANY_KEY, Processes, type Subject } from './support/subjects.ts';

const { values: options } = readArguments({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    'per-second': { type: 'string', default: '20' },
    requests: { type: 'string', default: '100000' },
    streams: { type: 'string', default: '5000' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const PER_SECOND = Number(options['per-second']);
const REQUESTS = Number(options.requests);
const STREAMS = Number(options.streams);
const LEAD_IN_SECONDS = 1.5;
const FEW_CALLERS = 16;
/** The slowest of them would take longer for so many requests or streams. */
const WAIT_SECONDS_MAX = 90;
/** Memory that is free by then goes back to the system. */
const REST_MS = 3000;
const PLENTY = 1_000_000_000_000;

type Sample = {
  readonly many: CallersSample;
  readonly few: CallersSample;
  /** At a few requests a second. */
  readonly calm: Pick<CallersSample, 'firstMs'>;
};
type Memory = { readonly requests: number; readonly afterBytes: number; readonly streamBytes: number };

const cores = twoCores();
if (cores) moveTo(cores.load);
const folder = mkdtempSync(join(tmpdir(), 'boreal-peers-'));
const upstreamPort = startUpstream();
const started: MoneyPeer[] = [];
const missing: string[] = [];
try {
  await using processes = new Processes(cores?.subject);
  report(await measure(await startAll(processes)));
} finally {
  for (const peer of started) await peer.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function startAll(processes: Processes): Promise<readonly Subject[]> {
  const place = (name: string) => ({
    folder: join(folder, name),
    upstreamUrl: `http://127.0.0.1:${upstreamPort}/v1`,
    perMinute: 1_000_000,
    ...(cores && { core: cores.subject }),
  });
  const money = async (peer: MoneyPeer): Promise<Subject> => {
    started.push(peer);
    await peer.start();
    const { key } = await peer.newCustomer(PLENTY);
    return { name: peer.name, port: Number(new URL(peer.url).port), pid: peer.pid, key, model: MODEL };
  };
  const all: Subject[] = [{ name: 'direct call', port: upstreamPort, pid: process.pid, key: ANY_KEY }];
  const starts: readonly (readonly [string, () => Promise<Subject>])[] = [
    ['nginx', () => processes.nginx(join(folder, 'nginx'), upstreamPort)],
    ['bare proxy', () => processes.script('bare proxy', 'bare-proxy.ts', { args: [String(upstreamPort)] })],
    ['Boreal', async () => money(await BorealPeer.at(place('boreal')))],
    ['Bifrost', async () => money(await BifrostPeer.at(place('bifrost')))],
    ['one-api', async () => money(await OneApiPeer.at(place('one-api')))],
    ['TensorZero', () => processes.tensorZero(join(folder, 'tensorzero'), upstreamPort)],
    ["Portkey's gateway", () => processes.portkey(upstreamPort)],
    ['LiteLLM', () => processes.litellm(join(folder, 'litellm'), upstreamPort)],
  ];
  for (const [name, start] of starts) {
    try {
      all.push(await start());
    } catch (error) {
      missing.push(`LEFT OUT: ${name}: ${(error as Error).message}`);
    }
  }
  return all;
}

async function measure(subjects: readonly Subject[]) {
  const samples = new Map<string, Sample[]>();
  const memory = new Map<Subject, Memory>();
  const load = { before: loadavg()[0]!, after: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`);
    for (const kind of KINDS) {
      for (const subject of subjects) {
        const name = `${kind.toUpperCase()}, ${subject.name}`;
        await ifPossible(name, async () => {
          samples.set(name, [...(samples.get(name) ?? []), await look(subject, kind)]);
        });
      }
    }
  }
  for (const subject of subjects) {
    if (subject.pid === process.pid) continue;
    console.log(`memory of ${subject.name}`);
    await ifPossible(`memory, ${subject.name}`, async () => void memory.set(subject, await memoryOf(subject)));
  }
  load.after = loadavg()[0]!;
  return { subjects, samples, memory, load };
}

async function ifPossible(name: string, measureOne: () => Promise<void>): Promise<void> {
  try {
    await measureOne();
  } catch (error) {
    const sentence = `LEFT OUT: ${name}: ${(error as Error).message}`;
    if (!missing.includes(sentence)) missing.push(sentence);
  }
}

async function look(subject: Subject, kind: Kind): Promise<Sample> {
  await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: LEAD_IN_SECONDS });
  const many = await callersSampleOf(subject, { kind, callers: LINES, seconds: SECONDS });
  const few = await callersSampleOf(subject, { kind, callers: FEW_CALLERS, seconds: SECONDS });
  return { many, few, calm: await steadySampleOf(subject, { kind, seconds: SECONDS, perSecond: PER_SECOND }) };
}

/** Fewer requests where they would take too long; they are counted. */
async function memoryOf(subject: Subject): Promise<Memory> {
  const startMs = performance.now();
  let requests = 0;
  while (requests < REQUESTS && performance.now() - startMs < WAIT_SECONDS_MAX * 1000) {
    requests += (await fullLoad(targetOf(subject, 'json'), { lines: LINES, seconds: 1 })).answers;
  }
  await Bun.sleep(REST_MS);
  const afterBytes = rssBytesOf(subject.pid);
  using streams = new OpenStreams();
  const target = targetOf(subject, { pace: { events: 1_000_000, everyMs: 10_000 } });
  const late = () => new Error(`They do not open within ${WAIT_SECONDS_MAX} seconds.`);
  try {
    await within(WAIT_SECONDS_MAX * 1000, streams.open(target, STREAMS), late);
    await Bun.sleep(REST_MS);
    return { requests, afterBytes, streamBytes: rssBytesOf(subject.pid) };
  } catch (error) {
    missing.push(`${subject.name}: ${STREAMS} open streams: ${(error as Error).message}`);
    return { requests, afterBytes, streamBytes: Number.NaN };
  }
}

function report({ subjects, samples, memory, load }: Awaited<ReturnType<typeof measure>>): void {
  console.log(`\nload of the machine: ${show(load.before, 1)} before, ${show(load.after, 1)} after`);
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s; at ${PER_SECOND} a second first bytes are what is added to a direct call\n`,
  );
  printTable(
    [
      'gateway',
      'CPU µs/request',
      'per core and s',
      `first byte, ${PER_SECOND} a second: +p50 ms`,
      '+p99',
      `${FEW_CALLERS} callers: p50 ms`,
      'p99',
      `${LINES} callers: p50 ms`,
      'p99',
    ],
    KINDS.flatMap((kind) => {
      const nameOf = ({ name }: Subject) => `${kind.toUpperCase()}, ${name}`;
      const [direct, ...gateways] = subjects;
      return gateways.flatMap((subject) => {
        const own = samples.get(nameOf(subject));
        return own ? [cellsOf(nameOf(subject), own, samples.get(nameOf(direct!))!)] : [];
      });
    }),
  );
  console.log('');
  printTable(
    ['gateway', 'requests before', 'memory then, MB', `with ${show(STREAMS)} open streams`, 'KB a stream'],
    [...memory].map(([{ name }, { requests, afterBytes, streamBytes }]) => [
      name,
      show(requests),
      show(afterBytes / 2 ** 20),
      show(streamBytes / 2 ** 20),
      show((streamBytes - afterBytes) / STREAMS / 1024, 1),
    ]),
  );
  for (const sentence of missing) console.log(sentence);
}

function cellsOf(name: string, own: readonly Sample[], direct: readonly Sample[]): readonly string[] {
  const middle = (some: readonly Sample[], pick: (sample: Sample) => number) => medianOf(some.map(pick));
  const first = (pick: (sample: Sample) => number) => show(middle(own, pick), 2);
  const added = (pick: (sample: Sample) => number) => show(middle(own, pick) - middle(direct, pick), 2);
  const cpu = middle(own, ({ many }) => allThreads(many.cpu));
  return [
    name,
    show(cpu),
    show(1_000_000 / cpu),
    added(({ calm }) => calm.firstMs.p50),
    added(({ calm }) => calm.firstMs.p99),
    first(({ few }) => few.firstMs.p50),
    first(({ few }) => few.firstMs.p99),
    first(({ many }) => many.firstMs.p50),
    first(({ many }) => many.firstMs.p99),
  ];
}
