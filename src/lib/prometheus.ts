/** Counters, histograms and gauges, and the text in which Prometheus reads them (text format 0.0.4). */
type Labels = Readonly<Record<string, string>>;
/** A value read when it is asked for, with the labels that tell it from others of its name. */
export type Reading = readonly [labels: Labels, value: number];

type Read = () => Promise<readonly Reading[]> | readonly Reading[];
/** The way to add up the values of several processes: of what they share, each sees the whole. */
type Together = 'sum' | 'largest' | 'smallest';

type Counter = {
  add(labels: Labels, amount?: number): void;
  /** For labels that come again and again: they are written once. It is shown, as 0, from now on. */
  series(labels: Labels): Tally;
};
export type Tally = { add(amount: number): void };
type Histogram = { observe(labels: Labels, value: number): void };

export type Registry = {
  counter(name: string, help: string): Counter;
  /** `bounds`: the upper edges of the buckets, ascending; the last one is always infinity. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** Unless said otherwise, the values of several processes are added up. */
  gauge(name: string, help: string, how: Read | { readonly read: Read; readonly together: Together }): void;
  /** A gauge that cannot be read is left out; the others are still there. */
  families(): Promise<readonly Family[]>;
  text(): Promise<string>;
};

/** One name with all its series, as plain values that can be sent to another process. */
export type Family = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly together: Together;
  readonly series: readonly Series[];
};

/** The name of a series with its labels, as it is written, and its value. */
type Series = readonly [name: string, value: number];
type Source = Omit<Family, 'series'> & { readonly read: () => Promise<readonly Series[]> | readonly Series[] };

export function createRegistry(): Registry {
  const sources: Source[] = [];

  async function families(): Promise<readonly Family[]> {
    const read = await Promise.allSettled(
      sources.map(async ({ read, ...family }): Promise<Family> => ({ ...family, series: await read() })),
    );
    return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  return {
    counter(name, help) {
      const totals = new ByLabels((labels) => ({ text: labelText(labels), total: 0 }));
      const read = () => totals.all().map(({ text, total }): Series => [`${name}${text}`, total]);
      sources.push({ name, help, type: 'counter', together: 'sum', read });
      return {
        add: (labels, amount = 1) => {
          totals.of(labels).total += amount;
        },
        series: (labels) => {
          const known = totals.of(labels);
          return {
            add: (amount) => {
              known.total += amount;
            },
          };
        },
      };
    },

    histogram(name, help, bounds) {
      const series = new ByLabels(
        (labels): Buckets => ({ labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 }),
      );
      const read = () => series.all().flatMap((one) => bucketSeries(name, one, bounds));
      sources.push({ name, help, type: 'histogram', together: 'sum', read });
      return {
        observe: (labels, value) => {
          const one = series.of(labels);
          let at = 0;
          while (at < bounds.length && value > bounds[at]!) at += 1;
          one.counts[at]! += 1;
          one.sum += value;
        },
      };
    },

    gauge(name, help, how) {
      const { read, together } = typeof how === 'function' ? { read: how, together: 'sum' as const } : how;
      const named = async () => (await read()).map(([labels, value]): Series => [`${name}${labelText(labels)}`, value]);
      sources.push({ name, help, type: 'gauge', together, read: named });
    },

    families,
    text: async () => textOf(await families()),
  };
}

/** The counts of several processes, as one. Series that only one of them has are kept as they are. */
export function combine(all: readonly (readonly Family[])[]): readonly Family[] {
  const known = new Map<string, { readonly family: Family; readonly series: Map<string, number> }>();
  for (const family of all.flat()) {
    const one = known.get(family.name) ?? { family, series: new Map<string, number>() };
    known.set(family.name, one);
    for (const [name, value] of family.series) {
      const before = one.series.get(name);
      one.series.set(name, before === undefined ? value : COMBINED[family.together](before, value));
    }
  }
  return [...known.values()].map(({ family, series }) => ({ ...family, series: [...series] }));
}

const COMBINED: Readonly<Record<Together, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  largest: Math.max,
  smallest: Math.min,
};

export function textOf(families: readonly Family[]): string {
  const blocks = families.map(({ name, help, type, series }) =>
    [`# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}`, ...series.map((one) => one.join(' '))].join('\n'),
  );
  return `${blocks.join('\n')}\n`;
}

type Buckets = { readonly labels: Labels; readonly counts: number[]; sum: number };

/** Each bucket also counts everything below it. */
function bucketSeries(name: string, { labels, counts, sum }: Buckets, bounds: readonly number[]): Series[] {
  let below = 0;
  const buckets = counts.map((count, i): Series => {
    below += count;
    const le = i < bounds.length ? String(bounds[i]) : '+Inf';
    return [`${name}_bucket${labelText({ ...labels, le })}`, below];
  });
  return [...buckets, [`${name}_sum${labelText(labels)}`, sum], [`${name}_count${labelText(labels)}`, below]];
}

/**
 * The values for each set of labels, made when first asked for. Every request asks for several, so no text is made
 * to find one: each value leads to the next, in the order in which a metric always has its labels.
 */
class ByLabels<T> {
  readonly #root: Branch<T> = { next: new Map() };
  readonly #all: T[] = [];
  readonly #make: (labels: Labels) => T;

  constructor(make: (labels: Labels) => T) {
    this.#make = make;
  }

  of(labels: Labels): T {
    let branch = this.#root;
    for (const name in labels) branch = branchAt(branch, labels[name]!);
    if (branch.found === undefined) {
      branch.found = this.#make(labels);
      this.#all.push(branch.found);
    }
    return branch.found;
  }

  all(): readonly T[] {
    return this.#all;
  }
}

type Branch<T> = { readonly next: Map<string, Branch<T>>; found?: T };

function branchAt<T>({ next }: Branch<T>, value: string): Branch<T> {
  const known = next.get(value);
  if (known) return known;
  const branch: Branch<T> = { next: new Map() };
  next.set(value, branch);
  return branch;
}

function labelText(labels: Labels): string {
  let pairs = '';
  for (const name in labels) pairs += `${pairs && ','}${name}="${escapeValue(labels[name]!)}"`;
  return pairs && `{${pairs}}`;
}

const escapeValue = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
