/** The effort of a piece of work: time by the clock, and what does not depend on the neighbours of this machine. */
import { readFileSync } from 'node:fs';
import { cpuTimeOf } from './cpu-time.ts';

export type Effort = {
  /** Microseconds by the clock. */
  readonly wall: number;
  /** Microseconds of a processor, of the thread that works; waiting for the disk is not in it. */
  readonly cpu: number;
  /** Bytes given to the system for writing, into the log and from it into the database. NaN where it does not tell. */
  readonly written: number;
  /** Bytes asked of the system: pages of the database that were not in the memory of the process. */
  readonly read: number;
};

/** Effort for each of `count` equal parts. */
export async function effortOf(count: number, work: () => Promise<void>): Promise<Effort> {
  const before = { cpu: await cpuSoFar(), ...bytesSoFar(), wallMs: performance.now() };
  await work();
  const wallMs = performance.now() - before.wallMs;
  const after = bytesSoFar();
  return {
    wall: (wallMs * 1000) / count,
    cpu: ((await cpuSoFar()) - before.cpu) / count,
    written: (after.written - before.written) / count,
    read: (after.read - before.read) / count,
  };
}

/** The system brings the figure of a thread up to date when it waits; otherwise only every few milliseconds. */
async function cpuSoFar(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return cpuTimeOf(process.pid).main;
}

function bytesSoFar(): Pick<Effort, 'written' | 'read'> {
  if (process.platform !== 'linux') return { written: Number.NaN, read: Number.NaN };
  const said = readFileSync('/proc/self/io', 'utf8');
  const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(said)?.[1]);
  return { written: bytes('wchar'), read: bytes('rchar') };
}
