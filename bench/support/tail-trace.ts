/** A service under a trace, at each load: the causes of the stalls of its serving thread. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable, show } from './figures.ts';
import { KINDS, type Kind, LINES, targetOf } from './gateway-samples.ts';
import { fullLoad, steadyLoad } from './load.ts';
import type { LoopTrace } from './loop-trace.ts';
import { type Profile, partsOf, type Share, topOf } from './profile-parts.ts';
import { joined, type NamedStall, nameStalls, pausesIn } from './stalls.ts';
import type { SlowWork } from './store-trace.ts';
import { Processes } from './subjects.ts';

type Place = { readonly folder: string; readonly upstreamPort: number; readonly core: number | undefined };
type Rates = ReadonlyMap<string, Readonly<Record<Kind, number>>>;
type Window = { readonly load: string; readonly fromMs: number; readonly toMs: number };
type Found = {
  readonly windows: readonly Window[];
  readonly stalls: readonly NamedStall[];
  readonly slow: readonly SlowWork[];
};

const WARM_UP_SECONDS = 5;
const LONGEST = 10;
const SHARES = 3;

/** At so many requests a second; the trace itself makes each of them dearer. */
export async function traceStalls(
  { folder, upstreamPort, core }: Place,
  rates: Rates,
  seconds: number,
): Promise<Found> {
  const trace = join(folder, 'trace.json');
  const errors = join(folder, 'trace.log');
  const profiles = join(folder, 'trace-profile');
  const windows: Window[] = [];
  {
    await using processes = new Processes(core);
    const profiler = ['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${profiles}`];
    const subject = await processes.service('traced', {
      folder: join(folder, 'traced'),
      upstreamPort,
      runtime: [...profiler, `--preload=${join(import.meta.dir, 'loop-trace.ts')}`],
      env: { BENCH_TRACE: trace, BENCH_TRACE_TICKS: '1', BUN_JSC_logGC: '1' },
      errorsIn: errors,
    });
    for (const kind of KINDS) await fullLoad(targetOf(subject, kind), { lines: LINES, seconds: WARM_UP_SECONDS });
    for (const kind of KINDS) {
      for (const [load, perSecond] of rates) {
        const fromMs = Date.now();
        await steadyLoad(targetOf(subject, kind), { lines: 8 * LINES, seconds, perSecond: perSecond[kind] });
        windows.push({ load: `${kind.toUpperCase()}, ${load}`, fromMs, toMs: Date.now() });
      }
    }
  }
  const { stalls } = JSON.parse(readFileSync(trace, 'utf8')) as LoopTrace;
  const [profile] = readdirSync(profiles);
  const slow = existsSync(`${trace}.store`) ? linesOf(readFileSync(`${trace}.store`, 'utf8')) : [];
  const named = nameStalls({
    stalls: stalls.filter(({ fromMs }) => windows.some((window) => isIn(window, fromMs))),
    pauses: pausesIn(readFileSync(errors, 'utf8')),
    profile: JSON.parse(readFileSync(join(profiles, profile!), 'utf8')) as Profile,
    slow,
  });
  return { windows, stalls: named, slow };
}

const linesOf = (text: string): readonly SlowWork[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SlowWork]));

const isIn = ({ fromMs, toMs }: Window, atMs: number): boolean => atMs >= fromMs && atMs < toMs;

export function printTrace({ windows, stalls, slow }: Found): void {
  console.log('\nstalls of the serving thread above 1 ms, under the trace\n');
  printTable(
    ['load and cause', 'times', 'ms in all', 'longest ms', 'what ran meanwhile'],
    windows.flatMap((window) => {
      const own = stalls.filter(({ atMs }) => isIn(window, atMs));
      return grouped(own, ({ cause }) => cause).map(([cause, some]) => [
        `${window.load}: ${cause}`,
        ...cellsOf(some),
        sharesIn(partsOf(joined(some.map(({ profile }) => profile)))),
      ]);
    }),
  );
  console.log('\nthe longest of them\n');
  printTable(
    ['load and cause', 'ms', 'begun meanwhile', 'functions'],
    stalls
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, LONGEST)
      .map(({ atMs, ms, cause, begun, profile }) => [
        `${windows.find((one) => isIn(one, atMs))!.load}: ${cause}`,
        show(ms, 1),
        Object.entries(begun)
          .map(([name, count]) => `${count} ${name}`)
          .join(', '),
        sharesIn(topOf(profile, SHARES)),
      ]),
  );
  console.log("\nwork of the store's thread that took it more than 1 ms\n");
  const works = slow
    .filter(({ fromMs }) => windows.some((window) => isIn(window, fromMs)))
    .map(({ fromMs, toMs, what, calls }) => ({ ms: toMs - fromMs, name: `${what}, for ${calls.join(', ')}` }));
  printTable(
    ['what', 'times', 'ms in all', 'longest ms'],
    grouped(works, ({ name }) => name).map(([name, some]) => [name, ...cellsOf(some)]),
  );
}

const sharesIn = (shares: readonly Share[]): string =>
  shares
    .slice(0, SHARES)
    .map(({ name, share }) => `${show(share * 100)} % ${name}`)
    .join(', ');

/** The group that took the most first. */
function grouped<T extends { readonly ms: number }>(all: readonly T[], by: (one: T) => string): [string, T[]][] {
  const groups = Object.entries(Object.groupBy(all, by)) as [string, T[]][];
  return groups.toSorted(([, a], [, b]) => sumOf(b) - sumOf(a));
}

const sumOf = (some: readonly { readonly ms: number }[]): number => some.reduce((sum, { ms }) => sum + ms, 0);

const cellsOf = (some: readonly { readonly ms: number }[]): readonly string[] => [
  show(some.length),
  show(sumOf(some), 1),
  show(Math.max(...some.map(({ ms }) => ms)), 1),
];
