/**
 * `npm run bench -- engine [--streams 1,8,32,64] [--rounds 5] [--tokens 64] [--threads 1] [--model file.gguf]`
 *
 * The cost of the service on top of the model: tokens per second through the whole of it (HTTP client → gateway with
 * ledger → engine's process) beside the library's bare batch loop, with the same model, prompts, sampling and threads.
 * Each round measures both, one after the other and in turns first, so that a busy moment of the machine falls on both;
 * figures are medians. Processor time for each token is what neighbours do not disturb. Ends by itself; loopback only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BUILT_IN_MODEL_PATH } from '../src/engines/llama/built-in-model.ts';
import { rssBytesOf } from '../test/support/process-memory.ts';
import { cpuTimeOf } from './support/cpu-time.ts';
import type { EngineBenchSettings, EngineResult, EngineSubject } from './support/engine-jobs.ts';
import { startBareEngine, startWholeService } from './support/engine-subjects.ts';
import { medianOf, printTable, show, spreadOf } from './support/figures.ts';
import { readArguments } from './support/options.ts';

const { values: options } = readArguments({
  options: {
    streams: { type: 'string', default: '1,8,32,64' },
    rounds: { type: 'string', default: '5' },
    tokens: { type: 'string', default: '64' },
    threads: { type: 'string', default: '1' },
    model: { type: 'string' },
  },
});
const STREAMS = options.streams.split(',').map(Number);
const ROUNDS = Number(options.rounds);
const TOKENS = Number(options.tokens);
const LONG = 'The lighthouse keeper writes down every ship that passes, with its name, its flag and its cargo. ';
const ENGINE_MAIN = 'engine main thread';
/** The bar: this much of the bare loop's tokens per second, at 32 streams. */
const BAR = { streams: 32, share: 0.9 };

type Sample = EngineResult & {
  readonly perSecond: number;
  /** Microseconds of processor time for each token, by process. */
  readonly cpu: Readonly<Record<string, number>>;
};

const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  await using stack = new AsyncDisposableStack();
  // Interrupting it leaves no process behind either.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
  }
  const settings = settingsOf();
  const bare = await startBareEngine(settings);
  stack.defer(bare.stop);
  const service = await startWholeService(settings, folder);
  stack.defer(service.stop);
  const throughput = await compareThroughput([bare, service]);
  const first = await compareFirstTokens([bare, service]);
  const memory = Object.fromEntries([bare, service].map((subject) => [subject.name, memoryOf(subject)]));
  report({ throughput, first, memory });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

function settingsOf(): EngineBenchSettings {
  return {
    modelPath: options.model ? resolve(options.model) : BUILT_IN_MODEL_PATH,
    slots: Math.max(...STREAMS),
    contextTokens: 1024,
    threads: Number(options.threads),
    sampling: { temperature: 0.8, topP: 0.9, topK: 40 },
    repeatPenalty: 1.15,
  };
}

type Compared = ReadonlyMap<number, ReadonlyMap<EngineSubject, readonly Sample[]>>;

async function compareThroughput(subjects: readonly EngineSubject[]): Promise<Compared> {
  const compared = new Map<number, Map<EngineSubject, Sample[]>>();
  // Compilers warm up on both sides before anything counts.
  for (const subject of subjects) await subject.run(jobOf(Math.max(...STREAMS), 0));
  for (const streams of STREAMS) {
    const samples = new Map<EngineSubject, Sample[]>(subjects.map((subject) => [subject, []]));
    for (let round = 1; round <= ROUNDS; round++) {
      const order = round % 2 === 0 ? subjects : subjects.toReversed();
      for (const subject of order) {
        const sample = await measure(subject, streams, round);
        samples.get(subject)!.push(sample);
        const cpu = Object.values(sample.cpu).map((micros) => show(micros));
        console.error(
          `${streams} streams, round ${round}, ${subject.name}: ${show(sample.perSecond)} tokens/s, ${cpu}`,
        );
      }
    }
    compared.set(streams, samples);
  }
  return compared;
}

async function measure(subject: EngineSubject, streams: number, round: number): Promise<Sample> {
  const before = cpuOf(subject);
  const result = await subject.run(jobOf(streams, round));
  const after = cpuOf(subject);
  const names = Object.keys(before);
  const cpu = Object.fromEntries(names.map((name) => [name, (after[name]! - before[name]!) / result.outputTokens]));
  return { ...result, perSecond: result.outputTokens / result.seconds, cpu };
}

/** New prompts in every round, so that nothing has been read before; the same for both sides. */
function jobOf(streams: number, round: number) {
  const prompts = Array.from(
    { length: streams },
    (_, i) => `${1000 * round + i}. Please tell me a long story about a small town by the sea, and who lives there.`,
  );
  return { prompts, maxTokens: TOKENS, seed: 1000 * round };
}

