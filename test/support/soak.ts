/** Mixed load on the real process for a time: answers, streams, clients that leave, engines that fail, nonsense. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, seeded } from './random.ts';
import { answerText, chunk, jsonError, type Script, sse, sseHead, startUpstream } from './scripted-upstream.ts';
import { until } from './service.ts';
import { accountIn, runBoreal, type ServiceProcess, startServiceProcess } from './service-process.ts';

type SoakOrder = {
  readonly durationMs: number;
  /** When memory has settled: the growth is counted from here. */
  readonly baselineMs: number;
  readonly seed: number;
  /** What the load is held to; without one it is as much as the machine can do. */
  readonly requestsPerSecondMax?: number;
  /** How many more descriptors than before may be open afterwards: connections that are kept for the next request. */
  readonly descriptorsKeptMax: number;
  /** How often a row of the report is written. */
  readonly rowMs: number;
  readonly onRow?: (row: SoakRow) => void;
};

/** How things stood at one moment of the run. */
export type SoakRow = {
  readonly seconds: number;
  readonly requests: number;
  readonly memoryBytes: number;
  readonly descriptors: number;
  readonly openHolds: number;
  readonly engineConnections: number;
  readonly databaseBytes: number;
};

export type SoakReport = {
  readonly rows: readonly SoakRow[];
  readonly requests: Readonly<Record<string, number>>;
  readonly baselineBytes: number;
  readonly endBytes: number;
  /** The files that the process has open when idle, before the load and after it. */
  readonly descriptorsBefore: number;
  readonly descriptorsAfter: number;
  readonly engineConnectionsAfter: number;
  readonly openHoldsAfter: number;
  readonly audit: string;
  readonly auditCode: number | null;
};

const WORKERS = 6;
const SAMPLE_MS = 1000;
const MEDIAN_OF = 5;

