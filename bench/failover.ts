/**
 * `npm run bench -- failover [--only S08]`
 *
 * The sixteen faults of the public test failoverbench (methodology 0.1, full profile), by their published description:
 * what a caller gets when the provider misbehaves, and what the provider sees of us. Each fault has a model, whose
 * fallback is another model on a healthy engine. Every engine is given 30 seconds. docs/comparison.md has a run of it.
 *
 *   pass     the caller has the whole answer, or the error that it should have; every check holds
 *   partial  the same, but an advice was not followed
 *   safe     a clear error in time, and nothing that must not happen
 *   fail     a cut answer that looks whole, no end in time, or what must not happen
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { ANSWER, type Attempt, FaultWall, TIMES } from './support/fault-wall.ts';
import { printTable, show } from './support/figures.ts';
import { readArguments } from './support/options.ts';
import { Processes } from './support/subjects.ts';

const { values: options } = readArguments({ options: { only: { type: 'string', default: '' } } });
const ENGINE_MS = 30_000;
const HANG_MS = 130_000;

type Seen = {
  readonly text: string;
  readonly error?: string;
  readonly model: string | undefined;
  readonly hasUsage: boolean;
  readonly tookMs: number;
  /** On the route with the fault, and on the healthy one. */
  readonly primary: readonly Attempt[];
  readonly fallback: readonly Attempt[];
};

type Check = (seen: Seen) => boolean;
type Fault = {
  readonly id: string;
  readonly title: string;
  readonly maxMs: number;
  readonly must?: readonly Check[];
  readonly should?: readonly Check[];
  /** The caller should get an error. */
  readonly wantsError?: boolean;
};

const atMost =
  (attempts: number): Check =>
  ({ primary }) =>
    primary.length <= attempts;
const retried: Check = ({ primary }) => primary.length >= 2;
const within =
  (ms: number): Check =>
  ({ tookMs }) =>
    tookMs <= ms;
const burst =
  (ms: number, most: number): Check =>
  ({ primary }) =>
    primary.filter(({ atMs }) => atMs - primary[0]!.atMs <= ms).length <= most;
const waited: Check = ({ primary: [one, two] }) => two !== undefined && two.atMs - one!.atMs >= 1800;
const hasUsage: Check = (seen) => seen.hasUsage;

const FAULTS: readonly Fault[] = [
  { id: 'S01', title: '429 with Retry-After', maxMs: 20_000, must: [burst(1500, 2)], should: [retried, waited] },
  { id: 'S02', title: '429 for ever', maxMs: 40_000, must: [burst(3000, 4), atMost(6)] },
  { id: 'S03', title: '500 once', maxMs: 20_000, should: [retried] },
  { id: 'S04', title: '503 for ever', maxMs: 40_000, must: [atMost(6)] },
  { id: 'S05', title: 'connection reset before headers', maxMs: 20_000 },
  { id: 'S06', title: 'no response at all', maxMs: HANG_MS, must: [within(100_000)], should: [atMost(1)] },
  { id: 'S07', title: 'first token after 20 s', maxMs: 60_000, should: [within(15_000)] },
  { id: 'S08', title: 'stream cut', maxMs: 40_000 },
  { id: 'S09', title: 'stream stalls', maxMs: 70_000, must: [within(45_000)] },
  { id: 'S10', title: 'malformed chunk', maxMs: 30_000, should: [({ text }) => text === ANSWER] },
  { id: 'S11', title: 'no [DONE]', maxMs: 30_000, must: [within(8000)], should: [hasUsage] },
  { id: 'S12', title: 'context length exceeded', maxMs: 20_000, must: [({ primary }) => primary.length === 1] },
  {
    ...{ id: 'S13', title: 'content filter', maxMs: 20_000, wantsError: true },
    must: [({ primary }) => primary.length === 1],
  },
  {
    ...{ id: 'S14', title: 'stream cut, fallback refuses prefill', maxMs: 40_000 },
    must: [({ error }) => !error?.includes('prefill')],
  },
  { id: 'S15', title: 'down for 60 s, then healthy', maxMs: 200_000 },
  {
    ...{ id: 'S16', title: 'what a fallback is called', maxMs: 40_000, should: [hasUsage] },
    must: [atMost(6), ({ model }) => model === 'ok'],
  },
];

const routeFor = (id: string) => (id === 'S14' ? 'ok-noprefill' : 'ok');

/** An engine and a model for each fault, and two that are healthy. */
function configurationFor(port: number): Record<string, string> {
  const names = [...FAULTS.map(({ id }) => id), 'ok', 'ok-noprefill'];
  const at = { kind: 'openai', baseUrl: `http://127.0.0.1:${port}/v1`, firstByteMs: ENGINE_MS, idleMs: ENGINE_MS };
  const price = { input: '10', output: '10' };
  const modelFor = (name: string) => ({
    ...{ engine: name, price, contextTokens: 100_000, maxOutputTokens: 4096 },
    ...(name.startsWith('S') && { fallback: routeFor(name) }),
  });
  return {
    BOREAL_PORT: '0',
    BOREAL_CATALOGUE: 'empty',
    BOREAL_ENGINES: JSON.stringify(Object.fromEntries(names.map((name) => [name, { ...at, model: name }]))),
    BOREAL_MODELS: JSON.stringify(Object.fromEntries(names.map((name) => [name, modelFor(name)]))),
  };
}

