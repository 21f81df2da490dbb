/** A server that is not asked: its processor time, and the timers and threads that wake up all the same. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuBetween, cpuTimeOf } from './cpu-time.ts';
import { printTable, show } from './figures.ts';
import { allThreads, LINES, targetOf } from './gateway-samples.ts';
import { fullLoad } from './load.ts';
import type { LoopTrace } from './loop-trace.ts';
import { Processes } from './subjects.ts';

type Idle = {
  readonly seconds: number;
  /** The share of a core, in percent. */
  readonly percent: number;
  readonly wakesPerSecond: ReadonlyMap<string, number>;
  readonly timers: readonly { readonly name: string; readonly everyMs: number; readonly perSecond: number }[];
};

type Place = { readonly folder: string; readonly upstreamPort: number; readonly core: number | undefined };

/** It has worked before, and the work behind its requests is done. */
const REST_SECONDS = 10;

/** Processor time is that of a server without the trace; another one beside it lists the timers. */
export async function lookAtIdle({ folder, upstreamPort, core }: Place, seconds: number): Promise<Idle> {
  const trace = join(folder, 'idle-trace.json');
  const at = { fromMs: 0, toMs: 0 };
  let found: Pick<Idle, 'percent' | 'wakesPerSecond'>;
  {
    await using processes = new Processes(core);
    const plain = await processes.service('idle', { folder: join(folder, 'idle'), upstreamPort });
    const traced = await processes.service('idle, traced', {
      folder: join(folder, 'idle-traced'),
      upstreamPort,
      runtime: [`--preload=${join(import.meta.dir, 'loop-trace.ts')}`],
      env: { BENCH_TRACE: trace },
    });
    for (const subject of [plain, traced]) await fullLoad(targetOf(subject, 'json'), { lines: LINES, seconds: 1 });
    await Bun.sleep(REST_SECONDS * 1000);
    const before = { cpu: cpuTimeOf(plain.pid), wakes: wakesOf(plain.pid) };
    at.fromMs = Date.now();
    await Bun.sleep(seconds * 1000);
    at.toMs = Date.now();
    const us = allThreads(cpuBetween(before.cpu, cpuTimeOf(plain.pid)));
    const wakes = [...wakesOf(plain.pid)].map(([name, count]) => [
      name,
      (count - (before.wakes.get(name) ?? 0)) / seconds,
    ]);
    found = { percent: us / seconds / 10_000, wakesPerSecond: new Map(wakes as [string, number][]) };
  }
  const { timers } = JSON.parse(readFileSync(trace, 'utf8')) as LoopTrace;
  const fired = timers.map(({ name, everyMs, firedAtMs }) => ({
    name,
    everyMs,
    perSecond: firedAtMs.filter((ms) => ms >= at.fromMs && ms < at.toMs).length / seconds,
  }));
  return { seconds, ...found, timers: fired.filter(({ perSecond }) => perSecond > 0) };
}

/** How often threads went to sleep, by the name that their runtime gives them. */
function wakesOf(pid: number): Map<string, number> {
  const wakes = new Map<string, number>();
  if (process.platform !== 'linux') return wakes;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    const name = Number(thread) === pid ? 'serving thread' : /^Name:\t(.*)$/m.exec(status)![1]!;
    const count = Number(/^voluntary_ctxt_switches:\t(\d+)$/m.exec(status)![1]);
    wakes.set(name, (wakes.get(name) ?? 0) + count);
  }
  return wakes;
}

export function printIdle({ seconds, percent, wakesPerSecond, timers }: Idle): void {
  console.log(`\na server that is not asked, ${seconds} s: ${show(percent, 2)} % of a core\n`);
  printTable(
    ['thread', 'wakes a second'],
    [...wakesPerSecond].filter(([, wakes]) => wakes > 0).map(([name, wakes]) => [name, show(wakes, 2)]),
  );
  console.log('');
  printTable(
    ['timer of the serving thread', 'set for ms', 'fired a second'],
    timers
      .toSorted((a, b) => b.perSecond - a.perSecond)
      .map(({ name, everyMs, perSecond }) => [name, show(everyMs), show(perSecond, 2)]),
  );
}
