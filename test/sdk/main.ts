/**
 * `npm run test:sdks [-- <part of an SDK's name> …]`
 *
 * One real service in front of a scripted engine, and a program for each SDK that asks it. A program says that it is
 * ready, waits for a line, and prints a line for each case; a case that it does not report has failed. Afterwards the service's own count of refusals must be that of
 * the program: an SDK that asks again what can never succeed would show there. Ends with 1 when a case fails.
 */
import { printTable } from '../../bench/support/figures.ts';
import { readArguments, refuseArguments } from '../../bench/support/options.ts';
import { startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { accountIn, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { SDKS, type Sdk } from './sdks.ts';

const CASES = [
  ...['rate limit', 'busy', 'json', 'stream', 'tools', 'streamed tools', 'invalid', 'wrong key'],
  ...['no credit', 'too large', 'retried', 'broken stream'],
] as const;
/** The refusal of each of these, once: nothing of it is worth a second try. */
const REFUSED_ONCE = { invalid: 400, 'wrong key': 401, 'no credit': 402, 'too large': 413 } as const;
const PER_MINUTE = 120;
const PROGRAM_MS_MAX = 180_000;

type Outcome = { readonly state: string; readonly detail: string };
type Report = { readonly sdk: Sdk; readonly outcomes: ReadonlyMap<string, Outcome>; readonly leftOut?: string };

const wanted = readArguments({ allowPositionals: true }).positionals;
const unknown = wanted.find((part) => !SDKS.some(({ name }) => name.includes(part)));
if (unknown !== undefined) {
  refuseArguments(`There is no SDK ${unknown}; say a part of one of: ${SDKS.map(({ name }) => name).join(', ')}`);
}
const chosen = SDKS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
await using upstream = await startUpstream();
await using service = await startServiceProcess({
  engineUrl: upstream.url,
  // One request at a time with each key, so that a second one meets the 429 that asks for patience.
  env: { BOREAL_LIMITS_RUNNING_PER_KEY: '1' },
});
const reports: Report[] = [];
for (const sdk of chosen) {
  console.log(`${sdk.name} ${sdk.version}`);
  reports.push(await reportOf(sdk));
}
const failures = print(reports);
process.exitCode = failures === 0 && reports.length > 0 ? 0 : 1;

async function reportOf(sdk: Sdk): Promise<Report> {
  let command: readonly string[];
  try {
    command = sdk.prepare();
  } catch (error) {
    return { sdk, outcomes: new Map(), leftOut: (error as Error).message };
  }
  const before = await answersByStatus(service);
  const outcomes = await outcomesOf(command);
  const after = await answersByStatus(service);
  for (const [name, status] of Object.entries(REFUSED_ONCE)) {
    const times = (after.get(status) ?? 0) - (before.get(status) ?? 0);
    if (outcomes.get(name)?.state !== 'ok' || times === 1) continue;
    outcomes.set(name, { state: 'FAILED', detail: `the service answered ${status} ${times} times` });
  }
  return { sdk, outcomes };
}

async function outcomesOf(command: readonly string[]): Promise<Map<string, Outcome>> {
  const rich = await accountIn(service.dataDir);
  const limited = await accountIn(service.dataDir);
  const busy = await accountIn(service.dataDir);
  const poor = await accountIn(service.dataDir, 0n);
  const child = Bun.spawn([...command], {
    env: {
      ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
      ...{ SDK_URL: service.url, SDK_KEY: rich.key, SDK_LIMITED_KEY: limited.key },
      ...{ SDK_BUSY_KEY: busy.key, SDK_POOR_KEY: poor.key },
      // A package that would look for news of itself on the network waits for it in vain.
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: PROGRAM_MS_MAX,
  });
  const noise = new Response(child.stderr).text();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = (await output.read()).value ?? '';
  // It may take a minute until an SDK is loaded, and then the key could be used again.
  await exhaustLimit(limited.key);
  const held = await occupy(busy.key);
  child.stdin.write('\n');
  await child.stdin.end();
  for (let piece = await output.read(); !piece.done; piece = await output.read()) said += piece.value;
  held.release();
  await held.answered;
  const lines = said.split('\n').map((line) => line.split('\t'));
  const reported = new Map(lines.map(([name = '', state = '', detail = '']) => [name, { state, detail }]));
  const missing = { state: 'FAILED', detail: `not reported; ${(await noise).trim().split('\n').at(-1) ?? ''}` };
  return new Map(CASES.map((name) => [name, reported.get(name) ?? missing]));
}

async function exhaustLimit(key: string): Promise<void> {
  for (let n = 0; n < PER_MINUTE; n++) await fetch(`${service.url}/models`, { headers: bearer(key) });
}

/** Keeps a request of the key running until another one was refused for it, or until it is released. */
async function occupy(key: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const refusals = async () => (await answersByStatus(service)).get(429) ?? 0;
  upstream.play(scriptedEngine(promise));
  const answered = fetch(`${service.url}/chat/completions`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'hold' }] }),
  });
  await upstream.nextRequest();
  const before = await refusals();
  // The first is that of the case before: `rate limit`.
  const refused = until('a second 429', async () => (await refusals()) >= before + 2, PROGRAM_MS_MAX);
  void refused.catch(() => {}).then(resolve);
  return { answered, release: resolve };
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}

async function answersByStatus({ url }: ServiceProcess): Promise<Map<number, number>> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const counts = new Map<number, number>();
  for (const [, status, count] of text.matchAll(/^boreal_requests_total\{.*status="(\d+)".*\} (\d+)$/gm)) {
    counts.set(Number(status), (counts.get(Number(status)) ?? 0) + Number(count));
  }
  return counts;
}

function print(all: readonly Report[]): number {
  printTable(
    ['SDK', 'version', ...CASES],
    all.map(({ sdk, outcomes }) => [
      sdk.name,
      sdk.version,
      ...CASES.map((name) => outcomes.get(name)?.state ?? 'left out'),
    ]),
  );
  const noted = all.flatMap(({ sdk, outcomes }) =>
    [...outcomes].filter(([, { state }]) => state !== 'ok').map(([name, one]) => ({ sdk, name, ...one })),
  );
  for (const { sdk, leftOut } of all) if (leftOut) console.log(`LEFT OUT: ${sdk.name}: ${leftOut}`);
  for (const { sdk, name, state, detail } of noted) {
    console.log(`${state.toUpperCase()}: ${sdk.name}, ${name}: ${detail}`);
  }
  return noted.filter(({ state }) => state !== 'left out').length;
}
