/**
 * `npm run bench -- peers [--seconds 2] [--rounds 3] [--per-second 20]`
 *
 * The service beside other gateways in front of the same fast upstream, in one run: processor time of a request, requests
 * a second that one core can carry, what each adds to the first byte, and memory. Each is the real program with its own
 * database, pinned to one core; the load generator and the upstream have the other. Rounds go through all of them in
 * turns, so that a busy moment falls on all alike. docs/comparison.md says how each is had, and what was on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rssBytesOf } from '../test/support/process-memory.ts';
import { BifrostPeer } from './support/bifrost-peer.ts';
import { moveTo, twoCores } from './support/cores.ts';
import { startUpstream } from './support/fast-upstream.ts';
import { medianOf, printTable, show } from './support/figures.ts';
import {
  allThreads,
  type FullSample,
  fullSampleOf,
  KINDS,
  type Kind,
  steadySampleOf,
} from './support/gateway-samples.ts';
import { BorealPeer, MODEL, type MoneyPeer, OneApiPeer } from './support/money-peers.ts';
import { readArguments } from './support/options.ts';
import { ANY_KEY, Processes, type Subject } from './support/subjects.ts';

const { values: options } = readArguments({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    'per-second': { type: 'string', default: '20' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const PER_SECOND = Number(options['per-second']);
const PLENTY = 1_000_000_000_000;

type Sample = FullSample & { readonly firstMs: { readonly p50: number; readonly p99: number } };

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
    ['Boreal', async () => money(await BorealPeer.at(place('boreal')))],
    ['one-api', async () => money(await OneApiPeer.at(place('one-api')))],
    ['Bifrost', async () => money(await BifrostPeer.at(place('bifrost')))],
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
  const load = { before: loadavg()[0]!, after: 0 };
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`);
    for (const kind of KINDS) for (const subject of subjects) await look(subject, kind, samples);
  }
  load.after = loadavg()[0]!;
  return { subjects, samples, load };
}

async function look(subject: Subject, kind: Kind, samples: Map<string, Sample[]>): Promise<void> {
  const name = `${kind.toUpperCase()}, ${subject.name}`;
  try {
    const full = await fullSampleOf(subject, kind, { seconds: SECONDS });
    const { firstMs } = await steadySampleOf(subject, { kind, seconds: SECONDS, perSecond: PER_SECOND });
    samples.set(name, [...(samples.get(name) ?? []), { ...full, firstMs }]);
  } catch (error) {
    const sentence = `LEFT OUT: ${name}: ${(error as Error).message}`;
    if (!missing.includes(sentence)) missing.push(sentence);
  }
}

function report({ subjects, samples, load }: Awaited<ReturnType<typeof measure>>): void {
  const middle = (own: readonly Sample[], pick: (sample: Sample) => number) => medianOf(own.map(pick));
  const rows = KINDS.flatMap((kind) => {
    const direct = samples.get(`${kind.toUpperCase()}, direct call`)!;
    return subjects.flatMap((subject) => {
      const name = `${kind.toUpperCase()}, ${subject.name}`;
      const own = samples.get(name);
      if (!own || subject.pid === process.pid) return [];
      const cpu = middle(own, (sample) => allThreads(sample.cpu));
      const added = (pick: (sample: Sample) => number) => show(middle(own, pick) - middle(direct, pick), 2);
      return [
        [
          ...[name, show(cpu), show(1_000_000 / cpu), show(middle(own, (sample) => sample.perSecond))],
          ...[added((sample) => sample.firstMs.p50), added((sample) => sample.firstMs.p99)],
          show(rssBytesOf(subject.pid) / 2 ** 20),
        ],
      ];
    });
  });
  console.log(`\nload of the machine: ${show(load.before, 1)} before, ${show(load.after, 1)} after`);
  console.log(`${ROUNDS} rounds of ${SECONDS} s; delays at ${PER_SECOND} requests a second\n`);
  printTable(
    ['gateway', 'CPU µs/request', 'per core and s', 'requests/s', 'first byte +p50 ms', '+p99 ms', 'memory MB'],
    rows,
  );
  for (const sentence of missing) console.log(sentence);
}