/** One stream. Cold: nothing of the prompt was read before. Cached: all of it was, but the end. */
async function compareFirstTokens(subjects: readonly EngineSubject[]) {
  const times = new Map(subjects.map((subject) => [subject, { cold: [] as number[], cached: [] as number[] }]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const subject of subjects) {
      const text = `${round}. ${LONG.repeat(20)}`;
      const [cold] = (await subject.run({ prompts: [text], maxTokens: 4, seed: round })).firstMs;
      const [cached] = (await subject.run({ prompts: [`${text} What else?`], maxTokens: 4, seed: round })).firstMs;
      times.get(subject)!.cold.push(cold!);
      times.get(subject)!.cached.push(cached!);
    }
  }
  return times;
}

/** Counted by process; of the engine also its main thread alone, which is where everything happens that is not the model. */
function cpuOf({ processes }: EngineSubject): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const [name, pid] of Object.entries(processes)) {
    const { main, store, others } = cpuTimeOf(pid);
    times[name] = main + (store || 0) + (others || 0);
    if (name === 'engine') times[ENGINE_MAIN] = main;
  }
  return times;
}

function memoryOf({ processes }: EngineSubject): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, rssBytesOf(pid) / 2 ** 20]));
}

type Findings = {
  readonly throughput: Compared;
  readonly first: Awaited<ReturnType<typeof compareFirstTokens>>;
  readonly memory: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

function report({ throughput, first, memory }: Findings): void {
  const rows = [...throughput].flatMap(([streams, samples]) => {
    const [[, bare]] = [...samples] as [[EngineSubject, readonly Sample[]]];
    return [...samples].map(([subject, own]) => figuresOf(subject, { streams, own, bare }));
  });
  console.log(
    `Tokens through the model, ${ROUNDS} rounds, up to ${TOKENS} tokens an answer, ${options.threads} thread(s)\n`,
  );
  printTable(
    [
      'streams, who answers',
      'tokens/s',
      '± %',
      'of bare',
      'CPU µs/token: engine',
      '± %',
      'of bare',
      'its main thread',
      'gateway',
      'client',
    ],
    rows.map((row) => [
      `${row.streams}, ${row.name}`,
      show(row.tokensPerSecond),
      show(row.spreadPercent),
      show(row.ofBare, 2),
      show(row.cpuMicrosPerToken.engine ?? Number.NaN),
      show(row.cpuSpreadPercent),
      show(row.engineCpuOfBare, 2),
      show(row.cpuMicrosPerToken[ENGINE_MAIN]!),
      show(row.cpuMicrosPerToken.gateway ?? Number.NaN),
      show(row.cpuMicrosPerToken.client ?? Number.NaN),
    ]),
  );
  const firstRows = [...first].map(([{ name }, { cold, cached }]) => ({
    name,
    coldMs: medianOf(cold),
    coldSpreadPercent: spreadOf(cold),
    cachedMs: medianOf(cached),
    cachedSpreadPercent: spreadOf(cached),
    rssMegabytes: memory[name]!,
  }));
  console.log();
  printTable(
    ['who answers', 'first token cold ms', '± %', 'cached prefix ms', '± %', 'RSS MB: engine', 'gateway'],
    firstRows.map((row) => [
      row.name,
      show(row.coldMs, 1),
      show(row.coldSpreadPercent),
      show(row.cachedMs, 1),
      show(row.cachedSpreadPercent),
      show(row.rssMegabytes.engine!),
      show(row.rssMegabytes.gateway ?? Number.NaN),
    ]),
  );
  const atBar = rows.find((row) => row.streams === BAR.streams && row.name !== 'bare loop');
  if (atBar) {
    console.log(
      `\nThe bar: at least ${BAR.share} of the bare loop at ${BAR.streams} streams; here ${show(atBar.ofBare, 2)}.`,
    );
  }
  console.log(`\n${JSON.stringify({ bench: 'engine', rounds: ROUNDS, throughput: rows, firstToken: firstRows })}`);
}

function figuresOf(
  { name }: EngineSubject,
  {
    streams,
    own,
    bare,
  }: { readonly streams: number; readonly own: readonly Sample[]; readonly bare: readonly Sample[] },
) {
  const perSecond = own.map((sample) => sample.perSecond);
  // Round by round, because both of a round met the same neighbours.
  const ofBare = medianOf(own.map((sample, i) => sample.perSecond / bare[i]!.perSecond));
  const cpu = (process: string) => own.map((sample) => sample.cpu[process]!);
  const engineCpuOfBare = medianOf(own.map((sample, i) => sample.cpu.engine! / bare[i]!.cpu.engine!));
  return {
    streams,
    name,
    tokensPerSecond: medianOf(perSecond),
    spreadPercent: spreadOf(perSecond),
    ofBare,
    engineCpuOfBare,
    cpuMicrosPerToken: Object.fromEntries(Object.keys(own[0]!.cpu).map((process) => [process, medianOf(cpu(process))])),
    cpuSpreadPercent: spreadOf(cpu('engine')),
    outputTokens: medianOf(own.map((sample) => sample.outputTokens)),
    promptTokens: medianOf(own.map((sample) => sample.promptTokens)),
  };
}
