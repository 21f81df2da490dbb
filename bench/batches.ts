/**
 * `npm run bench -- batches [--seconds 10] [--rounds 3] [--rate 50]`
 *
 * The time to the first byte of streams that people wait for, alone and beside a running batch, in turns and in one run on
 * loopback. The engine answers streams at once and the lines of a batch after a while, as real ones do. Where it has as
 * many slots as lines run at once, every stream finds all of them taken and has a line end for it. The last row is the
 * worst that a batch can do to the processor of its server: an engine that answers its lines at once. Figures are those of
 * all rounds together; the goals are ratios within the run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatRequest } from './support/chat-bytes.ts';
import { moveTo, twoCores } from './support/cores.ts';
import { medianOf, printTable, quantileOf, show } from './support/figures.ts';
import { steadyLoad } from './support/load.ts';
import { readArguments } from './support/options.ts';
import { Processes, type Subject, settings } from './support/subjects.ts';

const { values: options } = readArguments({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '50' },
  },
});
const SECONDS = Number(options.seconds);
const ROUNDS = Number(options.rounds);
const PER_SECOND = Number(options.rate);
/** Connections of people: far more than wait at once. */
const CONNECTIONS = 256;
/** More than a round can answer. */
const LINES = 20_000;
const LINES_AT_ONCE = 8;
const WARM_UP_SECONDS = 3;

type Case = {
  readonly name: string;
  /** How long the engine takes for a line. */
  readonly lineMs: number;
  readonly concurrencyMax?: number;
  readonly goal?: { readonly p50: number; readonly p99: number };
};

const CASES: readonly Case[] = [
  { name: 'an engine without a limit', lineMs: 200, goal: { p50: 1.25, p99: 2 } },
  {
    name: `all ${LINES_AT_ONCE} slots have lines`,
    lineMs: 200,
    concurrencyMax: LINES_AT_ONCE,
    goal: { p50: 2, p99: 2 },
  },
  { name: 'lines that take no time', lineMs: 0 },
];

type Times = { readonly alone: number[]; readonly beside: number[]; lines: number };

const cores = twoCores();
if (cores) moveTo(cores.load);
else console.log('Nothing is pinned to a core: that takes Linux, taskset and two cores.');
const folder = mkdtempSync(join(tmpdir(), 'boreal-bench-'));
try {
  await using processes = new Processes(cores?.subject);
  const measured = new Map<Case, { readonly service: Subject; readonly times: Times }>();
  for (const [n, one] of CASES.entries()) {
    const service = await startService(processes, one, join(folder, String(n)));
    measured.set(one, { service, times: { alone: [], beside: [], lines: 0 } });
    await firstBytesOf(service, WARM_UP_SECONDS);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    console.log(`round ${round} of ${ROUNDS}`);
    for (const { service, times } of measured.values()) await measure(service, times);
  }
  report(new Map([...measured].map(([one, { times }]) => [one, times])));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

function startService(processes: Processes, { name, lineMs, concurrencyMax }: Case, dataDir: string): Promise<Subject> {
  const upstreamPort = startEngine(lineMs);
  const engines = JSON.parse(settings(upstreamPort).BOREAL_ENGINES!);
  if (concurrencyMax) Object.assign(engines.main, { concurrencyMax });
  const env = {
    BOREAL_ENGINES: JSON.stringify(engines),
    BOREAL_LIMITS_BATCH_LINES_AT_ONCE: String(LINES_AT_ONCE),
  };
  return processes.service(name, { folder: dataDir, upstreamPort, env });
}

/** Streams are answered at once, all else after a while. Returns its port. */
function startEngine(lineMs: number): number {
  const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
  const choice = { index: 0, finish_reason: 'stop' };
  const whole = { object: 'chat.completion', choices: [{ ...choice, message: { content: 'pong' } }], usage };
  const chunk = { object: 'chat.completion.chunk', choices: [{ ...choice, delta: { content: 'pong' } }], usage };
  const stream = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const body = await request.text();
      if (body.includes('"stream":true'))
        return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
      if (lineMs > 0) await Bun.sleep(lineMs);
      return Response.json(whole);
    },
  });
  return server.port!;
}

async function measure(service: Subject, times: Times): Promise<void> {
  times.alone.push(...(await firstBytesOf(service, SECONDS)));
  const batch = await startBatch(service);
  times.beside.push(...(await firstBytesOf(service, SECONDS)));
  times.lines += await batch.cancel();
}

async function firstBytesOf(service: Subject, seconds: number): Promise<readonly number[]> {
  const target = { port: service.port, request: chatRequest('sse', service) };
  const { firstByteMs, leftOut } = await steadyLoad(target, { lines: CONNECTIONS, seconds, perSecond: PER_SECOND });
  if (leftOut > 0) console.log(`${show(leftOut * 100, 1)} % of the streams could not be sent: the machine is too slow`);
  return firstByteMs;
}

/** Resolves once its lines run. `cancel` ends it, and resolves with how many were answered. */
async function startBatch({ port, key }: Subject): Promise<{ cancel(): Promise<number> }> {
  const ask = async (path: string, init: RequestInit = {}): Promise<BatchView> => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as BatchView;
  };
  const body = { model: 'svc-frost', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 50 };
  const text = Array.from({ length: LINES }, (_, n) =>
    JSON.stringify({ custom_id: `${n}`, method: 'POST', url: '/v1/chat/completions', body }),
  ).join('\n');
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new File([text], 'in.jsonl'));
  const file = await ask('files', { method: 'POST', body: form });
  const order = { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' };
  const headers = { 'content-type': 'application/json' };
  const { id } = await ask('batches', { method: 'POST', headers, body: JSON.stringify(order) });
  const look = () => ask(`batches/${id}`);
  while ((await look()).request_counts.completed === 0) await Bun.sleep(50);
  return {
    cancel: async () => {
      await ask(`batches/${id}/cancel`, { method: 'POST' });
      while ((await look()).status !== 'cancelled') await Bun.sleep(50);
      return (await look()).request_counts.completed;
    },
  };
}

type BatchView = {
  readonly id: string;
  readonly status: string;
  readonly request_counts: { readonly completed: number };
};

function report(measured: ReadonlyMap<Case, Times>): void {
  console.log(`${ROUNDS} rounds of ${SECONDS} s, ${PER_SECOND} streams a second; load ${show(loadavg()[0]!, 1)}`);
  const rows = [...measured].flatMap(([{ name, goal }, { alone, beside, lines }]) =>
    (['p50', 'p99'] as const).map((which) => {
      const of = (values: readonly number[]) => (which === 'p50' ? medianOf(values) : quantileOf(values, 0.99));
      const ratio = of(beside) / of(alone);
      const verdict = goal ? `≤ ${goal[which]} ${ratio <= goal[which] ? 'met' : 'MISSED'}` : '–';
      const lineRate = show(lines / (ROUNDS * SECONDS), 0);
      return [`${name}, ${which}`, show(of(alone), 2), show(of(beside), 2), show(ratio, 2), verdict, lineRate];
    }),
  );
  printTable(['first byte of a stream', 'alone, ms', 'beside a batch, ms', 'ratio', 'goal', 'lines a second'], rows);
}
