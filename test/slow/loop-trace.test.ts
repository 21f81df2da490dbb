/** The trace of `npm run bench -- tails` names the cause of a stall: a program that stalls for known causes, with nothing else to do. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoopTrace } from '../../bench/support/loop-trace.ts';
import { type Profile, topOf } from '../../bench/support/profile-parts.ts';
import { type NamedStall, nameStalls, pausesIn } from '../../bench/support/stalls.ts';
import type { SlowWork } from '../../bench/support/store-trace.ts';

const PROGRAM = `
import { Worker } from 'node:worker_threads';
const kept: object[] = [];
const worker = new Worker(new URL('./store.ts', import.meta.url));
worker.on('message', begin);
function begin() {
  setTimeout(compute, 5);
}
function compute() {
  const endMs = performance.now() + 200;
  while (performance.now() < endMs) Math.sqrt(endMs);
  setTimeout(fill, 5);
}
function fill() {
  for (let n = 0; n < 2_000_000; n++) kept.push({ n, text: [n] });
  setTimeout(collect, 5);
}
function collect() {
  Bun.gc(true);
  setTimeout(() => process.exit(0), 20);
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
  stalls = nameStalls({
    // As if no other had the core meanwhile: how busy the machine is does not matter here.
    stalls: trace.stalls.map((stall) => ({ ...stall, ranMs: stall.ranMs + stall.waitedMs, waitedMs: 0 })),
    pauses: pausesIn(readFileSync(join(folder, 'errors'), 'utf8')),
    profile: JSON.parse(readFileSync(join(folder, 'profile', profile!), 'utf8')) as Profile,
    slow,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const longestOf = (cause: string | RegExp): NamedStall | undefined =>
  stalls.filter((stall) => stall.cause.match(cause)).toSorted((a, b) => b.ms - a.ms)[0];

test('a timer that computes for long is named by the line that has set it', () => {
  const stall = longestOf('setTimeout of src/program.ts:6');

  expect(topOf(stall!.profile, 1)[0]?.name).toMatch(/compute|now|sqrt/);
});

test('a collection of garbage is one, whatever has begun it', () => {
  const stall = longestOf(/^garbage collection, (?:eden|full)$/);

  expect(stall).toBeDefined();
});

test("a slow statement of the store's thread is named with the calls that it worked for", () => {
  const work = slow.find(({ what }) => what.startsWith('WITH RECURSIVE n'));

  expect(work?.calls).toEqual(['seals.seal']);
});

test('timers are counted by the line that has set them', () => {
  const names = trace.timers.map(({ name, everyMs, firedAtMs }) => `${name} ${everyMs} ${firedAtMs.length}`);

  expect(names).toContain('setTimeout of src/program.ts:6 5 1');
  expect(names).toContain('setTimeout of src/program.ts:11 5 1');
});
