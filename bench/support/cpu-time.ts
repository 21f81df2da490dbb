/** Processor time of a process so far, by thread where the system tells. */
import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds. `store` is the store's thread; `others` compile, collect garbage and wait for the disk. */
export type CpuTime = { readonly main: number; readonly store: number; readonly others: number };

type ThreadTime = { readonly kind: keyof CpuTime; readonly us: number };

/** What threads had taken when they were last looked at, by process: those that have ended since took it all the same. */
const SEEN = new Map<number, Map<string, ThreadTime>>();

/** Bun gives the threads of its workers this name. */
const WORKER = /^Worker/;

export function cpuTimeOf(pid: number): CpuTime {
  if (process.platform !== 'linux') return { main: wholeFromPs(pid), store: Number.NaN, others: Number.NaN };
  const threads = SEEN.get(pid) ?? new Map<string, ThreadTime>();
  SEEN.set(pid, threads);
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    try {
      const isWorker = WORKER.test(readFileSync(`${folder}/comm`, 'utf8'));
      const kind = Number(thread) === pid ? 'main' : isWorker ? 'store' : 'others';
      // The first figure is the time on a processor, in nanoseconds.
      threads.set(thread, { kind, us: Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1000 });
    } catch {
      // The thread has ended since the folder was listed.
    }
  }
  const times = { main: 0, store: 0, others: 0 };
  for (const { kind, us } of threads.values()) times[kind] += us;
  return times;
}

export const cpuBetween = (from: CpuTime, to: CpuTime): CpuTime => ({
  main: to.main - from.main,
  store: to.store - from.store,
  others: to.others - from.others,
});

function wholeFromPs(pid: number): number {
  const written = Bun.spawnSync(['ps', '-o', 'time=', '-p', String(pid)])
    .stdout.toString()
    .trim();
  return written.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1_000_000;
}
