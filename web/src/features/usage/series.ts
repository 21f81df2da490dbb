/** The server's counts, laid out for a chart and a table: one column a model, key or pot, one row an hour or day. */
import type { UsagePoint, UsageView } from '../../../../src/features/usage/contract.ts';
import { nanosOf } from '../../czk.ts';

export const GROUPS = ['model', 'key', 'member', 'pot'] as const;
export type Group = (typeof GROUPS)[number];
const MEASURES = ['czk', 'tokens', 'requests'] as const;
export type Measure = (typeof MEASURES)[number];

/** Whole numbers: nano-crowns, tokens or requests. */
type Column = {
  readonly id: string;
  /** Null: everything that got no column of its own. */
  readonly label: string | null;
  readonly values: readonly bigint[];
  readonly total: bigint;
};

export type Layout = {
  readonly starts: readonly number[];
  /** The largest first. */
  readonly columns: readonly Column[];
  readonly rowTotals: readonly bigint[];
  readonly total: bigint;
};

/** As many as there are colours. */
const COLUMNS_MAX = 6;

/** The server knows amounts and tokens of pots, but not requests: one request may be paid from several. */
export const measuresOf = (by: Group): readonly Measure[] =>
  by === 'pot' ? MEASURES.filter((measure) => measure !== 'requests') : MEASURES;

export function layOut(view: UsageView, by: Group, measure: Measure): Layout {
  const starts = view.startsMs;
  const all = view.series.map(({ id, label, points }): Column => {
    const values = starts.map(() => 0n);
    for (const point of points) {
      const row = rowOf(starts, point.atMs);
      if (row >= 0) values[row] = values[row]! + amountOf(point, by, measure);
    }
    return { id, label, values, total: sum(values) };
  });
  const columns = mergeSmall(all.filter(({ total }) => total > 0n).sort(largestFirst));
  const rowTotals = starts.map((_, row) => sum(columns.map(({ values }) => values[row]!)));
  return { starts, columns, rowTotals, total: sum(rowTotals) };
}

function amountOf(point: UsagePoint, by: Group, measure: Measure): bigint {
  if (measure === 'czk') return nanosOf(point.czk);
  if (measure === 'requests') return BigInt(point.requests);
  const paid = point.planTokens + point.packageTokens + point.creditTokens;
  return BigInt(by === 'pot' ? paid : point.inputTokens + point.outputTokens);
}

/** The last row that begins at or before the moment. What is before all rows belongs to none. */
function rowOf(starts: readonly number[], atMs: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function mergeSmall(columns: readonly Column[]): readonly Column[] {
  if (columns.length <= COLUMNS_MAX) return columns;
  const small = columns.slice(COLUMNS_MAX - 1);
  const values = small[0]!.values.map((_, row) => sum(small.map((column) => column.values[row]!)));
  return [...columns.slice(0, COLUMNS_MAX - 1), { id: 'others', label: null, values, total: sum(values) }];
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

const largestFirst = (a: Column, b: Column): number => (a.total === b.total ? 0 : a.total > b.total ? -1 : 1);

/** Round numbers from nothing to what is at least the largest, in five steps at most, none below the finest. */
export function ticksUpTo(largest: number, finest: number): readonly number[] {
  const rough = Math.max(largest / 5, finest);
  const size = 10 ** Math.floor(Math.log10(rough) + ROUNDING);
  const step = [1, 2, 5, 10].map((times) => times * size).find((one) => one >= rough * (1 - ROUNDING))!;
  const steps = Math.ceil((largest / step) * (1 - ROUNDING));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

/** Tenths are not exact in binary: what is above a step by this little is on it. */
const ROUNDING = 1e-9;

/** How names, values and times of this chart are written. */
export type Words = {
  readonly name: (column: Column) => string;
  readonly value: (value: bigint) => string;
  readonly total: string;
  readonly time: (atMs: number) => string;
  readonly fullTime: (atMs: number) => string;
  /** From a number on the axis, which may have lost its last digits. */
  readonly tick: (value: number) => string;
  readonly scale: (value: bigint) => number;
  /** The smallest distance on the axis: there are no half requests. */
  readonly finest: number;
};