export async function soak(order: SoakOrder): Promise<SoakReport> {
  await using upstream = await startUpstream({ requestsMax: 50 });
  await using service = await startServiceProcess({
    engineUrl: upstream.url,
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' },
  });
  const { key } = await accountIn(service.dataDir);
  upstream.play((request) => engine(request.body));
  await post(service, key, { ...QUESTION, stream: true }).then((response) => response.text());
  const descriptorsBefore = descriptorsOf(service.pid);

  const beganMs = performance.now();
  const end = beganMs + order.durationMs;
  const apartMs = (1000 * WORKERS) / (order.requestsPerSecondMax ?? Number.POSITIVE_INFINITY);
  const counts: Record<string, number> = {};
  const worker = async (seed: number) => {
    const random = seeded(seed);
    for (let dueMs = beganMs; performance.now() < end; dueMs += apartMs) {
      await Bun.sleep(Math.max(0, dueMs - performance.now()));
      const name = await actOnce(service, key, random);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  };
  const memory = watchMemory(service, order);
  const rows = writeRows(order, async (seconds) => ({
    seconds,
    requests: Object.values(counts).reduce((sum, count) => sum + count, 0),
    memoryBytes: memory.middle(),
    descriptors: descriptorsOf(service.pid),
    openHolds: await openHolds(service),
    engineConnections: upstream.openConnections,
    databaseBytes: databaseBytes(service.dataDir),
  }));
  await Promise.all(Array.from({ length: WORKERS }, (_, at) => worker(order.seed + at)));
  const { baselineBytes, endBytes } = memory.stop();

  await until('no hold is open', async () => (await openHolds(service)) === 0);
  await until(
    'idle connections are closed',
    () => descriptorsOf(service.pid) <= descriptorsBefore + order.descriptorsKeptMax,
    600_000,
  );
  const audited = await runBoreal(['audit'], service.env);
  return {
    rows: await rows.stop(),
    requests: counts,
    ...{ baselineBytes, endBytes, descriptorsBefore, descriptorsAfter: descriptorsOf(service.pid) },
    engineConnectionsAfter: upstream.openConnections,
    openHoldsAfter: await openHolds(service),
    audit: audited.stdout.trim(),
    auditCode: audited.code,
  };
}

const QUESTION = { model: 'svc-frost', messages: [{ role: 'user', content: 'well' }], max_tokens: 50 };
const WORDS = Array.from({ length: 40 }, (_, at) => `word${at} `);

/** The engine does what the question says. */
function engine(body: unknown): Script {
  // Who asks for the health of the engine sends no body.
  const { messages } = (body ?? {}) as { readonly messages?: readonly { readonly content: string }[] };
  const wish = messages?.[0]?.content;
  if (wish === 'fail') return jsonError(500);
  if (wish === 'refuse') return jsonError(400);
  if (wish === 'break') return (request) => [sseHead(), sse(chunk(request, { content: 'half' })), sse('broken {')];
  return answerText(WORDS.join(''), { chunks: WORDS, usage: { prompt_tokens: 9, completion_tokens: 40 } });
}

const asking = (content: string, extra: object = {}) => ({
  ...QUESTION,
  messages: [{ role: 'user', content }],
  ...extra,
});

/** One thing that a client does; resolves with its name. */
async function actOnce(service: ServiceProcess, key: string, random: Random): Promise<string> {
  const name = random.pick([
    'json',
    'stream',
    'stream',
    'leave',
    'leave',
    'repeat',
    'fail',
    'refuse',
    'break',
    'nonsense',
    'stranger',
  ]);
  if (name === 'json') await whole(post(service, key, asking('well')));
  else if (name === 'stream') await whole(post(service, key, asking('well', { stream: true })));
  else if (name === 'leave') await leave(service, key, random);
  else if (name === 'repeat') {
    const headers = { 'idempotency-key': `soak-${random.integer(0, 1e9)}` };
    for (let left = 2; left > 0; left--) await whole(post(service, key, asking('well', { stream: true }), { headers }));
  } else if (name === 'nonsense')
    await whole(post(service, key, { messages: 5, padding: 'x'.repeat(random.integer(0, 50_000)) }));
  else if (name === 'stranger') await whole(post(service, 'sk-boreal-stranger', asking('well')));
  else await whole(post(service, key, asking(name, { stream: random.pick([true, false]) })));
  return name;
}

async function leave(service: ServiceProcess, key: string, random: Random): Promise<void> {
  const leaving = new AbortController();
  const reads = random.integer(0, 4);
  try {
    const response = await post(service, key, asking('well', { stream: true }), { signal: leaving.signal });
    const reader = response.body!.getReader();
    for (let read = 0; read < reads; read++) await reader.read();
  } finally {
    leaving.abort();
  }
}

const whole = async (asked: Promise<Response>) => void (await (await asked).arrayBuffer());

type PostInit = { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

function post(service: ServiceProcess, key: string, body: object, { headers, signal }: PostInit = {}) {
  return fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Single samples jump with the collector; the middle one of several does not. */
function watchMemory(service: ServiceProcess, { baselineMs }: SoakOrder) {
  const start = performance.now();
  const samples: number[] = [];
  let baseline = 0;
  const middle = () => {
    const last = samples.slice(-MEDIAN_OF).toSorted((a, b) => a - b);
    return last[Math.floor(last.length / 2)] ?? 0;
  };
  const timer = setInterval(() => {
    samples.push(service.rssBytes());
    if (baseline === 0 && performance.now() - start >= baselineMs) baseline = middle();
  }, SAMPLE_MS);
  return {
    middle,
    stop: () => {
      clearInterval(timer);
      return { baselineBytes: baseline, endBytes: middle() };
    },
  };
}

/** One row each `rowMs`, and one more when all is over. */
function writeRows(order: SoakOrder, look: (seconds: number) => Promise<SoakRow>) {
  const start = performance.now();
  const rows: SoakRow[] = [];
  const write = async () => {
    const row = await look(Math.round((performance.now() - start) / 1000));
    rows.push(row);
    order.onRow?.(row);
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, order.rowMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await writing;
      await write();
      return rows;
    },
  };
}

function databaseBytes(dataDir: string): number {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('boreal.db'));
  return files.reduce((sum, name) => sum + statSync(join(dataDir, name)).size, 0);
}

async function openHolds(service: ServiceProcess): Promise<number> {
  const text = await (await fetch(new URL('/metrics', service.url))).text();
  return Number(/^boreal_open_holds (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
