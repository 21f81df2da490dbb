/** Counters, histograms and gauges, and the text in which Prometheus reads them (text format 0.0.4). */
/** Undefined stands for a label that some series of a name have and this one has not. */
type Labels = Readonly<Record<string, string | number | undefined>>;
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

type Buckets = { readonly bounds: readonly number[]; readonly unit: string };

export type Registry = {
  counter(name: string, help: string): Counter;
  /** `bounds`: the upper edges of the buckets, ascending; the last one is always infinity. */
  histogram(name: string, help: string, how: readonly number[] | Buckets): Histogram;
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
  /** The unit of its values, where the name does not say it. */
  readonly unit?: string;
  /** Of a histogram: the upper edges of its buckets; the last bucket has none. */
  readonly bounds?: readonly number[];
  readonly series: readonly Series[];
};

/** The value for one set of labels. Of a histogram it is the sum, and `counts` is how many fell into each bucket. */
export type Series = { readonly labels: Labels; readonly value: number; readonly counts?: readonly number[] };
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
      const totals = new ByLabels((labels) => ({ labels, value: 0 }));
      sources.push({ name, help, type: 'counter', together: 'sum', read: () => totals.all() });
      return {
        add: (labels, amount = 1) => {
          totals.of(labels).value += amount;
        },
        series: (labels) => {
          const known = totals.of(labels);
          return {
            add: (amount) => {
              known.value += amount;
            },
          };
        },
      };
    },

    histogram(name, help, how) {
      const { bounds, ...unit } = 'bounds' in how ? how : { bounds: how };
      const series = new ByLabels((labels) => ({ labels, value: 0, counts: new Array(bounds.length + 1).fill(0) }));
      sources.push({ name, help, type: 'histogram', together: 'sum', bounds, ...unit, read: () => series.all() });
      return {
        observe: (labels, value) => {
          const one = series.of(labels);
          let at = 0;
          while (at < bounds.length && value > bounds[at]!) at += 1;
          one.counts[at]! += 1;
          one.value += value;
        },
      };
    },

    gauge(name, help, how) {
      const { read, together } = typeof how === 'function' ? { read: how, together: 'sum' as const } : how;
      const labelled = async () => (await read()).map(([labels, value]): Series => ({ labels, value }));
      sources.push({ name, help, type: 'gauge', together, read: labelled });
    },

    families,
    text: async () => textOf(await families()),
  };
}

/** The counts of several processes, as one. Series that only one of them has are kept as they are. */
export function combine(all: readonly (readonly Family[])[]): readonly Family[] {
  const known = new Map<string, { readonly family: Family; readonly series: Map<string, Series> }>();
  for (const family of all.flat()) {
    const one = known.get(family.name) ?? { family, series: new Map<string, Series>() };
    known.set(family.name, one);
    for (const each of family.series) {
      const key = labelText(each.labels);
      const before = one.series.get(key);
      one.series.set(key, before ? bothOf(before, each, family.together) : each);
    }
  }
  return [...known.values()].map(({ family, series }) => ({ ...family, series: [...series.values()] }));
}

const bothOf = (one: Series, other: Series, together: Together): Series => ({
  labels: one.labels,
  value: COMBINED[together](one.value, other.value),
  ...(one.counts && { counts: one.counts.map((count, i) => count + (other.counts?.[i] ?? 0)) }),
});

const COMBINED: Readonly<Record<Together, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  largest: Math.max,
  smallest: Math.min,
};

export function textOf(families: readonly Family[]): string {
  const blocks = families.map((family) =>
    [
      `# HELP ${family.name} ${escapeHelp(family.help)}\n# TYPE ${family.name} ${family.type}`,
      ...family.series.flatMap((one) => linesOf(family, one)),
    ].join('\n'),
  );
  return `${blocks.join('\n')}\n`;
}

/** Each bucket also counts everything below it. */
function linesOf({ name, bounds = [] }: Family, { labels, value, counts }: Series): readonly string[] {
  if (!counts) return [`${name}${labelText(labels)} ${value}`];
  let below = 0;
  const buckets = counts.map((count, i) => {
    below += count;
    const le = i < bounds.length ? String(bounds[i]) : '+Inf';
    return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
  });
  const written = labelText(labels);
  return [...buckets, `${name}_sum${written} ${value}`, `${name}_count${written} ${below}`];
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
    for (const name in labels) branch = branchAt(branch, labels[name]);
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

type Branch<T> = { readonly next: Map<Labels[string], Branch<T>>; found?: T };

function branchAt<T>({ next }: Branch<T>, value: Labels[string]): Branch<T> {
  const known = next.get(value);
  if (known) return known;
  const branch: Branch<T> = { next: new Map() };
  next.set(value, branch);
  return branch;
}

function labelText(labels: Labels): string {
  let pairs = '';
  for (const name in labels) {
    if (labels[name] !== undefined) pairs += `${pairs && ','}${name}="${escapeValue(String(labels[name]))}"`;
  }
  return pairs && `{${pairs}}`;
}

const escapeValue = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
