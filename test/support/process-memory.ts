/** Memory of processes, as the operating system counts it. */
import { readFileSync } from 'node:fs';

const ANONYMOUS = '';

/** Memory of a process that is in RAM now. */
export function rssBytesOf(pid: number): number {
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }
  return Number(Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout.toString()) * 1024;
}

/**
 * Memory that processes take together. Pages of a file are in RAM once, however many processes have mapped it: Bun itself is
 * 40 MB in each. macOS does not tell which pages these are, so there they are counted for each process.
 */
export function memoryBytesOf(pids: readonly number[]): number {
  if (process.platform !== 'linux') return sum(pids.map(rssBytesOf));
  const byProcess = pids.map(readMappings);
  const files = new Set(byProcess.flatMap((mappings) => [...mappings.keys()]).filter((path) => path !== ANONYMOUS));
  const bytesOf = (path: string) => byProcess.map((mappings) => mappings.get(path) ?? 0);
  return sum(bytesOf(ANONYMOUS)) + sum([...files].map((path) => Math.max(...bytesOf(path))));
}

/** Bytes in RAM by mapped file. A page that was written to belongs to its process alone and counts as anonymous. */
function readMappings(pid: number): Map<string, number> {
  const bytes = new Map<string, number>();
  const add = (path: string, kilobytes: number) => bytes.set(path, (bytes.get(path) ?? 0) + kilobytes * 1024);
  let [path, residentKb] = [ANONYMOUS, 0];
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const [first = '', second = '', , , , mapped = ANONYMOUS] = line.split(' ').filter(Boolean);
    if (first.includes('-')) path = mapped.startsWith('/') ? mapped : ANONYMOUS;
    if (first === 'Rss:') residentKb = Number(second);
    if (first !== 'Anonymous:') continue;
    add(ANONYMOUS, Number(second));
    add(path, residentKb - Number(second));
  }
  return bytes;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
