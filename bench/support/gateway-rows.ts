/** The looks of all rounds at one gateway as one row of the table. */
import type { CpuTime } from './cpu-time.ts';
import { medianOf, printTable, show, spreadOf } from './figures.ts';
import { allThreads, type Sample } from './gateway-samples.ts';

/** A median of all rounds, and half of what lies between the best and the worst, in percent. */
export type Figure = { readonly median: number; readonly spreadPercent: number };

export type Row = {
  readonly name: string;
  readonly perSecond: Figure;
  /** Processor time of a request, of all threads together and by thread, in microseconds. */
  readonly cpu: Figure;
  readonly cpuByThread: CpuTime;
  readonly steadyPerSecond: number;
  /** Processor time of a request at that rate. */
  readonly steadyCpu: Figure;
  readonly first: { readonly p50: Figure; readonly p99: Figure };
  readonly last: { readonly p50: Figure; readonly p99: Figure };
  /** How long after its text the end of a stream came. */
  readonly endWait: Figure;
  /** The largest share of requests that could not be sent: the delays are then better than they would have been. */
  readonly leftOut: number;
  /** Processor time of an event at a human pace. */
  readonly eventCpu: Figure;
  readonly eventCpuByThread: CpuTime;
};

export function rowOf(name: string, samples: readonly Sample[], paces: readonly CpuTime[] = []): Row {
  return {
    name,
    perSecond: figureOf(samples, (sample) => sample.perSecond),
    cpu: figureOf(samples, (sample) => allThreads(sample.cpu)),
    cpuByThread: medianByThread(samples.map((sample) => sample.cpu)),
    steadyPerSecond: medianOf(samples.map((sample) => sample.steadyPerSecond)),
    steadyCpu: figureOf(samples, (sample) => allThreads(sample.steadyCpu)),
    first: {
      p50: figureOf(samples, (sample) => sample.firstMs.p50),
      p99: figureOf(samples, (sample) => sample.firstMs.p99),
    },
    last: {
      p50: figureOf(samples, (sample) => sample.lastMs.p50),
      p99: figureOf(samples, (sample) => sample.lastMs.p99),
    },
    endWait: figureOf(samples, (sample) => sample.endWaitMs),
    leftOut: Math.max(...samples.map((sample) => sample.leftOut)),
    eventCpu: figureOf(paces, allThreads),
    eventCpuByThread: medianByThread(paces),
  };
}

const HEAD = [
  'who answers',
  'requests/s',
  '± %',
  'CPU µs/request',
  '± %',
  'main',
  'store',
  'others',
  'per core and s',
  'half load /s',
  'CPU µs/request',
  '± %',
  'first byte p50 ms',
  '± %',
  'p99',
  '± %',
  'last byte p50 ms',
  '± %',
  'p99',
  '± %',
  'CPU µs/event',
  '± %',
];

export function printRows(rows: readonly Row[]): void {
  printTable(HEAD, rows.map(cellsOf));
  for (const { name, leftOut } of rows) {
    if (leftOut > 0) console.log(`(${name} stood still in one round: ${show(leftOut * 100, 1)} % were not sent.)`);
  }
}

/** How many requests a second one core can carry, by the processor time that each of them takes. */
const perCoreOf = ({ cpu }: Row): number => 1_000_000 / cpu.median;

function cellsOf(row: Row): readonly string[] {
  const { main, store, others } = row.cpuByThread;
  return [
    row.name,
    ...cells(row.perSecond, 0),
    ...cells(row.cpu, 0),
    show(main),
    show(store),
    show(others),
    show(perCoreOf(row)),
    show(row.steadyPerSecond),
    ...cells(row.steadyCpu, 0),
    ...cells(row.first.p50, 2),
    ...cells(row.first.p99, 2),
    ...cells(row.last.p50, 2),
    ...cells(row.last.p99, 2),
    ...cells(row.eventCpu, 1),
  ];
}

const cells = ({ median, spreadPercent }: Figure, digits: number): string[] => [
  show(median, digits),
  show(spreadPercent),
];

function figureOf<T>(samples: readonly T[], pick: (sample: T) => number): Figure {
  const values = samples.map(pick);
  return { median: medianOf(values), spreadPercent: spreadOf(values) };
}

export const medianByThread = (times: readonly CpuTime[]): CpuTime => ({
  main: medianOf(times.map(({ main }) => main)),
  store: medianOf(times.map(({ store }) => store)),
  others: medianOf(times.map(({ others }) => others)),
});