async function ask(client: OpenAI, wall: FaultWall, { id, maxMs }: Pick<Fault, 'id' | 'maxMs'>): Promise<Seen> {
  const startedMs = performance.now();
  let seen = { text: '', model: undefined as string | undefined, hasUsage: false };
  let error: string | undefined;
  try {
    const events = await client.chat.completions.create(
      {
        model: id,
        messages: [{ role: 'user', content: 'Why does a gateway earn trust?' }],
        stream: true,
        stream_options: { include_usage: true },
      },
      { signal: AbortSignal.timeout(maxMs) },
    );
    let finish: string | null = null;
    for await (const { choices, model, usage } of events) {
      const text = seen.text + (choices[0]?.delta.content ?? '');
      seen = { text, model, hasUsage: seen.hasUsage || usage != null };
      finish = choices[0]?.finish_reason ?? finish;
    }
    if (!finish) error = 'the stream ended without an end';
  } catch (thrown) {
    error = (thrown as Error).message;
  }
  const of = (name: string) => wall.attempts.filter(({ model }) => model === name);
  const tookMs = performance.now() - startedMs;
  const routes = { primary: of(id), fallback: of(routeFor(id)) };
  return { ...seen, ...(error !== undefined && { error }), tookMs, ...routes };
}

type Verdict = 'pass' | 'partial' | 'safe' | 'fail';

function verdictOn(fault: Fault, seen: Seen): Verdict {
  const isWhole = seen.error === undefined && seen.text === ANSWER;
  const looksWhole = seen.error === undefined && !isWhole;
  if (looksWhole || seen.tookMs >= fault.maxMs || !(fault.must ?? []).every((check) => check(seen))) return 'fail';
  const isRescued = fault.wantsError ? seen.error !== undefined : isWhole;
  if (!isRescued) return fault.wantsError ? 'partial' : 'safe';
  return (fault.should ?? []).every((check) => check(seen)) ? 'pass' : 'partial';
}

const REQUESTS = 20;
const EVERY_MS = 4000;
const BACK_MS_MAX = 30_000;

/** Twenty requests across an outage: all are answered, and the first route is used again soon after it. */
async function flap(client: OpenAI, wall: FaultWall): Promise<{ verdict: Verdict; said: string }> {
  const startedMs = performance.now();
  const answers: { readonly seen: Seen; readonly atMs: number }[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    await Bun.sleep(Math.max(0, startedMs + n * EVERY_MS - performance.now()));
    const atMs = performance.now() - startedMs;
    answers.push({ seen: await ask(client, wall, { id: 'S15', maxMs: 30_000 }), atMs });
  }
  const lost = answers.filter(({ seen }) => seen.text !== ANSWER).length;
  const back = answers.find(({ seen, atMs }) => atMs >= TIMES.outageMs && seen.model === 'S15');
  const during = wall.attempts.filter(({ model, atMs }) => model === 'S15' && atMs - startedMs < TIMES.outageMs).length;
  const backMs = back ? back.atMs - TIMES.outageMs : Number.POSITIVE_INFINITY;
  const said = `${lost} of ${REQUESTS} lost, ${during} attempts during the outage, back ${show(backMs / 1000, 0)} s after it`;
  return { verdict: lost === 0 && backMs <= BACK_MS_MAX ? 'pass' : 'fail', said };
}

const folder = mkdtempSync(join(tmpdir(), 'boreal-failover-'));
const rows: string[][] = [];
const verdicts: Verdict[] = [];
try {
  await using wall = new FaultWall();
  const port = await wall.listen();
  await using processes = new Processes();
  const { port: served, key } = await processes.service('service', {
    ...{ folder: join(folder, 'data'), upstreamPort: port, env: configurationFor(port) },
  });
  const client = new OpenAI({ baseURL: `http://127.0.0.1:${served}/v1`, apiKey: key, maxRetries: 0, timeout: HANG_MS });
  for (const fault of FAULTS.filter(({ id }) => id.includes(options.only))) {
    wall.reset();
    const { verdict, said } = fault.id === 'S15' ? await flap(client, wall) : await once(client, wall, fault);
    wall.reset();
    const after = await ask(client, wall, { id: 'ok', maxMs: 10_000 });
    const isAlive = after.text === ANSWER;
    verdicts.push(isAlive ? verdict : 'fail');
    rows.push([fault.id, fault.title, isAlive ? verdict : 'fail', isAlive ? said : 'no answer afterwards']);
    console.log(rows.at(-1)!.join(' | '));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log('');
printTable(['', 'fault', 'result', 'seen'], rows);
const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
console.log(`\npass ${count('pass')}, partial ${count('partial')}, safe ${count('safe')}, fail ${count('fail')}`);
process.exit(count('fail') > 0 ? 1 : 0);

async function once(client: OpenAI, wall: FaultWall, fault: Fault) {
  const seen = await ask(client, wall, fault);
  const end = seen.error ?? `answered by ${seen.model}`;
  const said = `${seen.primary.length} + ${seen.fallback.length} attempts, ${show(seen.tookMs / 1000, 1)} s, ${end}`;
  return { verdict: verdictOn(fault, seen), said };
}
