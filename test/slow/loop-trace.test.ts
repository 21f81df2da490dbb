/** The trace of `npm run bench -- tails` names the cause of a stall: a program that stalls for known causes, with nothing else to do. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoopTrace } from '../../bench/support/loop-trace.ts';
import { type Profile, topOf } from '../../bench/support/profile-parts.ts';
import { type NamedStall, nameStalls, pausesIn } from '../../bench/support/stalls.ts';
import type { SlowWork } from '../../bench/support/store-trace.ts';

/** Where others have the core most of the time, a stall can be put down to them: each cause has several. */
const ROUNDS = 5;
const PROGRAM = `
import { Worker } from 'node:worker_threads';
const kept: object[] = [];
let rounds = 0;
const worker = new Worker(new URL('./store.ts', import.meta.url));
worker.on('message', begin);
function begin() {
  setTimeout(compute, 5);
}
function compute() {
  const endMs = performance.now() + 100;
  while (performance.now() < endMs) Math.sqrt(endMs);
  setTimeout(fill, 5);
}
function fill() {
  for (let n = 0; n < 500_000; n++) kept.push({ n, text: [n] });
  setTimeout(collect, 5);
}
function collect() {
  Bun.gc(true);
  rounds += 1;
  if (rounds < ${ROUNDS}) setTimeout(compute, 5);
  else setTimeout(() => process.exit(0), 20);
}
worker.postMessage([{ port: 'seals', method: 'seal' }]);
`;
const STORE = `
import { Database } from 'bun:sqlite';
import { parentPort } from 'node:worker_threads';
const database = new Database(':memory:');
parentPort!.on('message', () => {
  database.query('WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT SUM(i) FROM n').get();
  parentPort!.postMessage('done');
});
`;

const folder = mkdtempSync(join(tmpdir(), 'boreal-trace-'));
let stalls: readonly NamedStall[];
let traces: Parameters<typeof nameStalls>[0];
let trace: LoopTrace;
let slow: readonly SlowWork[];
beforeAll(async () => {
  const program = join(folder, 'src/program.ts');
  mkdirSync(join(folder, 'src'));
  writeFileSync(program, PROGRAM.trimStart());
  writeFileSync(join(folder, 'src/store.ts'), STORE);
  const preload = join(import.meta.dir, '../../bench/support/loop-trace.ts');
  const profiler = ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${join(folder, 'profile')}`];
  const path = join(folder, 'trace.json');
  const child = Bun.spawn([process.execPath, ...profiler, `--preload=${preload}`, program], {
    env: { ...process.env, BENCH_TRACE: path, BENCH_TRACE_TICKS: '1', BUN_JSC_logGC: '1' },
    stderr: Bun.file(join(folder, 'errors')),
  });
  expect(await child.exited).toBe(0);
  trace = JSON.parse(readFileSync(path, 'utf8')) as LoopTrace;
  const [profile] = readdirSync(join(folder, 'profile'));
  slow = readFileSync(`${path}.store`, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SlowWork]));
  traces = {
    // As if no other had the core meanwhile: how busy the machine is does not matter here.
    stalls: trace.stalls.map((stall) => ({ ...stall, ranMs: stall.ranMs + stall.waitedMs, waitedMs: 0 })),
    pauses: pausesIn(readFileSync(join(folder, 'errors'), 'utf8')),
    profile: JSON.parse(readFileSync(join(folder, 'profile', profile!), 'utf8')) as Profile,
    slow,
  };
  stalls = nameStalls(traces);
});
afterAll(() => rmSync(folder, { recursive: true }));

const of = (cause: RegExp): readonly NamedStall[] => stalls.filter((stall) => cause.test(stall.cause));

test('a timer that computes for long is named by the line that has set it', () => {
  const found = of(/^setTimeout of src\/program\.ts:(?:7|22)$/);

  expect(found.map(({ profile }) => topOf(profile, 1)[0]?.name).join()).toMatch(/compute|now|sqrt/);
});

test('a collection of garbage is one, whatever has begun it', () => {
  const { pauses } = traces;
  const within = traces.stalls.flatMap((stall) => {
    const [from, to] = stall.gcLog;
    const ms = pauses.filter(({ at }) => at >= from && at < to).reduce((sum, pause) => sum + pause.ms, 0);
    // How long the threads of the collector wait for a core, which is no pause, is not for this test to say.
    return ms > 1 ? [{ ...stall, toMs: stall.fromMs + ms }] : [];
  });
  const causes = nameStalls({ ...traces, stalls: within }).map(({ cause }) => cause);

  expect(within).not.toEqual([]);
  expect(causes.filter((cause) => !/^garbage collection, (?:eden|full)$/.test(cause))).toEqual([]);
});

test("a slow statement of the store's thread is named with the calls that it worked for", () => {
  const work = slow.find(({ what }) => what.startsWith('WITH RECURSIVE n'));

  expect(work?.calls).toEqual(['seals.seal']);
});

test('timers are counted by the line that has set them', () => {
  const names = trace.timers.map(({ name, everyMs, firedAtMs }) => `${name} ${everyMs} ${firedAtMs.length}`);

  expect(names).toContain('setTimeout of src/program.ts:7 5 1');
  expect(names).toContain(`setTimeout of src/program.ts:12 5 ${ROUNDS}`);
});
